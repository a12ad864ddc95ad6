//! Costs against a count over all warps, on the kernels of the tree as people write them: those of the tests and examples, in
//! the launch that notes would be about.

mod oracle;

use oracle::{compare, Compared};
use std::path::{Path, PathBuf};
use wp_clang::{Language, ParseOptions};
use wp_kir::Launch;
use wp_lower::LowerOptions;
use wp_perf::launch::Chosen;
use wp_summary::Config;

/// Instructions of a run; kernels that take more are left out.
const FUEL: u64 = 1_000_000;

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["examples", "tests/programs", "tests/kernels/proved"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("the folder is part of the repository");
        files.extend(entries.map(|e| e.expect("readable folder").path()));
    }
    files.sort();
    files
}

#[test]
fn costs_are_those_of_a_count_over_all_warps() {
    let mut all = Compared::default();
    let mut kernels = 0;
    for file in files() {
        let language = match file.extension().and_then(|e| e.to_str()) {
            Some("cu") => Language::Cuda,
            Some("cl") => Language::OpenCl,
            _ => continue,
        };
        let Ok(unit) = wp_clang::parse(&file, language, &ParseOptions::default()) else { continue };
        for kernel in wp_lower::lower(&unit, &LowerOptions::default()).kernels {
            let Ok(kernel) = kernel.kernel else { continue };
            if wp_kir::verify(&kernel).is_err() {
                continue;
            }
            let Ok(chosen) = Chosen::find(&kernel, &Config::new(Launch::ANY)) else { continue };
            let Some(compared) = compare(&kernel, &chosen, FUEL) else { continue };
            kernels += 1;
            all.sites += compared.sites;
            all.dear += compared.dear;
            all.exact += compared.exact;
            all.obstacles += compared.obstacles;
        }
    }
    println!("{kernels} kernels: {all:?}");
    assert!(kernels >= 100 && all.exact >= 200, "{kernels} kernels: {all:?}");
}
