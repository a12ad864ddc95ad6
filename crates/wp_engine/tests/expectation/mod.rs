//! Expectations in kernel files, and their comparison with reports.
//!
//! Lines of a kernel file say what is true of it:
//!
//! ```text
//! //@ flags: --block 16,16 --grid 4 -DN=8        extents not given are free (a given list is padded with 1)
//! //@ verdict: races=proved bounds=!refuted      for every kernel of the file; a property not named is not compared
//! //@ kernel: name races=refuted                 for one kernel instead; for a device function with a contract, `contract` and `bounds`
//! //@ kernel: name@12 races=refuted              for its launch in line 12, or like that one
//! //@ kernel: name@12(a,b) races=refuted         for the case of that launch in which these parameters share a buffer
//! //@ kernel: name@any races=refuted             for launches that were not read
//! //@ unchecked: a out                           the arrays of any kernel whose bounds no proof is about
//! //@ verdict: error                             the file is to be refused
//! //@ gap: races=unknown why                     what we say today instead of the truth; never a wrong answer
//! ```
//!
//! A value is a verdict name, `inconclusive` (possible, unknown or unsupported), `!name`, or alternatives `a|b`.
//! `bounds=proved` is about the arrays whose size is known; `unchecked:` compares the others.
//! `unreported` says that a report has no line about a property, as of alignment where all is evident.
//! Of alignment, `proved-in-part` and `not-checked` are values too, where some or all accesses are assumed to be aligned.
//! `//~ ERROR race` (or `divergence`, `bounds`, `alignment`, `unwritten`, `width`, `assert`, or a diagnostic code) at the end of a line
//! demands a finding with a label on that line; a confirmed finding on a line without a marker is unexpected.
//! `suite::revisions` has the form of headers and markers of one revision.
//! A gap may only replace an answer by an inconclusive one: a wrong proof or refutation cannot be recorded as known.

#![allow(dead_code)] // Every test program uses a part of this module.

use crate::suite::{self, Case};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;
use wp_engine::{
    block_or_grid, dims, extents, Annotations, AtomicRaces, FileReport, Finding, IndexWidth, KernelReport, Options,
    Property, PropertyReport, Role, Rules,
};

pub const PROPERTIES: [(&str, &str, Property); 8] = [
    ("races", "race", Property::Races),
    ("divergence", "divergence", Property::Divergence),
    ("bounds", "bounds", Property::Bounds),
    ("alignment", "alignment", Property::Alignment),
    ("initialised", "unwritten", Property::Initialised),
    ("index-width", "width", Property::IndexWidth),
    ("assertions", "assert", Property::Assertions),
    ("contract", "ensures", Property::Contract),
];
pub const VERDICTS: [&str; 10] = [
    "proved",
    "proved-in-part",
    "not-checked",
    "proved-under",
    "depends-on-contents",
    "unusual-launch",
    "refuted",
    "possible",
    "unknown",
    "unsupported",
];

/// The value for a property that a report has no line about.
pub const UNREPORTED: &str = "unreported";

/// What a header says of one property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    pub property: Property,
    pub value: String,
}

impl Expected {
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` is not PROPERTY=VERDICT"))?;
        let property = property_of(name).ok_or_else(|| format!("unknown property `{name}`"))?;
        for alternative in value.split('|') {
            let plain = alternative.strip_prefix('!').unwrap_or(alternative);
            if !["inconclusive", UNREPORTED].contains(&plain) && !VERDICTS.contains(&plain) {
                return Err(format!("unknown verdict `{plain}`"));
            }
        }
        Ok(Self { property, value: value.to_owned() })
    }

    pub fn accepts(&self, verdict: &str) -> bool {
        let is = |name: &str| match name {
            "inconclusive" => matches!(verdict, "possible" | "unknown" | "unsupported"),
            _ => name == verdict,
        };
        self.value.split('|').any(|alternative| match alternative.strip_prefix('!') {
            Some(name) => !is(name),
            None => is(alternative),
        })
    }
}

pub fn property_of(name: &str) -> Option<Property> {
    PROPERTIES.iter().find(|(n, ..)| *n == name).map(|&(_, _, p)| p)
}

/// A demanded label: what stands behind `//~ ERROR`, and the line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Marker {
    pub what: String,
    pub line: u32,
}

