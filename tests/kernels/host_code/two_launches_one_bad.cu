//@ kernel: k@8 races=refuted
//@ kernel: k@7 races=proved
// Each launch is judged by itself.
__global__ void k(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; //~ ERROR race
}
void right(int *a) { k<<<2, 64>>>(a); }
void wrong(int *a) { k<<<2, 65>>>(a); }
