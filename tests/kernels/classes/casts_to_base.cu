//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// A single base starts where the object starts; a class that knows what derives from it; `final` fixes what is called.
struct Base { int key; __device__ int doubled() const { return 2 * key; } };
struct Item : Base { int value; };
template <class T> struct Shifted {
    __device__ int shifted() const { return static_cast<const T *>(this)->start() + 1; }
    __device__ int again() const { return static_cast<const T &>(*this).start() + 1; }
};
struct Row : Shifted<Row> {
    int first;
    __device__ int start() const { return first; }
};
struct Index { __device__ virtual int of(int t) const = 0; };
struct Own final : Index { __device__ int of(int t) const override { return t; } };
__global__ void casts(Item *items, int *out) {
    Base *base = items + threadIdx.x;
    base->key = threadIdx.x;
    Item *item = static_cast<Item *>(base);
    item->value = item->doubled();
    const Base &same = *item;
    out[threadIdx.x] = same.key;
}
__global__ void curious(const Row *row, int *out) { out[64 * threadIdx.x + (row->shifted() - row->again())] = 1; }
__global__ void final_class(const Own *own, int *out) { out[own->of(threadIdx.x)] = 1; }
