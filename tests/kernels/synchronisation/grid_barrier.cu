//@ revisions: good no_first_barrier no_second_barrier not_all
//@ verdict: races=proved
//[no_first_barrier]@ verdict: races=refuted
//[no_second_barrier]@ verdict: races=refuted
//[not_all]@ verdict: races=refuted
//@ flags: --block 32 --grid 4
// A barrier of the whole grid by a counter, used once.
__global__ void k(int *in, int *out, unsigned *arrived) {
    int b = blockIdx.x, t = threadIdx.x;
    in[b * 32 + t] = t;  //[no_first_barrier,no_second_barrier,not_all]~ ERROR race
#ifndef no_first_barrier
    __syncthreads();
#endif
    if (t == 0) {
        __threadfence();
        atomicAdd(arrived, 1);
#ifdef not_all
        while (atomicAdd(arrived, 0) < gridDim.x - 1) {
#else
        while (atomicAdd(arrived, 0) < gridDim.x) {
#endif
        }
        __threadfence();
    }
#ifndef no_second_barrier
    __syncthreads();
#endif
    out[b * 32 + t] = in[(b + 1) % 4 * 32 + t];  //[no_first_barrier,no_second_barrier,not_all]~ ERROR race
}
