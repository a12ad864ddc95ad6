//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Windows of an image become columns; two loops move the pointer.
// bad: The step leads to the next row of the same place in the window.
__global__ void columns(const int n, const float *image, const int H, const int W, const int size, const int pad,
                        const int stride, const int HC, const int WC, float *out) {
  for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < n; index += blockDim.x * gridDim.x) {
    int w = index % WC, rest = index / WC;
    int h = rest % HC, channel = rest / HC;
    int y0 = h * stride - pad, x0 = w * stride - pad;
    float *to = out;
    to += (channel * size * size * HC + h) * WC + w;
    const float *from = image;
    from += (channel * H + y0) * W + x0;
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) {
        int y = y0 + i, x = x0 + j;
        *to = (y >= 0 && x >= 0 && y < H && x < W) ? from[i * W + j] : 0; //[bad]~ ERROR race
#ifdef bad
        to += WC;
#else
        to += HC * WC;
#endif
      }
    }
  }
}
