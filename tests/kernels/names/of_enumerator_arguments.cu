//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// Instances of class templates with enumerators and characters as arguments, which are printed by name and as numbers.
enum class Way { up, down };
enum Plain { low = 3, high };
namespace other { enum class Kind : char { first = 'f', second = 's' }; }
template <Way W> struct Index {
    int by;
    __device__ int operator()(int x) const { return W == Way::up ? x + by : x / by; }
};
template <Plain P, char C> struct Both { int value = P + C; };
template <other::Kind K> struct Third { int value = K == other::Kind::second; };
template <Way W> __global__ void k(int *a) {
    Index<W> index{2};
    const Index<W> *p = &index;
    Both<high, 'x'> both;
    Third<other::Kind::second> third;
    a[(*p)(threadIdx.x)] = both.value + third.value; //[bad]~ ERROR race
}
#ifdef bad
template __global__ void k<Way::down>(int *);
#else
template __global__ void k<Way::up>(int *);
#endif
