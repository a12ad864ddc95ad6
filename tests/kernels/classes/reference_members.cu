//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ kernel: stepped races=refuted assertions=proved
//[bad]@ kernel: lists assertions=refuted
//[bad]@ kernel: expressions assertions=refuted
// A member of reference type is another name of its object, in copies too.
struct View {
    int &at;
    const int &by;
    int count = 0;
    __device__ View(int &a, const int &b) : at(a), by(b) {}
    __device__ void step() { at += by; count++; }
};
struct Plain { int &r; int more[2]; };
struct Element { int &r; };
template <class D> struct Expression {
    __device__ const D &self() const { return static_cast<const D &>(*this); }
    __device__ int operator[](int i) const { return self().get(i); }
};
struct Vector : Expression<Vector> {
    const int *p;
    __device__ Vector(const int *q) : p(q) {}
    __device__ int get(int i) const { return p[i]; }
};
template <class L, class R> struct Sum : Expression<Sum<L, R>> {
    const L &l;
    const R &r;
    __device__ Sum(const L &a, const R &b) : l(a), r(b) {}
    __device__ int get(int i) const { return l[i] + r[i]; }
};
template <class L, class R> __device__ Sum<L, R> operator+(const Expression<L> &l, const Expression<R> &r) {
    return Sum<L, R>(l.self(), r.self());
}
__global__ void stepped(int *a) {
#ifdef bad
    int at = 0, by = threadIdx.x / 2;
#else
    int at = 0, by = threadIdx.x;
#endif
    View v(at, by), w = v;
    v.step();
    a[at] = 1; //[bad]~ ERROR race
    w.step();
    assert(at == 2 * by && v.at == at && v.count == 1);
}
__global__ void lists(int *a) {
    int x = 1;
    Plain p{x, {2, 3}};
    p.r += p.more[1];
    Element{a[threadIdx.x]}.r = 5;
#ifdef bad
    assert(x == 1); //[bad]~ ERROR assert
#else
    assert(x == 4);
#endif
}
__global__ void expressions() {
    int u[4] = {1, 2, 3, 4}, v[4] = {10, 20, 30, 40};
    Vector x(u), y(v);
#ifdef bad
    assert((x + y + x)[2] == 33); //[bad]~ ERROR assert
#else
    assert((x + y + x)[2] == 36);
#endif
}
