//@ verdict: races=refuted
// Set and read through a pointer, in different iterations.
__global__ void k(int *out) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < 2; k++) {
        int a;
        int *p = &a;
        if (k == 0) *p = id;
        else out[*p] = id;
    }
}
