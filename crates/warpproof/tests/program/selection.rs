//! What counts for the exit code, and what is verified at all: `--fail-on`, `--changed-since`, comments that accept
//! findings.

use crate::support::{warpproof, Run};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::{tempdir, TempDir};

const RACY: &str = "__global__ void racy(int *a) {\n  *a = threadIdx.x;\n}\n";
const OPEN: &str =
    "__global__ void open(int *a, const int *in) {\n  a[in[blockIdx.x * blockDim.x + threadIdx.x]] = threadIdx.x;\n}\n";
const PROVED: &str = "__global__ void own(int *a) {\n  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n";

fn tree(files: &[(&str, &str)]) -> TempDir {
    let folder = tempdir().unwrap();
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
    folder
}

fn check(folder: &Path, arguments: &[&str]) -> Run {
    let path = folder.to_str().unwrap();
    warpproof(&[&["check", "--no-cache", "--no-config", path], arguments].concat())
}

fn json(folder: &Path, arguments: &[&str]) -> (i32, Value) {
    let run = check(folder, &[&["--format=json"], arguments].concat());
    (run.code, serde_json::from_str(&run.stdout).unwrap())
}

#[test]
fn results_that_fail_a_run_are_chosen() {
    let code = |text: &str, fail_on: &str| check(tree(&[("k.cu", text)]).path(), &["--fail-on", fail_on]).code;
    assert_eq!(["inconclusive", "refuted", "never"].map(|on| code(RACY, on)), [1, 1, 0]);
    assert_eq!(["inconclusive", "refuted", "never"].map(|on| code(OPEN, on)), [3, 0, 0]);
    assert_eq!(code("__global__ void broken() { nonsense }\n", "never"), 2);
}

#[test]
fn a_comment_accepts_a_finding_and_changes_no_verdict() {
    let text = RACY.replace("*a =", "// warpproof: allow(WP0101) any of the threads will do\n  *a =");
    let (code, report) = json(tree(&[("k.cu", &text)]).path(), &["--block=2"]);
    let kernel = &report["files"][0]["kernels"][0];
    assert_eq!(
        (code, &kernel["verdict"], &report["files"][0]["errors"]),
        (0, &"refuted".into(), &Value::Array(vec![]))
    );
    let finding = &kernel["properties"][0]["findings"][0];
    assert_eq!((&finding["accepted"], &finding["allowed"]), (&true.into(), &"any of the threads will do".into()));
    let folder = tree(&[("k.cu", &text)]);
    let shown = check(folder.path(), &["--block=2"]).stdout;
    assert!(shown.contains("allowed in the source, which changes the exit code and no verdict: any of the threads"));
    let sarif = check(folder.path(), &["--block=2", "--format=sarif"]).stdout;
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let suppression = &sarif["runs"][0]["results"][0]["suppressions"][0];
    assert_eq!(suppression["kind"], "inSource");
    assert_eq!(suppression["justification"], "any of the threads will do");
    // A baseline has no entry for it.
    let baseline = folder.path().join("accepted.toml");
    check(folder.path(), &["--block=2", "--write-baseline", baseline.to_str().unwrap()]);
    assert!(!fs::read_to_string(baseline).unwrap().contains("[[accepted]]"));
}

#[test]
fn a_comment_in_a_string_of_python_accepts_a_finding() {
    let kernel = RACY.replace("*a =", "// warpproof: allow(WP0101) any of the threads will do\n  *a =");
    let text = format!("import cupy\nk = cupy.RawKernel(r\"\"\"\nextern \"C\" {kernel}\"\"\", \"racy\")\n");
    let more = text.replace("racy", "other");
    let run = check(tree(&[("k.py", &format!("{text}{more}"))]).path(), &["--block=2"]);
    assert!(run.code == 0 && run.stdout.matches("allowed in the source").count() == 2, "{}", run.stdout);
}

#[test]
fn a_comment_without_effect_is_a_warning() {
    // The example of the page.
    let page = include_str!("../../../../docs/codes/WP0511.md");
    let example = page.split("```cuda\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = tree(&[("k.cu", example)]);
    let run = check(folder.path(), &[]);
    assert_eq!(run.code, 3, "{}", run.stdout);
    assert!(run.stdout.contains("warning[WP0511]: no finding with WP0101 is at the line"), "{}", run.stdout);
    // Other kernels may have the finding.
    assert_eq!(check(folder.path(), &["--kernel=f"]).code, 0);
    assert_eq!(check(folder.path(), &["--fail-on=refuted"]).code, 0);
}

#[test]
fn the_page_on_comments_shows_one() {
    let page = include_str!("../../../../docs/suppressions.md");
    let example = page.split("```cuda\n").nth(1).unwrap().split("```").next().unwrap();
    let run = check(tree(&[("k.cu", example)]).path(), &[]);
    assert!(run.stdout.contains("all threads store the same value") && run.code == 0, "{}", run.stdout);
}

fn git(folder: &Path, words: &[&str]) {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false"]);
    let done = command.args(words).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn only_what_has_changed_is_verified() {
    let with_header = format!("#include \"size.h\"\n{OPEN}");
    let folder = tree(&[("a.cu", PROVED), ("b.cu", &with_header), ("size.h", "#define SIZE 1\n")]);
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "first"]);
    let changed = |revision: &str| {
        let run = warpproof_in(folder.path(), &["check", ".", "--no-cache", "--changed-since", revision]);
        let names: Vec<String> =
            run.1.lines().filter_map(|l| Some(l.strip_prefix("kernel `")?.split('`').next()?.to_owned())).collect();
        (run.0, names.join(" "), run.1)
    };
    let (code, names, text) = changed("HEAD");
    assert_eq!((code, &*names, &*text), (0, "", "No kernel file has changed.\n"));
    fs::write(folder.path().join("size.h"), "#define SIZE 2\n").unwrap();
    assert_eq!(changed("HEAD").1, "open");
    fs::write(folder.path().join("new.cu"), PROVED.replace("own", "added")).unwrap();
    assert_eq!(changed("HEAD").1, "open added");
    let (code, _, _) = changed("no-such-revision");
    assert_eq!(code, 2);
}

/// Runs the program in a folder: the exit code and the output.
fn warpproof_in(folder: &Path, words: &[&str]) -> (i32, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_warpproof")).args(words).current_dir(folder).output().unwrap();
    (done.status.code().unwrap(), String::from_utf8_lossy(&done.stdout).into_owned())
}
