//@ verdict: error
// A barrier of a warp is none of the block.
__global__ void kernel(int *a, float x, int n) {
    int t = threadIdx.x;
    //@ barrier invariant a[t] == t;    //~ ERROR WP0507
    __syncwarp();
}
