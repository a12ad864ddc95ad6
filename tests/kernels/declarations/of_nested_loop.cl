//@ verdict: races=refuted
// The variable is one for all iterations of the inner loop, and another one in each of the outer.
__kernel void k(__global int *out) {
    int id = get_global_id(0);
    for (int i = 0; i < 2; i++) {
        int a;
        for (int j = 0; j < 2; j++) {
            if (i == 0 && j == 0) a = id;
            if (j == 1) out[a] = i;
        }
    }
}
