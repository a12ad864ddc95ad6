//@ revisions: good any bad
//[good]@ verdict: races=proved
//[any]@ verdict: races=unusual-launch
//[bad]@ verdict: races=refuted
// Channels of one tensor before or behind those of another.
// any: Numbers of channels may be negative.
// bad: The other channels are not counted.
#ifdef any
#else
//@ requires CA >= 1 && CB >= 1
#endif
__global__ void concatenate(const float *a, float *out, int N, int CA, int CB, int S, int first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * CA * S) return;
  int s = i % S, c = (i / S) % CA, n = i / (S * CA);
  int channel = first ? c : c + CB;
#ifdef bad
  out[(n + channel) * S + s] = a[i]; //[bad]~ ERROR race
#else
  out[(n * (CA + CB) + channel) * S + s] = a[i]; //[any]~ ERROR race
#endif
}
