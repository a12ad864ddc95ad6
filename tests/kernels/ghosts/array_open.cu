//@ verdict: races=proved assertions=inconclusive
//@ flags: --block 64 --grid 1
// Another thread's cell: nothing says what it held when the copy was taken.
__global__ void other_cell(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 3 * t;
    //@ ghost int before[] = s;
    //@ assert before[(t + 1) % 64] == 3 * ((t + 1) % 64);
}
// False: the copy is not changed by what follows.
__global__ void changed(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 3 * t;
    //@ ghost int before[] = s;
    s[t] = 5;
    //@ assert before[t] == 5;
}
// False for small n: which copy is meant depends on the path.
__global__ void joined(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 1;
    //@ ghost int before[] = s;
    if (n > 3) {
        s[t] = 7;
        //@ ghost before[] = s;
    }
    //@ assert before[t] == 7;
}
// False in all iterations but the first: the copy is the one of the iteration before.
__global__ void of_the_iteration_before(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    //@ ghost int before[] = s;
    for (int i = 0; i < n; i++) {
        //@ assert before[t] == 0;
        s[t] = i + 1;
        //@ ghost before[] = s;
        s[t] = 0;
    }
}
// False: the copy is that of the last iteration.
__global__ void behind_the_loop(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    //@ ghost int before[] = s;
    for (int i = 0; i < n; i++) {
        s[t] = i;
        //@ ghost before[] = s;
    }
    //@ assert before[t] == 0;
}
// False: what another thread stored before it took its copy is in the copy.
__global__ void stored_before(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    //@ barrier invariant s[t] == 0;
    __syncthreads();
    if (t > 4) {
        s[t] = 7;
    }
    //@ ghost int before[] = s;
    //@ barrier invariant t < 60 ==> before[t] == 0 for (t), (t + 1), (63);
    __syncthreads();
}
// Sums and quantifiers over copies are not followed.
__global__ void quantified(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    //@ ghost int before[] = s;
    //@ assert \forall integer i; 0 <= i < 64 ==> before[i] == before[i];
}
