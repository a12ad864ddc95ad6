//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved bounds=!refuted
// How long the array is only the host knows: neither a proof without an assumption nor a finding.
__global__ void k(int *a) { a[threadIdx.x] = 1; }
