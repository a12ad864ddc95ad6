//@ flags: --block 32 --grid 1
//@ verdict: races=unknown
// The precondition contradicts the launch.
__global__ void k(int *a) {
    __requires(blockDim.x == 64);
    a[0] = threadIdx.x;
}
