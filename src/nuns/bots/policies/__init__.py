"""Policies: plain functions in the part of Python that the kernel compiles."""
