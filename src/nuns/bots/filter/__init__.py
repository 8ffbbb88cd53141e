"""The exact filter in the subset of Python that the kernel compiles: what a seat may believe of the novices, from its events."""
