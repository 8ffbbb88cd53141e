"""The laboratory: many games, summed up in tables, ratings and plots."""
