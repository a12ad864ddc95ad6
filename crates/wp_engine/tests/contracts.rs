//! Runs every kernel of `tests/contracts` and compares the verdict on its contract, and on what it asserts, with the header.
//!
//! ```text
//! //@ kernel: name proved      or refuted, or unproved: a wrong kernel whose fault no run shows, such as a race
//! //@ gap: name why            it is true, and is not proved today
//! //@ flags: --warp-sync 32    or --benign: other rules; --float bits
//! ```
//!
//! A gap never replaces a refutation by a proof: a wrong kernel that is proved cannot be recorded as known.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use wp_base::Assumption;
use wp_engine::{check_file, Options, Property, PropertyReport, Verdict};

#[test]
fn contracts_have_the_verdicts_they_state() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/contracts");
    let only = std::env::var("WARPPROOF_CONTRACT").ok();
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|f| only.as_ref().is_none_or(|o| f.to_string_lossy().contains(o.as_str())));
    files.sort();
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut expected: BTreeMap<String, String> = BTreeMap::new();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("//@ kernel: ") {
                let (name, verdict) = rest.split_once(' ').unwrap();
                expected.insert(name.to_owned(), verdict.to_owned());
            }
            if let Some(name) = line.strip_prefix("//@ gap: ").and_then(|rest| rest.split(' ').next()) {
                assert_eq!(expected.get(name).map(String::as_str), Some("proved"), "{name}: only a proof can be a gap");
                expected.insert(name.to_owned(), "unproved".to_owned());
            }
        }
        let mut options =
            Options { timeout: Duration::from_secs(600), query_timeout: Duration::from_secs(30), ..Options::default() };
        let flags = text.lines().filter_map(|l| l.strip_prefix("//@ flags: ")).flat_map(str::split_whitespace);
        let flags: Vec<&str> = flags.collect();
        match flags[..] {
            [] => {}
            ["--benign"] => options.benign_same_value = true,
            ["--float", "bits"] => options.floats = wp_engine::Floats::Bits,
            ["--warp-sync", size] => options.warp_sync = Some(size.parse().unwrap()),
            _ => panic!("{}: unknown flags {flags:?}", file.display()),
        }
        let report = check_file(&file, &options);
        assert!(report.errors.is_empty(), "{}: {:?}", file.display(), report.errors);
        assert_eq!(report.kernels.len(), expected.len(), "{}: every kernel has an expectation", file.display());
        for kernel in &report.kernels {
            let promised = ensures(&text, &kernel.name);
            let contracts = kernel.properties.iter().filter(|p| p.property == Property::Contract).count();
            assert_eq!(contracts, usize::from(promised), "{}: `ensures` of {}", file.display(), kernel.name);
            let claims = |p: &&PropertyReport| matches!(p.property, Property::Contract | Property::Assertions);
            let claims: Vec<&PropertyReport> = kernel.properties.iter().filter(claims).collect();
            let found = match &claims[..] {
                all if all.iter().all(|p| p.verdict == Verdict::Proved) => "proved",
                all if all.iter().any(|p| p.verdict == Verdict::Refuted) => "refuted",
                _ => "unproved",
            };
            if flags == ["--float", "bits"] {
                assert!(!kernel.assumptions.contains(&Assumption::RealArithmetic), "{}: of bit patterns", kernel.name);
            }
            if expected.get(&kernel.name).map(String::as_str) != Some(found) {
                let why: Vec<_> = claims.iter().flat_map(|c| &c.findings).flat_map(|f| &f.diagnostic.notes).collect();
                wrong.push(format!("{}: {}: {found} {why:?}", file.display(), kernel.name));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Whether an `ensures` stands in front of a kernel, or at the head of its body.
fn ensures(text: &str, kernel: &str) -> bool {
    let name = kernel.split('<').next().and_then(|n| n.rsplit("::").next()).unwrap();
    let at = text.find(&format!(" {name}(")).unwrap();
    let start = text[..at].rfind("\n}").unwrap_or(0);
    let head = text[at..].find(';').map_or(text.len(), |end| at + end);
    text[start..head].lines().any(|l| l.contains("ensures"))
}

/// Every kernel of the pages that teach the language is proved.
#[test]
fn examples_of_the_page_are_proved() {
    examples_are_proved("specification.md", 10, &Options::default());
}

#[test]
fn examples_of_barrier_invariants_are_proved() {
    examples_are_proved("barrier-invariants.md", 5, &Options::default());
}

#[test]
fn examples_of_contracts_of_functions_are_proved() {
    examples_are_proved("modular.md", 3, &Options { modular: true, ..Options::default() });
}

fn examples_are_proved(page: &str, least: usize, options: &Options) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    let page = std::fs::read_to_string(page).unwrap();
    let folder = tempfile::tempdir().unwrap();
    assert!(page.matches("```cuda\n").count() >= least);
    for (number, example) in page.split("```cuda\n").skip(1).enumerate() {
        let (code, _) = example.split_once("```").unwrap();
        let file = folder.path().join(format!("example{number}.cu"));
        std::fs::write(&file, code).unwrap();
        let options = Options { query_timeout: Duration::from_secs(30), ..options.clone() };
        let report = check_file(&file, &options);
        assert!(report.errors.is_empty(), "{code}: {:?}", report.errors);
        for property in report.kernels.iter().flat_map(|k| &k.properties) {
            assert_eq!(property.verdict, Verdict::Proved, "{:?} of\n{code}", property.property);
        }
    }
}

/// Without simplification less is proved, and nothing is wrong: what was proved is proved or unknown, what is wrong is not proved.
#[test]
fn without_simplification_nothing_turns_into_its_opposite() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/contracts");
    let (mut proved, mut asked_plainly) = (0, 0);
    for file in ["vector_add.cu", "elementwise.cu"] {
        let [with, without] = [true, false].map(|simplification| {
            let options = Options { simplification, query_timeout: Duration::from_secs(1), ..Options::default() };
            let report = check_file(&folder.join(file), &options);
            assert!(report.errors.is_empty(), "{:?}", report.errors);
            let by_digits: usize = report.kernels.iter().map(|k| k.counts.digits).sum();
            assert_eq!(by_digits > 0, simplification, "{file}: the digit procedure");
            report
        });
        for proof in without.tasks.iter().flat_map(|c| &c.trace.tasks).filter_map(|t| t.refuted.as_ref()) {
            assert_eq!(proof.after, [""; 0], "{file}");
            assert!(!proof.by.iter().any(|by| by == "digits"), "{file}");
            asked_plainly += 1;
        }
        for (with, without) in with.kernels.iter().zip(&without.kernels) {
            for (a, b) in with.properties.iter().zip(&without.properties) {
                let fits = match a.verdict {
                    Verdict::Proved => matches!(b.verdict, Verdict::Proved | Verdict::Unknown(_)),
                    _ => b.verdict != Verdict::Proved,
                };
                assert!(fits, "{file}: {}: {:?}: {:?}, then {:?}", with.name, a.property, a.verdict, b.verdict);
                proved += usize::from(b.verdict == Verdict::Proved);
            }
        }
    }
    assert!(proved > 0 && asked_plainly > 0, "{proved} {asked_plainly}");
}
