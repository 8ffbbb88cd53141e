"""Policies: plain functions in the subset of Python that the kernel compiles."""
