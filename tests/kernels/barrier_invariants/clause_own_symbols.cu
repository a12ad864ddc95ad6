//@ verdict: races=refuted
//@ flags: --block 32 --grid 1
// The claim speaks of a variable that only the thread itself knows: another one has another value of it.
__global__ void own(int *out, const int *in) {
    __shared__ int a[32];
    int t = threadIdx.x;
    int v = t;
    for (int i = 0; i < 4; i++) {
        if (in[32 * i + t] > 0)
            v = in[t] & 31;
    }
    a[t] = v;
    //@ barrier invariant a[t] == v;
    __syncthreads();
    out[a[31 - t]] = t;    //~ ERROR race
}
