//@ flags: --block 64 --grid 1
//@ verdict: races=!refuted divergence=refuted
// Work-item 0 returns and never arrives.
__kernel void k(__global int *a) {
    int t = get_local_id(0);
    if (t == 0) return;
    a[t] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE); //~ ERROR divergence
}
