//@ flags: --block 64 --grid 1
//@ verdict: races=proved assertions=refuted
// The lowest byte comes first.
__global__ void k(int *out) {
    int a[1];
    a[0] = 0x01020304;
    char *p = (char *)a;
    __assert(p[0] == 4 & p[1] == 3);
    __assert(p[0] == 1); //~ ERROR assert
    out[threadIdx.x] = a[0];
}
