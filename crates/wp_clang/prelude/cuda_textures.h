// Texture and surface references and objects. Fetches are declared templates; their result type is the texel type, or
// floats of the same length for normalised reading.

#pragma once

enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureAddressMode { cudaAddressModeWrap = 0, cudaAddressModeClamp = 1, cudaAddressModeMirror = 2, cudaAddressModeBorder = 3 };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };
enum cudaSurfaceFormatMode { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 };
enum cudaChannelFormatKind { cudaChannelFormatKindSigned = 0, cudaChannelFormatKindUnsigned = 1, cudaChannelFormatKindFloat = 2, cudaChannelFormatKindNone = 3 };
enum cudaResourceType { cudaResourceTypeArray = 0, cudaResourceTypeMipmappedArray = 1, cudaResourceTypeLinear = 2, cudaResourceTypePitch2D = 3 };

#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
#define cudaTextureTypeCubemap 12
#define cudaTextureType1DLayered 241
#define cudaTextureType2DLayered 242
#define cudaSurfaceType1D 1
#define cudaSurfaceType2D 2
#define cudaSurfaceType3D 3

struct cudaArray;
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
struct cudaMipmappedArray;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
struct cudaChannelFormatDesc { int x, y, z, w; enum cudaChannelFormatKind f; };
struct textureReference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
};
struct surfaceReference { struct cudaChannelFormatDesc channelDesc; };
struct cudaResourceDesc {
  enum cudaResourceType resType;
  union {
    struct { cudaArray_t array; } array;
    struct { cudaMipmappedArray_t mipmap; } mipmap;
    struct { void *devPtr; struct cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
    struct { void *devPtr; struct cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
  } res;
};
struct cudaTextureDesc {
  enum cudaTextureAddressMode addressMode[3];
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
};
struct cudaResourceViewDesc { int format; size_t width, height, depth; };
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

template <class T, int dimensions = 1, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
  __WP_FN texture(int normalized = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint, enum cudaTextureAddressMode address = cudaAddressModeClamp);
  __WP_FN texture(int normalized, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address, struct cudaChannelFormatDesc description);
};
template <class T, int dimensions = 1>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {
  __WP_FN surface();
};

template <class T, enum cudaTextureReadMode mode> struct __wp_texel { typedef T type; };
#define __WP_NORMALIZED(NAME, TYPE)                                                                    \
  template <> struct __wp_texel<TYPE, cudaReadModeNormalizedFloat> { typedef float type; };            \
  template <> struct __wp_texel<NAME##1, cudaReadModeNormalizedFloat> { typedef float1 type; };        \
  template <> struct __wp_texel<NAME##2, cudaReadModeNormalizedFloat> { typedef float2 type; };        \
  template <> struct __wp_texel<NAME##4, cudaReadModeNormalizedFloat> { typedef float4 type; };
__WP_NORMALIZED(char, signed char) __WP_NORMALIZED(uchar, unsigned char) __WP_NORMALIZED(short, short) __WP_NORMALIZED(ushort, unsigned short)
template <> struct __wp_texel<char, cudaReadModeNormalizedFloat> { typedef float type; };
#undef __WP_NORMALIZED

// One fetch: of a reference, of an object by value, and of an object through a pointer.
#define __WP_FETCH(NAME, KIND, ...)                                                                    \
  template <class T, enum cudaTextureReadMode M>                                                       \
  __WP_FN typename __wp_texel<T, M>::type NAME(const texture<T, KIND, M> &reference, __VA_ARGS__);     \
  template <class T> __WP_FN T NAME(cudaTextureObject_t object, __VA_ARGS__);                          \
  template <class T> __WP_FN void NAME(T *result, cudaTextureObject_t object, __VA_ARGS__);
__WP_FETCH(tex1Dfetch, 1, int x)
__WP_FETCH(tex1D, 1, float x)
__WP_FETCH(tex2D, 2, float x, float y)
__WP_FETCH(tex3D, 3, float x, float y, float z)
__WP_FETCH(tex1DLayered, 241, float x, int layer)
__WP_FETCH(tex2DLayered, 242, float x, float y, int layer)
__WP_FETCH(texCubemap, 12, float x, float y, float z)
__WP_FETCH(tex1DLod, 1, float x, float level)
__WP_FETCH(tex2DLod, 2, float x, float y, float level)
__WP_FETCH(tex3DLod, 3, float x, float y, float z, float level)
__WP_FETCH(tex2Dgather, 2, float x, float y, int component = 0)
#undef __WP_FETCH

// Surface reads and writes address the first coordinate in bytes.
#define __WP_SURFACE(SUFFIX, KIND, ...)                                                                \
  template <class T> __WP_FN T surf##SUFFIX##read(const surface<void, KIND> &reference, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
  template <class T> __WP_FN void surf##SUFFIX##read(T *result, const surface<void, KIND> &reference, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
  template <class T> __WP_FN void surf##SUFFIX##write(T value, const surface<void, KIND> &reference, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
  template <class T> __WP_FN T surf##SUFFIX##read(cudaSurfaceObject_t object, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
  template <class T> __WP_FN void surf##SUFFIX##read(T *result, cudaSurfaceObject_t object, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
  template <class T> __WP_FN void surf##SUFFIX##write(T value, cudaSurfaceObject_t object, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);
__WP_SURFACE(1D, 1, int x)
__WP_SURFACE(2D, 2, int x, int y)
__WP_SURFACE(3D, 3, int x, int y, int z)
__WP_SURFACE(1DLayered, 241, int x, int layer)
__WP_SURFACE(2DLayered, 242, int x, int y, int layer)
#undef __WP_SURFACE
