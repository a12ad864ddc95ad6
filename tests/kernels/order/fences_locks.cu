//@ flags: --block 32 --grid 4
//@ verdict: races=proved
//@ kernel: pipe_between_warps races=inconclusive
//@ kernel: last_block_adds races=inconclusive
//@ kernel: all_threads_fence_before_the_ticket races=inconclusive
//@ kernel: turns races=inconclusive
//@ kernel: two_locks races=refuted
//@ kernel: outside_of_the_lock races=refuted
//@ kernel: lock_without_fences races=refuted
//@ kernel: histogram_beside races=refuted
// Critical sections, tickets, barriers by counters. Flags in shared memory and turns are not recognised; two readers have no fence behind the counter, which
// the model does not order and simulations do.
__device__ int lock, lock2;
__device__ unsigned counter;
__device__ volatile int generation;
__global__ void lock_by_exchange(int *sum) {
    if (threadIdx.x == 0) {
        while (atomicExch(&lock, 1) != 0) {
        }
        __threadfence();
        *sum = *sum + 1;
        __threadfence();
        atomicExch(&lock, 0);
    }
}
__global__ void lock_opened_by_volatile_store(int *sum) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        __threadfence();
        *sum = *sum + 1;
        __threadfence();
        *(volatile int *)&lock = 0;
    }
}
__global__ void lock_in_the_block(int *out) {
    __shared__ int inner, sum;
    if (threadIdx.x == 0) {
        inner = 0;
        sum = 0;
    }
    __syncthreads();
    for (bool done = false; !done;) {
        if (atomicCAS_block(&inner, 0, 1) == 0) {
            __threadfence_block();
            sum = sum + 1;
            __threadfence_block();
            atomicExch_block(&inner, 0);
            done = true;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
__global__ void pipe_between_warps(int *out) {
    __shared__ int data;
    __shared__ volatile int ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = 7;
        __threadfence_block();
        ready = 1;
    } else if (threadIdx.x == 1 && ready == 1) {
        __threadfence_block();
        out[blockIdx.x] = data;
    }
}
__global__ void grid_barrier_by_counter(int *in, int *out) {
    int b = blockIdx.x, t = threadIdx.x;
    in[b * 32 + t] = t;
    __syncthreads();
    if (t == 0) {
        __threadfence();
        atomicAdd(&counter, 1);
        while (atomicAdd(&counter, 0) < gridDim.x) {
        }
        __threadfence();
    }
    __syncthreads();
    out[b * 32 + t] = in[(b + 1) % 4 * 32 + t];
}
__global__ void last_block_adds(const int *in, int *partial, int *out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicInc(&counter, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (int b = 0; b < 4; b++) sum += partial[b];
        *out = sum;
        counter = 0;
    }
}
__global__ void all_threads_fence_before_the_ticket(const int *in, int *partial, int *out) {
    __shared__ bool last;
    partial[blockIdx.x * 32 + threadIdx.x] = in[threadIdx.x];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicInc(&counter, gridDim.x) == gridDim.x - 1;
    __syncthreads();
    if (last) out[threadIdx.x] = partial[threadIdx.x] + partial[32 + threadIdx.x];
}
__global__ void look_back(const int *in, volatile int *state, int *aggregate, int *out) {
    if (threadIdx.x == 0) {
        int b = blockIdx.x, sum = in[b];
        if (b > 0) {
            while (state[b - 1] == 0) {
            }
            __threadfence();
            sum += aggregate[b - 1];
        }
        aggregate[b] = sum;
        __threadfence();
        state[b] = 1;
        out[b] = sum;
    }
}
__global__ void turns(int *sum) {
    if (threadIdx.x == 0) {
        while (generation != blockIdx.x) {
        }
        __threadfence();
        *sum = *sum + 1;
        __threadfence();
        generation = blockIdx.x + 1;
    }
}
// The twins below are wrong, and what they do orders nothing.
__global__ void two_locks(int *sum) {
    if (threadIdx.x == 0) {
        int *mine = blockIdx.x % 2 ? &lock : &lock2;
        while (atomicCAS(mine, 0, 1) != 0) {
        }
        __threadfence();
        *sum = *sum + 1;  //~ ERROR race
        __threadfence();
        atomicExch(mine, 0);
    }
}
__global__ void outside_of_the_lock(int *sum) {
    if (threadIdx.x == 0) {
        *sum = *sum + 1;  //~ ERROR race
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        __threadfence();
        atomicExch(&lock, 0);
    }
}
__global__ void lock_without_fences(int *sum) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        *sum = *sum + 1;  //~ ERROR race
        atomicExch(&lock, 0);
    }
}
__global__ void histogram_beside(const int *in, int *bins, int *last) {
    atomicAdd(&bins[in[threadIdx.x] & 15], 1);
    last[0] = threadIdx.x;  //~ ERROR race
}
