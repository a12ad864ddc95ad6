//@ verdict: assertions=!refuted
// `fmodf` of vectors (helper_math.h) is the remainder of each element, with the sign of the dividend.
#include <cassert>
#include <helper_math.h>
__global__ void remainder() { float2 r = fmodf(make_float2(-5.5f, 1.0f), make_float2(2.0f, 1.0f)); assert(r.x == -1.5f); }
