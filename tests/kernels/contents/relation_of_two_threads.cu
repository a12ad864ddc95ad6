//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved assertions=proved
// Conditions over an arbitrary pair of threads.
__global__ void k(int *out, int n) {
    int t = threadIdx.x;
    __assert(__implies(t == 4, __other_int(threadIdx.x) != 4));
    __assert(__exclusive(threadIdx.x == 9));
    __assert(__distinct_int(2 * t));
    for (int i = 0; i < n; i++) __assert(__uniform_int(i));
    for (int i = t; i < 100; i++) __assert(__implies(__uniform_bool(__enabled()), __distinct_int(i)));
    out[t] = n;
}

// What is said of a thread that is elsewhere is said of nothing.
__global__ void absent(int n) {
    int i = 0;
    while (i < n - (int)threadIdx.x) {
        i++;
        __assert(__other_bool(__implies(__enabled(), i >= 0)));
    }
}
