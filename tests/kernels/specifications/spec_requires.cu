//@ verdict: races=proved bounds=proved assertions=proved
// Preconditions, assertions and loop invariants in comments.

//@ requires n == blockDim.x * gridDim.x;
__global__ void one_each(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  //@ assert 0 <= i < n;
  a[i] = n;
}

/*@ requires n > 0 && m >= 1
  @ requires (n & (n - 1)) == 0 -> n <= 1024 */
__global__ void counted(int *a, int n, unsigned m) {
  const char *text = "//@ requires n < 0";
  int k = 0;
  //@ loop invariant 0 <= i <= n && k == 2 * i
  for (int i = 0; i < n; i++) {
    k += 2;
    //@ assert k <= 2 * n
  }
  while (k > 0)
  {
    //@ loop invariant k >= 0;
    k--;
  }
  //@ assert k <= 0 && m > 0
  if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = k;
}

template <int B>
__global__ void head(int *a, int *b) {
  //@ requires blockDim.x == 32 && gridDim.x == 1;
  __shared__ int s[B];
  s[threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[31 - threadIdx.x];
}
template __global__ void head<32>(int *, int *);
