//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 64 --grid 4
// A condition on pairs at the head of a loop is one on two threads that are both there: that the second goes on is no matter.
__global__ void increments(int *out, int n) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t;
    for (int i = 0; __invariant(__implies(__same_group, a[threadIdx.x] != a[__other_int(threadIdx.x)])), i < n; i++) {
        //@ barrier invariant a[t] != other(a[t]);
        __syncthreads();
        a[t]++;
    }
}
