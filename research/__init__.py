"""Studies of the author: what the documents say of the bots and the analysis, measured; not shipped."""
