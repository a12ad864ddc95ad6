//@ flags: --block 4 --grid 1
//@ verdict: races=proved divergence=proved
// Four threads, four components of one vector: disjoint bytes.
__global__ void k(float4 *a) {
    switch (threadIdx.x) {
    case 0: a[0].x = 1.0f; break;
    case 1: a[0].y = 2.0f; break;
    case 2: a[0].z = 3.0f; break;
    case 3: a[0].w = 4.0f; break;
    }
}
