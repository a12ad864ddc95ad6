//@ verdict: races=proved
// Every iteration sets its variables before it reads them, each in another way.
__global__ void k(int *out, const int *in, int n) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < n; k++) {
        int a, b, c, d;
        if (in[k] > 0) a = id; else a = id + 0;
        switch (in[k]) {
        case 0: b = id; break;
        case 1: case 2: b = 1 * id; break;
        default: b = id + 0;
        }
        for (int i = 0; i < 3; i++) c = id;
        do { d = id; } while (in[d] > 0 && in[k] > d);
        if (in[k] == 7) continue;
        out[(a + b + c + d) / 4] = k;
    }
}
