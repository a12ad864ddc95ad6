//@ verdict: error
// Kernels are not called: what they access is seen.

//@ assigns out[0];
__global__ void k(int *out) { out[0] = 1; }
