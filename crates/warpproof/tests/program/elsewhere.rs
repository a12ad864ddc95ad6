//! Kernels in one file, launches in another.

use crate::support::{warpproof, Run};
use std::fs;

const KERNELS: &str = r#"
namespace scan {
struct Shape { int rows, columns; };

__global__ void reverse(int *a, int *b, int n) {
  __shared__ int tile[256];
  tile[threadIdx.x] = a[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  b[blockIdx.x * 256 + threadIdx.x] = tile[255 - threadIdx.x];
}

__global__ void rows(float *a, Shape shape) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < shape.rows) a[i * shape.columns] = 1.0f;
}

static __global__ void local(int *a) { a[0] = threadIdx.x; }
}
"#;

const HOST: &str = r#"
#include <cuda_runtime.h>
namespace scan {
struct Shape { int rows, columns; };
__global__ void reverse(int *, int *, int);
__global__ void rows(float *array, Shape s);
}

int main() {
  const int n = 1 << 20;
  int *a, *b;
  float *c;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&c, n * sizeof(float));
  scan::reverse<<<n / 256, BLOCK>>>(a, b, n);
  scan::Shape shape = {1024, 1024};
  scan::rows<<<8, 128>>>(c, shape);
}
"#;

/// Checks the kernels and host code with this block for `reverse`.
fn check(options: &[&str], host: &str) -> Run {
    let dir = tempfile::tempdir().unwrap();
    let (kernels, main) = (dir.path().join("kernels.cu"), dir.path().join("main.cu"));
    fs::write(&kernels, KERNELS).unwrap();
    fs::write(&main, host).unwrap();
    let files = [&kernels, &main].map(|p| p.to_str().unwrap());
    warpproof(&[&["check", "--no-cache", "--no-config"], options, &files].concat())
}

/// What the text says of a kernel, from its heading on.
fn of<'t>(text: &'t str, kernel: &str) -> &'t str {
    let start = text.find(&format!("kernel `{kernel}`")).unwrap_or_else(|| panic!("{text}"));
    let rest = &text[start + 1..];
    &rest[..rest.find("kernel `").unwrap_or(rest.len())]
}

#[test]
fn launches_of_another_file_are_those_of_the_kernel() {
    let run = check(&["--kernel", "scan::reverse", "--kernel", "scan::rows"], &HOST.replace("BLOCK", "256"));
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(of(&run.stdout, "scan::reverse").contains("launch-site"), "{}", run.stdout);
    assert!(run.stdout.contains("main.cu:16"), "{}", run.stdout);
}

#[test]
fn a_launch_of_another_file_that_goes_wrong_is_named() {
    let run = check(&["--kernel", "scan::reverse", "--kernel", "scan::rows"], &HOST.replace("BLOCK", "512"));
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(of(&run.stdout, "scan::reverse").contains("refuted"), "{}", run.stdout);
    assert!(of(&run.stdout, "scan::rows").contains("bounds       proved"), "{}", run.stdout);
}

#[test]
fn other_launches_are_possible_where_the_host_does_more_than_launch() {
    let taken =
        HOST.replace("BLOCK", "256").replace("int main() {", "void *table[] = {(void *)scan::reverse};\nint main() {");
    let run = check(&["--kernel", "scan::reverse", "--kernel", "scan::rows"], &taken);
    // Code that was not read may choose any extents, so none is unusual.
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
}

#[test]
fn what_a_linker_would_not_find_is_no_launch() {
    // Another type, another namespace, no linkage.
    for (from, to) in [
        ("reverse(int *, int *, int);", "reverse(int *, int *, long);"),
        ("scan::reverse<<<n / 256, BLOCK>>>(a, b, n)", "::local<<<1, 1>>>(a)"),
    ] {
        let host = HOST.replace(from, to).replace("BLOCK", "256");
        let host = host.replace("int main() {", "__global__ void local(int *);\nint main() {");
        let run = check(&["--kernel", "scan::reverse", "--kernel", "scan::local"], &host);
        assert!(!of(&run.stdout, "scan::reverse").contains("launch-site"), "{to}: {}", run.stdout);
        assert!(of(&run.stdout, "scan::local").contains("refuted"), "{to}: {}", run.stdout);
    }
}

