// The host interface: enough of the runtime, driver and C library for host code to be understood. Nothing here runs.

#pragma once

typedef enum cudaError {
  cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorInitializationError = 3,
  cudaErrorInvalidConfiguration = 9, cudaErrorInvalidDevicePointer = 17, cudaErrorInvalidDevice = 101, cudaErrorNotReady = 600,
  cudaErrorLaunchFailure = 719, cudaErrorNotSupported = 801, cudaErrorUnknown = 999, cudaErrorNoDevice = 100,
  cudaErrorPeerAccessAlreadyEnabled = 704
} cudaError_t;
typedef enum cudaError_enum { CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_OUT_OF_MEMORY = 2 } CUresult;
enum cudaMemcpyKind { cudaMemcpyHostToHost = 0, cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDeviceToDevice = 3, cudaMemcpyDefault = 4 };
enum cudaFuncCache { cudaFuncCachePreferNone = 0, cudaFuncCachePreferShared = 1, cudaFuncCachePreferL1 = 2, cudaFuncCachePreferEqual = 3 };
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault = 0, cudaSharedMemBankSizeFourByte = 1, cudaSharedMemBankSizeEightByte = 2 };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9 };
enum cudaSharedCarveout { cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1 = 0, cudaSharedmemCarveoutMaxShared = 100 };
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10, cudaDevAttrClockRate = 13, cudaDevAttrMultiProcessorCount = 16, cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76, cudaDevAttrCooperativeLaunch = 95, cudaDevAttrConcurrentManagedAccess = 89,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};
enum cudaLimit { cudaLimitStackSize = 0, cudaLimitPrintfFifoSize = 1, cudaLimitMallocHeapSize = 2 };
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly = 2, cudaMemAdviseSetPreferredLocation = 3, cudaMemAdviseSetAccessedBy = 5 };
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal = 0, cudaStreamCaptureModeThreadLocal = 1, cudaStreamCaptureModeRelaxed = 2 };

#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaHostRegisterMapped 2
#define cudaDeviceMapHost 8
#define cudaDeviceScheduleAuto 0
#define cudaDeviceBlockingSync 4
#define cudaDeviceScheduleBlockingSync 4
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaMemAttachGlobal 1
#define cudaMemAttachHost 2
#define cudaArrayDefault 0
#define cudaArrayLayered 1
#define cudaArraySurfaceLoadStore 2
#define cudaArrayCubemap 4
#define cudaMemAttachSingle 4
#define cudaCpuDeviceId (-1)
#define cudaOccupancyDefault 0

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef cudaTextureObject_t CUtexObject;
typedef cudaSurfaceObject_t CUsurfObject;
typedef int curandStatus_t;
typedef struct curandGenerator_st *curandGenerator_t;
typedef struct cublasContext *cublasHandle_t;
typedef int cublasStatus_t;
typedef unsigned int cublasStatus;
typedef int cufftHandle;
typedef int cufftResult;
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
#ifndef __WP_PLAIN
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cuComplex;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
#endif

struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaMemcpy3DParms {
  cudaArray_t srcArray; struct cudaPos srcPos; struct cudaPitchedPtr srcPtr;
  cudaArray_t dstArray; struct cudaPos dstPos; struct cudaPitchedPtr dstPtr;
  struct cudaExtent extent; enum cudaMemcpyKind kind;
};
struct cudaFuncAttributes { size_t sharedSizeBytes, constSizeBytes, localSizeBytes; int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion; };
struct cudaPointerAttributes { int type, device; void *devicePointer, *hostPointer; };
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerMultiprocessor, sharedMemPerBlockOptin, totalConstMem, textureAlignment, memPitch;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor, multiProcessorCount,
      maxThreadsPerMultiProcessor, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode, concurrentKernels, ECCEnabled,
      pciBusID, pciDeviceID, deviceOverlap, asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize,
      managedMemory, concurrentManagedAccess, cooperativeLaunch, maxBlocksPerMultiProcessor, regsPerMultiprocessor;
#ifdef __HIP__
  char gcnArchName[256];
  int isMultiGpuBoard, pageableMemoryAccess, isLargeBar, asicRevision, clockInstructionRate;
  size_t maxSharedMemoryPerMultiProcessor;
#endif
};

typedef struct cudaLaunchConfig_st {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  struct cudaLaunchAttribute *attrs;
  unsigned numAttrs;
} cudaLaunchConfig_t;

// HIP's launches; a stream is of any type.
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#ifndef __HIP__
template <class F, class S, class... A> void hipLaunchKernelGGL(F kernel, dim3 grid, dim3 block, size_t shared, S stream, A &&...arguments);
template <class T, class S> int hipLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, S stream);
template <class T, class S> int hipLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, S stream);
#endif