impl Marker {
    pub fn property(&self) -> Option<Property> {
        PROPERTIES.iter().find(|(_, word, _)| *word == self.what).map(|&(_, _, p)| p)
    }
}

/// The header and the markers of a kernel file.
#[derive(Default, Debug)]
pub struct Expectation {
    pub options: Options,
    pub file: Vec<Expected>,
    pub kernels: Vec<(String, Vec<Expected>)>,
    pub gaps: Vec<(Expected, String)>,
    pub error: bool,
    /// Arrays of any kernel whose bounds are not checked.
    pub unchecked: Option<BTreeSet<String>>,
    pub markers: Vec<Marker>,
}

/// The expectation of a case, with the macro of its revision.
pub fn expected(case: &Case) -> Result<Expectation, String> {
    let mut expect = parse(&case.text).map_err(|problem| format!("header: {problem}"))?;
    expect.options.defines.extend(case.revision.clone());
    Ok(expect)
}

pub fn parse(text: &str) -> Result<Expectation, String> {
    let mut out = Expectation::default();
    for (key, rest) in suite::headers(text) {
        match key {
            "flags" => parse_flags(rest, &mut out.options)?,
            "verdict" if rest == "error" => out.error = true,
            "verdict" => out.file = rest.split_whitespace().map(Expected::parse).collect::<Result<_, _>>()?,
            "kernel" => {
                let mut words = rest.split_whitespace();
                let name = words.next().ok_or("`kernel:` without a name")?;
                out.kernels.push((name.to_owned(), words.map(Expected::parse).collect::<Result<_, _>>()?));
            }
            "unchecked" => out.unchecked = Some(rest.split_whitespace().map(str::to_owned).collect()),
            "gap" => {
                let (value, reason) = rest.split_once(' ').ok_or("a gap needs a reason")?;
                let gap = Expected::parse(value)?;
                if !matches!(gap.value.as_str(), "possible" | "unknown" | "unsupported" | "inconclusive") {
                    return Err(format!("`{value}` is no gap: only an inconclusive answer can be one"));
                }
                out.gaps.push((gap, reason.trim().to_owned()));
            }
            "revisions" => {}
            _ => return Err(format!("unknown header `{key}`")),
        }
    }
    for (index, line) in text.lines().enumerate() {
        if let Some((_, what)) = line.split_once("//~ ERROR ") {
            for what in what.split_whitespace() {
                let marker = Marker { what: what.to_owned(), line: index as u32 + 1 };
                if marker.property().is_none() && !what.starts_with("WP") {
                    return Err(format!("line {}: `{what}` is no property and no code", marker.line));
                }
                out.markers.push(marker);
            }
        }
    }
    if out.file.is_empty() && out.kernels.is_empty() && !out.error {
        return Err("no `//@ verdict:`".to_owned());
    }
    Ok(out)
}

