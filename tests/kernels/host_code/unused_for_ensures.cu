//@ kernel: fill races=proved contract=proved
//@ kernel: plain races=proved
// A kernel with postconditions is checked for every launch that its preconditions admit, whatever the host does.
//@ requires blockDim.x * gridDim.x >= n
//@ ensures \forall integer i; 0 <= i < n ==> a[i] == 1
__global__ void fill(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 1;
}
__global__ void plain(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 1; }
void run(int *a, int n) {
  fill<<<(n + 63) / 64, 64>>>(a, n);
  plain<<<8, 64>>>(a);
}
