//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ kernel: result races=refuted
//[bad]@ kernel: parts assertions=refuted
//[bad]@ kernel: arrays assertions=refuted
//[bad]@ kernel: in_loop assertions=refuted
// The names of a structured binding are parts of a copy or of the object itself.
struct Pair { int at; float by; };
struct Bits { unsigned low : 3, high : 5; };
__device__ Pair make(int i) { return {i, 1.0f}; }
__global__ void result(int *a) {
    auto [at, by] = make(threadIdx.x);
#ifdef bad
    a[at / 2] = (int)by; //[bad]~ ERROR race
#else
    a[at] = (int)by;
#endif
}
__global__ void parts() {
    Pair p{3, 2.0f};
    auto &[at, by] = p;
    auto [copy, unused] = p;
    at = 4;
    int *q = &at;
    *q += 1;
#ifdef bad
    assert(copy == 5); //[bad]~ ERROR assert
#else
    assert(p.at == 5 && copy == 3);
#endif
}
__global__ void arrays() {
    int m[2] = {1, 2};
    auto [x, y] = m;
    auto &[u, v] = m;
    v = 7;
    x = 5;
#ifdef bad
    assert(y == 7); //[bad]~ ERROR assert
#else
    assert(m[0] == 1 && m[1] == 7 && x == 5 && y == 2 && u == 1);
#endif
}
__global__ void in_loop() {
    Pair pairs[2] = {{1, 2.0f}, {3, 4.0f}};
    int sum = 0;
    for (const auto &[at, by] : pairs) sum += at;
    for (auto [at, by] : pairs) at = 0;
    Bits bits{5, 9};
    auto [low, high] = bits;
#ifdef bad
    assert(pairs[0].at == 0); //[bad]~ ERROR assert
#else
    assert(sum == 4 && pairs[0].at == 1 && low + high == 14);
#endif
}
