// Device functions of curand. Every state is opaque; a call reads and writes the state it is given.

#pragma once

struct curandDiscreteDistribution_st { int opaque; };
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

#define __WP_STATE(NAME, SIZE)                                                 \
  struct NAME { unsigned int opaque[SIZE]; };                                  \
  typedef struct NAME NAME##_t;                                                \
  __WP_FN unsigned int curand(NAME *state);                                    \
  __WP_FN float curand_uniform(NAME *state); __WP_FN double curand_uniform_double(NAME *state); \
  __WP_FN float curand_normal(NAME *state); __WP_FN double curand_normal_double(NAME *state); \
  __WP_FN float2 curand_normal2(NAME *state); __WP_FN double2 curand_normal2_double(NAME *state); \
  __WP_FN float curand_log_normal(NAME *state, float mean, float deviation);   \
  __WP_FN double curand_log_normal_double(NAME *state, double mean, double deviation); \
  __WP_FN float2 curand_log_normal2(NAME *state, float mean, float deviation); \
  __WP_FN double2 curand_log_normal2_double(NAME *state, double mean, double deviation); \
  __WP_FN unsigned int curand_poisson(NAME *state, double lambda);             \
  __WP_FN unsigned int curand_discrete(NAME *state, curandDiscreteDistribution_t distribution); \
  __WP_FN void skipahead(unsigned long long n, NAME *state);                   \
  __WP_FN void skipahead_sequence(unsigned long long n, NAME *state);
__WP_STATE(curandStateXORWOW, 12)
__WP_STATE(curandStateMRG32k3a, 18)
__WP_STATE(curandStatePhilox4_32_10, 16)
__WP_STATE(curandStateMtgp32, 1032)
__WP_STATE(curandStateSobol32, 34)
__WP_STATE(curandStateScrambledSobol32, 35)
__WP_STATE(curandStateSobol64, 132)
__WP_STATE(curandStateScrambledSobol64, 134)
#undef __WP_STATE
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
struct mtgp32_kernel_params { unsigned int opaque[4]; };
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;

__WP_FN void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateXORWOW *state);
__WP_FN void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateMRG32k3a *state);
__WP_FN void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStatePhilox4_32_10 *state);
__WP_FN void curand_init(unsigned int *vectors, unsigned int offset, curandStateSobol32 *state);
__WP_FN void curand_init(unsigned int *vectors, unsigned int scramble, unsigned int offset, curandStateScrambledSobol32 *state);
__WP_FN void curand_init(unsigned long long *vectors, unsigned long long offset, curandStateSobol64 *state);
__WP_FN void curand_init(unsigned long long *vectors, unsigned long long scramble, unsigned long long offset, curandStateScrambledSobol64 *state);
__WP_FN unsigned long long curand_longlong(curandStateSobol64 *state);
__WP_FN unsigned int curand_mtgp32_specific(curandStateMtgp32 *state, unsigned char index, unsigned char n);
__WP_FN float curand_mtgp32_single(curandStateMtgp32 *state);
__WP_FN float curand_mtgp32_single_specific(curandStateMtgp32 *state, unsigned char index, unsigned char n);
__WP_FN uint4 curand4(curandStatePhilox4_32_10 *state);
__WP_FN float4 curand_uniform4(curandStatePhilox4_32_10 *state);
__WP_FN double2 curand_uniform2_double(curandStatePhilox4_32_10 *state);
__WP_FN float4 curand_normal4(curandStatePhilox4_32_10 *state);
__WP_FN float4 curand_log_normal4(curandStatePhilox4_32_10 *state, float mean, float deviation);
__WP_FN uint4 curand_poisson4(curandStatePhilox4_32_10 *state, double lambda);
__WP_FN uint4 curand_discrete4(curandStatePhilox4_32_10 *state, curandDiscreteDistribution_t distribution);
