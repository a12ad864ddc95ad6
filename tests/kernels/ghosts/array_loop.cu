//@ verdict: races=proved assertions=refuted
//@ flags: --block 64 --grid 1
// An invariant of a loop that fails: nothing rests on it.
__global__ void fails_in_loop(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    //@ ghost int before[] = s;
    //@ loop invariant s[t] == before[t];
    for (int i = 0; i < 3; i++) {
        s[t] += 2;
    }
    //@ assert s[t] == 0;    //~ ERROR WP0401
}
