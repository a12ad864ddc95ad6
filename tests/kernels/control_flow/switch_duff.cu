//@ flags: --block 64
//@ verdict: races=proved
// Duff's device over elements of the thread.
//@ requires n == 3;
__global__ void k(int *out, int n) {
    int r = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            out[blockIdx.x] = threadIdx.x;
    case 3:
            out[blockIdx.x * blockDim.x + threadIdx.x] = 3;
    case 2:
            out[blockIdx.x * blockDim.x + threadIdx.x] = 2;
    case 1:
            out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
        } while (--r > 0);
    }
}