#[test]
fn launches_that_are_not_read_or_have_no_kernel_are_not_passed_over() {
    // The kernel has a launch in its own file, and more elsewhere.
    let dir = tempfile::tempdir().unwrap();
    let (kernels, main) = (dir.path().join("kernels.cu"), dir.path().join("main.cu"));
    let own = "__global__ void k(int *a) { __shared__ int s[64]; s[threadIdx.x] = 1; a[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x]; }
void f(int *a) { k<<<1, 64>>>(a); }\n";
    fs::write(&kernels, own).unwrap();
    let run = |host: &str| {
        fs::write(&main, host).unwrap();
        let files = [&kernels, &main].map(|p| p.to_str().unwrap());
        warpproof(&[&["check", "--no-cache", "--no-config"][..], &files].concat())
    };
    let launch = "__global__ void k(int *);\nvoid g(int *a) { k<<<1, 64>>>(a); }\n";
    assert_eq!(run(launch).code, 0);
    for (host, code) in [
        (launch.replace("64", "128"), 1),
        (format!("#define RUN(f) f<<<1, 128>>>(a)\n{}", launch.replace("k<<<1, 64>>>(a)", "RUN(k)")), 1),
        (format!("#ifdef __CUDA_ARCH__\n#endif\n{launch}"), 0),
        (launch.replace("k<<<1, 64>>>(a)", "void (*f)(int *) = k; f<<<1, 64>>>(a)"), 0),
        (launch.replace("k<<<1, 64>>>(a)", "void (*f[])(int *) = {k}; f[0]<<<1, 64>>>(a)"), 1),
        (launch.replace("k", "missing"), 2),
    ] {
        let found = run(&host);
        assert_eq!(found.code, code, "{host}: {}", found.stdout);
    }
}

