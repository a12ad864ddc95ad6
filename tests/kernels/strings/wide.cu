//@ flags: --block 4 --grid 1
//@ kernel: of_four_bytes races=proved bounds=proved
//@ kernel: of_two_bytes races=proved bounds=proved
//@ kernel: surrogates assertions=proved
//@ kernel: beyond_a_byte races=refuted
//@ kernel: sizes assertions=proved
//@ kernel: behind_the_end bounds=refuted
//@ kernel: arrays assertions=proved
// The type of a literal gives the width of its elements.
__global__ void of_four_bytes(int *a) {
  const wchar_t *t = L"abcd";
  a[t[threadIdx.x] - L'a'] = 1;
}
__global__ void of_two_bytes(int *a) {
  const char16_t *t = u"\u0003\u0002\u0001\u0000";
  a[t[threadIdx.x]] = 1;
}
__global__ void surrogates() {
  const char16_t *t = u"\U0001F600";
  assert(t[0] == 0xd83d && t[1] == 0xde00 && t[2] == 0 && U"\U0001F600"[0] == 0x1f600);
}
__global__ void beyond_a_byte(int *a) {
  const char32_t *t = U"\u0101\u0201\u0301\u0401";
  a[t[threadIdx.x] & 255] = threadIdx.x; //~ ERROR race
}
__global__ void sizes() { assert(sizeof(L"ab") == 12 && sizeof(u"ab") == 6 && sizeof(U"ab") == 12 && sizeof(u8"ab") == 3); }
__global__ void behind_the_end(int *a) {
  a[threadIdx.x] = L"ab"[threadIdx.x]; //~ ERROR bounds
}
__device__ const wchar_t global[4] = L"\x12345b";
__global__ void arrays() {
  char16_t local[4] = u"\u20acz";
  assert(global[0] == 0x12345b && global[1] == 0 && local[0] == 0x20ac && local[1] == u'z' && local[3] == 0);
}
