//@ flags: --block 4 --grid 1
//@ verdict: races=refuted
// The first barrier behind a store is in a loop that also stores before it: what the first store left is gone.
__global__ void scatter(int *out) {
    __shared__ int place[4];
    int t = threadIdx.x;
    place[t] = t;
    for (int k = 0; k < 2; k++) {
        if (k > 0)
            __syncthreads();
        place[t] = place[t] / 2;
    }
    __syncthreads();
    out[place[t]] = t;
}
