"""A source that the program computes is not read, and nothing is proved of it.

//@ verdict: error
"""
import cupy

BODY = "extern \"C\" __global__ void k(int *a) { a[0] = %d; }"

kernels = [cupy.RawKernel(BODY % n, "k") for n in range(4)]