pub fn parse_flags(text: &str, options: &mut Options) -> Result<(), String> {
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let (flag, mut value) = match word.split_once('=') {
            Some((flag, value)) if flag.starts_with("--") => (flag, Some(value)),
            _ => (word, None),
        };
        let mut argument = || value.take().or_else(|| words.next()).ok_or(format!("`{flag}` needs a value"));
        match flag {
            "--block" => options.launch.block = block_or_grid(argument()?)?,
            "--grid" => options.launch.grid = block_or_grid(argument()?)?,
            "--global_offset" => options.launch.offset = dims(&extents(argument()?, 0)?, 0),
            "--effort" => {
                let seconds = argument()?.parse().map_err(|_| "bad --effort")?;
                options.effort = Some(Duration::from_secs(seconds));
            }
            "--warp-sync" => options.warp_sync = Some(argument()?.parse().map_err(|_| "bad --warp-sync")?),
            "--warp-size" => options.warp_size = Some(argument()?.parse().map_err(|_| "bad --warp-size")?),
            "--without" => options.without.push(argument()?.parse().map_err(|_| "bad --without")?),
            "--ignore-host" => options.ignore_host = true,
            "--modular" => options.modular = true,
            "--findbugs" => options.findbugs = Some(2),
            "--loop-unwind" => options.findbugs = Some(argument()?.parse().map_err(|_| "bad --loop-unwind")?),
            "--no-exit-arrives" => options.exit_arrives = false,
            "--no-acceleration" => options.acceleration = false,
            "--no-inference" => options.inference.enabled = false,
            "--omit-rule" => options.inference.omitted.push(argument()?.to_owned()),
            "--index-width" => options.index_width = IndexWidth::Every,
            "--no-index-width" => options.index_width = IndexWidth::Off,
            "--device-memory" => {
                let gigabytes: u64 = argument()?.parse().map_err(|_| "bad --device-memory")?;
                options.device_memory = gigabytes << 30;
            }
            "--benign" => options.benign_same_value = true,
            "--atomics" => {
                let which = argument()?;
                options.atomic_races = AtomicRaces { reads: which.contains('r'), writes: which.contains('w') };
            }
            "--no-barrier-access-checks" => options.no_barrier_access_checks = true,
            "--only-intra-group" => options.only_intra_group = true,
            "--check-arrays" => options.race_arrays = Some(argument()?.split(',').map(str::to_owned).collect()),
            "--only-log" => options.race_arrays = Some(Vec::new()),
            "--only-requires" => options.annotations = Annotations::OnlyRequires,
            "--no-annotations" => options.annotations = Annotations::None,
            "--kernel-arrays" => options.kernel_arrays.push(parse_sizes(argument()?)?),
            "--pointer-bits" => options.pointer_bits = argument()?.parse().map_err(|_| "bad --pointer-bits")?,
            "--gpuverify" => options.rules = Rules::GpuVerify,
            "--instantiate" => options.instances.push(argument()?.to_owned()),
            "--clang-opt" => options.clang_flags.push(argument()?.to_owned()),
            "-D" => options.defines.push(argument()?.to_owned()),
            _ if flag.starts_with("-D") => options.defines.push(word[2..].to_owned()),
            _ => return Err(format!("unknown flag `{word}`")),
        }
    }
    Ok(())
}

pub fn parse_sizes(text: &str) -> Result<(String, Vec<u64>), String> {
    let mut parts = text.split(',');
    let kernel = parts.next().unwrap_or_default().to_owned();
    let sizes: Result<_, _> = parts.map(|p| p.parse().map_err(|_| format!("`{p}` is no size"))).collect();
    Ok((kernel, sizes?))
}

/// The verdict as a header names it.
pub fn verdict_of(found: &PropertyReport) -> &'static str {
    match found.property {
        Property::Alignment => found.verdict_name(),
        _ => found.verdict.name(),
    }
}

/// Compares a report with a header; every mismatch is one line.
pub fn compare(expect: &Expectation, report: &FileReport) -> Vec<String> {
    let mut wrong = Vec::new();
    if expect.error {
        if report.errors.is_empty() {
            wrong.push("was not refused".to_owned());
        }
        for kernel in report.kernels.iter().filter(|k| k.properties.iter().any(|p| p.verdict.name() == "proved")) {
            wrong.push(format!("{}: something was proved of a broken file", kernel.name));
        }
        return wrong;
    }
    if report.kernels.is_empty() {
        let errors: Vec<&str> = report.errors.iter().map(|e| e.message.as_str()).collect();
        wrong.push(format!("no kernel was checked; errors: {errors:?}"));
    }
    for (name, _) in &expect.kernels {
        if !report.kernels.iter().any(|k| is_named(report, k, name)) {
            wrong.push(format!("there is no kernel `{name}`"));
        }
    }
    for kernel in &report.kernels {
        let own = expect.kernels.iter().find(|(name, _)| is_named(report, kernel, name)).map(|(_, e)| e);
        // What a file says of all kernels it does not say of functions.
        let unnamed: &[Expected] = if kernel.role == Role::Kernel { &expect.file } else { &[] };
        for expected in own.map_or(unnamed, Vec::as_slice) {
            let (key, ..) = PROPERTIES[PROPERTIES.iter().position(|p| p.2 == expected.property).unwrap()];
            let Some(found) = kernel.properties.iter().find(|p| p.property == expected.property) else {
                if !expected.accepts(UNREPORTED) {
                    wrong.push(format!("{}: {key} was not decided", kernel.name));
                }
                continue;
            };
            let gap = expect.gaps.iter().map(|(g, _)| g).find(|g| g.property == expected.property);
            let verdict = verdict_of(found);
            match gap {
                Some(gap) if expected.accepts(verdict) && !gap.accepts(verdict) => {
                    wrong.push(format!("{}: {key} is {verdict} as it should be: remove the gap", kernel.name));
                }
                _ if gap.unwrap_or(expected).accepts(verdict) => {}
                _ => wrong.push(format!(
                    "{}: {key} is {verdict}, expected {}; {:?}{}",
                    kernel.name,
                    gap.unwrap_or(expected).value,
                    found.verdict,
                    describe(report, &found.findings),
                )),
            }
        }
    }
    if let Some(expected) = &expect.unchecked {
        let partial = report.kernels.iter().flat_map(|k| &k.properties).filter(|p| p.leaves_bounds_open());
        let found: BTreeSet<String> = partial.flat_map(|p| p.coverage.unchecked.iter().cloned()).collect();
        if found != *expected {
            wrong.push(format!("bounds are not checked for {found:?}, expected {expected:?}"));
        }
    }
    wrong.extend(compare_markers(expect, report));
    wrong
}

