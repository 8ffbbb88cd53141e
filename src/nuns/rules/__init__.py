"""The game, written once, one module a chapter."""
