//! Reproducers: every confirmed finding gives a program that a compiler accepts, with the launch and the inputs of the witness.

use crate::support::{root, warpproof};
use std::path::Path;
use std::process::Command;

/// Compiles without code; the headers of CUDA and OpenCL are stubs of ours.
fn accepts(program: &Path) {
    let stubs = root().join("crates/warpproof/tests/inputs/stubs");
    let mut command = Command::new(std::env::var_os("WARPPROOF_CLANG").unwrap_or_else(|| "clang".into()));
    command.args(["-fsyntax-only", "-Wall", "-Werror", "-Wno-unused-function"]);
    if program.extension().is_some_and(|e| e == "cu") {
        command
            .args(["-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-include"])
            .arg(stubs.join("cuda.h"));
    } else {
        command.arg("-I").arg(&stubs);
    }
    let output = command.arg(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn every_confirmed_finding_has_a_program() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    let files = ["examples/reduce_tree_racy.cu", "examples/vector_add_racy.cu", "examples/reduce_tree_racy.cl"];
    for file in files {
        let run = warpproof(&["check", "--no-cache", "--block=8", "--grid=2", "--emit-repro", out, file]);
        assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
        assert!(!run.stderr.contains("no reproducer"), "{}", run.stderr);
    }
    let mut programs = 0;
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        let path = entry.unwrap().path();
        accepts(&path);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("// WP01"), "{text}");
        let launch =
            if path.extension().is_some_and(|e| e == "cu") { "dim3(8, 1, 1)" } else { "local[3] = { 8, 1, 1 }" };
        assert!(text.contains(launch), "{text}");
        programs += 1;
    }
    assert!(programs >= files.len(), "{programs}");
}

#[test]
fn sources_of_one_name_have_programs_of_their_own() {
    let dir = tempfile::tempdir().unwrap();
    let source = std::fs::read_to_string(root().join("examples/vector_add_racy.cu")).unwrap();
    let files: Vec<_> = ["a", "b"].iter().map(|d| dir.path().join(d).join("same.cu")).collect();
    for file in &files {
        std::fs::create_dir(file.parent().unwrap()).unwrap();
        std::fs::write(file, &source).unwrap();
    }
    let out = dir.path().join("out");
    let [a, b] = [&files[0], &files[1]].map(|f| f.to_str().unwrap());
    warpproof(&["check", "--no-cache", "--emit-repro", out.to_str().unwrap(), a, b]);
    let texts: Vec<String> =
        std::fs::read_dir(&out).unwrap().map(|e| std::fs::read_to_string(e.unwrap().path()).unwrap()).collect();
    assert_eq!(texts.iter().filter(|t| t.contains("/a/same.cu")).count() * 2, texts.len());
    assert!(!texts.is_empty());
}
