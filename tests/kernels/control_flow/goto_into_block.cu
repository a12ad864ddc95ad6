//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// A jump into statements, in code that no thread reaches.
__global__ void k(int *a) {
    if (threadIdx.x > 100) goto inside;
    a[threadIdx.x] = 1;
    if (a[threadIdx.x] > 5) {
        a[0] = 2;
    inside:
        a[1] = 3;
    }
}
