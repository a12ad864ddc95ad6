// Handles, descriptors and enumerations of libraries that host code calls beside kernels, so that functions with such
// parameters are read. Functions of these libraries are not declared: a call is an error of its function alone.

#pragma once

#define __WP_HANDLES(F) \
  F(cublasLt) F(cudnn) F(cusolverDn) F(cusolverSp) F(cusparse) F(cutensor) F(nvjpeg)
#define __WP_HANDLE(NAME) typedef struct NAME##Context *NAME##Handle_t;
__WP_HANDLES(__WP_HANDLE)
#undef __WP_HANDLE
#undef __WP_HANDLES
typedef int cusolverStatus_t;
typedef int cusparseStatus_t;
typedef int cutensorStatus_t;

// Types of numbers, for all libraries.
typedef enum cudaDataType_t {
  CUDA_R_32F = 0, CUDA_R_64F = 1, CUDA_R_16F = 2, CUDA_R_8I = 3, CUDA_C_32F = 4, CUDA_C_64F = 5, CUDA_C_16F = 6, CUDA_C_8I = 7,
  CUDA_R_8U = 8, CUDA_C_8U = 9, CUDA_R_32I = 10, CUDA_C_32I = 11, CUDA_R_32U = 12, CUDA_R_16BF = 14, CUDA_C_16BF = 15,
  CUDA_R_4I = 16, CUDA_R_16I = 20, CUDA_R_64I = 24, CUDA_R_8F_E4M3 = 28, CUDA_R_8F_E5M2 = 29
} cudaDataType;

// cuBLAS.
typedef enum {
  CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15, CUBLAS_STATUS_LICENSE_ERROR = 16
} __wp_cublas_status;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_CONJG = 3 } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
  CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_ALGO0_TENSOR_OP = 100
} cublasGemmAlgo_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;

// cuBLASLt.
typedef struct __wp_cublas_lt_desc *cublasLtMatmulDesc_t;
typedef struct __wp_cublas_lt_layout *cublasLtMatrixLayout_t;
typedef struct __wp_cublas_lt_transform *cublasLtMatrixTransformDesc_t;
typedef struct __wp_cublas_lt_preference *cublasLtMatmulPreference_t;
typedef struct { unsigned long long data[8]; } cublasLtMatmulAlgo_t;
typedef struct {
  cublasLtMatmulAlgo_t algo; size_t workspaceSize; cublasStatus_t state; float wavesCount; int reserved[4];
} cublasLtMatmulHeuristicResult_t;
typedef enum {
  CUBLASLT_EPILOGUE_DEFAULT = 1, CUBLASLT_EPILOGUE_RELU = 2, CUBLASLT_EPILOGUE_BIAS = 4, CUBLASLT_EPILOGUE_RELU_BIAS = 6,
  CUBLASLT_EPILOGUE_DRELU = 136, CUBLASLT_EPILOGUE_DRELU_BGRAD = 152, CUBLASLT_EPILOGUE_GELU = 32, CUBLASLT_EPILOGUE_GELU_BIAS = 36,
  CUBLASLT_EPILOGUE_GELU_AUX = 160, CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164, CUBLASLT_EPILOGUE_DGELU = 192,
  CUBLASLT_EPILOGUE_DGELU_BGRAD = 208, CUBLASLT_EPILOGUE_BGRADA = 256, CUBLASLT_EPILOGUE_BGRADB = 512
} cublasLtEpilogue_t;
typedef enum { CUBLASLT_ORDER_COL = 0, CUBLASLT_ORDER_ROW = 1 } cublasLtOrder_t;

// cuDNN.
typedef int cudnnStatus_t;
typedef struct __wp_cudnn_tensor *cudnnTensorDescriptor_t;
typedef struct __wp_cudnn_filter *cudnnFilterDescriptor_t;
typedef struct __wp_cudnn_convolution *cudnnConvolutionDescriptor_t;
typedef struct __wp_cudnn_activation *cudnnActivationDescriptor_t;
typedef struct __wp_cudnn_pooling *cudnnPoolingDescriptor_t;
typedef struct __wp_cudnn_dropout *cudnnDropoutDescriptor_t;
typedef struct __wp_cudnn_reduce *cudnnReduceTensorDescriptor_t;
typedef struct __wp_cudnn_rnn *cudnnRNNDescriptor_t;
typedef void *cudnnBackendDescriptor_t;
typedef enum { CUDNN_DATA_FLOAT = 0, CUDNN_DATA_DOUBLE = 1, CUDNN_DATA_HALF = 2, CUDNN_DATA_INT8 = 3, CUDNN_DATA_INT32 = 4, CUDNN_DATA_BFLOAT16 = 9 } cudnnDataType_t;
typedef enum { CUDNN_TENSOR_NCHW = 0, CUDNN_TENSOR_NHWC = 1 } cudnnTensorFormat_t;

// cuSPARSE.
typedef struct __wp_cusparse_matrix *cusparseMatDescr_t;
typedef struct __wp_cusparse_sparse *cusparseSpMatDescr_t;
typedef struct __wp_cusparse_dense *cusparseDnMatDescr_t;
typedef struct __wp_cusparse_vector *cusparseDnVecDescr_t;

// NCCL.
typedef struct ncclComm *ncclComm_t;
typedef struct { char internal[128]; } ncclUniqueId;
typedef enum {
  ncclSuccess = 0, ncclUnhandledCudaError = 1, ncclSystemError = 2, ncclInternalError = 3, ncclInvalidArgument = 4, ncclInvalidUsage = 5,
  ncclRemoteError = 6, ncclInProgress = 7
} ncclResult_t;
typedef enum {
  ncclInt8 = 0, ncclChar = 0, ncclUint8 = 1, ncclInt32 = 2, ncclInt = 2, ncclUint32 = 3, ncclInt64 = 4, ncclUint64 = 5, ncclFloat16 = 6,
  ncclHalf = 6, ncclFloat32 = 7, ncclFloat = 7, ncclFloat64 = 8, ncclDouble = 8, ncclBfloat16 = 9
} ncclDataType_t;
typedef enum { ncclSum = 0, ncclProd = 1, ncclMax = 2, ncclMin = 3, ncclAvg = 4 } ncclRedOp_t;

// Ranges of NVIDIA's tools.
extern "C" int nvtxRangePushA(const char *);
extern "C" int nvtxRangePop(void);
extern "C" void nvtxMarkA(const char *);
extern "C" void nvtxNameOsThreadA(unsigned int, const char *);
#define nvtxRangePush nvtxRangePushA
#define nvtxMark nvtxMarkA

// Files and folders.
typedef struct { size_t gl_pathc; char **gl_pathv; size_t gl_offs; } glob_t;
typedef struct __wp_dirstream DIR;
struct dirent { unsigned long d_ino; unsigned char d_type; char d_name[256]; };
extern "C" DIR *opendir(const char *);
extern "C" struct dirent *readdir(DIR *);
extern "C" int closedir(DIR *);
