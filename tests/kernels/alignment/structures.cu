//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved alignment=unreported
//[bad]@ verdict: alignment=refuted
// Records in a stream of bytes: 12 bytes each, or 10.
struct Record { int key; float value; short flags; };
__global__ void parse(const char *stream, float *out) {
#ifdef bad
  const Record *r = (const Record *)(stream + 10 * threadIdx.x);
#else
  const Record *r = (const Record *)(stream + 12 * threadIdx.x);
#endif
  out[threadIdx.x] = r->value; //[bad]~ ERROR alignment
}
