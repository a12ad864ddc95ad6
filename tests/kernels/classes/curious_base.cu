//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Functions of a base without data change the object that derives from it.
template <class T> struct Reset {
    __device__ T &self() { return static_cast<T &>(*this); }
    __device__ void reset() { static_cast<T *>(this)->index = 0; }
};
struct Cursor : Reset<Cursor> { int index; };
__global__ void by_pointer(int *p) {
    Cursor c;
    c.index = threadIdx.x;
    c.reset();
    p[c.index] = threadIdx.x; //~ ERROR race
}
__global__ void by_reference(int *p) {
    Cursor c;
    c.index = threadIdx.x;
    c.self().index = 0;
    p[c.index] = threadIdx.x; //~ ERROR race
}
