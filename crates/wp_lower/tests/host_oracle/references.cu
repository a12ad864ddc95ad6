// References and lvalues in every form: a store through one must not get lost in a copy.

struct Box { int a, b; int cells[3]; };
struct Holder { int &r; int *p; };

__device__ int &at(Box &b, int i) { return b.cells[i]; }
__device__ int &smaller(int &a, int &b) {
    if (a < b) return a;
    return b;
}
__device__ void set(int &r, int v) { r = v; }
__device__ void twice(int &r) {
    int &same = r;
    same *= 2;
    set(r, same + 1);
}
__device__ const int &peek(const int &v) { return v; }

__global__ void assignments_as_lvalues(const int *in, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[g] & 15, y = 2, z = 3;
    (x += 2) = 7 + g;
    ++(++y);
    (z = x)++;
    int &r = (y = z);
    r += 4;
    int &s = ++x;
    s *= 3;
    (x, z) = 9;
    int *p = &(y -= 1);
    *p += 100;
    out[4 * g] = x;
    out[4 * g + 1] = y;
    out[4 * g + 2] = z;
    out[4 * g + 3] = r + s;
}

__global__ void bound_to_variables(const int *in, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[g], y = g;
    int &r = x;
    const int &c = x;
    r = 5;
    int before = c;
    x = 6;
    int &s = smaller(x, y);
    s = 100;
    set(smaller(r, y), 50);
    twice(r);
    int *p = &r;
    *p += 1;
    out[4 * g] = x * 1000 + before;
    out[4 * g + 1] = y;
    out[4 * g + 2] = peek(x) + peek(3);
    out[4 * g + 3] = r - c;
}

__global__ void bound_by_condition(const int *in, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[g] & 15, y = 7;
    int &r = x > y ? x : y;
    r += 100;
    x++;
    out[2 * g] = x * 1000 + y;
    out[2 * g + 1] = r;
}

__global__ void address_by_condition(const int *in, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[g] & 15, y = 7;
    int *p = &(x > y ? x : y);
    *p += 100;
    set(in[g] & 1 ? x : y, -1);
    out[2 * g] = x * 1000 + y;
    out[2 * g + 1] = *p;
}

__global__ void stored_by_condition(const int *in, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int x = 1, y = 2;
    (in[g] & 1 ? x : y) = 10;
    (in[g] & 2 ? out[2 * g] : y) = 20;
    (in[g] & 2 ? y : out[2 * g]) = 30;
    (in[g] & 4 ? x : y)++;
    out[2 * g + 1] = x * 100 + y;
}

__global__ void members_and_elements(const int *in, Box *boxes, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    Box b = {1, 2, {3, 4, 5}};
    int &m = b.b;
    m = in[g];
    at(b, in[g] & 1) += 10;
    at(b, 2) = b.b;
    int &e = b.cells[in[g] & 1];
    e++;
    set(b.a, e);
    Box &other = boxes[g];
    other.a = 5;
    at(other, 1) = 6;
    at(boxes[g], 2) = at(other, 1) + 1;
    int &far = other.cells[in[g] & 1];
    far -= 50;
    Box copy = b;
    copy.a = 77;
    int(&cells)[3] = copy.cells;
    cells[1] = 88;
    out[4 * g] = b.a * 7 + b.b;
    out[4 * g + 1] = b.cells[0] * 10000 + b.cells[1] * 100 + b.cells[2];
    out[4 * g + 2] = copy.a + copy.cells[1] + copy.cells[2];
    out[4 * g + 3] = other.cells[0] + other.cells[2];
}

__global__ void references_in_structs(const int *in, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[g], v[3] = {1, 2, 3};
    Holder h = {x, v};
    h.r += 5;
    h.p[1] = h.r;
    *h.p = 9;
    Holder k = h;
    k.r--;
    k.p++;
    *k.p ^= 3;
    out[3 * g] = x;
    out[3 * g + 1] = v[0] * 3 + v[1];
    out[3 * g + 2] = *h.p;
}

__global__ void shared_references(const int *in, int *out) {
    __shared__ int cells[32];
    __shared__ Box box;
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int &mine = cells[threadIdx.x];
    mine = in[g];
    if (threadIdx.x == 3) {
        Box &b = box;
        b.a = 11;
        set(b.cells[1], 22);
        int *p = &at(box, 2);
        *p = 33;
    }
    __syncthreads();
    int &next = cells[(threadIdx.x + 1) % 32];
    int v = next;
    __syncthreads();
    twice(mine);
    out[g] = mine + v + box.a + box.cells[1] * 100 + box.cells[2] * 10000;
}

__global__ void swapped_pointers(int *a, int *b, const int *in) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int *p = a + g, *q = b + g;
    int *&r = in[g] > 0 ? p : q;
    r += 64;
    *p = 1;
    *q = 2;
    for (int i = 0; i < (in[g] & 3); i++) {
        int *t = p;
        p = q;
        q = t;
    }
    *p += 10;
}

__global__ void vector_components(float4 *v, const int *in, float *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    float4 w = make_float4(1, 2, 3, 4);
    float &x = w.x;
    x = 10;
    float *y = &w.y;
    y[0] = 20;
    y[1] += 0.5f;
    float &z = v[g].z;
    z = w.z;
    float *cell = &v[g].x + (in[g] & 1);
    *cell = w.x;
    out[g] = w.x + w.y * 2 + w.z * 4 + w.w * 8;
}
