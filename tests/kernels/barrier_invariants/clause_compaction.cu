//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 128 --grid 1
// Stream compaction: with prefix sums of the flags, elements that are kept go to different places.
__global__ void compact(int *out, const int *data) {
    __shared__ int flag[128], index[128];
    int t = threadIdx.x;
    flag[t] = data[t] > 0;
    index[t] = t + t / 3;
    //@ barrier invariant t < other(t) ==> index[t] + flag[t] <= other(index[t]);
    __syncthreads();
    if (flag[t])
        out[index[t]] = data[t];
}
