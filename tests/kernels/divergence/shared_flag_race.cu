//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// The flag is stored between the barrier and the load by thread 5: the others may see either value.
__global__ void k(int *out) {
    __shared__ int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 5) flag = 1; //~ ERROR race
    if (flag) __syncthreads();      //~ ERROR race
    out[threadIdx.x] = 1;
}
