//@ verdict: races=!proved
//@ kernel: after_a_syncwarp races=!refuted
//@ kernel: flag_of_bool races=proved
//@ kernel: read_in_a_lock races=!proved divergence=!proved
// Code that looks like a message, a counter or a lock and is none, and what follows from it for values in memory.
#define FIRST (threadIdx.x == 0)
#define BLOCK blockIdx.x

// The thread in the middle has no fence; what it writes only looks like the data.
__global__ void middle_without_fence(int *data, volatile int *flags, int *out) {
    if (FIRST && BLOCK == 0) {
        atomicAdd(&data[0], 5);
        __threadfence();
        flags[1] = 1;
    }
    if (FIRST && BLOCK == 1 && flags[1] == 1) flags[0] = 1;
    if (FIRST && BLOCK == 2 && flags[0] == 1) {
        __threadfence();
        out[0] = data[0];
    }
}
// Each block has its own lock.
__global__ void lock_of_each_block(int *sum) {
    __shared__ int lock;
    if (FIRST) lock = 0;
    __syncthreads();
    if (FIRST) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        __threadfence();
        sum[0] += 1;
        __threadfence();
        atomicExch(&lock, 0);
    }
}
// Each block has its own counter, which nobody has set to zero.
__global__ void counter_of_each_block(int *data, int *out) {
    __shared__ unsigned count;
    if (FIRST) {
        data[BLOCK] = 1;
        __threadfence();
        if (atomicAdd(&count, 1) == gridDim.x - 1) {
            __threadfence();
            out[BLOCK] = data[BLOCK ^ 1];
        }
    }
}
// The first thread has returned when the flag was not set, and the others go on.
__global__ void reader_has_returned(int *data, int *flag, int *out) {
    if (BLOCK == 0 && FIRST) {
        data[0] = 7;
        __threadfence();
        atomicExch(flag, 1);
    }
    if (BLOCK == 1) {
        if (FIRST && atomicAdd(flag, 0) == 0) return;
        __syncthreads();
        __threadfence();
        out[threadIdx.x] = data[0];
    }
}
// The last thread to hold the lock says what is read, not the one that has read the flag.
__global__ void passed_on_by_another(int *data, int *flag, int *lock, int *out) {
    __shared__ int ok;
    if (BLOCK == 0 && FIRST) {
        data[0] = 7;
        __threadfence();
        atomicExch(flag, 1);
    }
    if (BLOCK == 1) {
        int v = FIRST ? atomicAdd(flag, 0) : 1;
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
        ok = v;
        __threadfence();
        atomicExch(lock, 0);
        __syncthreads();
        if (ok) {
            __threadfence();
            out[threadIdx.x] = data[0];
        }
    }
}
// The store ends the chain of additions, and its thread has no fence behind its own.
__global__ void counter_set_to_more(int *data, unsigned *count, int *out) {
    if (FIRST) {
        data[BLOCK] = 1;
        __threadfence();
        if (atomicAdd(count, 1) == gridDim.x - 1) *(volatile unsigned *)count = 1u << 30;
        if (*(volatile unsigned *)count >= gridDim.x) {
            __threadfence();
            out[BLOCK] = data[0];
        }
    }
}
// What a thread has stored is not what it reads: another one has stored in between, in order.
__global__ void own_store_is_gone(int *x, int *flags, int *data) {
    if (!FIRST) return;
    if (BLOCK == 0) {
        x[0] = 5;
        __threadfence();
        atomicExch(&flags[0], 1);
        if (atomicAdd(&flags[1], 0) == 1) {
            __threadfence();
            if (x[0] != 5) data[0] = 1;
        }
    }
    if (BLOCK == 1 && atomicAdd(&flags[0], 0) == 1) {
        __threadfence();
        x[0] = 6;
        __threadfence();
        atomicExch(&flags[1], 1);
    }
    if (BLOCK == 2) data[0] = 2;
}
// Between two reads of one place another thread has stored there, in order.
__global__ void read_twice(int *x, int *flags, int *data) {
    if (!FIRST) return;
    if (BLOCK == 0 && atomicAdd(&flags[0], 0) == 1) {
        __threadfence();
        x[0] = 7;
        __threadfence();
        atomicExch(&flags[1], 1);
    }
    if (BLOCK == 1) {
        int before = x[0];
        __threadfence();
        atomicExch(&flags[0], 1);
        if (atomicAdd(&flags[1], 0) == 1) {
            __threadfence();
            if (x[0] != before) data[0] = 1;
        }
    }
    if (BLOCK == 2) data[0] = 2;
}
// Threads that read one variable at one place, each in its turn, read different numbers.
__device__ int in_turn(int *lock, int *next) {
    if (FIRST) {
        *lock = 0;
        *next = 0;
    }
    __syncthreads();
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence_block();
    int i = *next;
    *next = i + 1;
    __threadfence_block();
    atomicExch(lock, 0);
    return i;
}
__global__ void numbers_in_turn(int *data) {
    __shared__ int lock, next;
    int i = in_turn(&lock, &next);
    if (threadIdx.x == 0 && i == 0) data[BLOCK] = 1;
    if (threadIdx.x == 1 && i == 1) data[BLOCK] = 2;
}
__global__ void read_in_a_lock() {
    __shared__ int lock, next;
    if (in_turn(&lock, &next) == 0) __syncthreads();
}
// The compiler may move the store behind this fence.
__global__ void fence_without_clobber(int *data, int *flag, int *out) {
    if (FIRST && BLOCK == 0) {
        data[0] = 7;
        asm volatile("membar.gl;");
        atomicExch(flag, 1);
    }
    if (FIRST && BLOCK == 1 && atomicAdd(flag, 0) == 1) {
        __threadfence();
        out[0] = data[0];
    }
}
// Right: the fence of one lane releases what the others have done before the warp's barrier.
__global__ void after_a_syncwarp(int *data, int *flag, int *out) {
    if (BLOCK == 0) {
        if (threadIdx.x == 1) data[0] = 7;
        __syncwarp();
        if (FIRST) {
            __threadfence();
            atomicExch(flag, 1);
        }
    }
    if (BLOCK == 1 && FIRST && atomicAdd(flag, 0) == 1) {
        __threadfence();
        out[0] = data[0];
    }
}
__global__ void flag_of_bool(int *data, volatile bool *flag, int *out) {
    if (FIRST && BLOCK == 0) {
        data[0] = 7;
        __threadfence();
        *flag = true;
    }
    if (FIRST && BLOCK == 1 && *flag) {
        __threadfence();
        out[0] = data[0];
    }
}
