//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved bounds=proved
//[bad]@ kernel: loaded races=refuted
//[bad]@ kernel: stored races=refuted
//[bad]@ kernel: of_one_matrix races=refuted
//[bad]@ kernel: last_row bounds=refuted
// The lanes load and store rows of 16 bytes; only the first eight lanes for each matrix have one.
// bad: a barrier is missing, rows overlap, or one lies behind the array.
__device__ unsigned address(const void *pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }
__global__ void loaded(unsigned *out) {
    __shared__ alignas(16) unsigned short tile[16][16];
    for (int i = threadIdx.x; i < 256; i += 32) tile[i / 16][i % 16] = i;  //[bad]~ ERROR race
#ifndef bad
    __syncthreads();
#endif
    unsigned a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"  //[bad]~ ERROR race
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(address(&tile[threadIdx.x % 16][threadIdx.x / 16 * 8])) : "memory");
    out[threadIdx.x] = a + b + c + d;
}
__global__ void stored(unsigned *in) {
    __shared__ __align__(16) unsigned short tile[32][8];
#ifdef bad
    unsigned at = address(&tile[threadIdx.x / 2][0]);
#else
    unsigned at = address(&tile[threadIdx.x][0]);
#endif
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"  //[bad]~ ERROR race
                 : : "r"(at), "r"(in[0]), "r"(in[1]), "r"(in[2]), "r"(in[3]) : "memory");
}
__global__ void of_one_matrix(unsigned *in) {
    __shared__ __align__(16) unsigned short tile[8][8];
#ifdef bad
    unsigned at = address(&tile[threadIdx.x % 4][0]);
#else
    unsigned at = address(&tile[threadIdx.x % 8][0]);
#endif
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared::cta.b16 [%0], {%1};" : : "r"(at), "r"(in[0]) : "memory");  //[bad]~ ERROR race
}
__global__ void last_row(unsigned *out) {
    __shared__ __align__(16) unsigned short tile[8][8];
    unsigned a;
#ifdef bad
    unsigned at = address(&tile[1 + threadIdx.x][0]);
#else
    unsigned at = address(&tile[threadIdx.x][0]);
#endif
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(at) : "memory");  //[bad]~ ERROR
    out[threadIdx.x] = a;
}