/// Checks files of these texts together.
fn check_all(texts: &[&str]) -> Run {
    let dir = tempfile::tempdir().unwrap();
    let mut arguments = vec!["check".to_owned(), "--no-cache".to_owned(), "--no-config".to_owned()];
    for (text, name) in texts.iter().zip(["a.cu", "b.cu", "c.cu"]) {
        fs::write(dir.path().join(name), text).unwrap();
        arguments.push(dir.path().join(name).to_str().unwrap().to_owned());
    }
    warpproof(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn variables_that_another_file_changes_are_no_constants() {
    let kernel = "__global__ void k(int *a, int m) { a[m == 64 ? threadIdx.x : 0] = threadIdx.x; }\n";
    let declared = "__global__ void k(int *a, int m);\n";
    let main = "int n = 64;\nvoid set();\nint main() { int *a; cudaMalloc(&a, 256); set(); k<<<1, 64>>>(a, n); }\n";
    for (set, word) in [
        ("extern int n;\nvoid set() { int m = n; }\n", "proved"),
        ("static int n;\nvoid set() { n = 1; }\n", "proved"),
        ("extern int n;\nvoid set() { n = 1; }\n", "refuted"),
        ("void set() { extern int n; int *p = &n; *p = 1; }\n", "refuted"),
        ("extern int n;\nvoid set() { not_declared(n); }\n", "refuted"),
    ] {
        let one = check_all(&[&format!("{kernel}{main}"), set]);
        assert!(of(&one.stdout, "k").contains(&format!("races        {word}")), "{set}: {}", one.stdout);
        let apart = check_all(&[kernel, &format!("{declared}{main}"), set]);
        assert!(of(&apart.stdout, "k").contains(&format!("races        {word}")), "{set}: {}", apart.stdout);
    }
}

#[test]
fn a_function_of_the_library_that_a_file_defines_has_another_effect() {
    let main = "#include <cassert>\n#include <cstdlib>\n\
                __global__ void read(const int *d) { assert(d[threadIdx.x] == 0); }\n\
                int main() { int *d, *h = (int *)calloc(64, 4); cudaMalloc(&d, 256);\n\
                cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice); read<<<1, 64>>>(d); }\n";
    let other = "__global__ void none(int *a) { a[threadIdx.x] = 1; }\n";
    let own = "extern \"C\" void *calloc(size_t n, size_t size) { return malloc(n * size); }\n";
    for (texts, word) in [
        (vec![main.to_owned(), other.to_owned()], "proved"),
        (vec![main.to_owned(), format!("{other}{own}")], "refuted"),
        (vec![format!("{main}{own}")], "refuted"),
    ] {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let run = check_all(&texts);
        assert!(of(&run.stdout, "read").contains(&format!("assertions   {word}")), "{}", run.stdout);
    }
}

#[test]
fn a_launcher_that_another_file_defines_is_not_assumed() {
    let kernel = "__global__ void fill(int *a) { a[threadIdx.x] = blockIdx.x; }\n";
    let main = "int main() { int *a; cudaMalloc(&a, 64 * sizeof(int)); run(fill, 1, 64, a); }\n";
    let other = "__global__ void none(int *a) { if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = 1; }\n";
    let declared = format!("{kernel}void run(void (*)(int *), dim3, dim3, int *);\n{main}");
    let undeclared = format!("{kernel}{main}");
    let body = format!("{other}void run(void (*k)(int *), dim3 g, dim3 b, int *a) {{ k<<<dim3(2), b>>>(a); }}\n");
    for first in [&declared, &undeclared] {
        let run = check_all(&[first, other]);
        assert!(of(&run.stdout, "fill").contains("launcher"), "{}", run.stdout);
        assert!(of(&run.stdout, "fill").contains("races        proved"), "{}", run.stdout);
        for texts in [[first.as_str(), &body], [&body, first.as_str()]] {
            let run = check_all(&texts);
            assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
            assert!(!of(&run.stdout, "fill").contains("launcher"), "{}", run.stdout);
        }
    }
}

#[test]
fn launches_beside_a_launcher_without_a_body_rest_on_it() {
    let text = "__global__ void first(int *a) { a[threadIdx.x] = blockIdx.x; }\n\
                __global__ void second(int *a) { a[threadIdx.x] = blockIdx.x; }\n\
                int main() { int *a; cudaMalloc(&a, 256); CALL; second<<<1, 64>>>(a); }\n";
    let run = check_all(&[&text.replace("CALL", "run(first, 1, 64, a)")]);
    assert!(of(&run.stdout, "second").contains("launch-site, launcher"), "{}", run.stdout);
    let run = check_all(&[&text.replace("CALL", "first<<<1, 64>>>(a)")]);
    assert!(!of(&run.stdout, "second").contains("launcher"), "{}", run.stdout);
}

#[test]
fn launches_in_other_files_are_those_of_the_compilation_for_the_host() {
    let kernel = "__global__ void k(int *a) { __shared__ int s[64]; s[threadIdx.x % 64] = threadIdx.x; }\n";
    for (threads, code) in [("64", 0), ("128", 1)] {
        let host = format!(
            "#ifndef __CUDA_ARCH__\n__global__ void k(int *);\nvoid f(int *a) {{ k<<<1, {threads}>>>(a); }}\n#endif\n"
        );
        let run = check_all(&[kernel, &host]);
        assert_eq!(run.code, code, "{}", run.stdout);
    }
}

#[test]
fn a_launched_kernel_that_no_file_defines_is_named() {
    let kernel = "__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }\n";
    let host = "__global__ void k(int *);\n__global__ void missing(int *);\n\
                void f(int *a) { k<<<1, 64>>>(a); missing<<<1, 64>>>(a); }\n";
    let run = check_all(&[kernel, host]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stdout.contains("none of the given files defines the kernel `missing`"), "{}", run.stdout);
    assert!(of(&run.stdout, "k").contains("launch-site"), "{}", run.stdout);
}

#[test]
fn host_code_alone_has_no_kernel() {
    let dir = tempfile::tempdir().unwrap();
    let main = dir.path().join("main.cu");
    fs::write(&main, HOST.replace("BLOCK", "256")).unwrap();
    let run = warpproof(&["check", "--no-cache", "--no-config", main.to_str().unwrap()]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stdout.contains("WP0503"), "{}", run.stdout);
}

#[test]
fn launches_in_a_file_that_includes_the_kernels_are_theirs() {
    let launching = |block: &str| {
        let host = HOST.replace("BLOCK", block);
        let main = &host[host.find("int main() {").unwrap()..];
        format!("#include \"kernels.cu\"\n{main}")
    };
    let right = check(&["--kernel", "scan::reverse"], &launching("256"));
    assert_eq!(right.code, 0, "{}{}", right.stdout, right.stderr);
    assert!(of(&right.stdout, "scan::reverse").contains("launch-site"), "{}", right.stdout);
    assert!(right.stdout.contains("main.cu:"), "{}", right.stdout);
    let wrong = check(&["--kernel", "scan::reverse"], &launching("512"));
    assert_eq!(wrong.code, 1, "{}{}", wrong.stdout, wrong.stderr);
    // A function of the same name and type in another file is not the one that is included.
    let other = launching("256").replace("kernels.cu", "others.cuh");
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [("kernels.cu", KERNELS), ("others.cuh", KERNELS), ("main.cu", &other)] {
        fs::write(dir.path().join(name), text).unwrap();
    }
    let files = ["kernels.cu", "main.cu"].map(|name| dir.path().join(name).to_str().unwrap().to_owned());
    let run = warpproof(&["check", "--no-cache", "--no-config", "--kernel", "scan::reverse", &files[0], &files[1]]);
    assert!(!of(&run.stdout, "scan::reverse").contains("launch-site"), "{}", run.stdout);
}

/// A folder of a project with these files.
fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join(".git")).unwrap();
    for (name, text) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    dir
}

