// What HIP has under names or with parameters of its own. The rest of its runtime is CUDA's under other names
// (hip_host.h and others, which are made of the headers of CUDA).

#pragma once

#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 2
#define HIP_VERSION_PATCH 0
#define HIP_VERSION 60200000

// Indices and extents as variables of their own.
#define hipThreadIdx_x (threadIdx.x)
#define hipThreadIdx_y (threadIdx.y)
#define hipThreadIdx_z (threadIdx.z)
#define hipBlockIdx_x (blockIdx.x)
#define hipBlockIdx_y (blockIdx.y)
#define hipBlockIdx_z (blockIdx.z)
#define hipBlockDim_x (blockDim.x)
#define hipBlockDim_y (blockDim.y)
#define hipBlockDim_z (blockDim.z)
#define hipGridDim_x (gridDim.x)
#define hipGridDim_y (gridDim.y)
#define hipGridDim_z (gridDim.z)

#define HIP_DYNAMIC_SHARED(TYPE, NAME) extern __shared__ TYPE NAME[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE
#define HIP_SYMBOL(NAME) NAME
#define HIP_PUBLIC_API
#define HIPRT_CB

// Functions of the device.
__WP_WEAK unsigned int __lane_id(void);
__WP_FN unsigned int __builtin_amdgcn_workitem_id_x(void);
__WP_FN unsigned int __builtin_amdgcn_workitem_id_y(void);
__WP_FN unsigned int __builtin_amdgcn_workitem_id_z(void);
__WP_FN unsigned int __builtin_amdgcn_workgroup_id_x(void);
__WP_FN unsigned int __builtin_amdgcn_workgroup_id_y(void);
__WP_FN unsigned int __builtin_amdgcn_workgroup_id_z(void);
__WP_FN unsigned short __builtin_amdgcn_workgroup_size_x(void);
__WP_FN unsigned short __builtin_amdgcn_workgroup_size_y(void);
__WP_FN unsigned short __builtin_amdgcn_workgroup_size_z(void);
__WP_FN unsigned int __builtin_amdgcn_wavefrontsize(void);
__WP_FN unsigned int __builtin_amdgcn_mbcnt_lo(unsigned int mask, unsigned int base);
__WP_FN unsigned int __builtin_amdgcn_mbcnt_hi(unsigned int mask, unsigned int base);
__WP_FN void __builtin_amdgcn_s_barrier(void);
__WP_FN void __builtin_amdgcn_wave_barrier(void);
__WP_FN void __builtin_amdgcn_fence(unsigned int order, const char *scope);
__WP_FN void __builtin_amdgcn_sched_barrier(int mask);
__WP_FN void __builtin_amdgcn_s_sleep(int time);
__WP_FN void __builtin_amdgcn_s_waitcnt(int counts);
__WP_FN int __builtin_amdgcn_readfirstlane(int value);
__WP_FN int __builtin_amdgcn_readlane(int value, int lane);
__WP_FN int __builtin_amdgcn_ds_bpermute(int address, int value);
__WP_FN int __builtin_amdgcn_ds_permute(int address, int value);
__WP_FN int __builtin_amdgcn_ds_swizzle(int value, int pattern);
__WP_FN int __builtin_amdgcn_mov_dpp(int value, int control, int rows, int banks, bool bounds);
__WP_FN int __builtin_amdgcn_update_dpp(int old, int value, int control, int rows, int banks, bool bounds);
__WP_FN unsigned long long __builtin_amdgcn_read_exec(void);
__WP_FN unsigned long long __builtin_amdgcn_s_memtime(void);
__WP_FN unsigned long long __builtin_readcyclecounter(void);
__WP_FN unsigned long long __builtin_amdgcn_ballot_w64(bool predicate);
__WP_FN unsigned int __builtin_amdgcn_ballot_w32(bool predicate);
__WP_FN float __builtin_amdgcn_rcpf(float value);
__WP_FN float __builtin_amdgcn_exp2f(float value);
__WP_FN float __builtin_amdgcn_fmed3f(float a, float b, float c);
__WP_WEAK long long wall_clock64(void);
__WP_WEAK unsigned int __smid(void);

