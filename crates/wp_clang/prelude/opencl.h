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
