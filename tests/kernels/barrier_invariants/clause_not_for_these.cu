//@ verdict: races=refuted assertions=!refuted
//@ flags: --block 32 --grid 1
// Whom a claim says nothing of: no thread is found there.
// Threads that ended before the barrier.
__global__ void ended(int *out, const int *in) {
    __shared__ int a[32];
    a[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x >= 16)
        return;
    a[threadIdx.x] = threadIdx.x;
    //@ barrier invariant a[threadIdx.x] == threadIdx.x;
    __syncthreads();
    out[a[threadIdx.x + 8]] = threadIdx.x;    //~ ERROR race
}
__global__ void ended_pairs(int *out, const int *in) {
    __shared__ int a[32];
    a[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x >= 16)
        return;
    a[threadIdx.x] = threadIdx.x;
    //@ barrier invariant a[threadIdx.x] != other(a[threadIdx.x]);
    __syncthreads();
    out[a[threadIdx.x + 8]] = threadIdx.x;    //~ ERROR race
}
// The place behind the last thread.
__global__ void outside(int *out, const int *in) {
    __shared__ int a[33];
    if (threadIdx.x == 0)
        a[32] = in[0];
    a[threadIdx.x] = threadIdx.x;
    //@ barrier invariant a[threadIdx.x] == threadIdx.x;
    __syncthreads();
    out[a[threadIdx.x + 1]] = threadIdx.x;    //~ ERROR race
}
// The place in front of the first one, and one that a thread found by a value that is too great.
__global__ void before(int *out, const int *in) {
    __shared__ int a[40];
    a[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 8)
        a[32 + threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    a[threadIdx.x + 8] = threadIdx.x;
    //@ barrier invariant a[threadIdx.x + 8] == threadIdx.x;
    __syncthreads();
    out[a[threadIdx.x]] = threadIdx.x;    //~ ERROR race
}
// A cell between those of the claim.
__global__ void between(int *out, const int *in) {
    __shared__ int a[64];
    a[2 * threadIdx.x] = threadIdx.x;
    a[2 * threadIdx.x + 1] = in[threadIdx.x];
    //@ barrier invariant a[2 * threadIdx.x] == threadIdx.x;
    __syncthreads();
    out[a[2 * threadIdx.x + 1]] = threadIdx.x;    //~ ERROR race
}
// What changed behind the barrier.
__global__ void changed(int *out, const int *in) {
    __shared__ int a[32];
    a[threadIdx.x] = threadIdx.x;
    //@ barrier invariant a[threadIdx.x] == threadIdx.x;
    __syncthreads();
    a[threadIdx.x] = in[threadIdx.x];
    out[a[threadIdx.x]] = threadIdx.x;    //~ ERROR race
    __syncthreads();
    out[32 + a[31 - threadIdx.x]] = threadIdx.x;    //~ ERROR race
}
