//@ flags: --block 64 --grid 1
//@ verdict: races=!proved divergence=!proved
// No run gets past the two assumptions, so nothing behind them is shown by a proof, whatever else is open.
__global__ void k(int *a, int n) {
    assert(n < 5);
    __assume(n > 5);
    __assume(n < 5);
    a[0] = threadIdx.x;
}
