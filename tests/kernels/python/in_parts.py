"""Parts that stand in another order than they are compiled in have no places, so they are not read.

//@ verdict: error
"""
import cupy

TAIL = "  a[threadIdx.x] = 1;\n}\n"
HEAD = "extern \"C\" __global__ void k(int *a) {\n"

k = cupy.RawKernel(HEAD + TAIL, "k")
