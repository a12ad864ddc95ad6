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
        let all = Options { only_divergence: false, no_solver: false, bounds: true, ..options(flags) };
        let report = check(code, &all);
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

/// The worst degree of a note on bank conflicts, 1 where there is none, and the number of columns that is suggested.
fn conflicts(performance: &Performance) -> (u32, Option<u32>) {
    let notes = || performance.notes.iter().filter(|n| n.code == "WP0701");
    let degree = |n: &Diagnostic| n.message.split("degree ").nth(1)?.split(' ').next()?.parse().ok();
    let columns = |n: &Diagnostic| n.help.as_ref()?.split("][").nth(1)?.split(']').next()?.parse().ok();
    (notes().map(|n| degree(n).unwrap()).max().unwrap_or(1), notes().find_map(columns))
}

/// What is suggested removes the conflicts, or all that paddings up to 32 elements can; no smaller padding does as much.
#[test]
fn suggested_paddings_are_the_smallest_that_help() {
    for (ty, rows, columns, block) in [
        ("float", 32, 32, "32,32"),
        ("float", 32, 32, "32,8"),
        ("float", 16, 16, "16,16"),
        ("float", 64, 32, "64,4"),
        ("double", 16, 16, "16,16"),
        ("float", 32, 48, "32,4"),
        ("short", 32, 64, "32,8"),
        ("float", 8, 40, "8,32"),
    ] {
        // A kernel for each number of columns.
        let kernels = (columns..=columns + 32).map(|columns| {
            format!(
                "__global__ void k{columns}({ty} *__restrict__ out) {{\n  __shared__ {ty} t[{rows}][{columns}];\n  \
                 t[threadIdx.x][threadIdx.y] = 1;\n  __syncthreads();\n  out[threadIdx.y * blockDim.x + threadIdx.x] = \
                 t[threadIdx.x][threadIdx.y];\n}}\n"
            )
        });
        let report = check(&kernels.collect::<String>(), &options(&format!("--block={block} --grid=1")));
        let found: Vec<(u32, Option<u32>)> = performance(&report).into_iter().map(conflicts).collect();
        assert_eq!(found.len(), 33);
        let best = found.iter().map(|(degree, _)| *degree).min().unwrap();
        let (now, suggested) = found[0];
        assert!(best < now, "{ty} {rows} {columns} {block}: there is something to suggest");
        let first = (columns..).zip(&found).find(|(_, (degree, _))| *degree == best).map(|(c, _)| c);
        assert_eq!(suggested, first, "{ty} {rows} {columns} {block}: from degree {now} to {best}");
    }
}

/// The kernel with `threadIdx.x` and `threadIdx.y` exchanged, as the note suggests, has no note.
#[test]
fn a_suggested_exchange_coalesces() {
    let code = |x: &str, y: &str| {
        format!(
            "__global__ void k(float *__restrict__ a, const float *__restrict__ b) {{\n  int i = blockIdx.y * 16 + \
             threadIdx.{x}, j = blockIdx.x * 16 + threadIdx.{y};\n  a[i * 256 + j] = b[i * 256 + j + 256];\n}}\n"
        )
    };
    let flags = "--block=16,16 --grid=4,4";
    let report = check(&code("x", "y"), &options(flags));
    let notes = &performance(&report)[0].notes;
    assert!(notes.len() == 2 && notes.iter().all(|n| words(n).contains("exchanged")), "{notes:?}");
    assert_eq!(performance(&check(&code("y", "x"), &options(flags)))[0].notes, []);
}

/// Barriers of which each is needed or not, for the reason that stands beside it.
#[test]
fn barriers_are_noted_only_where_each_can_go() {
    let options = Options { performance: true, ..options("--block=64 --grid=4") };
    let options = Options { only_divergence: false, no_solver: false, ..options };
    let unneeded = |body: &str| -> Vec<usize> {
        let code = format!(
            "__global__ void k(float *__restrict__ out, const float *__restrict__ in) {{\n__shared__ float s[64];\nint i = \
             blockIdx.x * 64 + threadIdx.x;\n{body}\n}}\n"
        );
        let report = check(&code, &options);
        let notes = performance(&report)[0].notes.iter().filter(|n| n.code == "WP0704");
        notes.map(|n| report.sources.line_col(n.labels[0].span).unwrap().line as usize - 3).collect()
    };
    let own = "s[threadIdx.x] = in[i];\n__syncthreads();\nout[i] = s[threadIdx.x];";
    assert_eq!(unneeded(own), [2]);
    let others = "s[threadIdx.x] = in[i];\n__syncthreads();\nout[i] = s[63 - threadIdx.x];";
    assert_eq!(unneeded(others), [0; 0]);
    let twice = "s[threadIdx.x] = in[i];\n__syncthreads();\n__syncthreads();\nout[i] = s[63 - threadIdx.x];";
    assert_eq!(unneeded(twice), [2, 3], "each alone can go");
    let counted = "if (threadIdx.x == 0) s[0] = 0;\n__syncthreads();\natomicAdd(&s[0], 1.0f);\n__syncthreads();\n\
                   out[i] = atomicAdd(&s[0], 0.0f);";
    assert_eq!(unneeded(counted), [0; 0], "atomics do not race, but the barrier orders them");
    let racy = "s[0] = in[i];\n__syncthreads();\nout[i] = s[0];";
    assert_eq!(unneeded(racy), [0; 0], "nothing is proved of it in the first place");
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
