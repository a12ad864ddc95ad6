//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Output is no access to the kernel's memory.
#include <stdio.h>
__global__ void k(int *a) {
    if (threadIdx.x == 0) printf("first cell %d\n", a[0]);
    a[threadIdx.x] = 1;
}
