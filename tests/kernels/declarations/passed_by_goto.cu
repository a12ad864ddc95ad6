//@ verdict: races=refuted
// The jump goes past the declaration and what sets it.
__global__ void k(int *out) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < 2; k++) {
        if (k) goto use;
        int a;
        a = id;
    use:
        if (k) out[a] = id;
    }
}
