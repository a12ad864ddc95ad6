//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Float t lies inside vector t / 4, which another thread stores.
__global__ void k(float *a) {
    int t = threadIdx.x;
    float f = a[t];                                        //~ ERROR race
    ((float4 *)a)[t] = make_float4(f, f, f, f);            //~ ERROR race
}
