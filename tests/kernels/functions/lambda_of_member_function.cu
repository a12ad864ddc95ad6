//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ kernel: rows races=refuted
//[bad]@ kernel: grown assertions=refuted
// `this` in a lambda is the object of the member function; `*this` is a copy of it.
struct Row {
    int *p;
    int n;
    __device__ void store(int i) {
        auto set = [=](int k) { p[n * i + k] = i; }; //[bad]~ ERROR race
#ifdef bad
        n = 0;
#endif
        set(0);
    }
    __device__ int grow() {
        auto add = [this](int by) { n += by; return n; };
        auto old = [*this] { return n; };
        auto twice = [&](int by) { return [this, by] { return n + by; }() + by; };
        add(2);
#ifdef bad
        return old();
#else
        return old() == n - 2 ? twice(1) : 0;
#endif
    }
};
__global__ void rows(int *a) {
    Row row{a, 2};
    row.store(threadIdx.x);
}
__global__ void grown() {
    Row row{nullptr, 5};
    int n = row.grow();
    assert(n == 9 && row.n == 7); //[bad]~ ERROR assert
}
