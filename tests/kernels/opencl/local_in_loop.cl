//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The barrier orders local memory, but the sums go through global memory from round to round.
__kernel void k(__global int *a, int n) {
    int t = get_local_id(0);
    for (int i = 0; i < n; i++) {
        int v = a[(t + 1) % 64];               //~ ERROR race
        barrier(CLK_LOCAL_MEM_FENCE);
        a[t] = v + 1;                          //~ ERROR race
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
