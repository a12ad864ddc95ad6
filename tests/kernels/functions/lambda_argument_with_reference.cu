//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// The variable that the lambda refers to is one of the host.
template <class F> __global__ void each(F f) { f(threadIdx.x); }
void run(int *a) {
    int n = 2;
    each<<<1, 64>>>([&n, a] __device__(int i) { a[i] = n; });
}
