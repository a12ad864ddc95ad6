//@ flags: --block 32 --grid 1
//@ verdict: races=refuted divergence=proved
// Nothing stands between the load of the neighbour's cell and the neighbour's store.
__global__ void k(int *s) {
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp();
    int v = s[t ^ 1];  //~ ERROR race
    s[t] = v;          //~ ERROR race
}
