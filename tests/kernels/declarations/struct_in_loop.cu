//@ verdict: races=refuted
// A class without constructor leaves its members unset.
struct Pair { int x, y; };
__global__ void k(int *out) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < 2; k++) {
        Pair p;
        p.y = id;
        if (k == 0) p.x = id;
        else out[p.x + p.y - id] = id;
    }
}
