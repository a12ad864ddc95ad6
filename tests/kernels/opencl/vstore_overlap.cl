//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// a + g moves by one float, vstore4 writes four.
__kernel void k(__global float *a) {
    int g = get_global_id(0);
    vstore4((float4)(0.0f), 0, a + g); //~ ERROR race
}
