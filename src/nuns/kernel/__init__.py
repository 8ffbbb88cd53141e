"""The rules in machine code, on one core, on all cores, or on a CUDA device."""
