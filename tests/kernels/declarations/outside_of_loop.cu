//@ verdict: races=proved
// One variable for all iterations: the second one reads what the first has set.
__global__ void k(int *out) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    int a, b[2];
    for (int k = 0; k < 2; k++) {
        if (k == 0) a = b[1] = id;
        else out[a] = b[1];
    }
}