__WP_WEAK inline unsigned int __bitextract_u32(unsigned int value, unsigned int from, unsigned int width) {
  const unsigned int start = from & 31u, bits = width & 31u;
  return value >> start & ((1u << bits) - 1u);
}
__WP_WEAK inline unsigned long long __bitextract_u64(unsigned long long value, unsigned int from, unsigned int width) {
  const unsigned int start = from & 63u, bits = width & 63u;
  return value >> start & ((1ull << bits) - 1ull);
}
__WP_WEAK inline unsigned int __bitinsert_u32(unsigned int value, unsigned int part, unsigned int from, unsigned int width) {
  const unsigned int start = from & 31u, mask = (1u << (width & 31u)) - 1u;
  return (value & ~(mask << start)) | ((part & mask) << start);
}
__WP_WEAK inline unsigned long long __bitinsert_u64(unsigned long long value, unsigned long long part, unsigned int from, unsigned int width) {
  const unsigned int start = from & 63u;
  const unsigned long long mask = (1ull << (width & 63u)) - 1ull;
  return (value & ~(mask << start)) | ((part & mask) << start);
}

// Atomic functions.
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
template <class T> __WP_FN T unsafeAtomicAdd(T *address, T value);
template <class T> __WP_FN T safeAtomicAdd(T *address, T value);
template <class T> __WP_FN T unsafeAtomicMin(T *address, T value);
template <class T> __WP_FN T unsafeAtomicMax(T *address, T value);
__WP_ATOMIC(Add, unsigned long) __WP_ATOMIC(Sub, unsigned long) __WP_ATOMIC(Sub, unsigned long long)
__WP_ATOMIC(Sub, float) __WP_ATOMIC(Sub, double) __WP_ATOMIC(Exch, double) __WP_ATOMIC(Exch, unsigned long)
__WP_ATOMIC(Min, float) __WP_ATOMIC(Min, double) __WP_ATOMIC(Min, unsigned long)
__WP_ATOMIC(Max, float) __WP_ATOMIC(Max, double) __WP_ATOMIC(Max, unsigned long)
__WP_WEAK float atomicAddNoRet(float *address, float value);
// Clang knows these names itself, with a node of their own in its tree.
#define __hip_atomic_fetch_add __wp_atomic_fetch_add
#define __hip_atomic_fetch_sub __wp_atomic_fetch_sub
#define __hip_atomic_fetch_min __wp_atomic_fetch_min
#define __hip_atomic_fetch_max __wp_atomic_fetch_max
#define __hip_atomic_fetch_and __wp_atomic_fetch_and
#define __hip_atomic_fetch_or __wp_atomic_fetch_or
#define __hip_atomic_fetch_xor __wp_atomic_fetch_xor
#define __hip_atomic_exchange __wp_atomic_exchange
#define __hip_atomic_load __wp_atomic_load
#define __hip_atomic_store __wp_atomic_store
#define __hip_atomic_compare_exchange_strong __wp_atomic_compare_exchange_strong
#define __hip_atomic_compare_exchange_weak __wp_atomic_compare_exchange_weak

// Numbers.
typedef __nv_bfloat16 __hip_bfloat16;
typedef __nv_bfloat162 __hip_bfloat162;
typedef __nv_bfloat16 hip_bfloat16;
#define HIP_INF_F __builtin_huge_valf()
#define HIP_NAN_F __builtin_nanf("")
#define HIP_INF __builtin_huge_val()
#define HIP_NAN __builtin_nan("")
#define HIP_PI_F 3.141592654f
#define HIP_PI 3.1415926535897931

// Launches. The arguments choose an instance where the kernel is a template.
template <class... A, class F = void (*)(A...), class S> void hipLaunchKernelGGL(F kernel, dim3 grid, dim3 block, size_t shared, S stream, A... arguments) {}
template <class T, class S> hipError_t hipLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, S stream) { return hipSuccess; }
template <class T, class S> hipError_t hipLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, S stream) { return hipSuccess; }
#define hipExtLaunchKernelGGL(KERNEL, GRID, BLOCK, SHARED, STREAM, START, STOP, FLAGS, ...) \
  hipLaunchKernelGGL(KERNEL, GRID, BLOCK, SHARED, STREAM, ##__VA_ARGS__)
#define hipExtLaunchKernel(KERNEL, GRID, BLOCK, ARGUMENTS, SHARED, STREAM, START, STOP, FLAGS) \
  hipLaunchKernel(KERNEL, GRID, BLOCK, ARGUMENTS, SHARED, STREAM)
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)
#define HIP_LAUNCH_PARAM_END ((void *)0x03)

