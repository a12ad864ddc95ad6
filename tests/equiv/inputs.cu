//@ equiv: halved shifted => different
//@ equiv: negative never => different
//@ equiv: great never => different
//@ equiv: doubled same => different
//@ equiv: below never_float => different
//@ equiv: added added_without_test => different
//@ equiv: halved shifted --block 1 --set n=1 => different
//@ equiv: only_threes three => unknown
//@ equiv: only_threes three --block 4 --set n=4 => unknown
//@ equiv: not_negative same_numbers --block 4 --set n=4 => unknown
//@ equiv: not_negative negated --block 4 --set n=4 => different
//@ equiv: negated,not_negative negated --block 4 --set n=4 => unknown
//@ equiv: negated,not_negative negated => unknown
//@ equiv: moved(q=b,b=q) not_moved --block 4 --set n=4 => unknown
// Contents that show a difference: of either sign, at the ends of their types, none at all; and those that preconditions exclude.

__global__ void halved(int *o, const short *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = p[i] / 2; }
__global__ void shifted(int *o, const short *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = p[i] >> 1; }
__global__ void negative(int *o, const short *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; o[i] = p[i] < 0 ? 1 : 0; }
__global__ void great(int *o, const short *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; o[i] = p[i] > 200 ? 1 : 0; }
__global__ void never(int *o, const short *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; o[i] = 0; }
__global__ void doubled(unsigned *o, const unsigned *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; o[i] = p[i] * 2u / 2u; }
__global__ void same(unsigned *o, const unsigned *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; o[i] = p[i]; }
__global__ void below(float *o, const float *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; o[i] = p[i] < 0.f ? 1.f : 0.f; }
__global__ void never_float(float *o, const float *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; o[i] = 0.f; }
// Different where n is 0 only.
__global__ void added(int *o, const int *p, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int s = 0;
        for (int i = 0; i < n; i++) s += p[i];
        o[0] = s;
    }
}
__global__ void added_without_test(int *o, const int *p, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int s = p[0];
        for (int i = 1; i < n; i++) s += p[i];
        o[0] = s;
    }
}

// Runs that a precondition with quantifiers excludes show nothing. Proofs do without it.
//@ requires \forall integer i; 0 <= i < n ==> a[i] == 3;
__global__ void only_threes(int *o, const int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = a[i]; }
__global__ void three(int *o, const int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = 3; }
//@ requires \forall integer i; 0 <= i < n ==> a[i] >= 0;
__global__ void not_negative(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = a[i] < 0 ? -a[i] : a[i]; }
__global__ void same_numbers(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = a[i]; }
__global__ void negated(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = -a[i]; }
// Arguments give parameters other ids.
//@ requires \forall integer i; 0 <= i < n ==> b[i] == 3;
__global__ void moved(int *o, const int *b, const int *q, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = b[i]; }
__global__ void not_moved(int *o, const int *b, const int *q, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = 3; }
