//@ flags: --block 16,16 --grid 1
//@ verdict: races=refuted
__kernel void k(__write_only image2d_t out) {
    write_imagef(out, (int2)(get_local_id(0), get_local_id(1) / 2), (float4)(get_local_id(1)));   //~ ERROR race
}
