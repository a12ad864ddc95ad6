//! `corpus --study` from outside: what is run, what is written, how it goes on.

use crate::support::{warpproof, Run};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// One kernel without a loop, one that needs no invariant, one that needs a stride, one that is expected to fail.
const KERNELS: [(&str, &str); 4] = [
    (
        "loopless.cu",
        "//pass\n//--blockDim=64 --gridDim=2\n__global__ void k(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 0; }\n",
    ),
    (
        "trivial.cu",
        "//pass\n//--blockDim=64 --gridDim=2\n__global__ void k(int *a, const int *in, int n) {\n  __requires(n == 100);\n  \
         int s = 0;\n  for (int i = 0; i < n; i++) s += in[i];\n  a[blockIdx.x * 64 + threadIdx.x] = s;\n}\n",
    ),
    (
        "strided.cu",
        "//pass\n//--blockDim=64 --gridDim=1\n__global__ void k(int *a, int n) {\n  \
         for (int i = threadIdx.x; i < n; i += 64) a[i] = threadIdx.x;\n}\n",
    ),
    (
        "racy.cu",
        "//xfail:NOT_ALL_VERIFIED\n//--blockDim=64 --gridDim=1\n__global__ void k(int *a) {\n  \
         for (int i = 0; i < 9; i++) a[i] = threadIdx.x;\n}\n",
    ),
];

fn study(root: &Path, out: &Path, what: &str) -> Run {
    let run = warpproof(&[
        "corpus",
        root.to_str().unwrap(),
        "--study",
        what,
        "--study-dir",
        out.to_str().unwrap(),
        "--no-acceleration",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run
}

fn rows(out: &Path, name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(out.join(name)).unwrap();
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn a_study_of_rules_and_engines() {
    let dir = tempdir().unwrap();
    let (root, out) = (dir.path().join("corpus"), dir.path().join("out"));
    fs::create_dir(&root).unwrap();
    for (name, text) in KERNELS {
        fs::write(root.join(name), text).unwrap();
    }
    study(&root, &out, "rules");
    assert_eq!(rows(&out, "loops.csv")[1][..2], ["kernels", "2"]);
    assert_eq!(rows(&out, "preconditions.csv")[1][..3], ["kernels", "1", "1"]);
    let precision = rows(&out, "precision.csv");
    assert_eq!(precision[1], ["none", "1", "0", "1"]);
    assert_eq!(precision[3], ["all rules", "1", "1", "2"]);
    let rules = rows(&out, "rules.csv");
    let stride = rules.iter().find(|r| r[0] == "r10").unwrap();
    assert_eq!((stride[2].as_str(), stride[3].as_str(), stride[8].as_str()), ("1", "0", "1"), "{rules:?}");
    assert!(fs::read_to_string(out.join("influence.svg")).unwrap().starts_with("<svg"));

    // A study that stopped goes on, and the tables can be drawn without a run.
    let raw = out.join("raw/rules.jsonl");
    let text = fs::read_to_string(&raw).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&raw, lines[..lines.len() - 1].join("\n") + "\n").unwrap();
    let again = study(&root, &out, "rules");
    assert!(again.stdout.starts_with(&format!("1 runs, {} known before\n", lines.len() - 2)), "{}", again.stdout);
    let before = fs::read_to_string(out.join("rules.md")).unwrap();
    fs::remove_file(out.join("rules.md")).unwrap();
    assert_eq!(warpproof(&["corpus", "--study-from", out.to_str().unwrap()]).code, 0);
    assert_eq!(fs::read_to_string(out.join("rules.md")).unwrap(), before);

    study(&root, &out, "engines");
    let engines = rows(&out, "engines.csv");
    assert_eq!(
        engines.iter().map(|r| r[0].as_str()).collect::<Vec<_>>(),
        ["engine", "H", "DYN", "SBASE", "SSTEP", "LU(1)"]
    );
    let similarity = rows(&out, "similarity.csv");
    assert_eq!(similarity.len(), 7);
    assert!(out.join("speedup-parallel.svg").exists());
}

#[test]
fn options_that_a_study_refuses() {
    for extra in ["--rules=pow2", "--no-inference", "--engines=dyn", "--csv=t.csv", "--in-process"] {
        let run = warpproof(&["corpus", "tests", "--study", "rules", extra]);
        assert_eq!(run.code, 2, "{extra}: {}", run.stdout);
    }
    assert_eq!(warpproof(&["corpus"]).code, 2);
    assert_eq!(warpproof(&["corpus", "--study-from", "no/such"]).code, 2);
}
