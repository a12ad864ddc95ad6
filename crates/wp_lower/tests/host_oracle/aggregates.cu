// Aggregates: nested structs, arrays of structs, vectors, conversions between pointer types.

struct Vec3 {
    float x, y, z;
    __device__ Vec3 operator+(const Vec3 &o) const { return {x + o.x, y + o.y, z + o.z}; }
    __device__ Vec3 operator*(float f) const { return {x * f, y * f, z * f}; }
    __device__ float &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
};
__device__ Vec3 operator-(const Vec3 &a, const Vec3 &b) { return a + b * -1.0f; }
__device__ float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__global__ void vector_class(const float *in, float *out, Vec3 *cells) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    const Vec3 *points = (const Vec3 *)in;
    Vec3 p = points[g], q = {1.0f, 2.0f};
    Vec3 r = (p - q) * 2.0f + q;
    cells[g] = r;
    cells[g].y += dot(p, q);
    out[2 * g] = dot(r, cells[g]);
    out[2 * g + 1] = p.z;
}

__global__ void indexed_member(const int *a, float *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    Vec3 v = {1.0f, 2.0f, 3.0f};
    v[a[g] & 1] = 10.0f;
    v[2] += v[0];
    out[3 * g] = v.x;
    out[3 * g + 1] = v.y;
    out[3 * g + 2] = v.z;
}

struct Entry { int key; short weights[3]; unsigned char flag; };
struct Node { Entry entries[2]; Node *next; int count; };

__global__ void arrays_in_structs(const int *a, Entry *table, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    Entry e = {a[g], {1, 2}, (unsigned char)a[g + 1]};
    e.weights[a[g] & 1] -= 7;
    e.weights[2] = e.weights[0] * e.weights[1];
    table[g].key = e.key;
    for (int i = 0; i < 3; i++) table[g].weights[i] = e.weights[2 - i];
    table[g].flag = e.flag + 1;
    Entry *p = &table[g];
    short *w = p->weights;
    w[1]++;
    out[g] = p->weights[0] + p->weights[1] * 3 + (p->flag > 100) + (p == table + g);
}

__global__ void linked_nodes(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    Node first, second;
    first.next = &second;
    second.next = nullptr;
    first.count = a[g] & 7;
    second.count = 3;
    first.entries[1].key = 40;
    second.entries[1].key = 50;
    second.entries[0].weights[2] = a[g];
    int sum = 0;
    for (Node *n = &first; n; n = n->next) {
        sum = sum * 10 + n->count;
        n->count++;
        sum += n->entries[1].key;
    }
    out[g] = sum + first.count * 1000 + second.entries[0].weights[2];
}

__global__ void struct_arrays(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    struct Item { int id; char grade; } items[4];
    for (int i = 0; i < 4; i++) {
        items[i].id = a[g + i];
        items[i].grade = a[g + i] >> 4;
    }
    for (int i = 1; i < 4; i++)
        for (int j = i; j > 0 && items[j].grade < items[j - 1].grade; j--) {
            Item t = items[j];
            items[j] = items[j - 1];
            items[j - 1] = t;
        }
    Item *best = &items[a[g] & 3];
    best->grade = 1;
    out[2 * g] = items[0].id ^ items[3].id;
    out[2 * g + 1] = items[0].grade + items[1].grade * 3 + items[2].grade * 5;
}

__global__ void cuda_vectors(const float4 *in, float4 *out, int2 *cells) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[g], w = make_float4(1, v.x, 2, v.w);
    float *f = &w.x;
    f[2] = v.y;
    v.z = w.z - f[1];
    int2 c = make_int2((int)v.x, g), d[2] = {c, {3, 4}};
    d[1].y += d[0].x;
    cells[2 * g] = d[1];
    cells[2 * g + 1] = c.x > 0 ? d[0] : d[1];
    out[2 * g] = v;
    out[2 * g + 1] = w;
}

__global__ void void_pointers(int *a, unsigned char *raw, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    void *p = raw + 32 * g;
    int *i = static_cast<int *>(p);
    i[0] = a[g];
    *((short *)p + 3) = n;
    *(long long *)((char *)p + 8) = (long long)a[g] * n;
    double *d = (double *)(raw + 32 * g + 16);
    *d = a[g] * 0.25;
    raw[32 * g + 24] = *((unsigned char *)d + 7);
    const void *q = a + g;
    a[g] = *(const int *)q + (p != nullptr) + !p;
}

__global__ void struct_of_pointers(int *a, int *b, const int *c) {
    struct View { int *base; int stride; __device__ int &at(int i) const { return base[i * stride]; } };
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    View u = {a + g, 64}, v = {b + 2 * g, 1};
    View w = c[g] & 1 ? u : v;
    u.at(1) = c[g];
    v.at(1) = c[g] + 1;
    w.at(0) = 99;
    if (c[g] & 2) w.base = u.base + 128;
    w.at(0)++;
}
