//! The command line from outside: bad input, exit codes, `run` and `corpus`.

use crate::support::warpproof;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// One clear message with a code and what to do, and exit code 2.
fn refused(arguments: &[&str], parts: &[&str]) {
    let run = warpproof(arguments);
    let said = format!("{}{}", run.stdout, run.stderr);
    assert_eq!(run.code, 2, "{arguments:?}\n{said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: no `{part}` in\n{said}");
    }
    assert_eq!(said.matches("error:").count() + said.matches("error[").count(), 1, "one message:\n{said}");
}

#[test]
fn files_that_are_no_kernel_files() {
    let dir = tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    refused(&["check", "no/such.cu"], &["WP0503", "there is no such file", "help"]);
    refused(&["check", dir.path().to_str().unwrap()], &["there is no file to be checked"]);
    refused(&["check", &file("notes.txt", b"hello")], &["WP0503", "not a kernel file", ".cu"]);
    refused(&["check", &file("empty.cu", b" \n")], &["WP0503", "is empty"]);
    refused(&["check", &file("binary.cl", b"\x7fELF\0\0")], &["WP0503", "binary"]);
}

#[test]
fn source_that_does_not_compile() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("k.cu");
    let path = path.to_str().unwrap();
    fs::write(path, "__global__ void k(int *a) { a[0] = nowhere; }\n").unwrap();
    refused(&["check", path], &["nowhere", "k.cu:1:36", "help"]);
    // The other kernel of the file is still verified, and the exit code says that something was not.
    fs::write(path, "__global__ void k(int *a) { a[0] = nowhere; }\n__global__ void ok(int *a) { a[threadIdx.x + blockIdx.x * blockDim.x] = 0; }\n").unwrap();
    let run = warpproof(&["check", path]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stdout.contains("kernel `ok`"), "{}", run.stdout);
    fs::write(path, "int x;\n").unwrap();
    refused(&["check", path], &["WP0503", "kernel"]);
    refused(&["check", "examples/vector_add.cu", "--kernel=nosuch"], &["WP0506", "vector_add"]);
}

#[test]
fn a_kernel_that_the_compiler_loses_is_in_every_form_of_output() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("k.cu");
    let path = path.to_str().unwrap();
    let good = "__global__ void ok(int *a) { a[threadIdx.x + blockIdx.x * blockDim.x] = 0; }\n";
    let lost = "template <class T> __global__ void lost(T *a) { a[threadIdx.x + blockIdx.x * blockDim.x] = 1; }\n\
                template <class T> void run(T *a) { auto now = clock_type::now(); lost<<<1, 1>>>(a); }\n\
                void host(int *a) { run(a); }\n";
    fs::write(path, format!("{good}{lost}")).unwrap();
    for format in ["text", "json", "sarif", "html"] {
        let run = warpproof(&["check", path, "--format", format]);
        assert_eq!(run.code, 2, "{format}");
        let missing: Vec<&str> =
            ["WP0509", "lost", "clock_type"].into_iter().filter(|word| !run.stdout.contains(word)).collect();
        assert!(missing.is_empty(), "{format}: no {missing:?} in\n{}", run.stdout);
    }
}

/// What is printed of a kernel, with further options, and the exit code.
fn checked(body: &str, options: &[&str]) -> (String, i32) {
    let dir = tempdir().unwrap();
    let path = dir.path().join("k.cu");
    let head = "__global__ void k(float *out, float *x) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n";
    fs::write(&path, format!("{head}{body}}}\n")).unwrap();
    let run = warpproof(&[&["check", path.to_str().unwrap()], options].concat());
    (run.stdout, run.code)
}

