//@ flags: --block 1 --grid 1
//@ verdict: assertions=inconclusive
// A device may or may not satisfy these: the documents allow an error.
__global__ void last_bit() { assert(expf(1.0f) != 2.7182817f); }
__global__ void identity(float x) {
    float s = sinf(0.7f), c = cosf(0.7f);
    assert(s * s + c * c != 1.0f);
}
__global__ void intrinsic() { assert(__sinf(1.0f) < 0.84147096f); }
__global__ void bucket() { assert((int)(log2f(1023.99994f)) == 10); }
// The reciprocal of a value in a range, and what is stored in between.
__global__ void through_memory(float *p) {
    p[0] = rsqrtf(3.0f);
    float r = p[0] * p[0];
    assert(1.0f / r > 3.0f);
}
// Fused, the product is not rounded.
__global__ void fused() {
    float x = 1.0000001f;
    float p = x * x;
    assert(p - 1.0000002f == 0.0f);
}
