//! Notes on performance: the examples of the page that teaches them, and that nothing else changes.

use std::collections::BTreeSet;
use std::path::Path;
use wp_base::Diagnostic;
use wp_engine::{block_or_grid, check_file, FileReport, KernelReport, Options, Performance};

/// Options under which only notes take time.
fn options(flags: &str) -> Options {
    let mut options =
        Options { performance: true, no_solver: true, only_divergence: true, bounds: false, ..Options::default() };
    for flag in flags.split_whitespace() {
        match flag.split_once('=') {
            Some(("--block", text)) => options.launch.block = block_or_grid(text).unwrap(),
            Some(("--grid", text)) => options.launch.grid = block_or_grid(text).unwrap(),
            _ => assert_eq!(flag, "--perf", "a flag that this test knows"),
        }
    }
    options
}

fn check(code: &str, options: &Options) -> FileReport {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kernel.cu");
    std::fs::write(&file, code).unwrap();
    let report = check_file(&file, options);
    assert!(report.errors.is_empty(), "{code}: {:?}", report.errors);
    report
}

fn performance(report: &FileReport) -> Vec<&Performance> {
    report.kernels.iter().map(|k| k.performance.as_ref().unwrap()).collect()
}

/// All words of a note.
fn words(note: &Diagnostic) -> String {
    let labels = note.labels.iter().map(|l| l.text.clone());
    let parts: Vec<String> =
        [note.message.clone()].into_iter().chain(labels).chain(note.notes.clone()).chain(note.help.clone()).collect();
    parts.join("\n")
}

#[test]
fn examples_of_the_page_have_the_notes_that_they_state() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/performance.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut examples = 0;
    for example in page.split("```cuda\n").skip(1) {
        let (code, _) = example.split_once("```").unwrap();
        let flags = code.lines().next().and_then(|l| l.strip_prefix("// check ")).unwrap();
        let report = check(code, &options(flags));
        let mut found = BTreeSet::new();
        for note in performance(&report).iter().flat_map(|p| &p.notes) {
            let line = report.sources.line_col(note.labels[0].span).unwrap().line as usize;
            let expected = code.lines().nth(line - 1).unwrap().split_once("//~ ").map_or("", |(_, e)| e);
            let (wanted, phrases) = expected.split_once(' ').unwrap_or((expected, ""));
            assert_eq!(wanted, note.code, "line {line} of\n{code}\nhas the note\n{}", words(note));
            // One phrase of a line may belong to one of several notes in it.
            for phrase in phrases.split("; ").filter(|p| !p.is_empty()) {
                match phrase.strip_prefix('!') {
                    Some(absent) => assert!(!words(note).contains(absent), "{absent} in\n{}", words(note)),
                    None => assert!(words(note).contains(phrase), "no {phrase} in\n{}", words(note)),
                }
            }
            found.insert(line);
        }
        let expected: BTreeSet<usize> =
            code.lines().enumerate().filter(|(_, l)| l.contains("//~ ")).map(|(i, _)| i + 1).collect();
        assert_eq!(found, expected, "lines with notes in\n{code}\n{:?}", performance(&report));
        examples += 1;
    }
    assert!(examples >= 8);
}

#[test]
fn what_cannot_be_evaluated_is_listed_and_has_no_note() {
    let code = "__global__ void k(int *__restrict__ out, const int *__restrict__ at) {\n  __shared__ int s[64];\n  \
                s[at[threadIdx.x]] = 1;\n  if (at[threadIdx.x] > 3) out[threadIdx.x * 9] = 2;\n  \
                atomicAdd(&out[0], 1);\n}\n";
    let report = check(code, &options("--block=64 --grid=1"));
    let [performance] = performance(&report)[..] else { panic!("one kernel") };
    assert_eq!(performance.notes, []);
    let listed: Vec<&str> = performance.not_analysed.iter().map(|(what, _)| what.as_str()).collect();
    assert_eq!(
        listed,
        [
            "write of `s`: the index depends on values that are not known",
            "write of `out`: which lanes take part depends on values that are not known",
            "atomic access of `out`: what atomics on one place cost is not modelled",
        ]
    );
}

/// The launch of host code is the one that notes are about.
#[test]
fn host_code_gives_the_launch() {
    let code = "__global__ void k(float *a, int pitch) { a[threadIdx.x * pitch] = 0.0f; }\n\
                int main() { float *a; cudaMalloc(&a, 4096 * 4); k<<<1, 64>>>(a, 8); }\n";
    let report = check(code, &options(""));
    let note = &performance(&report)[0].notes[0];
    assert_eq!(note.code, "WP0702");
    assert!(words(note).contains("launch: grid (1, 1, 1), block (64, 1, 1)"), "{}", words(note));
    assert!(!words(note).contains("assumed"), "{}", words(note));
}

#[test]
fn notes_change_nothing_else() {
    let code = "__global__ void k(float *a) { __shared__ float s[64]; s[threadIdx.x * 2] = a[threadIdx.x * 16]; }\n";
    let with = Options { performance: true, no_solver: true, ..Options::default() };
    let without = Options { performance: false, ..with.clone() };
    let plain = |k: &KernelReport| KernelReport {
        performance: None,
        times: Default::default(),
        inference: Default::default(),
        ..k.clone()
    };
    let (noted, unnoted) = (check(code, &with), check(code, &without));
    assert!(performance(&noted)[0].notes.len() >= 2);
    assert!(unnoted.kernels[0].performance.is_none());
    assert_eq!(plain(&noted.kernels[0]), plain(&unnoted.kernels[0]));
}
