"""The people at a table: who sits where, what they may do, who is connected, and what they say."""