// Memory and errors.
#define hipErrorOutOfMemory hipErrorMemoryAllocation
#define hipErrorNotInitialized hipErrorInitializationError
#define hipHostMallocDefault 0
#define hipHostMallocPortable 1
#define hipHostMallocMapped 2
#define hipHostMallocWriteCombined 4
#define hipHostMallocNumaUser 0x20000000
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocNonCoherent 0x80000000
#define hipDeviceMallocDefault 0
#define hipDeviceMallocFinegrained 1
template <class T> hipError_t hipHostMalloc(T **pointer, size_t bytes, unsigned int flags = 0);
template <class T> hipError_t hipExtMallocWithFlags(T **pointer, size_t bytes, unsigned int flags);
typedef int hipDevice_t;
typedef void *hipDeviceptr_t;
typedef struct ihipModule_t *hipModule_t;
typedef struct ihipModuleSymbol_t *hipFunction_t;
typedef struct ihipCtx_t *hipCtx_t;
typedef struct ihipMemPoolHandle_t *hipMemPool_t;
typedef struct hipGraphNode *hipGraphNode_t;
typedef struct _hipGraphicsResource *hipGraphicsResource_t;
typedef struct ihipExternalMemory_t *hipExternalMemory_t;
typedef struct ihipExternalSemaphore_t *hipExternalSemaphore_t;
struct hipUUID { char bytes[16]; };
extern "C" {
hipError_t hipInit(unsigned int flags);
hipError_t hipHostFree(void *pointer);
hipError_t hipCtxSynchronize(void);
hipError_t hipDeviceGet(hipDevice_t *device, int number);
hipError_t hipDeviceGetName(char *name, int length, hipDevice_t device);
hipError_t hipDeviceGetUuid(hipUUID *uuid, hipDevice_t device);
hipError_t hipDeviceDisablePeerAccess(int peer);
hipError_t hipModuleLoad(hipModule_t *module, const char *file);
hipError_t hipModuleLoadData(hipModule_t *module, const void *image);
hipError_t hipModuleUnload(hipModule_t module);
hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module, const char *name);
hipError_t hipModuleGetGlobal(hipDeviceptr_t *pointer, size_t *bytes, hipModule_t module, const char *name);
hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                                 unsigned int block_x, unsigned int block_y, unsigned int block_z,
                                 unsigned int shared, hipStream_t stream, void **arguments, void **extra);
hipError_t hipMemcpyHtoD(hipDeviceptr_t target, void *source, size_t bytes);
hipError_t hipMemcpyDtoH(void *target, hipDeviceptr_t source, size_t bytes);
hipError_t hipMemcpyDtoD(hipDeviceptr_t target, hipDeviceptr_t source, size_t bytes);
hipError_t hipMemcpyWithStream(void *target, const void *source, size_t bytes, enum hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemsetD8(hipDeviceptr_t target, unsigned char value, size_t count);
hipError_t hipMemsetD32(hipDeviceptr_t target, int value, size_t count);
}
#define hipDeviceAttributeWarpSize hipDevAttrWarpSize
#define hipDeviceAttributeMaxThreadsPerBlock hipDevAttrMaxThreadsPerBlock
#define hipDeviceAttributeMaxBlockDimX hipDevAttrMaxBlockDimX
#define hipDeviceAttributeMaxGridDimX hipDevAttrMaxGridDimX
#define hipDeviceAttributeMaxSharedMemoryPerBlock hipDevAttrMaxSharedMemoryPerBlock
#define hipDeviceAttributeMultiprocessorCount hipDevAttrMultiProcessorCount
#define hipDeviceAttributeClockRate hipDevAttrClockRate
#define hipDeviceAttributeCooperativeLaunch hipDevAttrCooperativeLaunch
#define hipDeviceAttributeComputeCapabilityMajor hipDevAttrComputeCapabilityMajor
#define hipDeviceAttributeComputeCapabilityMinor hipDevAttrComputeCapabilityMinor
#define hipDeviceAttributeConcurrentManagedAccess hipDevAttrConcurrentManagedAccess
typedef hipFuncCache_t hipFuncCache;
