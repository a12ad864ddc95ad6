"""Kernels of Numba are not read.

//@ verdict: error
"""
from numba import cuda


@cuda.jit
def fill(a):
    # load_inline would take a string.
    a[cuda.threadIdx.x] = 1
