//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// A result that nothing reads is not over-approximated: an execution that prints confirms errors.
__global__ void behind_the_store(int *a) {
    a[0] = threadIdx.x; //~ ERROR race
    printf("%d\n", a[0]); //~ ERROR race
}
__global__ void in_a_branch(int *a, bool verbose) {
    if (verbose) printf("x\n");
    (void)printf("y\n");
    verbose ? printf("1\n") : printf("2\n");
    a[0] = threadIdx.x; //~ ERROR race
}
