//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// Some threads wait at the first barrier, the others already at the second: a deadlock, or worse, a wrong meeting.
__global__ void k(int *a) {
    int t = threadIdx.x;
    if (t < 16) __syncthreads(); //~ ERROR divergence
    a[t] = t;
    __syncthreads();
    a[t] += 1;
}
