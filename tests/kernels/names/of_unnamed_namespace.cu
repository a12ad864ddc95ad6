//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// Types of a namespace without a name, which some compilers print with `(anonymous namespace)::`.
namespace {
struct Slice { int first; int step; };
enum class Order : unsigned char { up, down };
template <class T> struct Wrapped { T value; Slice slice; };
typedef Slice Named;
}
namespace outer { namespace {
struct Inner { Slice slice; Order order; };
}
__device__ int at(const Inner &inner, Wrapped<Slice> *w) {
    return inner.order == Order::up ? inner.slice.first + w->value.step : 0;
}
}
__global__ void k(int *a, Slice given) {
    Named slice = given;
#ifdef bad
    slice.first = threadIdx.x / 2;
#else
    slice.first = threadIdx.x;
#endif
    Wrapped<Slice> w{slice, given};
    outer::Inner inner{slice, Order::up};
    a[outer::at(inner, &w)] = 1; //[bad]~ ERROR race
}
