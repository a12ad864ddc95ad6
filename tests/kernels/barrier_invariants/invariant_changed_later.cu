//@ flags: --block 16 --grid 1
//@ verdict: races=!proved assertions=refuted
// What is read behind the barrier decides what is stored in the next iteration: the invariant must not support itself.
__global__ void feed(int *out, int n) {
    __shared__ int a[16];
    int x = 0;
    for (int i = 0; i < n; ++i) {
        a[threadIdx.x] = x;
        __barrier_invariant_2(a[threadIdx.x] == 0, threadIdx.x, 15 - threadIdx.x); //~ ERROR assert
        __syncthreads();
        x = a[15 - threadIdx.x] + (i == 1 ? threadIdx.x : 0);
        out[x + threadIdx.x] = i; //~ ERROR race
        __syncthreads();
    }
}
