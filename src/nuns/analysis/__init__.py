"""A finished night analysed: chances, decisions, luck and the story."""
