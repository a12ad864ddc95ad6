//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Lists and shifts are evaluated from left to right: `i` is read before the constructor on its right changes it.
struct Sets {
    int zero;
    __device__ Sets(int &x) : zero(0) { x = threadIdx.x; }
};
struct Two { int a, b; };
struct Made {
    int a, b;
    __device__ Made(int x, int y) : a(x), b(y) {}
};
__global__ void list(int *p) {
    int i = 0;
    Two two = {i, Sets(i).zero};
    p[two.a] = threadIdx.x; //~ ERROR race
}
__global__ void braces(int *p) {
    int i = 0;
    Made made{i, Sets(i).zero};
    p[made.a] = threadIdx.x; //~ ERROR race
}
__global__ void shift(int *p) {
    int i = 0;
    int j = i << Sets(i).zero;
    p[j] = threadIdx.x; //~ ERROR race
}
