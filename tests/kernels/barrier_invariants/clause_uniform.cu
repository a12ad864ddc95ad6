//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 32 --grid 1
// Values that all threads have in common, by pairs, and a predicate that stands for the claim.
//@ predicate within(integer v, integer n) = 0 <= v < n;
__global__ void uniform(int *out, int n) {
    __shared__ int a[32];
    int t = threadIdx.x;
    int round = n % 7;
    a[t] = 31 - t;
    //@ barrier invariant round == other(round) && n == other(n);
    //@ barrier invariant within(a[t], 32);
    __syncthreads();
    if (t + 1 < 32) {
        int v = a[t + 1];
        //@ assert within(v, 32);
    }
}
