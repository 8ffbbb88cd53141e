"""The rules at a table: actions in, events out."""
