"""The rules at a table: actions in, events out, and what each seat may know."""
