//@ flags: --block 64 --grid 1
//@ kernel: child races=proved
//@ kernel: parent races=unsupported
//@ kernel: by_function races=unsupported
//@ kernel: of_type<int> races=unsupported
//@ kernel: with_ghost races=unsupported assertions=unsupported
// A kernel that launches a kernel is right, and not supported.
__global__ void child(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
__global__ void parent(int *a) {
    if (threadIdx.x == 0) child<<<1, 32>>>(a);
}
__device__ void launch(int *a) { child<<<1, 32>>>(a); }
__global__ void by_function(int *a) { launch(a); }
template <typename T> __global__ void of_type(T *a) {
    child<<<1, 32>>>(a);
}
template __global__ void of_type<int>(int *);
// The launch is there in the kernel without ghosts too.
__global__ void with_ghost(int *a, int n) {
    //@ ghost int m = n;
    child<<<1, 32>>>(a);
    //@ assert m == n;
}
