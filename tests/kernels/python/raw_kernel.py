"""Literals with escapes, in parts: tokens have the places that they have in this file.

//@ revisions: good bad
//@ flags: --grid 1
//@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
"""
import cupy as cp

HEAD = '''
#ifdef bad
#define AT(i) (i / 2)
#else
#define AT(i) (blockDim.x - 1 - i)
#endif
#define SHOW(x) \\
    if (x == 0) printf("%d\\n", x);
'''

reverse = cp.RawKernel(
    HEAD + 'extern "C" __global__\n'
    'void reverse(int *a, const int *b) {\n'
    # Comments of Python are not part of the source.
    '\tSHOW(threadIdx.x)\n'
    "\tprintf(\"\\t\\n\"); a[AT(threadIdx.x)] = b[threadIdx.x];\n"  # //[bad]~ ERROR race
    '}\n', 'reverse')
