//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Element 2 of the inner array lies behind it: it is element 0 of the next struct.
struct Two { int v[2]; };
__global__ void k(Two *a, int n) {
    __requires(n == 2);
    a[threadIdx.x].v[n] = 1;       //~ ERROR race
    a[threadIdx.x].v[0] = 2;       //~ ERROR race
}