#[test]
fn alignment_that_is_not_evident_is_assumed() {
    for (read, evident) in [
        ("reinterpret_cast<float4 *>(x)[i]", true),
        ("*reinterpret_cast<float4 *>(x + i)", false),
        ("*reinterpret_cast<float4 *>(x + 4 * i)", true),
        ("reinterpret_cast<float4 *>(x + 1)[i]", false),
        ("*reinterpret_cast<float4 *>(&x[2 * i])", false),
    ] {
        let (text, _) = checked(&format!("  float4 v = {read};\n  out[i] = v.x + v.w;\n"), &[]);
        let listed = text.lines().any(|line| line.contains("assuming") && line.contains("aligned"));
        assert_eq!(listed, !evident, "{read}\n{text}");
    }
    let (text, _) = checked("  out[i] = *reinterpret_cast<double *>(x + i);\n", &["--without", "aligned"]);
    assert!(text.contains("the assumption `aligned` is switched off"), "{text}");
}

#[test]
fn bounds_of_unknown_sizes_are_no_plain_proof() {
    let far = "  out[i + 1000000] = x[i - 5];\n";
    let (text, code) = checked(far, &[]);
    assert_eq!(code, 0, "{text}");
    for part in [
        "bounds       not checked: out, x (size unknown)",
        "in-bounds (out, x)",
        "What was checked holds",
        "`k`: out, x",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    assert_eq!(checked(far, &["--strict"]).1, 3);
    let (json, _) = checked(far, &["--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let properties = json["files"][0]["kernels"][0]["properties"].as_array().unwrap().clone();
    let bounds = properties.iter().find(|p| p["property"] == "bounds").unwrap();
    assert_eq!((&bounds["verdict"], &bounds["unchecked"]), (&"not-checked".into(), &serde_json::json!(["out", "x"])));
    for format in ["sarif", "html"] {
        assert!(checked(far, &["--format", format]).0.contains("not checked: out, x (size unknown)"), "{format}");
    }
    let tile = "  __shared__ float tile[1024];\n  tile[threadIdx.x] = x[i];\n  out[i] = tile[threadIdx.x];\n";
    let (text, _) = checked(tile, &["--block", "64"]);
    assert!(text.contains("bounds       proved for tile; not checked: out, x (size unknown)"), "{text}");
}

#[test]
fn clauses_that_belong_to_nothing() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("k.cu");
    let kernel = "__global__ void k(int *a) { a[threadIdx.x + blockIdx.x * blockDim.x] = 0; }";
    fs::write(&path, format!("//@ requires n > 0\nint x;\n{kernel}\n")).unwrap();
    refused(&["check", path.to_str().unwrap()], &["WP0507", "in front of no kernel", "kernel `k`"]);
}

#[test]
fn contracts_of_members() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("k.cu");
    let classes = "template <class T> struct Template {
  //@ requires x > 0;
  __device__ T f(T x) { return x; }
};
struct Members {
  __device__ int outside(int x);
  //@ requires x > 0;
  static __device__ int fixed(int x) { return x; }
  //@ ensures \\result == 8;
  __device__ int operator()() { return 7; }
  //@ requires x > 0;
  template <class T> __device__ T generic(T x) { return x; }
};
//@ requires x > 0;
__device__ int Members::outside(int x) { return x; }
//@ requires x > 0;
auto lambda = [](int x) { return x; };
//@ requires x > 0;
struct Class { Class(); };
";
    let function = "//@ requires x > 0;\n__device__ int function(int x) { return x; }\n";
    let body = "Members m; a[threadIdx.x + blockIdx.x * blockDim.x] = m.outside(1) + m() + Template<int>().f(1);";
    fs::write(&path, format!("{classes}{function}__global__ void k(int *a) {{ {body} }}\n")).unwrap();
    let run = warpproof(&["check", path.to_str().unwrap()]);
    let said = format!("{}{}", run.stdout, run.stderr);
    let refused = said.matches("contracts of member functions and lambdas are not supported").count();
    assert_eq!((run.code, refused, said.matches("error[").count()), (2, 7, 7), "{said}");
}

