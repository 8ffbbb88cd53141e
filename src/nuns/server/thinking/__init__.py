"""Where bots think: processes of their own."""
