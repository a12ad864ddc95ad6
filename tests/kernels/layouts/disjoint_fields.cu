//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// The neighbour's field y is loaded, only fields x are stored.
struct Particle { float x, y; };
__global__ void k(Particle *p) {
    int t = threadIdx.x;
    p[t].x = p[(t + 1) % 64].y;
}