pub fn compare_markers(expect: &Expectation, report: &FileReport) -> Vec<String> {
    let mut wrong = Vec::new();
    let findings = || report.kernels.iter().flat_map(|k| &k.properties).flat_map(|p| &p.findings);
    let has_gap = |property| expect.gaps.iter().any(|(g, _)| g.property == property);
    for marker in &expect.markers {
        if marker.property().is_some_and(has_gap) {
            continue;
        }
        let hit = findings().any(|f| {
            marker.property().map_or(f.diagnostic.code == marker.what, |p| p == f.property)
                && lines(report, f, true).contains(&marker.line)
        });
        if !hit {
            wrong.push(format!("line {}: no {} finding", marker.line, marker.what));
        }
    }
    // Unmarked lines: only for properties that the file marks by name, and only confirmed findings.
    let marked: BTreeSet<Property> = expect.markers.iter().filter_map(Marker::property).collect();
    let confirmed = |f: &&Finding| f.witness.as_ref().is_some_and(|w| w.replayed);
    let mut unexpected = BTreeSet::new();
    for finding in findings().filter(confirmed).filter(|f| marked.contains(&f.property)) {
        for line in lines(report, finding, finding.property == Property::Races) {
            let known = |m: &Marker| m.line == line && m.property() == Some(finding.property);
            if !expect.markers.iter().any(known) {
                unexpected.insert((line, finding.property));
            }
        }
    }
    wrong.extend(unexpected.iter().map(|(line, p)| format!("line {line}: unexpected confirmed finding ({p:?})")));
    wrong
}

pub fn is_named(report: &FileReport, kernel: &KernelReport, name: &str) -> bool {
    let (name, line) = name.split_once('@').map_or((name, None), |(name, line)| (name, Some(line)));
    let (line, case) = match line.and_then(|line| line.strip_suffix(')')?.split_once('(')) {
        Some((line, case)) => (Some(line), case),
        None => (line, ""),
    };
    let meeting = kernel.launch.as_ref().map_or(String::new(), |launch| launch.meeting.join(","));
    let launches = kernel.launch.iter().flat_map(|l| [l.span].into_iter().chain(l.alike.iter().copied()));
    let mut lines = launches.filter_map(|span| report.sources.line_col(span)).map(|at| at.line);
    let there = match line {
        None => true,
        Some("any") => kernel.launch.is_none(),
        Some(line) => meeting == case && lines.any(|at| line.parse() == Ok(at)),
    };
    (kernel.name == name || kernel.name.split('<').next() == Some(name)) && there
}

/// Lines of the labels of a finding, or of its primary ones only.
pub fn lines(report: &FileReport, finding: &Finding, all: bool) -> BTreeSet<u32> {
    let labels = finding.diagnostic.labels.iter().filter(|l| all || l.primary);
    labels.filter_map(|l| report.sources.line_col(l.span)).map(|at| at.line).collect()
}

pub fn describe(report: &FileReport, findings: &[Finding]) -> String {
    let mut out = String::new();
    for f in findings.iter().take(3) {
        let replayed = f.witness.as_ref().map(|w| w.replayed);
        let _ = write!(
            out,
            "\n        {} at lines {:?}, replayed {replayed:?}",
            f.diagnostic.message,
            lines(report, f, true)
        );
    }
    out
}
