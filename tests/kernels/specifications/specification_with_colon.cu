//@ verdict: assertions=unsupported
// A clause with a colon is none, and must not look as if it were checked.
__global__ void k(int *a, int n) {
    //@ assert: n == 5;
    a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
