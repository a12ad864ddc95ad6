//@ verdict: races=proved divergence=proved
// A struct of pointers by value: three arrays, one cell of each.
struct Soa { float *x, *y; int *id; };
__global__ void k(Soa s, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g < n) {
        s.x[g] = 0.0f;
        s.y[g] = s.x[g] + 1.0f;
        s.id[g] = g;
    }
}
