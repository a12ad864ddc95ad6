//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// Each tile of positions is stored, read by all, and released by a second barrier.
__global__ void k(const float4 *pos, float4 *acc, int tiles) {
    __shared__ float4 s[64];
    int t = threadIdx.x, g = blockIdx.x * 64 + t;
    float4 me = pos[g];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int i = 0; i < tiles; i++) {
        s[t] = pos[i * 64 + t];
        __syncthreads();
        for (int j = 0; j < 64; j++) {
            float dx = s[j].x - me.x, dy = s[j].y - me.y, dz = s[j].z - me.z;
            float f = s[j].w / (dx * dx + dy * dy + dz * dz + 0.01f);
            ax += f * dx; ay += f * dy; az += f * dz;
        }
        __syncthreads();
    }
    acc[g] = make_float4(ax, ay, az, 0.0f);
}
