//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// Labels behind attributes, in blocks and behind labels of `goto` are labels of the switch.
__global__ void k(int *out, int n) {
    switch (n) {
    case 0: break;
    [[unlikely]] case 1: out[0] = threadIdx.x; break; //~ ERROR race
    { case 2: out[1] = threadIdx.x; break; } //~ ERROR race
    L: case 3: out[2] = threadIdx.x; break; //~ ERROR race
    [[likely]] default: out[threadIdx.x + 3] = 0;
    }
}
