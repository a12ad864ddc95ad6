//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
//@ gap: races=possible the object begins in front of what the parameter points to
// The object starts one word before its second base.
struct Left { int left; };
struct Right { int right; };
struct Pair : Left, Right { int more; };
__global__ void k(Right *right) {
    Pair &p = static_cast<Pair &>(*right);
    if (threadIdx.x == 0) p.left = 1;
    if (threadIdx.x == 1) ((int *)right)[-1] = 2; //~ ERROR race
}
