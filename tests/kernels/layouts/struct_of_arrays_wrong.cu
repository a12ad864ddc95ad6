//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// id is indexed by the halved thread number.
struct Soa { float *x; int *id; };
__global__ void k(Soa s) {
    int t = threadIdx.x;
    s.x[t] = 0.0f;
    s.id[t / 2] = t; //~ ERROR race
}
