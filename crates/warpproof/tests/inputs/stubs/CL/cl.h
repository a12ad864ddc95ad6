/* The part of OpenCL that reproducers use, for a compiler without OpenCL. */
#include <stddef.h>
typedef int cl_int;
typedef unsigned int cl_uint;
typedef unsigned long long cl_ulong;
typedef struct context_s *cl_context;
typedef struct queue_s *cl_command_queue;
typedef struct program_s *cl_program;
typedef struct kernel_s *cl_kernel;
typedef struct mem_s *cl_mem;
typedef struct platform_s *cl_platform_id;
typedef struct device_s *cl_device_id;
#define CL_SUCCESS 0
#define CL_MEM_READ_WRITE 1ull
#define CL_MEM_COPY_HOST_PTR 32ull
#define CL_DEVICE_TYPE_ALL 0xffffffffull
cl_int clGetPlatformIDs(cl_uint, cl_platform_id *, cl_uint *);
cl_int clGetDeviceIDs(cl_platform_id, cl_ulong, cl_uint, cl_device_id *, cl_uint *);
cl_context clCreateContext(const long *, cl_uint, const cl_device_id *, void *, void *, cl_int *);
cl_command_queue clCreateCommandQueue(cl_context, cl_device_id, cl_ulong, cl_int *);
cl_program clCreateProgramWithSource(cl_context, cl_uint, const char **, const size_t *, cl_int *);
cl_int clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *, void *, void *);
cl_kernel clCreateKernel(cl_program, const char *, cl_int *);
cl_mem clCreateBuffer(cl_context, cl_ulong, size_t, void *, cl_int *);
cl_int clSetKernelArg(cl_kernel, cl_uint, size_t, const void *);
cl_int clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *, cl_uint, void *, void *);
cl_int clFinish(cl_command_queue);