extern "C" {
// What `<<<...>>>` calls.
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0);
cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0);

__WP_FN cudaError_t cudaGetLastError(void);
__WP_FN cudaError_t cudaPeekAtLastError(void);
__WP_FN const char *cudaGetErrorString(cudaError_t error);
__WP_FN const char *cudaGetErrorName(cudaError_t error);
__WP_FN cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaSetDevice(int device);
__WP_FN cudaError_t cudaGetDevice(int *device);
__WP_FN cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceCanAccessPeer(int *answer, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
__WP_FN cudaError_t cudaFree(void *pointer);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaMemset(void *target, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *target, int value, size_t bytes, cudaStream_t stream = 0);
cudaError_t cudaMemset2D(void *target, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset3D(struct cudaPitchedPtr target, int value, struct cudaExtent extent);
cudaError_t cudaMemcpy(void *target, const void *source, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *target, const void *source, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2D(void *target, size_t target_pitch, const void *source, size_t source_pitch, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *target, size_t target_pitch, const void *source, size_t source_pitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters);
cudaError_t cudaMemcpyToArray(cudaArray_t target, size_t x, size_t y, const void *source, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *target, cudaArray_const_t source, size_t x, size_t y, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t target, size_t x, size_t y, const void *source, size_t pitch, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyPeer(void *target, int target_device, const void *source, int source_device, size_t bytes);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device, cudaStream_t stream = 0);
cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice, int device);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent);
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *description, size_t width, size_t height = 0, unsigned int flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *description, struct cudaExtent extent, unsigned int flags = 0);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop);
cudaError_t cudaStreamCreate(cudaStream_t *stream);
__WP_FN cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
__WP_FN cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *resource, const struct cudaTextureDesc *texture, const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);
cudaError_t cudaGetTextureReference(const struct textureReference **reference, const void *symbol);
cudaError_t cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache config);
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind kind);
template <class T> struct cudaChannelFormatDesc cudaCreateChannelDesc();
struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth);
struct cudaPos make_cudaPos(size_t x, size_t y, size_t z);
struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t x, size_t y);
template <class T> cudaError_t cudaMalloc(T **pointer, size_t bytes);
template <class T> cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned int flags = 0);
template <class T> cudaError_t cudaMallocManaged(T **pointer, size_t bytes, unsigned int flags = 1);
template <class T> cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream);
template <class T> cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height);
template <class T> cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned int flags);
template <class T> cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags);
template <class T> cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *source, size_t bytes, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice);
template <class T> cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *source, size_t bytes, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
template <class T> cudaError_t cudaMemcpyFromSymbol(void *target, const T &symbol, size_t bytes, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
template <class T> cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol);
template <class T> cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol);
template <class T, int D, enum cudaTextureReadMode M> cudaError_t cudaBindTexture(size_t *offset, const texture<T, D, M> &reference, const void *pointer, size_t bytes = 0xffffffffu);
template <class T, int D, enum cudaTextureReadMode M> cudaError_t cudaBindTexture(size_t *offset, const texture<T, D, M> &reference, const void *pointer, const cudaChannelFormatDesc &description, size_t bytes = 0xffffffffu);
template <class T, int D, enum cudaTextureReadMode M> cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, D, M> &reference, const void *pointer, const cudaChannelFormatDesc &description, size_t width, size_t height, size_t pitch);
template <class T, int D, enum cudaTextureReadMode M> cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, D, M> &reference, const void *pointer, size_t width, size_t height, size_t pitch);
template <class T, int D, enum cudaTextureReadMode M> cudaError_t cudaBindTextureToArray(const texture<T, D, M> &reference, cudaArray_const_t array);
template <class T, int D, enum cudaTextureReadMode M> cudaError_t cudaBindTextureToArray(const texture<T, D, M> &reference, cudaArray_const_t array, const cudaChannelFormatDesc &description);
template <class T, int D, enum cudaTextureReadMode M> cudaError_t cudaUnbindTexture(const texture<T, D, M> &reference);
template <class T, int D> cudaError_t cudaBindSurfaceToArray(const surface<T, D> &reference, cudaArray_const_t array);
template <class T> cudaError_t cudaFuncSetCacheConfig(T *kernel, enum cudaFuncCache config);
template <class T> cudaError_t cudaFuncSetAttribute(T *kernel, enum cudaFuncAttribute attribute, int value);
template <class T> cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *kernel);
template <class T> cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0);
template <class T> cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0);
template <class... P, class... A> cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...arguments);
template <class T> cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, T *kernel, void **arguments);
template <class T> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel, int block, size_t shared);
template <class T> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T kernel, size_t shared = 0, int limit = 0);

