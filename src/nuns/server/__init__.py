"""The server: the only package with clocks, sockets, SQL and real dice."""