#[test]
fn clauses_in_front_of_other_functions() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("k.cu");
    let clause = "//@ requires n == 5;\n";
    let kernel = "__global__ void k(int *a, int n) { a[threadIdx.x + blockIdx.x * blockDim.x] = n; }\n";
    let declaration = "in front of a declaration of a function: write it in front of the definition";
    let nothing = "in front of no kernel";
    for (text, why) in [
        (format!("{clause}__global__ void k(int *a, int n);\n{kernel}"), declaration),
        (format!("{clause}__device__ int f(int n);\n__device__ int f(int n) {{ return n; }}\n{kernel}"), declaration),
        (format!("struct S {{\n{clause}friend __global__ void k(int *a, int n);\n}};\n{kernel}"), declaration),
        (format!("{clause}template <class T> __device__ int f(T n);\n{kernel}"), declaration),
        (
            format!("{kernel}{clause}void run(int *a, int n) {{ k<<<1, 8>>>(a, n); }}\n"),
            "functions of the host have no contracts",
        ),
        (format!("__global__ void k(int *a,\n{clause} int n);\n{kernel}"), nothing),
    ] {
        fs::write(&path, &text).unwrap();
        refused(&["check", path.to_str().unwrap()], &["WP0507", why]);
    }
}

#[test]
fn definitions_that_mean_nothing() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("k.cu");
    let kernel =
        |clause: &str, body: &str| format!("{clause}\n__global__ void k(int *a) {{ {body}\n a[threadIdx.x] = 0; }}\n");
    let refuses = |source: &str, words: &[&str]| {
        fs::write(&path, source).unwrap();
        refused(&["check", path.to_str().unwrap(), "--block=32", "--grid=1"], &[&["WP0507"], words].concat());
    };
    let even =
        "//@ predicate even(integer n) = n == 0 || odd(n - 1);\n//@ predicate odd(integer n) = n != 0 && even(n - 1);";
    refuses(&kernel(&format!("{even}\n//@ ensures even(a[0]);"), ""), &["by way of other definitions"]);
    refuses(&kernel("", "//@ predicate p(integer n) = n > 0;\n"), &["outside of functions"]);
    refuses(&format!("//@ predicate p(integer n) = n >;\nint x;\n{}", kernel("", "")), &["an expression is expected"]);
    let twice = "//@ predicate p = true;\nint x;\n//@ predicate p = false;\nint y;\n";
    refuses(&format!("{twice}{}", kernel("//@ ensures p;", "")), &["defined twice"]);
}

/// A clause that is not checked must not leave a proof behind: those in unusual places, and in functions that are called.
#[test]
fn clauses_that_nothing_reads() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("k.cu");
    for clause in ["//@ assert n == 12345;\n", "//@ ghost int g = n;\n"] {
        is_read_or_refused(&path, clause);
    }
}

fn is_read_or_refused(path: &Path, clause: &str) {
    let bodies = [
        format!("if (n > 3)\n{clause} a[threadIdx.x] = n;"),
        format!("switch (n) {{ case 1:\n{clause} a[threadIdx.x] = n; }}"),
        format!("for (int i = 0; i < n; i++)\n{clause} a[threadIdx.x] = n;"),
        format!("a[threadIdx.x] = n +\n{clause} 1;"),
        format!("if (n) {{ a[threadIdx.x] = 1; }}\n{clause} else {{ }}"),
        format!("auto f = [=](int n) {{\n{clause} return n; }};\n a[threadIdx.x] = f(n);"),
        "a[threadIdx.x] = called(n);".to_owned(),
        "a[threadIdx.x] = branches(n);".to_owned(),
    ];
    for body in bodies {
        let called = format!("__device__ int called(int n) {{\n{clause} return n; }}\n");
        let branches = format!("__device__ int branches(int n) {{ if (n)\n{clause} return n; return 1; }}\n");
        let kernel = format!("__global__ void k(int *a, int n) {{ {body}\n}}\n");
        fs::write(path, format!("{called}{branches}{kernel}")).unwrap();
        refused(&["check", path.to_str().unwrap(), "--block=32", "--grid=1"], &["WP0507", "`k`"]);
    }
}

