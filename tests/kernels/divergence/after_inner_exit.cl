//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// Some work-items leave the kernel from within the loop and do not come to the barrier.
__kernel void k(__global const int *in, __global int *out, int limit) {
    int t = get_local_id(0), found = 0;
    for (int i = 0; i < limit; i++) {
        if (in[i] == t) {
            found = 1;
            break;
        }
        if (in[i] < -t) return;
    }
    barrier(CLK_LOCAL_MEM_FENCE); //~ ERROR divergence
    out[t] = found;
}
