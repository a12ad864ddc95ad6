//@ verdict: races=refuted
//@ kernel: compact races=refuted assertions=refuted
//@ kernel: weak races=refuted assertions=!refuted
//@ flags: --block 128 --grid 1
// Two elements that are kept go to one place.
__global__ void compact(int *out, const int *data) {
    __shared__ int flag[128], index[128];
    int t = threadIdx.x;
    flag[t] = data[t] > 0;
    index[t] = t / 2;
    //@ barrier invariant t < other(t) ==> index[t] + flag[t] <= other(index[t]);    //~ ERROR WP0403
    __syncthreads();
    if (flag[t])
        out[index[t]] = data[t];    //~ ERROR race
}
// Without the flags the invariant is true and says too little.
__global__ void weak(int *out, const int *data) {
    __shared__ int flag[128], index[128];
    int t = threadIdx.x;
    flag[t] = data[t] > 0;
    index[t] = t / 2;
    //@ barrier invariant t < other(t) ==> index[t] <= other(index[t]);
    __syncthreads();
    if (flag[t])
        out[index[t]] = data[t];    //~ ERROR race
}
