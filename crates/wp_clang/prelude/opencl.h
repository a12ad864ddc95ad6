// Prelude of OpenCL C. Clang declares the built-in functions itself; this adds what kernels of the field also use.

#pragma once
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#include "annotations.h"

__WP_FN int4 __return_val_int4(void);
__WP_FN bool __all(bool condition);

#ifndef NULL
#define NULL ((void *)0)
#endif

// Counters of cl_ext_atomic_counters_32.
typedef volatile __global unsigned int *counter32_t;

// Images as arguments of annotations.
#define __WP_IMAGE(IMAGE)                                       \
  __WP_OVERLOAD bool __read(IMAGE image);                       \
  __WP_OVERLOAD bool __write(IMAGE image);                      \
  __WP_OVERLOAD bool __no_read(IMAGE image);                    \
  __WP_OVERLOAD bool __no_write(IMAGE image);                   \
  __WP_OVERLOAD __SIZE_TYPE__ __read_offset_bytes(IMAGE image); \
  __WP_OVERLOAD __SIZE_TYPE__ __write_offset_bytes(IMAGE image);
__WP_IMAGE(read_only image2d_t)
__WP_IMAGE(write_only image2d_t)
__WP_IMAGE(read_only image3d_t)
#undef __WP_IMAGE

/* The extents of our images, by which specifications take offsets apart; see wp_lower/src/intrinsics/texels.rs. */
#ifndef CL_DEVICE_IMAGE2D_MAX_WIDTH
#define CL_DEVICE_IMAGE2D_MAX_WIDTH 1048576
#define CL_DEVICE_IMAGE2D_MAX_HEIGHT 1048576
#define CL_DEVICE_IMAGE3D_MAX_WIDTH 16384
#define CL_DEVICE_IMAGE3D_MAX_HEIGHT 16384
#define CL_DEVICE_IMAGE3D_MAX_DEPTH 16384
#endif

#include "opencl_subgroups.h"
