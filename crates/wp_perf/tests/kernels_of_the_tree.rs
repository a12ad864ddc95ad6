//! Costs against a count over all warps, on the kernels of the tree as people write them: those of the tests and examples, in
//! the launch that notes would be about.

mod oracle;
#[path = "../../../tests/suite/mod.rs"]
mod suite;

use oracle::{compare, Compared};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use wp_clang::{Language, ParseOptions};
use wp_kir::Launch;
use wp_lower::LowerOptions;
use wp_perf::launch::Chosen;
use wp_summary::Config;

/// Instructions of a run; kernels that take more are left out.
const FUEL: u64 = 1_000_000;

/// Files of which nothing else than a proof is stated.
fn files() -> Vec<PathBuf> {
    let others = ["refuted", "possible", "unknown", "unsupported", "inconclusive"];
    let is_proved = |case: &suite::Case| !others.iter().any(|verdict| case.states(verdict));
    let of = |folder: &str, file: &String| suite::folder(folder).join(file);
    let kernels = suite::files("tests/kernels").into_iter().filter(|file| {
        let cases = suite::cases("tests/kernels", file).expect("well-formed revisions");
        cases.first().is_some_and(|case| case.states("proved") && is_proved(case))
    });
    let kernels: Vec<PathBuf> = kernels.map(|file| of("tests/kernels", &file)).collect();
    let others = ["examples", "tests/programs"].into_iter();
    let others = others.flat_map(|folder| suite::files(folder).into_iter().map(move |file| of(folder, &file)));
    others.chain(kernels).collect()
}

/// The kernels of a file that come to their end, and their accesses.
fn compare_file(file: &Path) -> (usize, Compared) {
    let mut all = (0, Compared::default());
    let language = match file.extension().and_then(|e| e.to_str()) {
        Some("cu") => Language::Cuda,
        Some("cl") => Language::OpenCl,
        _ => return all,
    };
    let Ok(unit) = wp_clang::parse(file, language, &ParseOptions::default()) else { return all };
    for kernel in wp_lower::lower(&unit, &LowerOptions::default()).kernels {
        let Some(kernel) = kernel.kernel.ok().filter(|k| wp_kir::verify(k).is_ok()) else { continue };
        let Ok(chosen) = Chosen::find(&kernel, &Config::new(Launch::ANY).with_usual_grants()) else { continue };
        let Some(compared) = compare(&kernel, &chosen, FUEL) else { continue };
        all = (all.0 + 1, all.1.and(&compared));
    }
    all
}

#[test]
fn costs_are_those_of_a_count_over_all_warps() {
    let none = || (0, Compared::default());
    let (kernels, all) = files().par_iter().map(|f| compare_file(f)).reduce(none, |(n, a), (m, b)| (n + m, a.and(&b)));
    assert!(kernels >= 200 && all.exact >= 600 && all.dear >= 80, "{kernels} kernels: {all:?}");
}
