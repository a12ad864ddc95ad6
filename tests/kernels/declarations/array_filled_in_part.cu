//@ verdict: races=refuted
// From the second iteration on, the loop that fills the array ends early.
__global__ void k(int *out) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < 2; k++) {
        int a[4];
        for (int i = 0; i < 4; i++) {
            if (i == 2 && k > 0) break;
            a[i] = id;
        }
        out[a[3]] = k;
    }
}
