// The OpenCL built-in functions that the kernels here use, written in OpenCL C itself.

unsigned shim_local_id(unsigned d);
unsigned shim_group_id(unsigned d);
unsigned shim_local_size(unsigned d);
unsigned shim_num_groups(unsigned d);
void shim_barrier(void);

#define BUILTIN __attribute__((overloadable))

size_t BUILTIN get_local_id(uint d) { return shim_local_id(d); }
size_t BUILTIN get_group_id(uint d) { return shim_group_id(d); }
size_t BUILTIN get_local_size(uint d) { return shim_local_size(d); }
size_t BUILTIN get_num_groups(uint d) { return shim_num_groups(d); }
size_t BUILTIN get_global_offset(uint d) { return 0; }
size_t BUILTIN get_global_size(uint d) { return (size_t)shim_local_size(d) * shim_num_groups(d); }
size_t BUILTIN get_global_id(uint d) { return (size_t)shim_group_id(d) * shim_local_size(d) + shim_local_id(d); }
void BUILTIN barrier(cl_mem_fence_flags flags) { shim_barrier(); }

int BUILTIN min(int a, int b) { return a < b ? a : b; }
int BUILTIN max(int a, int b) { return a > b ? a : b; }
int BUILTIN clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
uint BUILTIN abs(int v) { return v < 0 ? -(uint)v : (uint)v; }
int BUILTIN mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
int BUILTIN mad24(int a, int b, int c) { return mul24(a, b) + c; }
uint BUILTIN popcount(uint v) {
    uint n = 0;
    for (; v; v &= v - 1) n++;
    return n;
}
short BUILTIN convert_short(short v) { return v; }
int BUILTIN convert_int(float v) { return (int)v; }
uchar4 BUILTIN convert_uchar4(int4 v) { return (uchar4)((uchar)v.x, (uchar)v.y, (uchar)v.z, (uchar)v.w); }

float3 BUILTIN vload3(size_t i, const __global float *p) { return (float3)(p[3 * i], p[3 * i + 1], p[3 * i + 2]); }
void BUILTIN vstore3(float3 v, size_t i, __global float *p) {
    p[3 * i] = v.x;
    p[3 * i + 1] = v.y;
    p[3 * i + 2] = v.z;
}
