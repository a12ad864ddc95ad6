//@ flags: --block 1 --grid 1
//@ verdict: assertions=!refuted
// All of these hold on every device.
__global__ void directed(float x) {
    assert(__frcp_rd(3.0f) < __frcp_ru(3.0f) && __fsqrt_rz(2.0f) <= __fsqrt_rn(2.0f) && __fadd_ru(1.0f, 1e-30f) > 1.0f);
    assert(__fmaf_rd(1.0f, 1.0f, -1e-30f) < 1.0f && __dmul_rz(1e308, 10.0) < 1.0 / 0.0 && __dadd_rd(1.0, -1e-300) < 1.0);
    assert(__int2float_rz(16777217) == 16777216.0f && __int2float_ru(16777217) == 16777218.0f);
    assert(__double2float_rd(0.1) < __double2float_ru(0.1));
}
__global__ void of_pi() {
    float s, c;
    sincospif(2.5f, &s, &c);
    assert(s == 1.0f && c == 0.0f && sinpif(-3.0f) == 0.0f && cospif(7.0f) == -1.0f && sinpi(1e10) == 0.0);
}
__global__ void scaled() { assert(ldexpf(1e-30f, 150) > 1e15f && ldexp(1e-300, 1100) < 1e40 && ldexp(1e300, -1100) > 0.0); }
__global__ void divided() { assert(__fdividef(3e37f, 1.5e38f) == 0.0f && __fdividef(6.0f, 2.0f) > 2.9f); }
__global__ void bounded(float x) { assert(expf(-200.0f) >= 0.0f && fabsf(sinf(1e5f)) <= 1.0f && tanhf(50.0f) <= 1.0f); }
