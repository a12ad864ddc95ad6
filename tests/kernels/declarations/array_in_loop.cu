//@ verdict: races=refuted
// The array of the second iteration holds nothing that the first one stored.
__global__ void k(int *out) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < 2; k++) {
        int a[2];
        if (k == 0) a[0] = id;
        else out[a[0]] = id;
    }
}
