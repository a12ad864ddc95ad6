//@ revisions: good bad
//@ flags: --block 1 --grid 1
//@ verdict: assertions=proved|inconclusive
//[bad]@ verdict: assertions=refuted
// What an operation stores and what it returns, for one thread.
__global__ void values(int *a) {
    int old;
    a[0] = 5;
    asm volatile("atom.global.add.s32 %0, [%1], %2;" : "=r"(old) : "l"(a), "r"(3) : "memory");
#ifdef bad
    assert(old == 8);  //[bad]~ ERROR assert
#else
    assert(old == 5);
#endif
}
__global__ void exchanged(int *a) {
    int old;
    a[0] = 5;
    asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(a), "r"(5), "r"(9) : "memory");
#ifdef bad
    assert(a[0] == 5);  //[bad]~ ERROR assert
#else
    assert(a[0] == 9);
#endif
}
