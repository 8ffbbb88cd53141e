"""What is printed on the table."""
