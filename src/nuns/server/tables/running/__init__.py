"""Everything that a table does by itself, on the node that holds its lease."""