fn check_file(dir: &tempfile::TempDir, file: &str, options: &[&str]) -> Run {
    let path = dir.path().join(file);
    warpproof(&[&["check", "--no-cache", "--no-config", path.to_str().unwrap()], options].concat())
}

const TILE: &str = r#"
template <int N> __global__ void reverse(int *a, int *b) {
  __shared__ int tile[N];
  tile[threadIdx.x] = a[blockIdx.x * N + threadIdx.x];
  __syncthreads();
  b[blockIdx.x * N + threadIdx.x] = tile[N - 1 - threadIdx.x];
}
"#;

#[test]
fn a_header_is_checked_for_the_instances_and_launches_of_the_file_that_includes_it() {
    let run = "#include \"../kernels/tile.cuh\"\nvoid run(int *a, int *b) { reverse<96><<<4, BLOCK>>>(a, b); }\n";
    for (block, code) in [("96", 0), ("97", 1)] {
        let dir = project(&[("kernels/tile.cuh", TILE), ("src/run.cu", &run.replace("BLOCK", block))]);
        let run = check_file(&dir, "kernels/tile.cuh", &[]);
        assert_eq!(run.code, code, "{}{}", run.stdout, run.stderr);
        assert!(of(&run.stdout, "reverse<96>").contains("launched in `run`"), "{}", run.stdout);
        assert!(run.stdout.contains("read as part of"), "{}", run.stdout);
        assert!(!run.stdout.contains("made up"), "{}", run.stdout);
        // The launch of the project is not followed, and nothing is left of the instance.
        let alone = check_file(&dir, "kernels/tile.cuh", &["--ignore-host"]);
        assert!(alone.stdout.contains("made up"), "{}", alone.stdout);
    }
}

#[test]
fn an_included_file_has_the_macros_of_the_file_that_includes_it() {
    let kernel = "#ifndef SIZE\n#define SIZE 64\n#endif\n\
        __global__ void fill(int *a) { __shared__ int s[SIZE]; s[threadIdx.x] = 1; a[threadIdx.x] = s[threadIdx.x]; }\n\
        static __global__ void unused(int *a) { a[threadIdx.x] = 1; }\n";
    for (size, code) in [("64", 1), ("128", 0)] {
        let main = format!("#define SIZE {size}\n#include \"fill.cu\"\nvoid run(int *a) {{ fill<<<1, 128>>>(a); }}\n");
        let dir = project(&[("fill.cu", kernel), ("main.cu", &main)]);
        let run = check_file(&dir, "fill.cu", &["--kernel", "fill"]);
        assert_eq!(run.code, code, "{}{}", run.stdout, run.stderr);
        // Nothing of the file is left out.
        let all = check_file(&dir, "fill.cu", &[]);
        assert!(of(&all.stdout, "unused").contains("races"), "{}", all.stdout);
    }
}

