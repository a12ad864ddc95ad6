//@ flags: --block 64 --grid 1
//@ verdict: assertions=refuted
// Every result that the documents allow fails these.
__global__ void exponential() { assert(expf(1.0f) < 2.7f); }                                 //~ ERROR assert
__global__ void directed() { assert(__fdiv_rd(1.0f, 3.0f) == __fdiv_ru(1.0f, 3.0f)); }       //~ ERROR assert
__global__ void fast() { assert(__fdividef(6.0f, 2.0f) > 3.1f); }                            //~ ERROR assert
__global__ void fused() { float x = 1.0000001f, p = x * x; assert(p - 1.0f > 1.0f); }        //~ ERROR assert
__global__ void bucket(int *p) { p[threadIdx.x] = 0; assert((int)(logf(20.0f)) == 2 && sqrtf(2.0f) < 1.5f && (int)sinf(0.5f)); }   //~ ERROR assert
