"""The log of a table, and the game that it records."""
