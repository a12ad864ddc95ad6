//@ flags: --block 64 --grid 1
//@ verdict: races=proved
// A packed field follows without a gap: the second record's number ends before byte 10.
struct Field { char c; int i __attribute__((packed)); };
__global__ void k(Field *a) {
  if (threadIdx.x == 0) a[1].i = 1;
  if (threadIdx.x == 1) ((char *)a)[10] = 7;
}
