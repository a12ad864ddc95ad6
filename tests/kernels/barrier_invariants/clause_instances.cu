//@ verdict: races=inconclusive assertions=inconclusive
//@ flags: --block 8 --grid 1
// True, but used for another thread than the one whose cell is read.
__global__ void named(int *out) {
    __shared__ int a[8], b[8];
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant a[t] == t for ((t + 2) % 8);
    __syncthreads();
    b[a[(t + 1) % 8]] = t;
}
// True, and too weak for what follows.
__global__ void weak(int *out) {
    __shared__ int a[8], b[8];
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant 0 <= a[t] < 8;
    __syncthreads();
    b[a[(t + 1) % 8]] = t;
}
