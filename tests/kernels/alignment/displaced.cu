//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved alignment=unreported
//[bad]@ verdict: alignment=refuted
// A header of two elements in front of doubles that are read as pairs.
__global__ void payload(const double *message, double *out) {
#ifdef bad
  double2 v = *reinterpret_cast<const double2 *>(message + 1 + 2 * threadIdx.x); //[bad]~ ERROR alignment
#else
  double2 v = *reinterpret_cast<const double2 *>(message + 2 + 2 * threadIdx.x);
#endif
  out[threadIdx.x] = v.x + v.y;
}
