//@ flags: --block 8
//@ verdict: races=refuted
// The places are halved meanwhile, by the neighbours.
__global__ void scatter(int *out, const int *in) {
    __shared__ int place[8];
    int t = threadIdx.x;
    place[t] = t;
    __syncthreads();
    place[(t + 1) % 8] /= 2;
    __syncthreads();
    out[blockIdx.x * blockDim.x + place[t]] = t;
}
