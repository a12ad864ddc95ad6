// Names of objects and of their parts: structured bindings, captures, members of reference type, bases, constructors
// that call others.

struct Pair { int x, y; };
struct Left {
    int left;
    __device__ Left(int v) : left(v) {}
    __device__ void add(int v) { left += v; }
};
struct Right {
    int right;
    char tail;
    __device__ Right(int v, char t = 3) : right(v), tail(t) {}
    __device__ explicit Right(int &counted, int) : Right(counted++, 1) { right *= 2; }
};
struct Both : Left, Right {
    using Right::Right;
    char more = 5;
    __device__ Both(int l, int r, int) : Left(l), Right(r) {}
    __device__ Both(const Pair &p) : Both(p.x, p.y, 0) { more++; }
};
struct Heir : Right {
    using Right::Right;
    int own = right + 1;
};
struct View {
    int &at;
    const int &by;
    __device__ View(int &a, const int &b) : at(a), by(b) {}
    __device__ int step() { return at += by; }
};
__device__ int total(const Right &r) { return r.right * 10 + r.tail; }

__global__ void structured(const int *in, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    Pair p{in[g] & 63, g};
    auto [x, y] = p;
    auto &[u, v] = p;
    u += y;
    v -= x;
    int cells[3] = {g, in[g] & 7, 2};
    auto [a, b, c] = cells;
    auto &[d, e, f] = cells;
    e += a;
    f = c + b;
    int sum = 0;
    Pair pairs[2] = {p, {x, y}};
    for (auto [s, t] : pairs) sum += s * 3 + t;
    for (auto &[s, t] : pairs) s = t;
    out[2 * g] = p.x * 1000 + p.y + sum;
    out[2 * g + 1] = cells[1] * 100 + cells[2] + d + pairs[0].x;
}

__global__ void captures(const int *in, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int k = in[g] & 31, cells[2] = {k, g};
    auto f = [k = k + 1, &r = k, cells](int by) mutable {
        r += by;
        cells[0] += k++;
        return cells[0] + cells[1];
    };
    cells[1] = 77;
    int first = f(2), second = f(3);
    auto at = [&](int i) -> int & { return cells[i & 1]; };
    at(0) += 5;
    at(g) = at(1) + 1;
    struct Own {
        int v;
        __device__ int run(int by) {
            auto add = [this, by] { return v += by; };
            auto old = [*this](int m) { return v * m; };
            int first = add(), second = add();
            return first + second * 3 + old(2);
        }
    } own{g & 15};
    out[2 * g] = first * 31 + second + k;
    int ran = own.run(k);
    out[2 * g + 1] = cells[0] * 100 + cells[1] + ran + own.v;
}

__global__ void bases(const int *in, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int n = in[g] & 255;
    Both b(Pair{n, g}), copy = b;
    Right *r = &b;
    r->right += 3;
    b.add(g);
    Both *back = static_cast<Both *>(r);
    back->tail = (char)(n & 7);
    static_cast<Both &>(static_cast<Left &>(copy)).more = 9;
    Heir heir(n), counted(n, 0);
    out[2 * g] = total(b) + b.left * 7 + back->more + copy.more + copy.right;
    out[2 * g + 1] = total(heir) + heir.own + total(counted) * 3 + n;
}

__global__ void referring(const int *in, int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[g] & 15, by = g & 3;
    View v(x, by), w(a[g], x), same = v;
    v.step();
    by = 4;
    same.step();
    w.step();
    auto *all = &by;
    auto &one = *all;
    one += w.at & 7;
    out[2 * g] = x * 100 + by;
    out[2 * g + 1] = v.at + same.by;
}
