//@ revisions: good bad
//@ flags: --block 8 --grid 2 --global_offset 5
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
//[good]@ gap: races=inconclusive the value of `sqrt` is not known to proofs
// good: The root of 5 is 2, so no work-item stores. A run with another offset shows nothing of this launch.
// bad: The root of 0 is 0, so all work-items store to one element.
__kernel void k(__global int *a) {
#ifdef bad
    float x = get_global_offset(0) - 5;
#else
    float x = get_global_offset(0);
#endif
    int root = (int)sqrt(x);
    if (root == 0) a[0] = get_global_id(0); //[bad]~ ERROR race
}
