//@ flags: --block 64 --grid 1 --no-exit-arrives
//@ verdict: races=refuted divergence=refuted
//@ gap: races=unknown rests on the divergence that is refuted
// Without exit-arrives a barrier says nothing about threads that left: their stores are parallel with all that follows.
__global__ void k(int *out) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    s[tid] = 1;        //~ ERROR race
    if (tid < 8) return;
    __syncthreads();   //~ ERROR divergence
    s[tid - 8] = 2;    //~ ERROR race
    out[tid] = tid;
}
