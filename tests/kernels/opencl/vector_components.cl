//@ flags: --block 4 --grid 1
//@ verdict: races=proved divergence=proved
// Each of four work-items stores its own component of one vector.
__kernel void k(__global int4 *a) {
    int t = get_local_id(0);
    if (t == 0) a[0].x = 1;
    if (t == 1) a[0].y = 2;
    if (t == 2) a[0].s2 = 3;
    if (t == 3) a[0].s3 = 4;
}
