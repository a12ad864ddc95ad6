# Two sources that are compiled by themselves, with kernels of one name.
import textwrap
from pycuda.compiler import SourceModule


def modules():
    text = """
    __global__ void scale(float *a, float by) {
      int i = threadIdx.x;
      a[i] *= by;
    }
    """
    first = SourceModule(textwrap.dedent(text))
    second = SourceModule(source=f"""
//@ flags: --grid 1
//@ kernel: scale races=proved
//@ kernel: doubled races=refuted
__global__ void scale(float *a, float by) {{
  a[threadIdx.x] *= by;
}}
__global__ void doubled(float *a) {{
  a[threadIdx.x % 2] *= 2; //~ ERROR race
}}
""")
    return first, second
