//@ flags: --block 16 --grid 1
//@ verdict: races=!proved assertions=refuted
// An inner loop stores between the head of the outer one and the barrier.
__global__ void inner(int *out, int m) {
    __shared__ int a[16];
    a[threadIdx.x] = 0;
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < m; ++j)
            a[threadIdx.x] += i * j;
        __barrier_invariant_1(a[threadIdx.x] == 0, threadIdx.x); //~ ERROR assert
        __syncthreads();
        out[a[threadIdx.x] == 0 ? threadIdx.x : 0] = i; //~ ERROR race
        __syncthreads();
        a[threadIdx.x] = 0;
    }
}
