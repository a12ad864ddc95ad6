//@ verdict: assertions=!proved
//@ flags: --block 64 --grid 4
// What a true invariant does not say.
// Global array, claim per block; other block's cell is read.
__global__ void other_block(int *out, int *g) {
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    g[i] = i;    //~ ERROR race
    //@ barrier invariant g[i] == i;
    __syncthreads();
    int v = g[(i + blockDim.x) % (gridDim.x * blockDim.x)];    //~ ERROR race
    //@ assert v == (i + blockDim.x) % (gridDim.x * blockDim.x);    //~ ERROR assert
}
// Atomic changes behind.
__global__ void atomics(int *out) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant a[t] == t;
    __syncthreads();
    atomicAdd(&a[(t + 1) % 64], 1);
    __syncthreads();
    int v = a[t];
    //@ assert v == t;    //~ ERROR assert
}
// Own overwrite then read by shift.
__global__ void shift(int *out) {
    __shared__ int a[65];
    int t = threadIdx.x;
    a[t] = t;
    if (t == 0) a[64] = 77;
    //@ barrier invariant a[t] == t;
    __syncthreads();
    int v = a[t + 1];
    //@ assert v == t + 1;    //~ ERROR assert
}
// Claim weakened by implication.
__global__ void weakened(int *out, const int *in) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t % 2 == 0 ? t : in[t];
    //@ barrier invariant t % 2 == 0 ==> a[t] == t;
    __syncthreads();
    out[a[63 - t]] = t;    //~ ERROR race
}
// Next iteration reads what the claim said of the one before.
__global__ void stale(int *out, int n) {
    __shared__ int a[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        a[t] = t + i;
        //@ barrier invariant a[t] == t + i;
        __syncthreads();
        int v = a[63 - t];
        //@ assert i > 0 ==> v == 63 - t + i - 1;    //~ ERROR assert
        __syncthreads();
    }
}
// Barrier in one branch, read in the other.
__global__ void branch(int *out, int n) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = 1;
    if (n > 0) {
        a[t] = t;
        //@ barrier invariant a[t] == t;
        __syncthreads();
    } else {
        __syncthreads();
    }
    int v = a[63 - t];
    //@ assert v == 63 - t;    //~ ERROR assert
}
// Two types.
__global__ void bytes(int *out) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant a[t] == t;
    __syncthreads();
    ((char *)a)[4 * t + 1] = 1;
    __syncthreads();
    int v = a[63 - t];
    //@ assert v == 63 - t;    //~ ERROR assert
}
// Assertion on all: claim of pair used for the thread with itself.
__global__ void itself(int *out) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant a[t] != other(a[t]);
    __syncthreads();
    int u = a[t], v = a[(t / 64 + t) % 64];
    //@ assert u != v;    //~ ERROR assert
}
// Loop carried by the thread: counter differs between threads (no barrier in the loop).
__global__ void own_counter(int *out, const int *in) {
    __shared__ int a[64];
    int t = threadIdx.x;
    int i = 0;
    while (i < in[t]) i++;
    a[t] = i;
    //@ barrier invariant a[t] == i;
    __syncthreads();
    int v = a[63 - t];
    //@ assert v == i;    //~ ERROR assert
}
