"""The only place with clocks, sockets, SQL and real dice."""
