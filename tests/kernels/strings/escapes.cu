//@ flags: --block 4 --grid 1
//@ kernel: octal races=refuted
//@ kernel: distinct races=proved
//@ kernel: hexadecimal races=refuted
//@ kernel: controls races=proved
//@ kernel: zero_inside races=refuted
//@ kernel: signed_bytes assertions=proved
//@ kernel: unsigned_bytes assertions=proved
//@ kernel: utf8 assertions=proved
//@ kernel: concatenated assertions=proved
//@ kernel: shorter_than_array races=refuted
//@ kernel: in_braces races=proved bounds=proved
//@ kernel: function_name races=refuted
//@ kernel: behind_the_end bounds=refuted
// The elements of a literal are its code units.
__global__ void octal(int *a) {
  char t[] = "\3\3\4\5";
  a[t[threadIdx.x]] = threadIdx.x; //~ ERROR race
}
__device__ const char table[5] = "\1\2\3\4";
__global__ void distinct(int *a) { a[table[threadIdx.x]] = 1; }
__global__ void hexadecimal(int *a) {
  const char *t = "\x01\x02\x2\x03";
  a[t[threadIdx.x]] = threadIdx.x; //~ ERROR race
}
__global__ void controls(int *a) { a["\a\b\f\v"[threadIdx.x]] = 1; }
__global__ void zero_inside(int *a) {
  const char *t = "\0001\0";
  a[t[threadIdx.x]] = threadIdx.x; //~ ERROR race
}
__global__ void signed_bytes() {
  const char *t = "\xff\x80\x7f";
  assert(t[0] == -1 && t[1] == -128 && t[2] == 127 && t[3] == 0);
}
__device__ const unsigned char bytes[3] = "\xff\x7f";
__global__ void unsigned_bytes() { assert(bytes[0] == 255 && bytes[1] == 127 && bytes[2] == 0); }
__global__ void utf8() {
  const char *t = u8"\u00e9";
  assert((t[0] & 255) == 0xc3 && (t[1] & 255) == 0xa9 && sizeof("\u00e9") == 3);
}
__global__ void concatenated() { assert("\x1" "2"[0] == 1 && "\x1" "2"[1] == '2' && sizeof("\x1" "2") == 3); }
__global__ void shorter_than_array(int *a) {
  char t[8] = "\1\2";
  a[t[threadIdx.x]] = threadIdx.x; //~ ERROR race
}
__global__ void in_braces(int *a) {
  char t[] = {"\1\2\3\4"};
  a[t[threadIdx.x]] = 1;
}
__global__ void function_name(int *a) {
  a[__func__[0] == 'f' && __FUNCTION__[8] == '_' ? 0 : threadIdx.x] = threadIdx.x; //~ ERROR race
}
__global__ void behind_the_end(int *a) {
  a[threadIdx.x] = "ab"[threadIdx.x]; //~ ERROR bounds
}
