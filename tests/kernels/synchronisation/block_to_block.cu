//@ revisions: good no_barrier no_fence not_waited
//@ verdict: races=proved
//[no_barrier]@ verdict: races=refuted
//[no_fence]@ verdict: races=refuted
//[not_waited]@ verdict: races=refuted
//@ flags: --block 64 --grid 2
// All threads of block 0 write, one of them tells block 1, one thread of which waits for the others.
__global__ void k(int *data, volatile int *flag, int *out) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = t;  //[no_barrier,no_fence,not_waited]~ ERROR race
#ifndef no_barrier
        __syncthreads();
#endif
        if (t == 0) {
#ifndef no_fence
            __threadfence();
#endif
            *flag = 1;
        }
    } else {
        if (t == 0) {
            while (*flag == 0) {
            }
            __threadfence();
        }
#ifndef not_waited
        __syncthreads();
#endif
        out[t] = data[63 - t];  //[no_barrier,no_fence,not_waited]~ ERROR race
    }
}
