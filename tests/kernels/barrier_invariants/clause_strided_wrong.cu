//@ verdict: races=refuted
//@ flags: --block 64 --grid 1
// The second of the two cells is not what the claim says.
__global__ void two_each(int *out) {
    __shared__ int a[128];
    int t = threadIdx.x;
    a[2 * t] = 2 * t;
    a[2 * t + 1] = 2 * t;
    //@ barrier invariant a[2 * t] == 2 * t && a[2 * t + 1] == 2 * t + 1;    //~ ERROR WP0403
    __syncthreads();
    out[a[t + 1]] = t;    //~ ERROR race
}
// The claim leaves out the cell that is read.
__global__ void first_only(int *out) {
    __shared__ int a[128];
    int t = threadIdx.x;
    a[2 * t] = 2 * t;
    a[2 * t + 1] = 2 * t;
    //@ barrier invariant a[2 * t] == 2 * t;
    __syncthreads();
    out[a[t + 1]] = t;    //~ ERROR race
}
