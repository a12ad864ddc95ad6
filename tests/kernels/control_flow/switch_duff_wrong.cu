//@ flags: --block 64
//@ verdict: races=refuted
// Duff's device: for n == 1 the switch enters the loop at its last label.
//@ requires n == 1;
__global__ void k(int *out, int n) {
    int r = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
    case 3:
            out[blockIdx.x * blockDim.x + threadIdx.x] = 3;
    case 2:
            out[blockIdx.x * blockDim.x + threadIdx.x] = 2;
    case 1:
            out[blockIdx.x] = threadIdx.x; //~ ERROR race
        } while (--r > 0);
    }
}
