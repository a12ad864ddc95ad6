//@ flags: --block 64 --grid 1
//@ verdict: bounds=refuted
// Constant memory is written by the host only.
__constant__ int table[64];
__global__ void k(int *in) {
    table[threadIdx.x] = in[threadIdx.x]; //~ ERROR bounds
}
