// The launch does not satisfy the precondition: only its first thread does.
//@ verdict: races=unknown
__global__ void k(int *a) {
  __requires(threadIdx.x < 1);
  a[0] = threadIdx.x;
}

int main() {
  int *a;
  cudaMalloc(&a, 256);
  k<<<1, 64>>>(a);
}
