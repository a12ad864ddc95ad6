//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// Types with an alignment of their own: the compiler splits the accesses, so that an odd address is no error, and two threads write one element.
struct __attribute__((packed)) Packed { char c; int x; };
__global__ void packed(Packed *p) { p[threadIdx.x == 5 ? 0 : threadIdx.x].x = threadIdx.x; } //~ ERROR race
typedef int anywhere __attribute__((aligned(1)));
__global__ void of_typedef(char *a) {
  *(anywhere *)(a + (threadIdx.x == 5 ? 1 : threadIdx.x * 5 + 1)) = threadIdx.x; //~ ERROR race
}
#pragma pack(push, 1)
struct Pushed { char c; int x; };
#pragma pack(pop)
__global__ void pushed(Pushed *p) { p[threadIdx.x == 5 ? 0 : threadIdx.x].x = threadIdx.x; } //~ ERROR race
