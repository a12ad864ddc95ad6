//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// As in CUDA: the unused result of `printf` keeps no execution from confirming an error.
__kernel void k(__global int *a) {
    printf("%d\n", (int)get_local_id(0));
    a[0] = get_local_id(0); //~ ERROR race
}
