//@ kernel: other_value races=proved
//@ kernel: in_parentheses races=refuted
//@ kernel: truth_value races=refuted
//@ kernel: unsigned_minus races=refuted
//@ kernel: element_of_constant races=refuted
//@ kernel: element_of_range races=refuted
//@ kernel: element_of_list races=refuted
//@ kernel: step_of_loop races=refuted
// A cast below parentheses, in a list or in a step converts the constant.
#include <cuda_runtime.h>
__global__ void other_value(int *a, int n) { if (n == 300) a[0] = threadIdx.x; }
__global__ void in_parentheses(int *a, int n) { if (n == 44) a[0] = threadIdx.x; }
__global__ void truth_value(int *a, int n) { if (n == 1) a[0] = threadIdx.x; }
__global__ void unsigned_minus(int *a, long n) { if (n == 4294967295l) a[0] = threadIdx.x; }
__global__ void element_of_constant(int *a, int n) { if (n == 44) a[0] = threadIdx.x; }
__global__ void element_of_range(int *a, int n) { if (n == 44) a[0] = threadIdx.x; }
__global__ void element_of_list(int *a, int n) { if (n == 44) a[0] = threadIdx.x; }
__global__ void step_of_loop(int *a, int n) { if (n == 1) a[0] = threadIdx.x; }
int main() {
  int *p;
  cudaMalloc(&p, 4096);
  other_value<<<1, 32>>>(p, ((int)(unsigned char)300));
  in_parentheses<<<1, 32>>>(p, ((int)(unsigned char)300));
  truth_value<<<1, 32>>>(p, ((int)(bool)5));
  unsigned_minus<<<1, 32>>>(p, ((long)-1u));
  const int sizes[] = {(unsigned char)300, 5};
  element_of_constant<<<1, 32>>>(p, sizes[0]);
  int changing[] = {(unsigned char)300, 5};
  for (int v : changing) element_of_range<<<1, 32>>>(p, v);
  for (int v : {static_cast<int>((unsigned char)300), 5}) element_of_list<<<1, 32>>>(p, v);
  for (int i = 0; i < 1000; i += (unsigned char)257) step_of_loop<<<1, 32>>>(p, i);
}
