//! A CUDA program that includes the source and launches the kernel.

use super::{announcement, comment, declarations, literal, variable, Launch};
use std::fmt::Write;
use wp_engine::Argument;

/// The program.
pub(super) fn program(launch: &Launch) -> String {
    let mut out = comment(
        launch,
        "Build:  nvcc -lineinfo -o reproducer THIS_FILE\nRun:    compute-sanitizer --tool racecheck|synccheck|memcheck ./reproducer",
    );
    out.push_str(HEAD);
    let _ = writeln!(out, "#define main main_of_the_source");
    let _ = writeln!(out, "#include {}", literal(&launch.source.display().to_string()));
    let _ = writeln!(out, "#undef main\n");
    out.push_str(HELPERS);
    let _ = writeln!(out, "int main() {{");
    out.push_str(&declarations(launch));
    let mut pointers = Vec::new();
    for (name, value) in &launch.arguments.values {
        let name = variable(name);
        if let Argument::Buffer { size, bytes } = value {
            let _ = writeln!(out, "    void *{name} = upload({name}_bytes, {}, {size});", bytes.len());
        }
        pointers.push(format!("&{name}"));
    }
    out.push_str(&announcement(launch));
    let [gx, gy, gz] = launch.witness.grid;
    let [bx, by, bz] = launch.witness.block;
    // An array has at least one element.
    pointers.push("0".to_owned());
    let _ = writeln!(out, "    void *arguments[] = {{ {} }};", pointers.join(", "));
    let _ = writeln!(
        out,
        "    check(cudaLaunchKernel((const void *){}, dim3({gx}, {gy}, {gz}), dim3({bx}, {by}, {bz}), arguments, {}, 0),\n          \
         \"launch\");",
        launch.kernel, launch.arguments.dynamic_shared
    );
    out.push_str(
        "    check(cudaDeviceSynchronize(), \"run\");\n    puts(\"the launch has ended\");\n    return 0;\n}\n",
    );
    out
}

const HEAD: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

";

const HELPERS: &str = r#"static void check(cudaError_t error, const char *what) {
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        exit(1);
    }
}

// A buffer that begins with the bytes; the rest is 0.
static void *upload(const unsigned char *bytes, size_t used, size_t size) {
    void *device = 0;
    unsigned char *host = (unsigned char *)calloc(size + 1, 1);
    if (!host) exit(1);
    memcpy(host, bytes, used);
    check(cudaMalloc(&device, size > 0 ? size : 1), "allocation");
    check(cudaMemcpy(device, host, size, cudaMemcpyHostToDevice), "copy");
    free(host);
    return device;
}

"#;
