//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// good: A packed field follows without a gap: the second record's number ends before byte 10.
// bad: A packed field follows without a gap: the second record's number starts at byte 6.
struct Field { char c; int i __attribute__((packed)); };
__global__ void k(Field *a) {
  if (threadIdx.x == 0) a[1].i = 1; //[bad]~ ERROR race
#ifdef bad
  if (threadIdx.x == 1) ((char *)a)[6] = 7; //[bad]~ ERROR race
#else
  if (threadIdx.x == 1) ((char *)a)[10] = 7;
#endif
}
