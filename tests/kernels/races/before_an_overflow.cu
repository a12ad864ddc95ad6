//@ flags: --block 1024 --grid 2
//@ verdict: races=refuted
// Run one after the other the sums of the threads overflow; two threads alone show the race.
__global__ void k(int *p) {
    int x = 1;
    for (int i = 0; i < 100; i++) x += p[i];          //~ ERROR race
    if (blockIdx.x == 0) p[threadIdx.x % 1024] = x;   //~ ERROR race
}
