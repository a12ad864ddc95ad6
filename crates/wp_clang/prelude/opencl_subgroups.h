// Sub-groups of OpenCL: the functions of cl_khr_subgroups and its extensions, of cl_intel_subgroups and of
// cl_qcom_subgroup_shuffle, in every version of the language. See wp_lower/src/intrinsics/subgroups.rs.

#pragma once

// Clang takes the target for a device of Intel's (cl_intel_subgroups). `-Dcl_qcom_reqd_sub_group_size` among the
// options of Clang makes it one of Qualcomm's.
#ifndef cl_qcom_reqd_sub_group_size
#ifndef cl_intel_required_subgroup_size
#define cl_intel_required_subgroup_size 1
#endif
#endif

// Clang drops attributes that it does not know.
#define qcom_reqd_sub_group_size(SIZE) annotate("size of sub-groups", "qcom_reqd_sub_group_size " SIZE)

#ifndef CLK_SUB_GROUP_SHUFFLE_WIDTH_WAVE_SIZE_QCOM
#define CLK_SUB_GROUP_SHUFFLE_WIDTH_WAVE_SIZE_QCOM 0
#endif

// Functions of the file may have these names: then there are those that Clang declares where nothing else is declared.
#ifndef __WP_PLAIN

uint __WP_OVERLOAD get_sub_group_size(void);
uint __WP_OVERLOAD get_max_sub_group_size(void);
uint __WP_OVERLOAD get_num_sub_groups(void);
uint __WP_OVERLOAD get_enqueued_num_sub_groups(void);
uint __WP_OVERLOAD get_sub_group_id(void);
uint __WP_OVERLOAD get_sub_group_local_id(void);

void __WP_OVERLOAD sub_group_barrier(cl_mem_fence_flags flags);
#if __OPENCL_C_VERSION__ >= 200
void __WP_OVERLOAD sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope);
#endif

int __WP_OVERLOAD sub_group_all(int predicate);
int __WP_OVERLOAD sub_group_any(int predicate);
int __WP_OVERLOAD sub_group_elect(void);
int __WP_OVERLOAD sub_group_non_uniform_all(int predicate);
int __WP_OVERLOAD sub_group_non_uniform_any(int predicate);
uint4 __WP_OVERLOAD sub_group_ballot(int predicate);
int __WP_OVERLOAD sub_group_inverse_ballot(uint4 ballot);
int __WP_OVERLOAD sub_group_ballot_bit_extract(uint4 ballot, uint lane);
uint __WP_OVERLOAD sub_group_ballot_bit_count(uint4 ballot);
uint __WP_OVERLOAD sub_group_ballot_inclusive_scan(uint4 ballot);
uint __WP_OVERLOAD sub_group_ballot_exclusive_scan(uint4 ballot);
uint __WP_OVERLOAD sub_group_ballot_find_lsb(uint4 ballot);
uint __WP_OVERLOAD sub_group_ballot_find_msb(uint4 ballot);

#define __WP_LANES_MOVED(T)                                                 \
  T __WP_OVERLOAD sub_group_broadcast(T value, uint lane);                  \
  T __WP_OVERLOAD sub_group_non_uniform_broadcast(T value, uint lane);      \
  T __WP_OVERLOAD sub_group_broadcast_first(T value);                       \
  T __WP_OVERLOAD sub_group_shuffle(T value, uint lane);                    \
  T __WP_OVERLOAD sub_group_shuffle_xor(T value, uint mask);                \
  T __WP_OVERLOAD sub_group_shuffle_up(T value, uint delta);                \
  T __WP_OVERLOAD sub_group_shuffle_down(T value, uint delta);              \
  T __WP_OVERLOAD sub_group_rotate(T value, int delta);                     \
  T __WP_OVERLOAD sub_group_clustered_rotate(T value, int delta, uint size);\
  T __WP_OVERLOAD intel_sub_group_shuffle(T value, uint lane);              \
  T __WP_OVERLOAD intel_sub_group_shuffle_xor(T value, uint mask);          \
  T __WP_OVERLOAD intel_sub_group_shuffle_up(T before, T value, uint delta);\
  T __WP_OVERLOAD intel_sub_group_shuffle_down(T value, T after, uint delta);
