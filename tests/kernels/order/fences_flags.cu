//@ flags: --block 32 --grid 3
//@ verdict: races=proved
//@ kernel: half_of_the_flag races=inconclusive
//@ kernel: one_fence_for_the_block races=inconclusive
//@ kernel: reader_without_fence races=inconclusive
//@ kernel: fence_of_the_block races=refuted
//@ kernel: no_fence_before_the_flag races=refuted
//@ kernel: fence_on_the_wrong_side races=refuted
//@ kernel: stored_behind_the_flag races=refuted
// Message passing. Not proved: a flag of which a part is read, and readers without a fence, which the model does not order and simulations do.
__global__ void flag_by_atomic(int *data, int *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;
        __threadfence();
        atomicExch(flag, 1);
    }
    if (threadIdx.x == 0 && blockIdx.x == 1 && atomicAdd(flag, 0) == 1) {
        __threadfence();
        out[0] = data[0];
    }
}
__global__ void flag_of_the_system(int *data, int *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;
        __threadfence_system();
        atomicExch_system(flag, 1);
    }
    if (threadIdx.x == 0 && blockIdx.x == 1 && atomicAdd_system(flag, 0) == 1) {
        __threadfence_system();
        out[0] = data[0];
    }
}
__global__ void volatile_flag(int *data, volatile int *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;
        __threadfence();
        *flag = 1;
    }
    if (threadIdx.x == 0 && blockIdx.x == 1 && *flag == 1) {
        __threadfence();
        out[0] = data[0];
    }
}
__global__ void volatile_spin(int *data, volatile int *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;
        __threadfence();
        *flag = 1;
    } else if (threadIdx.x == 0 && blockIdx.x == 1) {
        while (*flag == 0) {
        }
        __threadfence();
        out[0] = data[0];
    }
}
__global__ void volatile_flag_read_by_atomic(int *data, int *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;
        __threadfence();
        *(volatile int *)flag = 1;
    }
    if (threadIdx.x == 0 && blockIdx.x == 1 && atomicCAS(flag, 1, 2) == 1) {
        __threadfence();
        out[0] = data[0];
    }
}
__global__ void write_through_flag(int *data, int *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;
        __threadfence();
        __stwt(flag, 1);
    }
    if (threadIdx.x == 0 && blockIdx.x == 1 && __ldcv(flag) == 1) {
        __threadfence();
        out[0] = data[0];
    }
}
__global__ void half_of_the_flag(int *data, unsigned long long *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;
        __threadfence();
        atomicExch(flag, 1ull << 32);
    }
    if (threadIdx.x == 0 && blockIdx.x == 1 && ((volatile int *)flag)[1] == 1) {
        __threadfence();
        out[0] = data[0];
    }
}
__global__ void through_a_third_thread(int *data, int *flags, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;
        __threadfence();
        atomicExch(&flags[0], 1);
    }
    if (threadIdx.x == 0 && blockIdx.x == 1 && atomicAdd(&flags[0], 0) == 1) {
        __threadfence();
        atomicExch(&flags[1], 1);
    }
    if (threadIdx.x == 0 && blockIdx.x == 2 && atomicAdd(&flags[1], 0) == 1) {
        __threadfence();
        out[0] = data[0];
    }
}
__global__ void one_fence_for_the_block(int *data, int *flag, int *out) {
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x;
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(flag, 1);
        }
    } else if (blockIdx.x == 1) {
        __shared__ bool ready;
        if (threadIdx.x == 0) ready = atomicAdd(flag, 0) == 1;
        __syncthreads();
        if (ready) out[threadIdx.x] = data[31 - threadIdx.x];
    }
}
__global__ void reader_without_fence(int *data, int *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;
        __threadfence();
        atomicExch(flag, 1);
    }
    // A race: nothing keeps the read behind the flag.
    if (threadIdx.x == 0 && blockIdx.x == 1 && atomicAdd(flag, 0) == 1) out[0] = data[0];
}
// The twins below are wrong, and no fence can order them.
__global__ void fence_of_the_block(int *data, int *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;  //~ ERROR race
        __threadfence_block();
        atomicExch(flag, 1);
    }
    if (threadIdx.x == 0 && blockIdx.x == 1 && atomicAdd(flag, 0) == 1) {
        __threadfence();
        out[0] = data[0];  //~ ERROR race
    }
}
__global__ void no_fence_before_the_flag(int *data, int *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;  //~ ERROR race
        atomicExch(flag, 1);
    }
    if (threadIdx.x == 0 && blockIdx.x == 1 && atomicAdd(flag, 0) == 1) {
        __threadfence();
        out[0] = data[0];  //~ ERROR race
    }
}
__global__ void fence_on_the_wrong_side(int *data, int *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        __threadfence();
        data[0] = 7;  //~ ERROR race
        atomicExch(flag, 1);
    }
    if (threadIdx.x == 0 && blockIdx.x == 1 && atomicAdd(flag, 0) == 1) {
        __threadfence();
        out[0] = data[0];  //~ ERROR race
    }
}
__global__ void stored_behind_the_flag(int *data, volatile int *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        __threadfence();
        *flag = 1;
        data[0] = 7;  //~ ERROR race
    }
    if (threadIdx.x == 0 && blockIdx.x == 1 && *flag == 1) {
        __threadfence();
        out[0] = data[0];  //~ ERROR race
    }
}
