"""What the project was made with and does not ship."""