/// The preprocessor names files in its own way.
#[test]
fn clauses_in_files_of_unusual_names() {
    let dir = tempdir().unwrap();
    let source = "#ifdef NEVER\n//@ nonsense\n#endif\n__global__ void k(int *a) {\n  //@ assert 1 == 2;\n}\n";
    for name in ["plain.cu", "a b.cu", "é\"ü.cu", "x/../k.cu", "./x/k.cu"] {
        fs::create_dir_all(dir.path().join("x")).unwrap();
        let path = dir.path().join(name);
        fs::write(&path, source).unwrap();
        let run = warpproof(&["check", "--no-cache", path.to_str().unwrap()]);
        assert_eq!(run.code, 1, "{name}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("WP0401"), "{name}: {}", run.stdout);
    }
}

#[test]
fn options_that_make_no_sense() {
    let example = "examples/vector_add.cu";
    refused(&["check", example, "--nosuch"], &["--nosuch"]);
    refused(&["check", example, "--float=nothing"], &["reals", "bits"]);
    refused(&["check", example, "--block=0"], &["--block=0", "at least 1"]);
    refused(&["check", example, "--block=1,2,3,4"], &["one to three"]);
    refused(&["check", example, "--block=32", "--blockDim=32"], &["given twice"]);
    refused(&["check", example, "--list-intercepted"], &["not supported"]);
    refused(&["check", example, "--without=no-such"], &["no-alias"]);
    refused(&["check", example, "--solver=/bin/false"], &["WP0505", "/bin/false"]);
    refused(&["check", example, "--portfolio=/bin/false"], &["WP0505", "/bin/false"]);
    refused(&["check", example, "--portfolio", "--no-solver"], &["--no-solver"]);
    refused(&["check", example, "--timeout=soon"], &["seconds"]);
    refused(&["explain", "WP9999"], &["no page"]);
    refused(&["corpus", "no/such"], &["no/such"]);
    refused(&["corpus", "examples"], &["//pass"]);
    refused(&["run", example, "--block=*,1"], &["without *"]);
}

#[test]
fn a_limit_that_is_reached_is_told() {
    // The process uses more from the start.
    let run = warpproof(&["check", "--no-cache", "--memory=1", "examples/vector_add.cu"]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stdout.contains("WP0510") && run.stdout.contains("--memory"), "{}", run.stdout);
    let text = warpproof(&["check", "--format=json", "--no-cache", "--memory=1", "examples/vector_add.cu"]).stdout;
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["files"][0]["errors"][0]["code"], "WP0510", "{text}");
}

#[test]
fn explain_knows_codes_and_assumptions() {
    for topic in ["WP0101", "wp0202", "no-alias", "gpuverify-flags"] {
        let run = warpproof(&["explain", topic]);
        assert_eq!(run.code, 0);
        assert!(run.stdout.starts_with("# "), "{}", run.stdout);
    }
}

