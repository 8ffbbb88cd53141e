"""Players: what seats a policy, a search or a program of a user at a table."""
