// Control flow: loops, switch, early exits, evaluation order of short-circuit operators.

__global__ void nested_breaks(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        if ((a[g] >> i) & 1) continue;
        for (int j = i; j < 10; j += 2) {
            if (j == (a[g] & 15)) break;
            if (j % 3 == 0) continue;
            sum += i * 16 + j;
        }
        if (sum > 400) break;
        sum ^= i;
    }
    out[g] = sum;
}

__global__ void while_and_do(const unsigned *a, unsigned *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = a[g] & 1023, steps = 0;
    while (x > 1 && steps < 40) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        ++steps;
    }
    unsigned y = a[g], digits = 0;
    do {
        y /= 10;
        digits++;
        if (digits == 7) continue;
        digits += 16;
    } while (y);
    out[2 * g] = steps * 65536 + x;
    out[2 * g + 1] = digits;
}

__global__ void switch_fall_through(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int r = 1;
    switch (a[g] % 7) {
    case 0: r += 1;
    case 1: r *= 10; break;
    case -3:
    case 3: r = 33;
    default: r += 7;
    case 5: r -= 2; break;
    case 6: {
        int r = 5;
        r++;
        out[g] = r;
        return;
    }
    }
    out[g] = r;
}

__global__ void switch_in_loop(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int r = 0;
    for (int i = 0; i < 16; i++) {
        switch ((a[g] >> (2 * i)) & 3) {
        case 0: continue;
        case 1: r += i; break;
        case 2:
            if (r > 40) break;
            r *= 2;
            break;
        default:
            for (int j = 0; j < i; j++) {
                if (j == 4) break;
                r++;
            }
        }
        r = r * 3 % 1009;
    }
    out[g] = r;
}

__global__ void short_circuit(const int *a, const int *b, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int calls = 0;
    int x = a[g] & 3, y = b[g] & 3;
    bool both = x && (calls++, y > 1);
    bool any = !x || (calls += 10, y == 0) || ++calls > 5;
    int z = (x == 2 && y == 2) ? (calls += 100, 1) : (x > y ? 2 : 3);
    int d = y != 0 && x / y == 1;
    out[4 * g] = calls;
    out[4 * g + 1] = both * 2 + any;
    out[4 * g + 2] = z;
    out[4 * g + 3] = d;
}

__global__ void guarded_loads(const int *a, const int *index, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int i = index[g];
    out[g] = (i >= 0 && i < 256 && a[i] > 0) ? a[i] : i < 0 ? -1 : a[i & 255] / 2;
}

__global__ void comma_and_ternary(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int i, j, s = 0;
    for (i = 0, j = 20; i < j; i += 3, j--, s += i) {
        if (a[g] & (1 << i)) s += 100;
    }
    int k = (i++, j--, i * j);
    (a[g] > 0 ? i : j) = 77;
    out[2 * g] = s + k;
    out[2 * g + 1] = i * 1000 + j;
}

__device__ int classify(int v) {
    if (v < 0) return -1;
    for (int i = 0; i < 20; i++) {
        if (v == i * i) return i;
        if (v < i * i) {
            if (v & 1) return 100 + i;
            break;
        }
    }
    return v > 1000 ? 1000 : 0;
}

__global__ void early_return(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[g] = classify(a[g] & 511) + 7 * classify(a[g]) + classify(classify(g) - 1);
    if (a[g] & 1) return;
    while (true) {
        if (out[g] > 5000) return;
        if (out[g] < -5000) break;
        out[g] += out[g] >= 0 ? 999 : -999;
    }
    out[g] = 1;
}

__device__ int shadow_a(int x) {
    int pos = x * 2;
    {
        int pos = x + 1;
        x += pos;
    }
    return pos + x;
}
__device__ int shadow_b(int pos) {
    int x = shadow_a(pos + 1);
    for (int pos = 0; pos < 3; pos++) x += pos;
    return x - pos;
}

__global__ void shadowed_names(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int pos = a[g] & 255, x = 3;
    int r = shadow_b(shadow_a(pos) + x);
    if (int pos = r & 7) r += pos;
    out[2 * g] = r;
    out[2 * g + 1] = pos * 1000 + x;
}

__global__ void odd_loops(const unsigned *a, unsigned *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned n = a[g] & 31, sum = 0;
    for (unsigned i = n - 1; i < n; i--) sum = sum * 3 + i;
    for (int s = 1; s <= 64; s *= 2) sum ^= s * n;
    for (int s = 100; s; s /= 2) sum += s;
    for (unsigned m = a[g]; m; m &= m - 1) sum += 5;
    for (int i = 12; i != 0; i -= 3) sum ^= sum << (i & 3);
    int k = n;
    while (k--) sum++;
    for (;;) {
        if (sum < 1000000) break;
        sum /= 7;
    }
    out[g] = sum;
}
