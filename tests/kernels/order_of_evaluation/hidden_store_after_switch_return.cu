//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Cases 0 and 1 return, the others reach the store.
__global__ void k(int *a) {
    int t = threadIdx.x;
    switch (t & 3) {
    case 0: return;
    case 1: a[t] = 1; return;
    case 2: break;
    default:
        if (t < 32) return;
    }
    a[64] = t; //~ ERROR race
}
