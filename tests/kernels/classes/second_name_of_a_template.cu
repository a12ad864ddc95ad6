//@ flags: --block 64 --grid 1
//@ kernel: by_class races=proved assertions=proved
//@ kernel: by_alias races=proved assertions=proved
//@ kernel: by_other_alias races=unsupported
// A template of aliases that only repeats a class template does not make its instances ambiguous; another one does.
namespace first {
enum class Kind { Sum, Difference };
template <Kind kind, int n> struct Operation {
    int value;
    __device__ int of(int x) const { return value + x; }
};
template <int n> struct Operation<Kind::Difference, n> {
    int value;
    __device__ int of(int x) const { return value - x * n; }
};
template <int n> struct Other { int value; };
}
namespace second {
using Kind = first::Kind;
template <Kind kind, int n> using Operation = first::Operation<kind, n>;
template <int n> using Other = first::Other<n + 1>;
template <Kind kind, int n> __device__ int apply(Operation<kind, n> operation, int x) { return operation.of(x); }
}
template <first::Kind kind> __global__ void by_class(int *out) {
    first::Operation<kind, 3> operation{10};
    assert(operation.of(2) == 4);
    out[threadIdx.x] = operation.of(2);
}
template <first::Kind kind> __global__ void by_alias(int *out) {
    second::Operation<kind, 3> operation{10};
    assert(second::apply(operation, 2) == 4);
    out[threadIdx.x] = second::apply<kind, 3>({1}, 2);
}
template <int n> __global__ void by_other_alias(int *out) {
    first::Other<n> other{1};
    out[threadIdx.x] = other.value;
}
template __global__ void by_class<first::Kind::Difference>(int *);
template __global__ void by_alias<first::Kind::Difference>(int *);
template __global__ void by_other_alias<1>(int *);
