// The fibres behind shim.h and the protocol of the driver.
//
// A run on standard input: kernel index, block (3), grid (3), number of arguments; then per argument a kind (1: array,
// 0: scalar), a length and the bytes. All numbers are 32-bit little endian. The answer: the bytes of the arrays in order.

#include "shim.h"

dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace shim {

char dynamic_shared[DYNAMIC_SHARED];

namespace {

struct Fibre {
    ucontext_t context;
    std::vector<char> stack;
    Wait waiting = Wait::None;
    long long slot = 0;
};

std::vector<Fibre> fibres;
ucontext_t scheduler;
size_t current;
const std::function<void()> *body;

void enter() {
    (*body)();
    fibres[current].waiting = Wait::Done;
    swapcontext(&fibres[current].context, &scheduler);
}

void start(Fibre &fibre) {
    fibre.stack.resize(1 << 17);
    fibre.waiting = Wait::None;
    getcontext(&fibre.context);
    fibre.context.uc_stack.ss_sp = fibre.stack.data();
    fibre.context.uc_stack.ss_size = fibre.stack.size();
    fibre.context.uc_link = &scheduler;
    makecontext(&fibre.context, enter, 0);
}

void resume(size_t i) {
    current = i;
    unsigned t = unsigned(i);
    threadIdx = {t % blockDim.x, t / blockDim.x % blockDim.y, t / blockDim.x / blockDim.y};
    swapcontext(&scheduler, &fibres[i].context);
}

// Lets every thread that waits for `what` go on; false when there is none.
bool release(Wait what) {
    bool any = false;
    for (Fibre &fibre : fibres) {
        if (fibre.waiting == what) {
            fibre.waiting = Wait::None;
            any = true;
        }
    }
    return any;
}

uint32_t read_number() {
    uint32_t value = 0;
    if (std::fread(&value, 4, 1, stdin) != 1) std::exit(std::feof(stdin) ? 0 : 2);
    return value;
}

}  // namespace

void wait(Wait what) {
    fibres[current].waiting = what;
    swapcontext(&fibres[current].context, &scheduler);
}

unsigned lane() { return unsigned(current % 32); }

long long *slot(unsigned lane) {
    size_t i = current / 32 * 32 + lane;
    return lane < 32 && i < fibres.size() ? &fibres[i].slot : nullptr;
}

void launch(const std::function<void()> &kernel) {
    body = &kernel;
    for (blockIdx.z = 0; blockIdx.z < gridDim.z; blockIdx.z++)
        for (blockIdx.y = 0; blockIdx.y < gridDim.y; blockIdx.y++)
            for (blockIdx.x = 0; blockIdx.x < gridDim.x; blockIdx.x++) {
                fibres.resize(size_t(blockDim.x) * blockDim.y * blockDim.z);
                for (Fibre &fibre : fibres) start(fibre);
                // Warp operations are released first: they need only their own warp, and the kernels are uniform per warp.
                do {
                    for (size_t i = 0; i < fibres.size(); i++)
                        if (fibres[i].waiting == Wait::None) resume(i);
                } while (release(Wait::Warp) || release(Wait::Block));
            }
}

int serve(const Entry *entries, size_t count) {
    for (;;) {
        uint32_t kernel = read_number();
        if (kernel >= count) return 3;
        dim3 *extents[] = {&blockDim, &gridDim};
        for (dim3 *e : extents) {
            e->x = read_number();
            e->y = read_number();
            e->z = read_number();
        }
        std::vector<Argument> arguments(read_number());
        for (Argument &argument : arguments) {
            argument.is_array = read_number() != 0;
            argument.bytes.resize(read_number());
            if (std::fread(argument.bytes.data(), 1, argument.bytes.size(), stdin) != argument.bytes.size()) return 2;
        }
        entries[kernel].run(arguments);
        for (const Argument &argument : arguments)
            if (argument.is_array) std::fwrite(argument.bytes.data(), 1, argument.bytes.size(), stdout);
        std::fflush(stdout);
    }
}

}  // namespace shim

// What builtins.cl calls.
extern "C" {
unsigned shim_local_id(unsigned d) { return (&threadIdx.x)[d]; }
unsigned shim_group_id(unsigned d) { return (&blockIdx.x)[d]; }
unsigned shim_local_size(unsigned d) { return d < 3 ? (&blockDim.x)[d] : 1; }
unsigned shim_num_groups(unsigned d) { return d < 3 ? (&gridDim.x)[d] : 1; }
void shim_barrier() { shim::wait(shim::Wait::Block); }
}
