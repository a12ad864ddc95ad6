//@ flags: --block 64 --grid 1
//@ verdict: assertions=proved
// A function that an annotation calls may change variables of its own: a value that was read before stays.
template <class T> constexpr int width = sizeof(T);
template <> constexpr int width<char> = 77;
__device__ int before(int i) { return i++; }
__device__ int chosen(int i) {
    int j = i++;
    if (j == 7) i = 100;
    return i;
}
__device__ int first(int a, int &b) { b++; return a; }
__device__ int kept(int i) { return first(i, i) + 0 * i; }
__global__ void k() {
    int t = threadIdx.x;
    __assert(before(t) == t);
    __assert(t == 7 ? chosen(t) == 100 : chosen(t) == t + 1);
    __assert(kept(t) == t);
    __assert(width<char> == 77);
}
