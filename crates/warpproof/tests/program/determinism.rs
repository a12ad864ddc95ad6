//! Reports are the same letter by letter outside of `times`: whatever else the machine does, and whether answers come from the
//! solver or from the cache.

use crate::support::warpproof;
use serde_json::Value;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

/// Proved with and without the solver, refuted by a model, by a search with many runs, and open with many suspects.
const KERNELS: [&str; 7] = [
    "examples/transpose_tiled.cu",
    "examples/grid_stride_copy_racy.cu",
    "tests/kernels/idioms/histogram_plain.cu",
    "tests/kernels/divergence/until_stable_wrong.cu",
    "tests/kernels/order/handshake_last_block.cu",
    "tests/kernels/contents/value_prefix_sum_offsets.cu",
    "tests/kernels/bounds/unknown_extent.cu",
];

/// The report without its times, and the sums of the given counts in them.
fn report(options: &[&str], counts: [&str; 2]) -> (String, [u64; 2]) {
    // Without a clock that could strike: what is left are the deterministic limits.
    let mut arguments = vec!["check", "--format=json", "--timeout=600"];
    arguments.extend(options);
    arguments.extend(KERNELS);
    let run = warpproof(&arguments);
    let mut report: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|e| panic!("{e}: {}", run.stderr));
    let times = report.as_object_mut().unwrap().remove("times").unwrap();
    let kernels = || times.as_array().unwrap().iter().flat_map(|file| file["kernels"].as_array().unwrap());
    assert!(kernels().all(|k| k["late"] == false && k["solver_cut_off"] == 0), "{times:#}");
    let sums = counts.map(|count| kernels().map(|k| k[count].as_u64().unwrap()).sum());
    (serde_json::to_string_pretty(&report).unwrap(), sums)
}

/// Runs something while all cores are busy with something else.
fn under_load<T>(run: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..2 * cores {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let result = run();
        done.store(true, Ordering::Relaxed);
        result
    })
}

#[test]
fn reports_do_not_depend_on_load_or_cache() {
    let dir = tempfile::tempdir().unwrap();
    let cache = format!("--cache-dir={}", dir.path().display());
    let counts = ["solver_scripts", "solver_cached"];
    let (plain, [asked, _]) = report(&["--no-cache"], counts);
    assert!(asked > 0);
    let (loaded, _) = under_load(|| report(&[&cache], counts));
    assert_eq!(plain, loaded);
    let (again, [asked, cached]) = report(&[&cache], counts);
    assert_eq!(plain, again);
    assert_eq!(asked, 0, "every answer is in the cache");
    assert!(cached > 0);
    // Damage costs only the cache.
    for entry in fs::read_dir(dir.path()).unwrap() {
        for file in fs::read_dir(entry.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            fs::write(&path, text.replace(" limit ", " unsat ").replace(" sat ", " unsat ")).unwrap();
        }
    }
    let (damaged, [asked, _]) = report(&[&cache], counts);
    assert_eq!(plain, damaged);
    assert!(asked > 0);
}

#[test]
fn corpus_reports_do_not_depend_on_the_number_of_jobs() {
    let dir = tempfile::tempdir().unwrap();
    let header = "//pass\n//--blockDim=64 --gridDim=2\n";
    for (name, body) in [
        ("ok.cu", "a[threadIdx.x + blockIdx.x * blockDim.x] = 1;"),
        ("racy.cu", "a[threadIdx.x / 2] = threadIdx.x;"),
        ("loop.cu", "for (int i = 0; i < n; i++) a[(i * i + threadIdx.x) % 97] = i;"),
        ("bad.cu", "a[nowhere] = 1;"),
    ] {
        let text = format!("{header}__global__ void k(int *a, int n) {{ {body} }}\n");
        fs::write(dir.path().join(name), text).unwrap();
    }
    let corpus = |jobs: &str| {
        let run = warpproof(&["corpus", dir.path().to_str().unwrap(), "--no-cache", "--json=-", jobs]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let mut report: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|e| panic!("{e}: {}", run.stderr));
        report.as_object_mut().unwrap().remove("times").unwrap();
        serde_json::to_string_pretty(&report).unwrap()
    };
    assert_eq!(corpus("--jobs=1"), corpus("--jobs=4"));
}
