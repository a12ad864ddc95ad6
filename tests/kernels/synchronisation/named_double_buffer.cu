//@ revisions: good one_buffer crossed_numbers early
//@ verdict: races=proved divergence=proved
//[one_buffer]@ verdict: races=refuted
//[crossed_numbers]@ verdict: races=!proved
//[early]@ verdict: races=refuted
//@ flags: --block 96 --grid 1
// One warp fills two buffers in turn, two warps use them. The buffers are free at the beginning.
#define WAIT(id) asm volatile("bar.sync %0, 96;" ::"r"(id) : "memory")
#define ARRIVE(id) asm volatile("bar.arrive %0, 96;" ::"r"(id) : "memory")
__device__ void wait(int id) { WAIT(id); }
__device__ void arrive(int id) { ARRIVE(id); }
__global__ void k(int *out, const int *in, int n) {
    __shared__ int s[2][32];
    const int free0 = 1, full0 = 2, free1 = 3, full1 = 4;
#ifdef one_buffer
    const int second = 0;
#else
    const int second = 1;
#endif
    int t = threadIdx.x;
    if (t < 32) {
        for (int i = 0; i < n; i++) {
            wait(free0);
            s[0][t] = in[i * 64 + t];  //[one_buffer,early]~ ERROR race
            arrive(full0);
            wait(free1);
            s[second][t] = in[i * 64 + 32 + t];  //[one_buffer]~ ERROR race
#ifdef crossed_numbers
            arrive(full0);
#else
            arrive(full1);
#endif
        }
    } else {
        int sum = 0;
        arrive(free0);
        arrive(free1);
        for (int i = 0; i < n; i++) {
            wait(full0);
#ifdef early
            if (i + 1 < n) arrive(free0);
#endif
            sum += s[0][t & 31];  //[one_buffer,early]~ ERROR race
#ifndef early
            if (i + 1 < n) arrive(free0);
#endif
            wait(full1);
            sum += s[second][t & 31];  //[one_buffer]~ ERROR race
            if (i + 1 < n) arrive(free1);
        }
        out[t - 32] = sum;
    }
}
