//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// Layouts under attributes whose value is not in the syntax tree.
typedef int __attribute__((aligned(2))) loose;
struct Loose { char c; loose i; };
__global__ void typedefed(Loose *a) { if (threadIdx.x == 0) a[1].i = 1; if (threadIdx.x == 1) ((char *)a)[8] = 7; }
// A bound that a branch of the preprocessor may have set.
#ifdef TIGHT
#pragma pack(push, 2)
#else
#pragma pack(push, 1)
#endif
struct Branches { char c; int i; short s; };
#pragma pack(pop)
__global__ void branches(Branches *a) { if (threadIdx.x == 0) a[1].s = 1; if (threadIdx.x == 1) ((char *)a)[12] = 7; }