// Complex numbers.
#define __WP_COMPLEX(NAME, TYPE, REAL, S, F)                                   \
  __WP_FN inline TYPE make_##NAME(REAL x, REAL y) { TYPE v = {x, y}; return v; } \
  __WP_FN inline REAL cuCreal##F(TYPE a) { return a.x; }                       \
  __WP_FN inline REAL cuCimag##F(TYPE a) { return a.y; }                       \
  __WP_FN inline TYPE cuConj##F(TYPE a) { return make_##NAME(a.x, -a.y); }     \
  __WP_FN inline TYPE cuCadd##F(TYPE a, TYPE b) { return make_##NAME(a.x + b.x, a.y + b.y); } \
  __WP_FN inline TYPE cuCsub##F(TYPE a, TYPE b) { return make_##NAME(a.x - b.x, a.y - b.y); } \
  __WP_FN inline TYPE cuCmul##F(TYPE a, TYPE b) { return make_##NAME(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \
  __WP_FN TYPE cuCdiv##F(TYPE a, TYPE b);                                      \
  __WP_FN REAL cuCabs##F(TYPE a);                                              \
  __WP_FN inline TYPE cuCfma##F(TYPE a, TYPE b, TYPE c) { return cuCadd##F(cuCmul##F(a, b), c); }
__WP_COMPLEX(cuFloatComplex, float2, float, , f)
__WP_COMPLEX(cuDoubleComplex, double2, double, , )
#undef __WP_COMPLEX
#ifndef __WP_PLAIN
__WP_FN inline cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
#endif

// Macros of the samples.
#define CUDA_SAFE_CALL(CALL) CALL
#define CUDA_SAFE_CALL_NO_SYNC(CALL) CALL
#define CU_SAFE_CALL(CALL) CALL
#define CUT_SAFE_CALL(CALL) CALL
#define CUT_CHECK_ERROR(MESSAGE)
#define CUT_DEVICE_INIT(...)
#define CUT_EXIT(...)
#define CUT_BANK_CHECKER(ARRAY, INDEX) (ARRAY[INDEX])
#define CUDA_CHECK_ERROR(...)
#define checkCudaErrors(CALL) ((void)(CALL))
#define getLastCudaError(MESSAGE) ((void)0)
#define cutilSafeCall(CALL) ((void)(CALL))
#define cutilSafeCallNoSync(CALL) ((void)(CALL))
#define cutilCheckMsg(MESSAGE) ((void)0)
#define cutilCheckError(CALL) ((void)(CALL))
#define cutilSafeThreadSync() cudaThreadSynchronize()
#define cutilDeviceSynchronize() cudaDeviceSynchronize()

#ifndef __WP_PLAIN
#define EXIT_WAIVED 2
int findCudaDevice(int count, const char **arguments);
int gpuDeviceInit(int device);
int gpuGetMaxGflopsDeviceId();
int _ConvertSMVer2Cores(int major, int minor);
bool checkCudaCapabilities(int major, int minor);
bool checkCmdLineFlag(int count, const char **arguments, const char *name);
int getCmdLineArgumentInt(int count, const char **arguments, const char *name);
float getCmdLineArgumentFloat(int count, const char **arguments, const char *name);
bool getCmdLineArgumentString(int count, const char **arguments, const char *name, char **value);
char *sdkFindFilePath(const char *name, const char *program);
struct StopWatchInterface { float getTime(); void start(); void stop(); void reset(); };
bool sdkCreateTimer(StopWatchInterface **timer);
bool sdkDeleteTimer(StopWatchInterface **timer);
bool sdkStartTimer(StopWatchInterface **timer);
bool sdkStopTimer(StopWatchInterface **timer);
bool sdkResetTimer(StopWatchInterface **timer);
float sdkGetTimerValue(StopWatchInterface **timer);
float sdkGetAverageTimerValue(StopWatchInterface **timer);
template <class T> bool sdkLoadPGM(const char *name, T **data, unsigned int *width, unsigned int *height);
template <class T> bool sdkSavePGM(const char *name, T *data, unsigned int width, unsigned int height);
template <class T> bool sdkWriteFile(const char *name, const T *data, unsigned int length, T epsilon, bool verbose, bool append = false);
template <class T, class S> bool compareData(const T *reference, const T *data, unsigned int length, S epsilon, float threshold);
#endif

