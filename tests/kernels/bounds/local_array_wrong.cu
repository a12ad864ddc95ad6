//@ flags: --block 1 --grid 1
//@ verdict: races=!refuted divergence=proved bounds=refuted
// `<=` stores v[4]. One thread is enough.
__device__ int out[1];
__global__ void k() {
    int v[4];
    for (int i = 0; i <= 4; i++) v[i] = i; //~ ERROR bounds
    out[0] = v[3];
}
