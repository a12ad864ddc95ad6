//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ kernel: k races=refuted
//[bad]@ kernel: casts assertions=refuted
//[bad]@ kernel: memory races=refuted
// Each base has a place of its own; an empty one has none. A pointer to a base points into the object.
struct Policy { __device__ int scale(int x) const { return 2 * x; } };
struct Left { int left; __device__ void set(int x) { left = x; } };
struct Right {
    int right;
    char tail;
    __device__ Right(int r) : right(r), tail(1) {}
    __device__ int twice() const { return 2 * right; }
    __device__ void clear() { right = 0; }
};
struct Pair : Policy, Left, Right {
    char more;
    __device__ Pair(int l, int r) : Left{l}, Right(r), more(7) {}
};
__device__ void change(Right *r) { if (r) r->clear(); }
__device__ Left *none() { return nullptr; }
__global__ void k(int *a) {
    Pair p(threadIdx.x, threadIdx.x / 2);
#ifdef bad
    a[p.scale(p.right)] = 1; //[bad]~ ERROR race
#else
    a[p.scale(p.left)] = 1;
#endif
}
__global__ void casts() {
    Pair p(1, 2);
    p.set(4);
    Right &r = p;
    r.right += 3;
    int doubled = p.twice();
    Right *q = &p;
    Pair *back = static_cast<Pair *>(q);
    back->left = 6;
    change(&p);
    Right copy = p;
    copy.tail = 3;
    Pair *null = static_cast<Pair *>(none());
    Right *still = null;
#ifdef bad
    assert(p.left == 4); //[bad]~ ERROR assert
#else
    assert(p.left == 6 && doubled == 10 && p.right == 0 && p.more == 7 && p.tail == 1 && !null && !still);
#endif
}
struct Item : Left, Right { int key; };
__global__ void memory(Item *items) {
    Right *r = &items[threadIdx.x];
#ifdef bad
    if (threadIdx.x) r[-1].right = 1; //[bad]~ ERROR race
#endif
    r->right = 2;
    static_cast<Item &>(*r).key = 3; //[bad]~ ERROR race
}
