"""Draws the convent: an illustrated plan by moonlight, or in ink on vellum."""
