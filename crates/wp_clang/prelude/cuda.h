// Prelude of CUDA C++ and HIP: what their compilers declare before the first line of a file.
// Functions are declarations only, named as in CUDA, so that the lowering can recognise them by name.
// With __WP_PLAIN, names that CUDA itself does not reserve are left to the file.

#pragma once

#ifndef __HIP__
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 11
#define __CUDACC_VER_MINOR__ 4
#define __CUDACC_VER_BUILD__ 0
#define CUDA_VERSION 11040
#define CUDART_VERSION 11040
#define CUDA_API_PER_THREAD_DEFAULT_STREAM 0
#endif

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
// Shared arrays without extents: `wp_spec::in_cpp` writes these names and this extent in their place.
#define __wp_open __attribute__((shared, annotate("open extents")))
#define __wpopen __wp_open
#define __wpope __wp_open
#define __wpop __wp_open
#define __wpo __wp_open
#define __wp __wp_open
#define $ 65536
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline __attribute__((always_inline))
#if __clang_major__ < 16
#define __noinline__ __attribute__((noinline))
#endif
#define __align__(N) __attribute__((aligned(N)))
#define __builtin_align__(N) __attribute__((aligned(N)))
#define __grid_constant__
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __block_size__(...)
#define __nv_pure__
#define __cudart_builtin__
#define __device_builtin__
#define CUDARTAPI
#define CUDAAPI
#define CUDART_CB
#define CUDA_CB

#include <stddef.h>
// The compiler's own header makes the fast types as small as possible; glibc's are those of the host.
#define int_fast16_t __wp_small_int_fast16_t
#define int_fast32_t __wp_small_int_fast32_t
#define uint_fast16_t __wp_small_uint_fast16_t
#define uint_fast32_t __wp_small_uint_fast32_t
#include <stdint.h>
#undef int_fast16_t
#undef int_fast32_t
#undef uint_fast16_t
#undef uint_fast32_t
typedef long int_fast16_t;
typedef long int_fast32_t;
typedef unsigned long uint_fast16_t;
typedef unsigned long uint_fast32_t;
#include <stdarg.h>
#include <limits.h>
#include <float.h>
#include <stdbool.h>

typedef unsigned char u_char;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef long ssize_t;
// Some 32-bit files declare their own.
#if __SIZEOF_POINTER__ == 4
typedef unsigned int clock_t;
#else
typedef long clock_t;
#endif
typedef long time_t;

#include "annotations.h"

// A template with an unused parameter yields to a file's own function of the same signature, where a plain
// declaration would clash with it.
#define __WP_WEAK template <int = 0> __WP_FN

#include "cuda_vectors.h"

// Built-in variables are plain structs, not properties, so that reads of them are member expressions.
extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;

#include "cuda_sync.h"
#include "cuda_atomics.h"
#include "cuda_math.h"
#ifndef __WP_PLAIN
#include "cuda_vector_math.h"
#endif
#include "cuda_half.h"
// Declarations of HIP with names of its own are made of those of CUDA.
#ifdef __HIP__
#include "hip_textures.h"
#include "cuda_groups.h"
#include "hip_random.h"
#include "hip_host.h"
#include "hip.h"
#else
#include "cuda_textures.h"
#include "cuda_groups.h"
#include "cuda_random.h"
#include "cuda_host.h"
#endif
#include "cuda_std.h"
#ifndef __WP_PLAIN
#ifdef __HIP__
#include "hip_libraries.h"
#else
#include "cuda_libraries.h"
#endif
#endif
#ifndef __WP_STATIC_MEMBERS_AS_TEXT
#include "cuda_traits.h"
#endif
