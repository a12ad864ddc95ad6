//! Checks every file of `tests/contracts` and compares the verdict on each contract, and on the assertions of the
//! kernel, with the header.
//!
//! ```text
//! //@ kernel: name proved      or refuted, or unproved: a wrong kernel whose fault no run shows, such as a race; or
//!                              proved-under: under conditions that were found
//! //@ kernel: name assertions=unproved contract=proved      the same, one by one
//! //@ gap: name why            it is true, and is not proved today
//! //@ flags: --warp-sync 32    or --benign: other rules; --float bits
//! ```
//!
//! A gap never replaces a refutation by a proof: a wrong kernel that is proved cannot be recorded as known.

use crate::suite::{Case, Kind};
use std::collections::BTreeMap;
use std::time::Duration;
use wp_engine::{check_file, Options, Property, PropertyReport, Verdict};

pub const KIND: Kind =
    Kind::new("contracts", "tests/contracts", |case| differences(case).unwrap_or_else(|problem| vec![problem]));

fn differences(case: &Case) -> Result<Vec<String>, String> {
    let expected = expected(case)?;
    let options = options(case)?;
    let report = check_file(&case.path, &options);
    let mut wrong: Vec<String> = report.errors.iter().map(|e| e.message.clone()).collect();
    if report.kernels.len() != expected.len() {
        wrong.push(format!("{} kernels have {} expectations", report.kernels.len(), expected.len()));
    }
    for kernel in &report.kernels {
        let promised = ensures(&case.text, &kernel.name);
        let contracts = kernel.properties.iter().filter(|p| p.property == Property::Contract).count();
        if contracts != usize::from(promised) {
            wrong.push(format!("{}: {contracts} verdicts on contracts; the source has one: {promised}", kernel.name));
        }
        let claims = |p: &&PropertyReport| matches!(p.property, Property::Contract | Property::Assertions);
        let claims: Vec<&PropertyReport> = kernel.properties.iter().filter(claims).collect();
        let verdict = |claims: &[&PropertyReport]| match claims {
            all if all.iter().all(|p| p.verdict == Verdict::Proved) => "proved",
            all if all.iter().any(|p| p.verdict == Verdict::Refuted) => "refuted",
            all if all.iter().all(|p| matches!(p.verdict, Verdict::Proved | Verdict::ProvedUnder(_))) => "proved-under",
            _ => "unproved",
        };
        let one_by_one = |p: &&PropertyReport| format!("{:?}={}", p.property, verdict(&[p])).to_lowercase();
        let wanted = expected.get(&kernel.name).cloned().unwrap_or_default();
        let found = match wanted.contains('=') {
            true => claims.iter().map(one_by_one).collect::<Vec<_>>().join(" "),
            false => verdict(&claims).to_owned(),
        };
        if options.floats == wp_engine::Floats::Bits
            && kernel.assumptions.contains(&wp_base::Assumption::RealArithmetic)
        {
            wrong.push(format!("{}: a proof of bit patterns rests on real arithmetic", kernel.name));
        }
        if wanted != found {
            let why: Vec<_> = claims.iter().flat_map(|c| &c.findings).flat_map(|f| &f.diagnostic.notes).collect();
            wrong.push(format!("{}: {found} {why:?}", kernel.name));
        }
    }
    Ok(wrong)
}

/// The verdict of each kernel, gaps included.
fn expected(case: &Case) -> Result<BTreeMap<String, String>, String> {
    let mut expected: BTreeMap<String, String> = BTreeMap::new();
    for (key, rest) in case.headers() {
        let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
        match key {
            "kernel" => _ = expected.insert(name.to_owned(), value.to_owned()),
            "gap" if expected.get(name).map(String::as_str) == Some("proved") => {
                expected.insert(name.to_owned(), "unproved".to_owned());
            }
            "gap" => return Err(format!("{name}: only a proof can be a gap")),
            "flags" => {}
            _ => return Err(format!("unknown header `{key}`")),
        }
    }
    Ok(expected)
}

fn options(case: &Case) -> Result<Options, String> {
    let mut options = Options { timeout: Duration::from_secs(600), ..Options::default() };
    let flags = case.headers().filter(|(key, _)| *key == "flags");
    let flags: Vec<&str> = flags.flat_map(|(_, rest)| rest.split_whitespace()).collect();
    match flags[..] {
        [] => {}
        ["--benign"] => options.benign_same_value = true,
        ["--float", "bits"] => options.floats = wp_engine::Floats::Bits,
        ["--warp-sync", size] => options.warp_sync = Some(size.parse().map_err(|_| "bad --warp-sync")?),
        _ => return Err(format!("unknown flags {flags:?}")),
    }
    Ok(options)
}

/// Whether an `ensures` stands in front of a kernel, or at the head of its body.
fn ensures(text: &str, kernel: &str) -> bool {
    let name = kernel.split('<').next().and_then(|n| n.rsplit("::").next()).unwrap();
    let at = text.find(&format!(" {name}(")).unwrap();
    let start = text[..at].rfind("\n}").unwrap_or(0);
    let head = text[at..].find(';').map_or(text.len(), |end| at + end);
    text[start..head].lines().any(|l| l.contains("ensures"))
}
