//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The load of the neighbour's x meets the neighbour's store; y is only touched by its owner.
struct Particle { float x, y; };
__global__ void k(Particle *p) {
    int t = threadIdx.x;
    p[t].x = 1.0f;                            //~ ERROR race
    p[t].y += t > 0 ? p[t - 1].x : 0.0f;      //~ ERROR race
}
