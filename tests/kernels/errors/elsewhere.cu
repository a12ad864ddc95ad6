//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Host declarations with errors, and kernels that only use the same names for their own things.
unknown::table data;
typedef unknown::string Text;
struct Options {
    typedef unknown::string T;
    static unknown::string Name;
    int size;
    int scaled() { return unknown::scale(size); }
};
template <class T> __global__ void of_template(T *data, const Options *options) {
    data[threadIdx.x] = options[threadIdx.x].size; // Text and data of the host
}
template __global__ void of_template<float>(float *, const Options *);
__global__ void with_member(Options *options, int Name) { options[threadIdx.x].size = Name; }