// The C library.
struct _IO_FILE;
typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout, *stderr;
struct timeval { long tv_sec, tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
struct timespec { long tv_sec, tv_nsec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
typedef unsigned long pthread_t;
typedef struct { char state[56]; } pthread_attr_t;
typedef struct { char state[40]; } pthread_mutex_t;
typedef struct { char state[48]; } pthread_cond_t;
typedef struct { char state[32]; } pthread_barrier_t;
typedef struct { char state[8]; } pthread_mutexattr_t, pthread_condattr_t, pthread_barrierattr_t;
#define PTHREAD_MUTEX_INITIALIZER { { 0 } }
#define PTHREAD_COND_INITIALIZER { { 0 } }
#define CLOCKS_PER_SEC 1000000
#define O_TRUNC 512
#define O_APPEND 1024
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define PATH_MAX 4096
#define CLOCK_PROCESS_CPUTIME_ID 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define EINTR 4
#define ENOENT 2
#define EINVAL 22
#define ENOMEM 12
#define ERANGE 34
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define EOF (-1)
#define SEEK_SET 0
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 64
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define SEEK_CUR 1
#define SEEK_END 2
#define BUFSIZ 8192
#define RAND_MAX 2147483647
extern "C" {
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int vprintf(const char *, va_list);
int vfprintf(FILE *, const char *, va_list);
int scanf(const char *, ...);
int fscanf(FILE *, const char *, ...);
int sscanf(const char *, const char *, ...);
int puts(const char *);
int putchar(int);
int getchar(void);
int fputs(const char *, FILE *);
int fputc(int, FILE *);
int fgetc(FILE *);
int fflush(FILE *);
char *fgets(char *, int, FILE *);
void perror(const char *);
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int feof(FILE *);
int ferror(FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
void rewind(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
void exit(int) __attribute__((noreturn));
void _exit(int) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
void _Exit(int) __attribute__((noreturn));
void quick_exit(int) __attribute__((noreturn));
int atexit(void (*)(void));
int system(const char *);
char *getenv(const char *);
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double atof(const char *);
double strtod(const char *, char **);
float strtof(const char *, char **);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
int rand(void);
int rand_r(unsigned int *);
void srand(unsigned int);
long random(void);
void srandom(unsigned int);
double drand48(void);
long lrand48(void);
void srand48(long);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
size_t strlen(const char *);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strdup(const char *);
char *strtok(char *, const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcasecmp(const char *, const char *);
char *strerror(int);
int memcmp(const void *, const void *, size_t);
int isdigit(int);
int isspace(int);
int isalpha(int);
int toupper(int);
int tolower(int);
time_t time(time_t *);
int clock_gettime(int, struct timespec *);
int gettimeofday(struct timeval *, struct timezone *);
unsigned int sleep(unsigned int);
int usleep(unsigned int);
int getopt(int, char *const *, const char *);
int open(const char *, int, ...);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
char *strpbrk(const char *, const char *);
char *strncat(char *, const char *, size_t);
char *strndup(const char *, size_t);
char *strtok_r(char *, const char *, char **);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
size_t strnlen(const char *, size_t);
int strncasecmp(const char *, const char *, size_t);
void *memchr(const void *, int, size_t);
int isalnum(int);
int isupper(int);
int islower(int);
int isprint(int);
int ispunct(int);
int isxdigit(int);
int getc(FILE *);
int putc(int, FILE *);
int ungetc(int, FILE *);
int fileno(FILE *);
int setvbuf(FILE *, char *, int, size_t);
void setbuf(FILE *, char *);
void clearerr(FILE *);
FILE *popen(const char *, const char *);
int pclose(FILE *);
FILE *freopen(const char *, const char *, FILE *);
FILE *tmpfile(void);
int vsprintf(char *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list);
ssize_t getline(char **, size_t *, FILE *);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int mkstemp(char *);
long long llabs(long long);
long labs(long);
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
int nanosleep(const struct timespec *, struct timespec *);
double difftime(time_t, time_t);
struct tm *localtime(const time_t *);
struct tm *gmtime(const time_t *);
time_t mktime(struct tm *);
size_t strftime(char *, size_t, const char *, const struct tm *);
char *ctime(const time_t *);
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
char *dlerror(void);
int dlclose(void *);
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_detach(pthread_t);
pthread_t pthread_self(void);
void pthread_exit(void *) __attribute__((noreturn));
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_barrier_init(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned int);
int pthread_barrier_wait(pthread_barrier_t *);
int pthread_barrier_destroy(pthread_barrier_t *);
int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_broadcast(pthread_cond_t *);
int omp_get_num_procs(void);
int omp_in_parallel(void);
void omp_set_dynamic(int);
extern int errno;
extern char *optarg;
extern int optind, opterr, optopt;
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
void omp_set_num_threads(int);
double omp_get_wtime(void);
}
