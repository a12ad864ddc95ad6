//@ kernel: octal proved
//@ kernel: octal_as_decimal refuted
//@ kernel: rounded_once proved
//@ kernel: rounded_twice unproved
// Constants of specifications are those of C: a zero in front makes them octal, `f` rounds them once.

//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> a[i] == 010 && a[i] == 0x8;
__global__ void octal(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 010; }

//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> a[i] == 010;
__global__ void octal_as_decimal(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 10; }

//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> a[i] == 1.00000005960464477539062500001f;
__global__ void rounded_once(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1.00000005960464477539062500001f; }

// Rounded to double precision first, the constant of the clause would be this one.
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> a[i] == 1.00000005960464477539062500001f;
__global__ void rounded_twice(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f; }
