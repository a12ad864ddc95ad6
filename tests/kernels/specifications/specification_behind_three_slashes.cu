//@ verdict: assertions=unsupported
// The `@` stands directly behind two slashes.
__global__ void k(int *a, int n) {
    ///@ assert n == 5;
    a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
