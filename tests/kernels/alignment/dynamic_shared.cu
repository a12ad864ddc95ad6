//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved alignment=unreported
//[bad]@ verdict: alignment=refuted
// The shared memory of a launch is aligned for the widest accesses.
extern __shared__ unsigned char storage[];
__global__ void split(int *out) {
  short *small = (short *)storage;
#ifdef bad
  int *large = (int *)(storage + 2 * blockDim.x + 2);
  large[threadIdx.x] = 1; //[bad]~ ERROR alignment
#else
  int *large = (int *)(storage + 2 * blockDim.x);
  large[threadIdx.x] = 1;
#endif
  small[threadIdx.x] = 2;
  out[threadIdx.x] = small[threadIdx.x];
}
