//! No kernel and no launch is missing from a report without a word.

use crate::reading::Reading;
use crate::suite;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;
use wp_base::Severity;
use wp_engine::{check_file, FileReport, Options, Verdict};

/// Nothing but what comes before the verification.
fn front_end() -> Options {
    let mut options =
        Options { no_solver: true, effort: Some(Duration::ZERO), only_divergence: true, ..Options::default() };
    options.inference.enabled = false;
    options
}

fn check(text: &str, name: &str, options: &Options) -> FileReport {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    check_file(&path, options)
}

fn messages(report: &FileReport, severity: Severity) -> Vec<String> {
    let of = report.errors.iter().filter(|d| d.severity == severity);
    of.map(|d| format!("{}: {}", d.code, d.message)).collect()
}

const GOOD: &str = "__global__ void good(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";

/// What is said of a kernel or launch that the compiler loses, beside a good kernel.
fn lost(text: &str, words: &[&str]) {
    let report = check(&format!("{GOOD}{text}"), "lost.cu", &Options::default());
    let errors = messages(&report, Severity::Error);
    let all = format!("{:?}", report.errors);
    assert!(!errors.is_empty(), "nothing is said of\n{text}");
    for word in words {
        assert!(all.contains(word), "no `{word}` in {all}\nfor\n{text}");
    }
    assert!(report.kernels.iter().any(|k| k.name == "good"), "{text}");
}

#[test]
fn what_the_compiler_loses_is_named() {
    // The instance is given up, as its template has an error.
    lost(
        "#include <cub/block/none.cuh>\ntemplate <int B> __global__ void sum(int *out) { using R = cub::BlockReduce<int, B>; __shared__ typename R::Storage t; }\n\
         void f(int *p) { sum<32><<<1, 32>>>(p); }\n",
        &["WP0502", "sum<32>", "cub"],
    );
    // The host function that makes the instance is given up.
    let template = "template <class T> __global__ void k(T *a) { a[0] = threadIdx.x; }\n";
    for host in [
        "template <class T> void run(T *p) { auto s = nowhere::now(); k<T><<<1, 32>>>(p); }\nvoid f(int *p) { run(p); }\n",
        "void f(int *p) { k<int><<<1, 32>>>(p); k<char><<<1, nothing>>>((char *)p); }\n",
        "void f(int *p) { k<int><<<1, 32>>>(p); cudaLaunchKernel((void *)k<char>, nothing, 32, 0); }\n",
        "template <class T> void run(T *p) { k<T><<<1, 32>>>(p); }\nvoid f(int *p) { run(p); run(nothing(p)); }\n",
        "template <class T> void run(T *p) { k<T><<<1, 32>>>(p); }\ntemplate <class T> void outer(T *p) { run(p); }\nvoid f(int *p) { run(p); auto q = nothing(p); outer(q); }\n",
        "#define RUN(p) k<<<1, 1>>>(p)\nvoid f(int *p) { RUN(p); RUN(nothing(p)); }\n",
    ] {
        lost(&format!("{template}{host}"), &["WP0509"]);
    }
    // No arguments can be made up.
    lost(
        "template <class T> __global__ void k(typename T::type *a) { a[0] = threadIdx.x; }\n\
         template <class T> void run(int *p) { k<T><<<1, 32>>>(p); }\n",
        &["WP0509"],
    );
    // The definition, or what is launched, is lost.
    for text in [
        "template <class T> struct S { static __global__ void member(T *a) { a[0] = 1; } };\nvoid f() { nothing(); }\n",
        "void f(int *p) { elsewhere<<<1, 1>>>(p); }\n",
        "void f(int *p) { hipLaunchKernelGGL(elsewhere, 1, 1, 0, 0, p); }\n",
        "__global__ void again(int *a) { a[0] = 1; }\n__global__ void again(int *b) { b[0] = 2; }\n",
        "#define KERNEL(name) __global__ void name\nstruct Broken : Nothing { static KERNEL(inner)(int *a) { a[0] = 1; } };\n",
    ] {
        lost(text, &[]);
    }
}

#[test]
fn what_is_lost_has_a_report_without_verdicts() {
    let text =
        "template <class T> __global__ void k(T *a, typename T::type) { a[0] = 1; }\nvoid f(int *p) { k<<<1, 1>>>(nothing(p), 1); }\n";
    let report = check(&format!("{GOOD}{text}"), "lost.cu", &Options::default());
    let k = report.kernels.iter().find(|k| k.name == "k").unwrap();
    assert!(k.properties.iter().all(|p| matches!(p.verdict, Verdict::Unsupported(..))));
    assert!(!k.properties.is_empty());
    // Who asks for another kernel gets no errors of this one.
    let options = Options { kernels: vec!["good".to_owned()], ..Options::default() };
    assert_eq!(messages(&check(&format!("{GOOD}{text}"), "lost.cu", &options), Severity::Error), Vec::<String>::new());
}

