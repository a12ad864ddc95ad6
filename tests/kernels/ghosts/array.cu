//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 64 --grid 1
// What a phase has left, compared with what the next one makes of it.
__global__ void copied(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 3 * t;
    //@ ghost int before[] = s;
    //@ loop invariant s[t] == before[t] + i;
    for (int i = 0; i < 100; i++) {
        s[t]++;
    }
    //@ barrier invariant s[t] == before[t] + 100;
    __syncthreads();
    //@ assert s[t] == before[t] + 100;
    out[s[t]] = 1;
}
// The invariant is used for the thread whose cell is read, the copy is one for all threads.
__global__ void neighbours(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 2 * t;
    //@ barrier invariant s[t] == 2 * t;
    __syncthreads();
    //@ ghost int before[] = s;
    s[t] += 1;
    //@ assert before[t] == 2 * t && s[t] == before[t] + 1;
    //@ barrier invariant s[t] == before[t] + 1 && before[t] == 2 * t;
    __syncthreads();
    //@ assert s[63 - t] == before[63 - t] + 1;
    out[s[63 - t]] = 1;
}
// A copy of rows, taken again in each iteration.
__global__ void rows(int *out, int n) {
    __shared__ short s[8][8];
    int x = threadIdx.x % 8, y = threadIdx.x / 8;
    s[y][x] = 1;
    //@ ghost int first[] = s;
    for (int i = 0; i < n; i++) {
        s[y][x] = i % 100;
        //@ ghost int last[] = s;
        s[y][x] = 0;
        //@ ghost first[] = s;
        //@ assert first[y][x] == 0 && last[y][x] == i % 100;
    }
}
// What a parameter points to.
__global__ void parameter(int *a) {
    int t = threadIdx.x;
    a[t] = 3;
    //@ ghost int before[] = a;
    //@ loop invariant before[t] == 3;
    for (int i = 0; i < 4; i++) {
        a[t] *= 2;
    }
}
// Ghost variables beside ghost arrays.
__global__ void both(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    //@ ghost int before[] = s;
    //@ ghost int twice = 2 * t;
    s[t] = 5;
    //@ ghost int after[] = s;
    //@ ghost int thrice = 3 * t;
    //@ assert before[t] + twice == thrice && after[t] == 5;
}
