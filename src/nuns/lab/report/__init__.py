"""The report: one page of HTML from tables of games, and the same figures for the documents."""
