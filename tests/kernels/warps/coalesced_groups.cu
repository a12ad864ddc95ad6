//@ flags: --block 64 --grid 1
//@ kernel: aggregated races=!proved
//@ kernel: counted races=proved bounds=proved
//@ kernel: same_element races=refuted
//@ kernel: ordered_by_sync races=possible
//@ kernel: one_of_group races=possible
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// Which lanes are in a coalesced group is not known: nor are its size, ranks and what the lanes exchange.
__global__ void aggregated(int *out, int *count) {
    cg::coalesced_group group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(count, group.size());
    out[group.shfl(first, 0) + group.thread_rank()] = threadIdx.x;
}
__global__ void counted(int *out) {
    __shared__ int sizes[64 * 32];
    auto group = cg::coalesced_threads();
    sizes[threadIdx.x * 32 + group.thread_rank()] = group.num_threads() + group.ballot(threadIdx.x & 1);
    assert(group.size() >= 1 && group.size() <= 32);
    out[threadIdx.x] = group.any(out[threadIdx.x] > 3);
}
__global__ void same_element(int *out) {
    auto group = cg::coalesced_threads();
    out[threadIdx.x / 2] = group.shfl_down(1, 2);  //~ ERROR race
}
__global__ void ordered_by_sync(int *out) {
    __shared__ int s[64];
    auto group = cg::coalesced_threads();
    s[threadIdx.x] = threadIdx.x;
    group.sync();
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void one_of_group(int *out) {
    auto group = cg::coalesced_threads();
    if (cg::thread_rank(group) == 0) out[threadIdx.x / 32] = 1;
}
