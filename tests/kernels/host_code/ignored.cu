//@ flags: --ignore-host
//@ verdict: races=unusual-launch divergence=proved
// Right for the launch in the file, and that does not count here: greater blocks are as unusual as where there is no launch.
__global__ void k(int *a) {
  a[blockIdx.x * 256 + threadIdx.x] = blockIdx.x; //~ ERROR race
}
int main() { k<<<8, 256>>>(nullptr); }
