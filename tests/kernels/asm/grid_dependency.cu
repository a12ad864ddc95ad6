//@ flags: --block 32 --grid 1
//@ kernel: waits races=proved
//@ kernel: by_function races=proved
//@ kernel: orders_nothing races=refuted
//@ kernel: fenced races=unsupported
// Waiting for the grids before, and prefetching, order no accesses of the grid's own threads.
__global__ void waits(int *a) {
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("prefetch.global.L2 [%0];" : : "l"(a + threadIdx.x));
    a[threadIdx.x] = 1;
    asm volatile("griddepcontrol.launch_dependents;");
}
__global__ void by_function(int *a) {
    cudaGridDependencySynchronize();
    a[threadIdx.x] = 1;
    cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void orders_nothing(int *a) {
    a[threadIdx.x] = 1;  //~ ERROR race
    asm volatile("griddepcontrol.wait;" ::: "memory");
    if (threadIdx.x == 0) a[1] = 2;  //~ ERROR race
}
__global__ void fenced(int *a) {
    asm volatile("fence.proxy.async;" ::: "memory");
    a[threadIdx.x] = 1;
}
