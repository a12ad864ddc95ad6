// Memory: pointers, arrays, structs, views of other element sizes.

struct Inner { short s; char c; };
struct Outer { char tag; Inner in[2]; int value; double d; };
struct Pair { int a, b; };

__global__ void pointer_arithmetic(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    const int *p = a + g, *q = &a[200];
    int sum = *p++;
    sum += *p;
    p += 3;
    sum += p[-1] - p[1];
    sum += *--p;
    sum += (int)(q - p) * 7 + (p < q) + (q >= a + 200) * 2;
    int *w = out + 4 * g;
    *w++ = sum;
    *w = 1[a];
    w[1] = *(a + 5) + *(g + a);
    *(w + 2) = p == a + g + 3;
}

__global__ void pointer_selection(int *a, int *b, const int *c) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int *p = c[g] & 1 ? a : b;
    int *end = p + g + 3;
    for (int *q = p + g; q != end; q++)
        if (q == p + g + 1) {
            p = c[g] & 2 ? a + 64 : b;
            break;
        }
    p[g] = c[g];
    if (c[g] & 4) {
        int *t = p;
        p = a;
        a = t;
    }
    a[g + 128] = c[g] + 1;
}

__global__ void struct_members(Outer *items, const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    Outer *o = items + g;
    o->tag = a[g];
    o->in[g & 1].s = a[g] >> 3;
    o->in[1 - (g & 1)].c += 3;
    o->value = o->in[0].s * 2 + (*o).in[1].c + o->tag;
    o->d = o->value * 0.5;
    out[g] = (int)((char *)&o->value - (char *)o) + (int)sizeof(Outer) * 100 + (int)((char *)&o->in[1].c - (char *)items);
}

__device__ Pair rotate(Pair p) {
    Pair q = {p.b, p.a};
    p.a = 99;
    return q;
}

__global__ void struct_values(const Pair *in, Pair *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    Pair p = in[g], q;
    q = rotate(p);
    p = rotate(rotate(q));
    Pair both[2] = {p, {q.a, 5}};
    both[g & 1].b += 1;
    Pair *r = &both[1];
    r->a ^= 3;
    out[2 * g] = both[0];
    out[2 * g + 1] = *r;
}

__global__ void local_arrays(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int v[8] = {1, 2, 3}, m[3][4] = {{1}, {2, 3}};
    for (int i = 3; i < 8; i++) v[i] = a[g] + i * v[i - 1];
    v[a[g] & 7] += 1000;
    m[2][a[g] & 3] = 9;
    m[(a[g] >> 2) & 1][2] = v[(a[g] >> 3) & 7];
    int s = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) s = s * 5 + m[i][j];
    int *flat = &m[0][0];
    out[2 * g] = s + v[7];
    out[2 * g + 1] = flat[(a[g] >> 5) & 7] + v[2] + v[5];
}

__global__ void byte_views(int *a, unsigned char *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char *c = (unsigned char *)a;
    short *s = reinterpret_cast<short *>(a);
    out[3 * g] = c[4 * g + 2];
    c[4 * g + 1] = 7;
    s[2 * g + 1] += 300;
    out[3 * g + 1] = a[g] >> 8;
    out[3 * g + 2] = ((char *)(a + g))[3];
}

__global__ void local_views(const unsigned *a, unsigned *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned w[2] = {a[g], 0};
    unsigned char *b = (unsigned char *)w;
    for (int i = 0; i < 4; i++) b[7 - i] = b[i];
    unsigned short *h = (unsigned short *)(b + 2);
    *h ^= 0x0ff0;
    out[2 * g] = w[0];
    out[2 * g + 1] = w[1];
}

__global__ void vector_views(float *a, float4 *v, int2 *w) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    float4 q = ((float4 *)a)[g];
    q.x += q.w;
    v[g] = q;
    v[g].y = 2.5f;
    ((float4 *)a)[g] = make_float4(q.z, q.y, q.x, 1.0f);
    w[g] = make_int2(w[g].y, w[g].x + (int)sizeof(float4));
    int *y = &w[g].y;
    *y += 1;
}

__constant__ const int table[6] = {3, 1, 4, 1, 5, 9};
__device__ const short grid_table[2][3] = {{1, 2, 3}, {-4, -5, -6}};

__global__ void constant_tables(const unsigned *a, int *out) {
    static const int local_table[3] = {10, 20, 30};
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[g] = table[a[g] % 6] + local_table[a[g] % 3] * grid_table[(a[g] >> 4) & 1][a[g] % 3];
}

__global__ void two_dimensional_pointers(int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int(*rows)[4] = (int(*)[4])a;
    rows[g][2] = g;
    int *row = rows[g];
    row[3] = row[2] + rows[g][0];
    out[g] = *(*(rows + g) + 3) + (int)(&rows[g][1] - a);
}
