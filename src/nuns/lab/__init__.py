"""Many games, one table."""
