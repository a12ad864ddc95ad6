//! Hand-made reports for the tests of this crate.

use std::path::{Path, PathBuf};
use wp_base::{Assumption, Diagnostic, SourceMap, Span};
use wp_engine::{
    CandidateReport, Counts, Engine, EngineReport, Fate, FileReport, Finding, InferenceReport, KernelReport, Means,
    Property, PropertyReport, Shape, Stage, ThreadName, Times, UnknownReason, Verdict, Witness,
};

/// The same kernel where the race takes an unusual launch.
pub fn unusual() -> FileReport {
    let mut report = refuted();
    let races = &mut report.kernels[0].properties[0];
    races.verdict = Verdict::UnusualLaunch(wp_engine::Exclusion {
        conditions: vec!["n >= 1".to_owned(), "m >= 1".to_owned()],
        otherwise: vec!["`n` is 0 or negative".to_owned(), "`m` is 0".to_owned()],
    });
    races.findings[0].diagnostic.severity = wp_base::Severity::Warning;
    report
}

/// A kernel with a replayed race, a proved property and an open one.
pub fn refuted() -> FileReport {
    let mut sources = SourceMap::new();
    let text = "__global__ void k(int *a, int *b, int n) {\n  a[0] = threadIdx.x;\n}\n";
    let file = sources.add(Path::new("k.cu"), text.to_owned());
    let at = |start, end| Span { file, start, end };
    let thread = |x| ThreadName { block: [0, 0, 0], thread: [x, 0, 0] };
    let witness = Witness {
        block: [2, 1, 1],
        grid: [1, 1, 1],
        threads: vec![thread(0), thread(1)],
        scalars: vec![("n".to_owned(), "4".to_owned())],
        arrays: vec![("b".to_owned(), vec![(3, "7".to_owned())])],
        timeline: wp_engine::Timeline::default(),
        arguments: Err("not asked for"),
        inputs: Default::default(),
        replayed: true,
        warp_size: Some(32),
    };
    let diagnostic = Diagnostic::error("WP0101", "two threads write different values to `a[0]`")
        .primary(at(45, 49), "both threads write here")
        .help("let one thread write, or give each thread a cell of its own");
    let finding = Finding { witness: Some(witness), ..Finding::new(Property::Races, diagnostic) };
    let property = |property, verdict, findings| PropertyReport {
        besides: Verdict::Proved,
        findings,
        ..PropertyReport::without_findings(property, verdict)
    };
    let properties = vec![
        property(Property::Races, Verdict::Refuted, vec![finding]),
        property(Property::Divergence, Verdict::Proved, Vec::new()),
        property(Property::Bounds, Verdict::Unknown(UnknownReason::Timeout), Vec::new()),
    ];
    FileReport {
        tasks: Vec::new(),
        functions: vec![at(0, 66)],
        is_hip: false,
        path: PathBuf::from("k.cu"),
        sources,
        kernels: vec![KernelReport {
            stages: vec![
                Stage { means: Vec::new(), closed: vec![Property::Divergence] },
                Stage { means: vec![Means::ClosedForms, Means::PrefixSums], closed: vec![Property::Bounds] },
            ],
            assumptions: vec![Assumption::LaunchBounds, Assumption::NoAlias],
            approximations: vec![("float guard".to_owned(), at(45, 49))],
            times: Times { clang: 0.5, engine: 0.25, solver: 0.125, ..Times::default() },
            counts: Counts { obligations: 3, structural: 1, digits: 1, solver: 1 },
            inference: inference(),
            ..KernelReport::new("k", at(16, 17), properties)
        }],
        errors: Vec::new(),
        missing_headers: Vec::new(),
        included_in: None,
        project_headers: Vec::new(),
        built_in_headers: Vec::new(),
        clang_seconds: 0.5,
    }
}

/// Two candidates, one of which an engine refuted.
fn inference() -> InferenceReport {
    let candidate = |rule, text: &str, fate| CandidateReport { rule, text: text.to_owned(), fate };
    InferenceReport {
        shape: Shape { loops: 2, depth: 1, preconditions: 1, invariants: 0 },
        candidates: vec![
            candidate("guardNonNeg", "0 <= i", Fate::Kept),
            candidate("loopBound", "i <= n", Fate::Refuted(Engine::Dyn)),
        ],
        engines: vec![
            EngineReport { engine: Engine::Dyn, refuted: vec![1], seconds: 0.0625 },
            EngineReport { engine: Engine::Houdini, refuted: Vec::new(), seconds: 0.125 },
        ],
        seconds: 0.1875,
        cut_short: false,
    }
}

/// The same with a change that puts a statement in front of the access, whose text is given.
pub fn with_fix(title: &str, text: &str) -> FileReport {
    let mut report = refuted();
    let finding = &mut report.kernels[0].properties[0].findings[0];
    let access = finding.diagnostic.labels[0].span;
    let edit = wp_engine::Edit { span: Span { end: access.start, ..access }, text: text.to_owned() };
    let open = vec![Property::Bounds];
    finding.fix = Some(wp_engine::Fix { title: title.to_owned(), edits: vec![edit], open, assumptions: Vec::new() });
    report
}

/// A kernel with everything proved.
pub fn proved() -> FileReport {
    let mut report = refuted();
    for property in &mut report.kernels[0].properties {
        property.verdict = Verdict::Proved;
        property.findings.clear();
    }
    report
}
