//! `warpproof.h`: annotations as calls, for compilers that do not know them.

use crate::support::warpproof;
use std::fs;
use std::process::Command;
use tempfile::tempdir;

/// Every annotation that may stand in a list of statements, in front of a loop condition or at file scope.
const KERNEL: &str = r#"
#include "warpproof.h"
__axiom(sizeof(int) == 4)
__global__ void k(int *a, int n) {
  __requires(n == 4);
  __global_requires(n == 4);
  __ensures(__no_read(a));
  __assume(n > 0);
  __assert(n == 3);
  for (int i = 0; __invariant(i >= 0), __global_invariant(__implies(__write(a), i > 0)), i < n; i++) {
    __function_wide_invariant(n > 0);
    a[__ite(n > 4, 4, 0) + __add(i, 0) + __mod_pow2(i, 1u)] = __add_noovfl_int(i, 1);
    __barrier_invariant_1(i >= 0, 0);
    __barrier_invariant_binary_2(i >= 0, 0, 1, 2, 3);
  }
}
"#;

fn clang() -> String {
    std::env::var("WARPPROOF_CLANG").unwrap_or_else(|_| "clang".to_owned())
}

#[test]
fn other_compilers_see_no_annotations_and_we_see_all() {
    let dir = tempdir().unwrap();
    let header = warpproof(&["explain", "warpproof.h"]);
    assert_eq!(header.code, 0, "{}", header.stderr);
    fs::write(dir.path().join("warpproof.h"), &header.stdout).unwrap();
    // As C++ with the qualifier of CUDA made empty.
    let file = dir.path().join("k.cpp");
    fs::write(&file, format!("#include <cassert>\n#define __global__\n{KERNEL}\n#include <cassert>\n")).unwrap();
    let flags = ["-std=c++17", "-Wall", "-Wextra", "-Wno-unused-value", "-Werror", "-fsyntax-only"];
    let run = Command::new(clang()).args(flags).arg(&file).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    // Beside the kernel lies the header, which does not take the annotations from us.
    let kernel = "#include \"warpproof.h\"\n__global__ void k(int *a, int n) { __requires(n == 4); __assert(n == 3); a[threadIdx.x + blockIdx.x * blockDim.x] = n; }\n";
    let file = dir.path().join("k.cu");
    fs::write(&file, kernel).unwrap();
    let run = warpproof(&["check", file.to_str().unwrap()]);
    assert!(run.code == 1 && run.stdout.contains("WP0401"), "{}", run.stdout);
}

/// A header that lacks an annotation would break the build of whoever uses it.
#[test]
fn every_annotation_of_the_prelude_is_in_the_header() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let header = fs::read_to_string(format!("{root}/include/warpproof.h")).unwrap();
    let prelude = fs::read_to_string(format!("{root}/crates/wp_clang/prelude/annotations.h")).unwrap();
    let defined = |name: &str| header.contains(&format!("#define {name}("));
    let mut statements = 0;
    for line in prelude.lines() {
        // Those without a result are statements; what has one stands inside of them.
        let Some(rest) = line.strip_prefix("__WP_FN void ").or_else(|| line.strip_prefix("__WP_PTR(void, ")) else {
            continue;
        };
        let name: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        if name.is_empty() || name.starts_with("__wp_") || name.starts_with("bugle_") {
            continue;
        }
        assert!(defined(&name), "{name}");
        statements += 1;
    }
    assert!(statements > 20, "{statements}");
    for n in 0..=20 {
        assert!(defined(&format!("__barrier_invariant_{n}")) && defined(&format!("__barrier_invariant_binary_{n}")));
    }
}
