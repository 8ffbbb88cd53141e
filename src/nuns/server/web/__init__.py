"""HTTP and sockets in front of the tables."""
