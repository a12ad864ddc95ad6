//@ revisions: good no_release flag_first
//@ verdict: races=proved
//[no_release]@ verdict: races=refuted
//[flag_first]@ verdict: races=refuted
//@ flags: --block 32
// Each block waits for the sum of the block before it.
__global__ void k(const int *in, volatile int *state, int *sums) {
    if (threadIdx.x == 0) {
        int b = blockIdx.x, sum = in[b];
        if (b > 0) {
            while (state[b - 1] == 0) {
            }
            __threadfence();
            sum += sums[b - 1];  //[no_release,flag_first]~ ERROR race
        }
#ifdef flag_first
        __threadfence();
        state[b] = 1;
#endif
        sums[b] = sum;  //[no_release,flag_first]~ ERROR race
#ifndef flag_first
#ifndef no_release
        __threadfence();
#endif
        state[b] = 1;
#endif
    }
}
