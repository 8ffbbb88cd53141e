"""Players: each hosts a policy, a search or a user's bot in a seat."""
