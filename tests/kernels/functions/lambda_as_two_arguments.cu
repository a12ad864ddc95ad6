//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// Two objects of one lambda expression: the first adds 0, the second 1.
template <class F> __global__ void both(int *a, F f, F g) { a[f(threadIdx.x)] = g(0); }
auto adder(int by) {
    return [by] __host__ __device__(int x) { return x + by; };
}
void run(int *a) { both<<<1, 64>>>(a, adder(0), adder(1)); }
