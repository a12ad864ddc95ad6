//@ verdict: races=refuted
// The second case comes past the declaration, into its scope: the variable is another one all the same.
__global__ void k(int *out) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < 2; k++) {
        switch (k) {
        case 0:
            int a;
            a = id;
            break;
        default:
            out[a] = id;
        }
    }
}
