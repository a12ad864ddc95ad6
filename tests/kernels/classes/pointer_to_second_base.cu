//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// The second base starts at the second word of the object, which another thread writes through a plain pointer.
struct Left { int left; };
struct Right { int right; };
struct Pair : Left, Right {};
__device__ void set(Right *r) { r->right = 1; } //~ ERROR race
__global__ void k(Pair *pair) {
    if (threadIdx.x == 0) set(pair);
    if (threadIdx.x == 1) ((int *)pair)[1] = 2; //~ ERROR race
}
