//@ verdict: races=refuted
// A literal with a leading zero is octal: 16 bytes behind the pointer.
__global__ void k(unsigned *a) {
  unsigned v = 1;
  if (threadIdx.x == 0) asm volatile("st.global.u32 [%0+020], %1;" : : "l"(a), "r"(v) : "memory");  //~ ERROR race
  if (threadIdx.x == 1) a[4] = 2;  //~ ERROR race
}
void launch(unsigned *a) { k<<<1, 32>>>(a); }
