// What a loop declares and may read before it is set is forgotten at each iteration.
__device__ int last(int set, int v) {
    int r;
    if (set) r = v;
    return r;
}

__global__ void kept(int *out, int n) {
    for (int k = 0; k < n; k++) {
        int a, b, c[4];
        if (k == 0) a = 1;
        b = a;
        c[1] = b;
        goto past;
        int d;
        d = 1;
    past:
        out[k] = d + c[2] + last(k == 0, 2);
    }
}

__global__ void dropped(int *out, int n) {
    int outside;
    for (int k = 0; k < n; k++) {
        int a, b, c[4], unused[8];
        if (k == 0) a = outside = 1;
        else a = 2;
        for (int i = 0; i < 4; i++) c[i] = i;
        do { b = k; } while (b < 0);
        out[k] = a + b + c[a] + outside;
    }
}
