"""The HTTP API: its requests and answers, one module a subject."""
