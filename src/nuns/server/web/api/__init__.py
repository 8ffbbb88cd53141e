"""The HTTP API: what is asked of it and what it answers, one module a subject."""
