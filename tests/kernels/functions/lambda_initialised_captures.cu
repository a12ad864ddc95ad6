//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ kernel: values races=refuted
//[bad]@ kernel: references assertions=refuted
//[bad]@ kernel: nested assertions=refuted
//[bad]@ kernel: copied_array assertions=refuted
// Captures with initialisers: values, references, a variable of the same name, a lambda in a lambda, a counter, an array.
__global__ void values(int *a) {
    int t = threadIdx.x;
#ifdef bad
    auto at = [t = t / 2, p = a](int x) { return p + t + x; };
#else
    auto at = [t = t * 2, p = a](int x) { return p + t + x; };
#endif
    *at(1) = t; //[bad]~ ERROR race
}
__global__ void references() {
    int t = threadIdx.x, u = 0;
    auto set = [&r = u, v{t + 1}](int x) { r = v + x; };
    set(1);
#ifdef bad
    assert(u == 0); //[bad]~ ERROR assert
#else
    assert(u == t + 2);
#endif
}
__global__ void nested() {
    int t = threadIdx.x;
    auto outer = [n = t](int x) {
        auto inner = [n = n + x] { return n; };
        return inner() + n;
    };
    auto next = [n = t]() mutable { return n++; };
    next();
#ifdef bad
    assert(next() == t); //[bad]~ ERROR assert
#else
    assert(outer(5) == 2 * t + 5 && next() == t + 1);
#endif
}
__global__ void copied_array() {
    int m[3] = {1, 2, 3};
    auto second = [m] { return m[1]; };
    m[1] = 7;
#ifdef bad
    assert(second() == 7); //[bad]~ ERROR assert
#else
    assert(second() == 2);
#endif
}
