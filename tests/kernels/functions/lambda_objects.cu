//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// One object of a lambda expression at a time: in each of two calls, in each iteration, passed on by value; a counter that is
// not copied.
template <class F> __device__ void apply(int *a, int i, F f) { a[i] = f(i); }
__device__ void twice(int *a, int i, int by) {
    auto scaled = [=](int x) { return x * by; };
    apply(a, i, scaled);
}
__device__ auto adder(int by) {
    return [by](int x) { return x + by; };
}
__global__ void k(int *a, int *b, int *c) {
    int t = threadIdx.x;
    twice(a, t, 2);
    twice(b, t, 3);
    for (int i = 0; i < 4; i++) {
        auto at = [i](int x) { return 4 * x + i; };
        c[at(t)] = i;
    }
    auto own = adder(t);
    a[own(0)] = 1;
    int n = 64 * t;
    auto next = [n]() mutable { return n++; };
    next();
    c[next() / 64 * 4] = 1;
}
