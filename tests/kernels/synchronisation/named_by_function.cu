//@ revisions: good wrong_number block_barrier
//@ verdict: races=proved divergence=proved
//[wrong_number]@ verdict: races=refuted|inconclusive divergence=!proved
//[block_barrier]@ verdict: races=inconclusive|refuted divergence=refuted
//@ flags: --block 64,2 --grid 3
// The functions of the compiler; each row of the block is a pair of warps with the number of the row.
__global__ void k(int *out) {
    __shared__ int s[2][64];
    int t = threadIdx.x;
    s[threadIdx.y][t] = t;
    if (threadIdx.y == 0) {
#ifdef block_barrier
        __syncthreads();  //[block_barrier]~ ERROR divergence
#else
        __barrier_sync_count(1, 64);
#endif
    } else {
#ifdef wrong_number
        __barrier_sync_count(1, 64);
#else
        __nvvm_barrier_sync_cnt(2, 64);
#endif
    }
    out[(blockIdx.x * 2 + threadIdx.y) * 64 + t] = s[threadIdx.y][63 - t];
}
