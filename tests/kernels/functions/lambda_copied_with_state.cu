//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// The copy has a counter of its own, which stays 0.
__global__ void k(int *a) {
    int n = 0;
    auto next = [n]() mutable { return n++; };
    auto other = next;
    for (int i = 0; i < threadIdx.x; i++) next();
    a[other()] = threadIdx.x;
}