#[test]
fn what_is_no_kernel_of_the_program_is_no_error() {
    for (text, note) in [
        ("// __global__ void c() {}\nconst char *s = \"__global__ void d() { e<<<1, 1>>>(); }\";\n", ""),
        ("const char *s = R\"(\n__global__ void d() { e<<<1, 1>>>(); }\n)\";\n", ""),
        ("#if 0\n__global__ void off() {}\n#endif\n", "the kernel `off`"),
        ("#ifdef NEVER\nvoid f() { good<<<1, 1>>>(0); }\n#endif\n", "a launch of `good`"),
        ("#ifdef NEVER\nint x;\n#else\n__global__ void on(int *a) { a[0] = 1; }\n#endif\n", ""),
        ("#define K(name) __global__ void name(int *a) { a[0] = 1; }\nK(one) K(two)\n", ""),
        ("#define GO(k, ...) k<<<1, \\\n 1>>>(__VA_ARGS__)\nvoid f(int *p) { GO(good,\n p); (good)<<<1, 1>>>(p); }\n", ""),
        ("template <class T> __global__ void t(T *a) { a[0] = 1; }\n", ""),
        ("template <class T> __global__ void t(T *a) { a[0] = 1; }\ntemplate <> __global__ void t<int>(int *a) { a[0] = 2; }\nvoid f(char *p) { t<<<1, 1>>>(p); }\n", ""),
        ("namespace a { __global__ void k(int *p) { p[0] = 1; } }\nnamespace b { static __global__ void k(int *p) { p[0] = 1; } }\n", ""),
        ("__global__ void later(int *a);\nvoid f(int *p) { later<<<1, 1>>>(p); }\n", ""),
        ("void f(int *p) { auto run = [=](auto *q) { good<<<1, 1>>>(q); }; run(p); }\n", ""),
        ("void f(int *p) { auto k = good; k<<<1, 1>>>(p); void (*t[])(int *) = {good}; t[0]<<<1, 1>>>(p); }\n", ""),
        ("template <class T> __global__ void t(T *a) { a[0] = 1; }\nstruct S { template <class T> void go(T *p) { t<<<1, 1>>>(p); } };\nvoid f(int *p) { S().go(p); }\n", ""),
        ("void f(int *p) { nothing(); good<<<1, 1>>>(p); good<<<1, nothing()>>>(p); }\n", ""),
    ] {
        let report = check(&format!("{GOOD}{text}"), "fine.cu", &front_end());
        assert_eq!(messages(&report, Severity::Error), Vec::<String>::new(), "{text}");
        let notes = messages(&report, Severity::Note);
        assert_eq!(!notes.is_empty(), !note.is_empty(), "{notes:?}\n{text}");
        assert!(notes.iter().all(|n| n.contains(note)), "{notes:?}\n{text}");
    }
}

/// The kernel files below a folder of this repository.
fn files(root: &str) -> Vec<PathBuf> {
    suite::files(root).into_iter().map(|file| suite::folder(root).join(file)).collect()
}

/// The files of the tests are counted where they are checked.
#[test]
fn the_count_agrees_with_the_compiler_in_the_examples() {
    let files = files("examples");
    let read = |file: &PathBuf| Reading::new(file, &wp_clang::ParseOptions::default()).miscount();
    let wrong: Vec<String> = files.par_iter().filter_map(read).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The words of a text outside of comments, literals and directives, each once for every place.
fn words(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default().split('"').next().unwrap_or_default();
        if !line.trim_start().starts_with(['#', '*', '/']) {
            let in_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            for word in code.split(|c| !in_word(c)).filter(|w| w.starts_with(|c: char| c.is_ascii_alphabetic())) {
                let at = start + (word.as_ptr() as usize - line.as_ptr() as usize);
                found.push(at..at + word.len());
            }
        }
        start += line.len();
    }
    found
}

/// Names of what a report has, each once.
fn named(report: &FileReport) -> BTreeSet<String> {
    report.kernels.iter().map(|k| k.name.clone()).collect()
}

#[test]
fn a_word_that_is_broken_costs_no_kernel_in_silence() {
    // `WP_MUTATIONS=200` breaks so many words of each file.
    let most: usize = std::env::var("WP_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    let all = files("tests/programs").into_iter().chain(files("examples"));
    let files: Vec<PathBuf> = all.step_by(if most > 4 { 1 } else { 3 }).collect();
    let mut jobs: Vec<(PathBuf, String, std::ops::Range<usize>)> = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let words = words(&text);
        let step = (words.len() / most).max(1);
        jobs.extend(words.into_iter().skip(step / 2).step_by(step).map(|word| (file.clone(), text.clone(), word)));
    }
    let before: Vec<BTreeSet<String>> = files.par_iter().map(|file| named(&check_file(file, &front_end()))).collect();
    let wrong: Vec<String> = jobs
        .par_iter()
        .filter_map(|(file, text, word)| {
            let mut broken = text.clone();
            broken.insert_str(word.end, "_broken");
            let name = file.file_name().unwrap().to_str().unwrap();
            let report = check(&broken, name, &front_end());
            let had = &before[files.iter().position(|f| f == file).unwrap()];
            let found = named(&report);
            let gone: Vec<&String> = had.difference(&found).collect();
            if gone.is_empty() || report.errors.iter().any(|d| d.severity == Severity::Error) {
                return None;
            }
            Some(format!("{}: `{}` at byte {}: {gone:?} gone", file.display(), &text[word.clone()], word.start))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} mutants:\n{}", wrong.len(), jobs.len(), wrong.join("\n"));
}
