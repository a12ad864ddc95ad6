//@ flags: --modular
//@ verdict: races=proved divergence=proved bounds=proved assertions=proved
//@ kernel: put contract=proved
//@ kernel: from contract=proved
//@ kernel: put_and_wait contract=proved
// Functions of OpenCL, with pointers into local memory.

//@ assigns s[get_local_id(0)];
//@ ensures s[get_local_id(0)] == v;
void put(__local int *s, int v) { s[get_local_id(0)] = v; }

//@ reads a[get_global_id(0)];
int from(__global const int *a) { return a[get_global_id(0)]; }

//@ assigns s[get_local_id(0)];
//@ barrier;
void put_and_wait(__local int *s, int v) {
  s[get_local_id(0)] = v;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void own(__global int *out, __global const int *in) {
  __local int s[64];
  put(s, from(in));
  out[get_global_id(0)] = s[get_local_id(0)];
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void mirrored(__global int *out, __global const int *in) {
  __local int s[64];
  put_and_wait(s, from(in));
  out[get_global_id(0)] = s[63 - get_local_id(0)];
}
