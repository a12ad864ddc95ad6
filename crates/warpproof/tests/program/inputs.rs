//! Folders, excluded files, and the options of a build.

use crate::support::{warpproof, Run};
use std::fs;
use std::path::Path;
use tempfile::{tempdir, TempDir};

const KERNEL: &str = "__global__ void NAME(int *a) {\n  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n";
const PYTHON: &str = "import cupy\nk = cupy.RawKernel(r'''\nextern \"C\" KERNEL''', 'of_python')\n";

fn kernel(name: &str) -> String {
    KERNEL.replace("NAME", name)
}

/// A folder with these files.
fn tree(files: &[(&str, &str)]) -> TempDir {
    let folder = tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn check(folder: &Path, arguments: &[&str]) -> Run {
    let replaced: Vec<String> = arguments.iter().map(|a| a.replace("TREE", &folder.display().to_string())).collect();
    let replaced: Vec<&str> = replaced.iter().map(String::as_str).collect();
    warpproof(&[&["check", "--no-cache", "--no-config"], &replaced[..]].concat())
}

/// The kernels that a run names, in its order.
fn kernels(run: &Run) -> Vec<String> {
    let names = run.stdout.lines().filter_map(|line| line.strip_prefix("kernel `")?.split('`').next());
    names.map(str::to_owned).collect()
}

#[test]
fn folders_and_what_is_left_out() {
    let python = PYTHON.replace("KERNEL", &kernel("of_python"));
    let folder = tree(&[
        ("b.cu", &kernel("b")),
        ("a/a.cu", &kernel("a")),
        ("a/host.cu", "int main() { return 0; }\n"),
        ("a/part.cuh", &kernel("part")),
        ("c.cl", "kernel void c(global int *a) { a[get_global_id(0)] = 1; }\n"),
        ("d.py", &python),
        ("e.py", "import torch\n"),
        ("third_party/t.cu", &kernel("t")),
        ("build/made.cu", &kernel("made")),
        ("environment/pyvenv.cfg", ""),
        ("environment/lib/torch.py", &python),
    ]);
    let run = check(folder.path(), &["TREE", "--exclude", "third_party"]);
    assert_eq!(kernels(&run), ["a", "b", "c", "of_python"], "{}{}", run.stdout, run.stderr);
    assert!(run.code == 0 && run.stderr.contains("host.cu") && !run.stderr.contains("e.py"), "{}", run.stderr);
    let run = check(folder.path(), &["TREE/b.cu", "TREE/a", "TREE/b.cu", "--exclude", "**/host*"]);
    assert_eq!((kernels(&run), &run.stderr[..]), (vec!["b".to_owned(), "a".to_owned()], ""));
    let run = check(folder.path(), &["TREE/e.py"]);
    assert!(run.code == 2 && run.stdout.contains("gives no CUDA source"), "{}", run.stdout);
    let run = check(folder.path(), &["TREE/a", "--exclude", "a"]);
    assert!(run.code == 2 && run.stderr.contains("there is no file to be checked"), "{}", run.stderr);
}

#[test]
fn options_of_a_build() {
    const SOURCE: &str = "#include <sizes.h>\n#ifdef WIDE\n__global__ void wide(int *a) {\n  __shared__ int s[SIZE];\n  s[threadIdx.x] = a[threadIdx.x];\n  __syncthreads();\n  a[blockIdx.x * SIZE + threadIdx.x] = s[threadIdx.x];\n}\n#endif\n";
    let commands = r#"[
        {"directory": "TREE/build", "file": "../src/wide.cpp", "command": "nvcc -x cu @options.rsp -gencode arch=compute_80,code=sm_80 -c ../src/wide.cpp -o wide.o"},
        {"directory": "TREE", "file": "src/other.cu", "arguments": ["nvcc", "-DOTHER=other", "-c", "src/other.cu"]},
        {"directory": "TREE", "file": "src/main.cpp", "arguments": ["c++", "-c", "src/main.cpp"]}
    ]"#;
    let other = kernel("OTHER");
    let folder = tree(&[
        ("src/wide.cpp", SOURCE),
        ("src/other.cu", &other),
        ("src/main.cpp", "int main() {}\n"),
        ("src/unknown.cu", &kernel("unknown")),
        ("headers/of/sizes.h", "#define SIZE 64\n"),
        ("build/options.rsp", "-DWIDE \"-I../headers/of\""),
    ]);
    let commands = commands.replace("TREE", &folder.path().display().to_string());
    fs::write(folder.path().join("build/compile_commands.json"), commands).unwrap();
    let run = check(folder.path(), &["-p", "TREE/build", "--block=64"]);
    assert_eq!(kernels(&run), ["wide", "other"], "{}{}", run.stdout, run.stderr);
    // With a block of another size there is an access out of bounds: the header was read.
    let run = check(folder.path(), &["-p", "TREE/build/compile_commands.json", "TREE/src/wide.cpp", "--block=65"]);
    assert!(run.code == 1 && run.stdout.contains("WP0301"), "{}", run.stdout);
    assert!(!run.stdout.contains("project-headers"), "{}", run.stdout);
    // A definition of the command line comes last.
    let run = check(folder.path(), &["-p", "TREE/build", "TREE/src/other.cu", "-DOTHER=mine"]);
    assert_eq!(kernels(&run), ["mine"], "{}{}", run.stdout, run.stderr);
    let run = check(folder.path(), &["-p", "TREE/build", "TREE/src/unknown.cu"]);
    assert!(run.code == 0 && run.stderr.contains("no file of the build"), "{}", run.stderr);
    let run = check(folder.path(), &["-p", "TREE/src"]);
    assert!(run.code == 2 && run.stderr.contains("compile_commands.json"), "{}", run.stderr);
}
