//@ verdict: races=proved divergence=proved
// The precondition limits the launch: one block.
__global__ void k(int *a) {
    __requires(gridDim.x == 1);
    a[threadIdx.x] = 1;
}
