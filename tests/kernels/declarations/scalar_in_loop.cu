//@ verdict: races=refuted
// The second iteration has a variable of its own, which nobody sets: it may hold any index.
__global__ void k(int *out) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < 2; k++) {
        int a;
        if (k == 0) a = id;
        else out[a] = id;
    }
}
