//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=unsupported
// A destructor for the host alone does not run on the device, where the argument is a copy of the bytes.
struct Buffer {
    int *data;
    Buffer(int n) { cudaMalloc(&data, n * sizeof(int)); }
#ifdef bad
    __host__ __device__ ~Buffer() { data[0] = 1; }
#else
    ~Buffer() { cudaFree(data); }
#endif
};
__global__ void k(Buffer b) { b.data[threadIdx.x] = 1; }
