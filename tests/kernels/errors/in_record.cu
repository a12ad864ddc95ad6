//@ flags: --block 64 --grid 1
//@ verdict: error
// The compiler takes the unknown member for an `int`, and leaves the unknown base out.
struct Member { unknown::quadruple<int> four; int last; };
struct Base : unknown::pair<float> { int last; };
__global__ void member(Member *s) {
    s[threadIdx.x].last = 1;
    ((int *)s)[20 * threadIdx.x + 24] = 2;
}
__global__ void base(Base *s) {
    s[threadIdx.x].last = 1;
    if (threadIdx.x > 0) ((int *)s)[65 + 3 * threadIdx.x] = 2;
}
__global__ void size(char *s) {
    *(int *)(s + sizeof(Member) * threadIdx.x) = 1;
    *(int *)(s + 40 * threadIdx.x + 20) = 2;
}
