//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// Two objects of one lambda expression: the first adds 0, the second the number of the thread.
__device__ auto adder(int by) {
    return [by](int x) { return x + by; };
}
__global__ void k(int *a) {
    auto none = adder(0);
    auto own = adder(threadIdx.x);
    a[none(0)] = own(0);
}
