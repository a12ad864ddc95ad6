//@ flags: --block 8
//@ verdict: races=refuted
// Two threads chose one place.
__global__ void scatter(int *out, const int *in) {
    __shared__ int place[8];
    int t = threadIdx.x;
    place[t] = t / 2;
    __syncthreads();
    for (int d = 1; d < 8; d *= 2)
        __syncthreads();
    out[blockIdx.x * blockDim.x + place[t]] = t;
}
