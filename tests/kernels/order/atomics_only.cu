//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// Atomics of device scope are ordered with each other, whatever blocks they are in.
__global__ void k(int *count, const int *in) {
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (v > 0) atomicAdd(count, v);
    atomicMax(count + 1, v);
}
