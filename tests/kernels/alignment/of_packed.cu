//@ flags: --block 32 --grid 1
//@ verdict: races=proved alignment=!refuted
// The compiler splits accesses to packed members, so that the device does not stop.
struct __attribute__((packed)) Packed { char kind; int value; };
__global__ void unpack(const Packed *in, int *out) { out[threadIdx.x] = in[threadIdx.x].value; }
