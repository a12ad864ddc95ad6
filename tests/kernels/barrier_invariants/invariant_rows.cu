//@ flags: --block 16,4 --grid 1
//@ verdict: races=proved divergence=proved assertions=proved
// In a block with rows an instance names a thread of the same row.
__global__ void rows(int *out) {
    __shared__ int s[4][16];
    s[threadIdx.y][threadIdx.x] = 2 * threadIdx.x;
    __barrier_invariant_1(s[threadIdx.y][threadIdx.x] == 2 * threadIdx.x, 15 - threadIdx.x);
    __syncthreads();
    out[64 * threadIdx.y + s[threadIdx.y][15 - threadIdx.x]] = 1;
    __assert(s[threadIdx.y][15 - threadIdx.x] == 2 * (15 - threadIdx.x));
}
