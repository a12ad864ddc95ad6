//@ revisions: good bad
//@ flags: --block 64 --grid 2
//[good]@ verdict: races=proved alignment=unreported
//[bad]@ verdict: alignment=refuted
// Words in an array of bytes: the offset is a multiple of four or it is not.
__global__ void fill(char *text) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef bad
  *(int *)(text + i) = 0x20202020; //[bad]~ ERROR alignment
#else
  *(int *)(text + 4 * i) = 0x20202020;
#endif
}
