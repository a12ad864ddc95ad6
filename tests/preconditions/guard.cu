// proved under: none
// Without the size of the array nothing is known of bounds; the loop writes one element past its end for every `n`.
__global__ void past(int n) {
    __shared__ int s[64];
    if (threadIdx.x == 0) s[64] = n;
}
