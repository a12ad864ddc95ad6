//@ verdict: races=proved
// The elements are set in every iteration, by loops and one by one.
__global__ void k(int *out, const int *in, int n) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < n; k++) {
        int a[4], b[2][2], c[2];
        for (int i = 0; i < 4; i++) a[i] = id;
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) b[i][j] = in[k];
        c[0] = 4 * id;
        c[1] = b[0][1];
        out[(a[0] + a[1] + a[2] + a[3] + c[0]) / 8] = b[1][0] + c[1];
    }
}