#[test]
fn run_reports_races_and_final_arrays() {
    let file = "crates/warpproof/tests/inputs/shift.kir";
    let run = warpproof(&["run", file, "--block", "4", "--set", "n=3", "--array", "a=5,6,7,8"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("error[WP0102]"), "{}", run.stdout);
    assert!(run.stdout.contains("a[0..4] = 6, 7, 8, 8\n"), "{}", run.stdout);
    assert!(run.stdout.ends_with("; 1 finding\n"), "{}", run.stdout);
    let run = warpproof(&["run", file, "--block=4", "--set=n=4", "--array=a=5,6,7,8"]);
    assert!(run.stdout.contains("error[WP0301]"), "{}", run.stdout);
    refused(&["run", file, "--set=m=1"], &["no scalar parameter `m`", "it has n"]);
    refused(&["run", file, "--array=n=1"], &["no array `n`"]);
    refused(&["run", file, "--set=n=x"], &["not a whole number"]);
    refused(&["run", file, "--kernel=other"], &["no kernel `other`", "shift"]);
}

#[test]
fn corpus_writes_a_row_per_file() {
    let dir = tempdir().unwrap();
    let add = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    add(
        "a.cu",
        "//PASS\n//--blockDim=64 --gridDim=2\n__global__ void k(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 0; }\n",
    );
    add("b.cu", "// xfail:NOT_ALL_VERIFIED\r\n//--blockDim=64 --gridDim=2\r\n__global__ void k(int *a) { a[0] = threadIdx.x; }\r\n");
    add("c.cl", "//xfail:COMMAND_LINE_ERROR\n//--local_size=64 --global_size=100\n__kernel void k(void) {}\n");
    add("d.cu", "__global__ void k(void) {}\n");
    let csv = dir.path().join("table.csv");
    let json = dir.path().join("table.json");
    let (root, csv, json) = (dir.path().to_str().unwrap(), csv.to_str().unwrap(), json.to_str().unwrap());
    for extra in ["--jobs=2", "--in-process"] {
        let run = warpproof(&["corpus", root, "--csv", csv, "--json", json, extra]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.contains("1 kernel files without a header"), "{}", run.stdout);
        let table = fs::read_to_string(csv).unwrap();
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
        let brief: Vec<[&str; 4]> = rows[1..].iter().map(|r| [r[0], r[2], r[3], r[4]]).collect();
        assert_eq!(
            brief,
            [
                ["a.cu", "pass", "proved", "yes"],
                ["b.cu", "NOT_ALL_VERIFIED", "refuted", "yes"],
                ["c.cl", "COMMAND_LINE_ERROR", "error", "yes"]
            ],
            "{table}"
        );
        let document: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
        assert_eq!(document["summary"]["agree"], 3);
    }
}

#[test]
fn bad_input_of_comparisons_is_said_in_one_message() {
    let file = "tests/equiv/elementwise.cu";
    let refused = |arguments: &[&str], part: &str| {
        let run = warpproof(arguments);
        assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(part), "no `{part}` in {}", run.stderr);
    };
    let (plain, average) = (format!("{file}:plain"), format!("{file}:average"));
    refused(&["equiv", &plain, "no/such.cu:k", "--block", "4"], "WP0503");
    refused(&["equiv", &plain, &format!("{file}:nobody"), "--block", "4"], "WP0506");
    refused(&["equiv", &plain, file, "--block", "4"], "several kernels");
    refused(&["equiv", &plain, &average, "--block", "4"], "elements of type");
    refused(&["equiv", &plain, &plain, "--block", "4", "--map", "out=n"], "one is an array");
    refused(&["equiv", &plain, &plain, "--block", "4", "--set", "m=3"], "has a scalar parameter `m`");
    let file = "tests/equiv/sequences.cu";
    let (two, both) = (format!("{file}:scale,mirror"), format!("{file}:both"));
    refused(&["equiv", &format!("{file}:scale,"), &both, "--block", "4"], "a name of a kernel is missing");
    refused(&["equiv", &format!("{file}:scale,mirror(tmp)"), &both, "--block", "4"], "has no kernel `mirror(tmp)`");
    refused(&["equiv", &format!("{file}:scale(m=n),mirror"), &both, "--block", "4"], "has no parameter `m`");
    refused(&["equiv", &format!("{file}:scale,mirror(tmp=n)"), &both, "--block", "4"], "does not have the type");
    refused(&["equiv", &two, &both, "--block-a", "4", "--block-a", "4", "--block-a", "4"], "3 sizes are given");
    refused(&["equiv", &two, &both, "--requires", "b2.gridDim.x == 1"], "has 1 kernel(s)");
    refused(&["equiv", &two, &both, "--requires", "a.gridDim.x == a2.gridDim.x"], "say `a1.gridDim.x`");
    refused(
        &["equiv", &format!("{file}:partial,total"), &format!("{file}:serial"), "--block", "4"],
        "say with --requires",
    );
}
