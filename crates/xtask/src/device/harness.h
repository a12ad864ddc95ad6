// Launches kernels with arguments from standard input and writes the final arrays to standard output.
//
// A launch: number of the kernel, grid (3), block (3), bytes of dynamic shared memory, number of arguments; then for each
// argument 1 for an array or 0 for a scalar, its length, and its bytes. Numbers have 32 bits, little endian. The answer: an
// error code, and the arrays in order if it is 0, else the length of the error's name and the name; then the program ends.

typedef const void *wpd_kernel;

static unsigned wpd_number() {
    unsigned value = 0;
    if (fread(&value, 4, 1, stdin) != 1) exit(feof(stdin) ? 0 : 2);
    return value;
}

static void wpd_answer(unsigned value) { fwrite(&value, 4, 1, stdout); }

static void wpd_check(cudaError_t error) {
    if (error == cudaSuccess) return;
    const char *name = cudaGetErrorName(error);
    wpd_answer(unsigned(error));
    wpd_answer(unsigned(strlen(name)));
    fwrite(name, 1, strlen(name), stdout);
    fflush(stdout);
    _Exit(1);
}

struct wpd_argument {
    bool is_array;
    unsigned length;
    char *bytes;
    void *device;
};

static void wpd_launch(const wpd_kernel *kernels, unsigned count) {
    unsigned number = wpd_number();
    unsigned extents[6];
    for (unsigned i = 0; i < 6; i++) extents[i] = wpd_number();
    unsigned dynamic = wpd_number(), arguments = wpd_number();
    if (number >= count || arguments > 64) exit(3);
    wpd_argument list[64];
    void *values[65];
    for (unsigned i = 0; i < arguments; i++) {
        wpd_argument &argument = list[i];
        argument.is_array = wpd_number() != 0;
        argument.length = wpd_number();
        argument.bytes = (char *)calloc(argument.length + 8, 1);
        argument.device = 0;
        if (fread(argument.bytes, 1, argument.length, stdin) != argument.length) exit(2);
        if (argument.is_array) {
            wpd_check(cudaMalloc(&argument.device, argument.length + 8));
            wpd_check(cudaMemcpy(argument.device, argument.bytes, argument.length, cudaMemcpyHostToDevice));
        }
        values[i] = argument.is_array ? (void *)&argument.device : (void *)argument.bytes;
    }
    dim3 grid(extents[0], extents[1], extents[2]), block(extents[3], extents[4], extents[5]);
    wpd_check(cudaLaunchKernel(kernels[number], grid, block, values, dynamic, 0));
    wpd_check(cudaDeviceSynchronize());
    for (unsigned i = 0; i < arguments; i++) {
        if (list[i].is_array) {
            wpd_check(cudaMemcpy(list[i].bytes, list[i].device, list[i].length, cudaMemcpyDeviceToHost));
        }
    }
    wpd_answer(0);
    for (unsigned i = 0; i < arguments; i++) {
        if (list[i].is_array) {
            fwrite(list[i].bytes, 1, list[i].length, stdout);
            cudaFree(list[i].device);
        }
        free(list[i].bytes);
    }
    fflush(stdout);
}

static int wpd_serve(const wpd_kernel *kernels, unsigned count) {
    for (;;) wpd_launch(kernels, count);
}
