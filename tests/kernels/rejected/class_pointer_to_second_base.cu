//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// The second base starts at the second word of the object, which other threads read through a plain pointer.
struct Left { int left; };
struct Right { int right; };
struct Pair : Left, Right {};
__device__ void set(Right *r) { r->right = threadIdx.x; }
__global__ void k(Pair *pairs, int *out) {
    int *words = (int *)pairs;
    int t = threadIdx.x;
    if (t < 32) set(pairs + t);
    else out[t] = words[2 * (t - 32) + 1];
}
