//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ kernel: forwarded races=refuted
//[bad]@ kernel: moved assertions=refuted
// `std::move` and `std::forward` refer to their arguments.
#include <utility>
struct Pair { int x, y; };
template <class F, class... A> __device__ void call(F &&f, A &&...a) { f(std::forward<A>(a)...); }
__device__ int taken(Pair &&p) { p.x++; return p.x; }
__global__ void forwarded(int *a) {
    int t = threadIdx.x;
    call([&](int &i, int by) { i *= by; }, t, 2);
#ifdef bad
    call([&](int i, int by) { a[i / by] = i; }, t, 4); //[bad]~ ERROR race
#else
    call([&](int i, int by) { a[i + by] = i; }, t, 4);
#endif
}
__global__ void moved() {
    Pair p{(int)threadIdx.x, 1};
    Pair q = std::move(p);
    q.y = 2;
    int x = taken(std::move(q));
#ifdef bad
    assert(q.x == (int)threadIdx.x); //[bad]~ ERROR assert
#else
    assert(p.y == 1 && x == (int)threadIdx.x + 1 && q.x == x && std::as_const(q).y == 2);
#endif
}
