//@ flags: --block 2 --grid 1
//@ kernel: neighbours races=refuted
//@ kernel: other_bytes races=refuted
//@ kernel: read_of_neighbour races=refuted
//@ kernel: behind_zero_width races=proved
//@ kernel: behind_member races=proved
//@ kernel: own_elements races=proved
//@ kernel: packed_pragma races=refuted
// Adjacent bit-fields are one memory location: a write of one reads and writes the other. One of no width, and a member that is none, end it.
struct Adjacent { unsigned a : 3; unsigned b : 5; unsigned c : 8; unsigned d : 16; };
struct Apart { unsigned a : 3; unsigned : 0; unsigned b : 5; };
struct Between { unsigned a : 3; char between; unsigned b : 5; };
#pragma pack(push, 1)
struct Tight { char c; int i; short s; };
#pragma pack(pop)
__global__ void neighbours(Adjacent *p) {
  if (threadIdx.x == 0) p->a = 1; //~ ERROR race
  else p->b = 2;                  //~ ERROR race
}
__global__ void other_bytes(Adjacent *p) {
  if (threadIdx.x == 0) p->c = 1; //~ ERROR race
  else p->d = 2;                  //~ ERROR race
}
__global__ void read_of_neighbour(Adjacent *p, int *out) {
  if (threadIdx.x == 0) p->a = 1; //~ ERROR race
  else out[0] = p->b;             //~ ERROR race
}
__global__ void behind_zero_width(Apart *p) {
  if (threadIdx.x == 0) p->a = 1;
  else p->b = 2;
}
__global__ void behind_member(Between *p) {
  if (threadIdx.x == 0) p->a = 1;
  else p->b = 2;
}
__global__ void own_elements(Adjacent *p) { p[threadIdx.x].b += threadIdx.x; }
__global__ void packed_pragma(Tight *a) {
  if (threadIdx.x == 0) a[1].s = 1;          //~ ERROR race
  if (threadIdx.x == 1) ((char *)a)[12] = 7; //~ ERROR race
}
