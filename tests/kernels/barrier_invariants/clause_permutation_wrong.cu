//@ verdict: assertions=refuted
//@ flags: --block 8 --grid 1
// Off by one.
__global__ void named(int *out) {
    __shared__ int a[8], b[8];
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant a[t] == t + 1 for ((t + 1) % 8);    //~ ERROR WP0403
    __syncthreads();
    b[a[(t + 1) % 8]] = t;
}
// The last thread alone breaks it, and its cell makes the race.
__global__ void last(int *out) {
    __shared__ int a[8], b[8];
    int t = threadIdx.x;
    a[t] = t == 7 ? 0 : t;
    //@ barrier invariant a[t] == t;    //~ ERROR WP0403
    __syncthreads();
    b[a[(t + 1) % 8]] = t;    //~ ERROR race
}
