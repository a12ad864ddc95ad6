//@ verdict: races=proved divergence=proved
// All fields of the thread's own element, through a reference.
struct Particle { float x, y, z; int id; };
__global__ void k(Particle *p, float dt, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n) return;
    Particle &me = p[g];
    me.x += dt;
    me.y -= dt;
    me.z = me.x * me.y;
    me.id = g;
}
