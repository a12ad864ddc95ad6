// The launch sets the sizes to constants, so that the findings do not speak of the parameters that bound the contents.
//@ kernel: loss bounds=depends-on-contents
//@ kernel: next_loss bounds=refuted
__global__ void loss(float *losses, const float *logits, const int *targets, int T, int V) {
  int i = blockIdx.x;
  if (threadIdx.x == 0) losses[i] = logits[i * V + targets[i]]; //~ ERROR bounds
}
__global__ void next_loss(float *losses, const float *logits, const int *targets, int T, int V) {
  int i = blockIdx.x + 1;
  if (threadIdx.x == 0) losses[i] = logits[i * V + targets[i]]; //~ ERROR bounds
}
int main() {
  int B = 8, T = 1024, V = 50257;
  float *losses, *logits;
  int *targets;
  cudaMalloc(&losses, B * T * sizeof(float));
  cudaMalloc(&logits, B * T * V * sizeof(float));
  cudaMalloc(&targets, B * T * sizeof(int));
  loss<<<B * T, 64>>>(losses, logits, targets, T, V);
  next_loss<<<B * T, 64>>>(losses, logits, targets, T, V);
}