#[test]
fn launches_of_a_file_that_only_declares_the_kernel_are_found() {
    let kernel = "__global__ void half(int *a) { __shared__ int s[64]; s[threadIdx.x] = 1; a[0] = s[0]; }\n";
    let main = "__global__ void half(int *);\nvoid run(int *a) { half<<<1, 64>>>(a); }\n";
    // A kernel of another type is another one.
    for (main, bounds) in
        [(main.to_owned(), "proved"), (main.replace("half(int *)", "half(float *)"), "unusual-launch")]
    {
        let main = if bounds == "proved" { main } else { main.replace("run(int *a)", "run(float *a)") };
        let dir = project(&[("half.cu", kernel), ("main.cu", &main)]);
        let run = check_file(&dir, "half.cu", &[]);
        assert!(of(&run.stdout, "half").contains(&format!("bounds       {bounds}")), "{}", run.stdout);
    }
}

#[test]
fn a_launching_file_with_a_lost_launch_is_not_used() {
    let kernel = "__global__ void k(int *a) { __shared__ int s[64]; s[threadIdx.x] = 1; a[0] = s[0]; }\n";
    let main = "#include \"k.cu\"\nvoid run(int *a) { k<<<1, 64>>>(a); }\n";
    let broken = format!("{main}void more(int *a) {{ unknown_t n = 65; k<<<1, n>>>(a); }}\n");
    for (main, is_read) in [(main, true), (&broken, false)] {
        let dir = project(&[("k.cu", kernel), ("main.cu", main)]);
        let run = check_file(&dir, "k.cu", &[]);
        assert_eq!(of(&run.stdout, "k").contains("launched in"), is_read, "{}", run.stdout);
    }
}

#[test]
fn a_file_that_several_files_include_is_checked_for_every_launch() {
    let kernel = "#ifndef SIZE\n#define SIZE 128\n#endif\n\
        __global__ void k(int *a) { __shared__ int s[SIZE]; s[threadIdx.x] = 1; a[threadIdx.x] = s[threadIdx.x]; }\n";
    let main = |size: &str| {
        format!("#define SIZE {size}\n#include \"k.cuh\"\nvoid run{size}(int *a) {{ k<<<1, 128>>>(a); }}\n")
    };
    let dir = project(&[("k.cuh", kernel), ("a.cu", &main("128")), ("b.cu", &main("64"))]);
    let run = check_file(&dir, "k.cuh", &[]);
    assert!(!of(&run.stdout, "k").contains("launched in"), "{}", run.stdout);
    assert!(!run.stdout.contains("read as part of"), "{}", run.stdout);
    let all = ["k.cuh", "a.cu", "b.cu"].map(|name| dir.path().join(name).to_str().unwrap().to_owned());
    let run = warpproof(&["check", "--no-cache", "--no-config", &all[0], &all[1], &all[2]]);
    // The launch with the smaller array is wrong, where it stands.
    assert_eq!(run.code, 1, "{}", run.stdout);
    let launched = |function: &str| {
        let start = run.stdout.find(&format!("launched in `{function}`")).unwrap_or_else(|| panic!("{}", run.stdout));
        run.stdout[start..].lines().next().unwrap_or_default()
    };
    assert!(launched("run128").ends_with("proved") && launched("run64").ends_with("refuted"), "{}", run.stdout);
}

#[test]
fn kernels_that_the_including_file_leaves_out_are_checked() {
    let kernel = "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n\
        #ifndef FEW\n__global__ void extra(int *a) { a[0] = threadIdx.x; }\n#endif\n";
    let main = "#define FEW\n#include \"k.cuh\"\nvoid run(int *a) { k<<<1, 64>>>(a); }\n";
    let dir = project(&[("k.cuh", kernel), ("main.cu", main)]);
    let run = check_file(&dir, "k.cuh", &[]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(of(&run.stdout, "extra").contains("refuted"), "{}", run.stdout);
}
