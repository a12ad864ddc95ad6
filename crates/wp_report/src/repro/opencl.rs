//! An OpenCL program in C that builds the source and enqueues the kernel.

use super::{announcement, comment, declarations, literal, variable, Launch};
use std::fmt::Write;
use wp_engine::Argument;

/// The program.
pub(super) fn program(launch: &Launch) -> String {
    let mut out = comment(launch, "Build:  cc -o reproducer THIS_FILE -lOpenCL\nRun:    ./reproducer [BUILD OPTIONS]");
    out.push_str(HEAD);
    let _ = writeln!(out, "int main(int count, char **words) {{");
    out.push_str(&declarations(launch));
    out.push_str(&announcement(launch));
    let _ = writeln!(
        out,
        "    cl_context context;\n    cl_command_queue queue;\n    cl_kernel kernel = build({}, {}, count > 1 ? words[1] : \"\", &context, &queue);",
        literal(&launch.source.display().to_string()),
        literal(launch.kernel)
    );
    for (i, (name, value)) in launch.arguments.values.iter().enumerate() {
        let name = variable(name);
        let _ = match value {
            Argument::Scalar(..) => {
                writeln!(out, "    check(clSetKernelArg(kernel, {i}, sizeof {name}, &{name}), \"argument\");")
            }
            Argument::Buffer { size, bytes } => writeln!(
                out,
                "    cl_mem {name} = upload(context, {name}_bytes, {}, {size});\n    check(clSetKernelArg(kernel, {i}, sizeof {name}, &{name}), \"argument\");",
                bytes.len()
            ),
            Argument::Local(size) => writeln!(out, "    check(clSetKernelArg(kernel, {i}, {size}, 0), \"argument\");"),
        };
    }
    let [bx, by, bz] = launch.witness.block;
    let global: Vec<String> =
        launch.witness.grid.iter().zip([bx, by, bz]).map(|(g, b)| (u64::from(*g) * u64::from(b)).to_string()).collect();
    let _ = writeln!(out, "    size_t local[3] = {{ {bx}, {by}, {bz} }};");
    let _ = writeln!(out, "    size_t global[3] = {{ {} }};", global.join(", "));
    out.push_str(
        "    check(clEnqueueNDRangeKernel(queue, kernel, 3, 0, global, local, 0, 0, 0), \"launch\");\n    \
         check(clFinish(queue), \"run\");\n    puts(\"the launch has ended\");\n    return 0;\n}\n",
    );
    out
}

const HEAD: &str = r#"#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(cl_int error, const char *what) {
    if (error != CL_SUCCESS) {
        fprintf(stderr, "%s: error %d\n", what, (int)error);
        exit(1);
    }
}

// A buffer that begins with the bytes; the rest is 0.
static cl_mem upload(cl_context context, const unsigned char *bytes, size_t used, size_t size) {
    cl_int error;
    unsigned char *host = (unsigned char *)calloc(size + 1, 1);
    if (!host) exit(1);
    memcpy(host, bytes, used);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size > 0 ? size : 1, host, &error);
    check(error, "allocation");
    free(host);
    return buffer;
}

static cl_kernel build(const char *path, const char *name, const char *options, cl_context *context, cl_command_queue *queue) {
    cl_int error;
    cl_platform_id platform;
    cl_device_id device;
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    size_t length = (size_t)ftell(file);
    rewind(file);
    char *text = (char *)malloc(length + 1);
    if (!text || fread(text, 1, length, file) != length) exit(1);
    fclose(file);
    const char *source = text;
    check(clGetPlatformIDs(1, &platform, 0), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, 0), "device");
    *context = clCreateContext(0, 1, &device, 0, 0, &error);
    check(error, "context");
    *queue = clCreateCommandQueue(*context, device, 0, &error);
    check(error, "queue");
    cl_program program = clCreateProgramWithSource(*context, 1, &source, &length, &error);
    check(error, "program");
    check(clBuildProgram(program, 1, &device, options, 0, 0), "build");
    cl_kernel kernel = clCreateKernel(program, name, &error);
    check(error, "kernel");
    free(text);
    return kernel;
}

"#;
