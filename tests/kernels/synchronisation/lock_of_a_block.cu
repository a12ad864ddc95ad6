//@ revisions: good outside no_barrier
//@ flags: --block 64 --grid 4
//@ verdict: races=proved
//[outside]@ verdict: races=refuted
//[no_barrier]@ verdict: races=refuted
// A whole block is in the critical section: its first thread takes the lock and frees it.
__device__ int lock;
__global__ void k(const int *in, int *sums) {
    int t = threadIdx.x;
#ifdef outside
    sums[t] += in[t];  //[outside]~ ERROR race
#endif
    if (t == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        __threadfence();
    }
    __syncthreads();
#ifndef outside
    sums[t] += in[t];  //[no_barrier]~ ERROR race
#endif
#ifndef no_barrier
    __syncthreads();
#endif
    if (t == 0) {
        __threadfence();
        atomicExch(&lock, 0);
    }
}
