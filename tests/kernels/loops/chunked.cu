//@ flags: --grid 1
//@ verdict: races=proved divergence=proved
// Thread t owns cells [t * chunk, (t + 1) * chunk), cut at n.
__global__ void k(int *a, int n, int chunk) {
    __requires(chunk > 0);
    __requires(chunk <= 100000);
    int lo = threadIdx.x * chunk;
    int hi = lo + chunk;
    if (hi > n) hi = n;
    for (int i = lo; i < hi; i++) a[i] = i;
}