#define __WP_LANES_OF_VECTORS(T) \
  __WP_LANES_MOVED(T)            \
  __WP_LANES_MOVED(T##2)         \
  __WP_LANES_MOVED(T##3)         \
  __WP_LANES_MOVED(T##4)         \
  __WP_LANES_MOVED(T##8)         \
  __WP_LANES_MOVED(T##16)
#define __WP_LANES_COMBINED_BY(T, OP)                                \
  T __WP_OVERLOAD sub_group_non_uniform_reduce_##OP(T value);         \
  T __WP_OVERLOAD sub_group_non_uniform_scan_inclusive_##OP(T value); \
  T __WP_OVERLOAD sub_group_non_uniform_scan_exclusive_##OP(T value); \
  T __WP_OVERLOAD sub_group_clustered_reduce_##OP(T value, uint size);
#define __WP_LANES_OF_GROUP(T, OP)                       \
  T __WP_OVERLOAD sub_group_reduce_##OP(T value);         \
  T __WP_OVERLOAD sub_group_scan_inclusive_##OP(T value); \
  T __WP_OVERLOAD sub_group_scan_exclusive_##OP(T value); \
  __WP_LANES_COMBINED_BY(T, OP)
#define __WP_LANES_OF(T)            \
  __WP_LANES_OF_VECTORS(T)          \
  __WP_LANES_OF_GROUP(T, add)       \
  __WP_LANES_OF_GROUP(T, min)       \
  __WP_LANES_OF_GROUP(T, max)       \
  __WP_LANES_COMBINED_BY(T, mul)    \
  int __WP_OVERLOAD sub_group_non_uniform_all_equal(T value);
#define __WP_LANES_OF_INTEGER(T)  \
  __WP_LANES_OF(T)                \
  __WP_LANES_COMBINED_BY(T, and)  \
  __WP_LANES_COMBINED_BY(T, or)   \
  __WP_LANES_COMBINED_BY(T, xor)

__WP_LANES_OF_INTEGER(char)
__WP_LANES_OF_INTEGER(uchar)
__WP_LANES_OF_INTEGER(short)
__WP_LANES_OF_INTEGER(ushort)
__WP_LANES_OF_INTEGER(int)
__WP_LANES_OF_INTEGER(uint)
__WP_LANES_OF_INTEGER(long)
__WP_LANES_OF_INTEGER(ulong)
__WP_LANES_OF(float)
#ifdef cl_khr_fp16
__WP_LANES_OF(half)
#endif
#ifdef cl_khr_fp64
__WP_LANES_OF(double)
#endif
__WP_LANES_COMBINED_BY(int, logical_and)
__WP_LANES_COMBINED_BY(int, logical_or)
__WP_LANES_COMBINED_BY(int, logical_xor)

// The last argument stands for lanes beyond the sub-group.
#define __WP_LANES_OF_QCOM(T)                                                            \
  T __WP_OVERLOAD qcom_sub_group_shuffle_up(T value, uint delta, uint width, T other);   \
  T __WP_OVERLOAD qcom_sub_group_shuffle_down(T value, uint delta, uint width, T other); \
  T __WP_OVERLOAD qcom_sub_group_shuffle_xor(T value, uint mask, uint width, T other);
__WP_LANES_OF_QCOM(int)
__WP_LANES_OF_QCOM(uint)
__WP_LANES_OF_QCOM(float)
#ifdef cl_khr_fp16
__WP_LANES_OF_QCOM(half)
#endif

#define __WP_BLOCKS(T, SUFFIX)                                               \
  T __WP_OVERLOAD intel_sub_group_block_read##SUFFIX(const __global T *p);    \
  T##2 __WP_OVERLOAD intel_sub_group_block_read##SUFFIX##2(const __global T *p); \
  T##4 __WP_OVERLOAD intel_sub_group_block_read##SUFFIX##4(const __global T *p); \
  T##8 __WP_OVERLOAD intel_sub_group_block_read##SUFFIX##8(const __global T *p); \
  void __WP_OVERLOAD intel_sub_group_block_write##SUFFIX(__global T *p, T value); \
  void __WP_OVERLOAD intel_sub_group_block_write##SUFFIX##2(__global T *p, T##2 value); \
  void __WP_OVERLOAD intel_sub_group_block_write##SUFFIX##4(__global T *p, T##4 value); \
  void __WP_OVERLOAD intel_sub_group_block_write##SUFFIX##8(__global T *p, T##8 value);
__WP_BLOCKS(uint, )
__WP_BLOCKS(uint, _ui)
__WP_BLOCKS(ushort, _us)
__WP_BLOCKS(uchar, _uc)
__WP_BLOCKS(ulong, _ul)

#undef __WP_LANES_MOVED
#undef __WP_LANES_OF_VECTORS
#undef __WP_LANES_COMBINED_BY
#undef __WP_LANES_OF_GROUP
#undef __WP_LANES_OF
#undef __WP_LANES_OF_INTEGER
#undef __WP_LANES_OF_QCOM
#undef __WP_BLOCKS

#endif
