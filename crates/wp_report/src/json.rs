//! Reports as JSON. The schema is documented in `docs/json-schema.md`; [`SCHEMA_VERSION`] grows when a field changes
//! its meaning or goes away. Everything outside `times` is equal for equal inputs.

use crate::finding::is_confirmed;
use crate::text::requires_line;
use crate::words::{reason_code, reason_text, Overall};
use serde::Serialize;
use std::collections::BTreeMap;
use wp_base::{Assumption, Diagnostic, Severity, SourceMap, Span};
use wp_engine::{
    EngineReport, FileReport, Finding, Fix, InferenceReport, KernelReport, PreconditionSet, ProjectHeader,
    PropertyReport, Role, Stage, Verdict, Witness,
};

/// Name of the schema.
pub const SCHEMA: &str = "warpproof-report";
/// Version of the schema.
pub const SCHEMA_VERSION: u32 = 3;

/// The whole document.
#[derive(Serialize, Debug)]
pub struct JsonReport {
    schema: &'static str,
    version: u32,
    tool_version: &'static str,
    /// True if the run was cut short, so that files are missing.
    interrupted: bool,
    verdict: &'static str,
    files: Vec<JsonFile>,
    times: Vec<JsonTimes>,
}

#[derive(Serialize, Debug)]
struct JsonProjectHeader {
    name: String,
    /// One path if the header was taken, several if none was.
    candidates: Vec<String>,
}

#[derive(Serialize, Debug)]
struct JsonFile {
    path: String,
    verdict: &'static str,
    /// The file that includes this one, if this one was read as a part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    included_in: Option<String>,
    /// Headers that were not found and are taken as empty files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing_headers: Vec<String>,
    /// Headers that the given folders do not have and the project has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    project_headers: Vec<JsonProjectHeader>,
    /// Headers that were not found and that built-in declarations stand for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    built_in_headers: Vec<String>,
    errors: Vec<JsonDiagnostic>,
    kernels: Vec<JsonKernel>,
}

#[derive(Serialize, Debug)]
struct JsonKernel {
    name: String,
    place: Option<JsonPlace>,
    /// `function` for a device function with a contract; left out for kernels.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    /// The functions whose contracts stand for calls of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_contract: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    launch: Option<JsonLaunch>,
    verdict: &'static str,
    properties: Vec<JsonProperty>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    preconditions: Vec<JsonPreconditions>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stages: Vec<JsonStage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    performance: Option<JsonPerformance>,
    assumptions: Vec<&'static str>,
    approximations: Vec<JsonApproximation>,
    obligations: JsonCounts,
    inference: JsonInference,
}

#[derive(Serialize, Debug)]
struct JsonPerformance {
    notes: Vec<JsonDiagnostic>,
    not_analysed: Vec<JsonApproximation>,
}

#[derive(Serialize, Debug)]
struct JsonPreconditions {
    requires: String,
    conditions: Vec<JsonPrecondition>,
    assumptions: Vec<&'static str>,
}

#[derive(Serialize, Debug)]
struct JsonPrecondition {
    text: String,
    fixes_extent: bool,
    needed: Option<JsonNeed>,
}

#[derive(Serialize, Debug)]
struct JsonNeed {
    property: &'static str,
    witness: JsonWitness,
}

#[derive(Serialize, Debug)]
struct JsonLaunch {
    function: String,
    place: Option<JsonPlace>,
    alike: Vec<Option<JsonPlace>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    meeting: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    launcher: Option<String>,
}

#[derive(Serialize, Debug)]
struct JsonProperty {
    property: &'static str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<JsonReason>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    preconditions: Vec<String>,
    /// When it misbehaves, where that takes particular contents or an unusual launch.
    #[serde(skip_serializing_if = "Option::is_none")]
    only_if: Option<String>,
    /// For bounds, the arrays that were checked; left out where nothing is unchecked.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<Vec<String>>,
    /// For bounds, the arrays that were not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    unchecked: Option<Vec<String>>,
    findings: Vec<JsonFinding>,
}

#[derive(Serialize, Debug)]
struct JsonReason {
    code: &'static str,
    text: String,
    place: Option<JsonPlace>,
}

#[derive(Serialize, Debug)]
struct JsonFinding {
    confirmed: bool,
    /// True if the finding stands in the baseline.
    accepted: bool,
    /// The reason of the comment in the source that accepts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<String>,
    /// The number of its cause in the kernel; 0 where it shares none.
    cause: usize,
    /// True if the finding stands for the findings with its cause in the other forms of the output.
    represents: bool,
    /// True if the finding depends on contents that the race which is the cause leaves open.
    consequence: bool,
    #[serde(flatten)]
    diagnostic: JsonDiagnostic,
    witness: Option<JsonWitness>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<JsonFix>,
}

#[derive(Serialize, Debug)]
struct JsonFix {
    title: String,
    checked: String,
    edits: Vec<JsonEdit>,
    not_proved: Vec<&'static str>,
    assumptions: Vec<&'static str>,
}

#[derive(Serialize, Debug)]
struct JsonEdit {
    place: Option<JsonPlace>,
    text: String,
}

#[derive(Serialize, Debug)]
struct JsonDiagnostic {
    code: &'static str,
    severity: &'static str,
    message: String,
    places: Vec<JsonLabel>,
    notes: Vec<String>,
    help: Option<String>,
}

#[derive(Serialize, Debug)]
struct JsonLabel {
    text: String,
    primary: bool,
    place: Option<JsonPlace>,
}

#[derive(Serialize, Debug)]
struct JsonPlace {
    file: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize, Debug)]
struct JsonWitness {
    replayed: bool,
    block: [u32; 3],
    grid: [u32; 3],
    threads: Vec<JsonThread>,
    scalars: Vec<JsonScalar>,
    arrays: Vec<JsonArray>,
}

#[derive(Serialize, Debug)]
struct JsonThread {
    block: [u32; 3],
    thread: [u32; 3],
}

#[derive(Serialize, Debug)]
struct JsonScalar {
    name: String,
    value: String,
}

#[derive(Serialize, Debug)]
struct JsonArray {
    name: String,
    cells: Vec<JsonCell>,
}

#[derive(Serialize, Debug)]
struct JsonCell {
    index: u64,
    value: String,
}

#[derive(Serialize, Debug)]
struct JsonApproximation {
    what: String,
    place: Option<JsonPlace>,
}

#[derive(Serialize, Debug)]
struct JsonStage {
    means: Vec<&'static str>,
    proved: Vec<&'static str>,
}

#[derive(Serialize, Debug)]
struct JsonCounts {
    total: usize,
    structural: usize,
    digits: usize,
    solver: usize,
}

#[derive(Serialize, Debug)]
struct JsonInference {
    loops: usize,
    depth: usize,
    preconditions: usize,
    invariants: usize,
    cut_short: bool,
    candidates: Vec<JsonCandidate>,
}

#[derive(Serialize, Debug)]
struct JsonCandidate {
    rule: &'static str,
    text: String,
    kept: bool,
}

#[derive(Serialize, Debug)]
struct JsonTimes {
    path: String,
    clang_seconds: f64,
    kernels: Vec<JsonKernelTimes>,
}

#[derive(Serialize, Debug)]
struct JsonKernelTimes {
    name: String,
    engine_seconds: f64,
    solver_seconds: f64,
    solver_scripts: u64,
    solver_cached: u64,
    solver_cut_off: u64,
    /// By solver; only with a portfolio.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    solver_answers: BTreeMap<String, u64>,
    late: bool,
    inference_seconds: f64,
    engines: Vec<JsonEngine>,
}

#[derive(Serialize, Debug)]
struct JsonEngine {
    engine: String,
    refuted: usize,
    seconds: f64,
}

impl JsonReport {
    /// The document for the reports of a run.
    pub fn new(reports: &[FileReport], interrupted: bool) -> Self {
        let verdict = reports.iter().map(Overall::of_file).min().unwrap_or(Overall::Error);
        Self {
            schema: SCHEMA,
            version: SCHEMA_VERSION,
            tool_version: env!("CARGO_PKG_VERSION"),
            interrupted,
            verdict: verdict.name(),
            files: reports.iter().map(file).collect(),
            times: reports.iter().map(times).collect(),
        }
    }
}

/// The document as text, ending in a newline.
pub fn render_json(reports: &[FileReport], interrupted: bool) -> serde_json::Result<String> {
    let mut text = serde_json::to_string_pretty(&JsonReport::new(reports, interrupted))?;
    text.push('\n');
    Ok(text)
}

fn project_header(header: &ProjectHeader) -> JsonProjectHeader {
    let candidates = header.candidates.iter().map(|path| path.display().to_string()).collect();
    JsonProjectHeader { name: header.name.clone(), candidates }
}

fn file(report: &FileReport) -> JsonFile {
    JsonFile {
        path: report.path.display().to_string(),
        verdict: Overall::of_file(report).name(),
        included_in: report.included_in.as_ref().map(|path| path.display().to_string()),
        missing_headers: report.missing_headers.clone(),
        project_headers: report.project_headers.iter().map(project_header).collect(),
        built_in_headers: report.built_in_headers.clone(),
        errors: report.errors.iter().map(|d| diagnostic(&report.sources, d)).collect(),
        kernels: report.kernels.iter().map(|k| kernel(&report.sources, k)).collect(),
    }
}

fn kernel(sources: &SourceMap, kernel: &KernelReport) -> JsonKernel {
    JsonKernel {
        name: kernel.name.clone(),
        place: place(sources, kernel.span),
        role: (kernel.role == Role::Function).then_some("function"),
        by_contract: kernel.contracts.clone(),
        launch: kernel.launch.as_ref().map(|l| JsonLaunch {
            function: l.function.clone(),
            place: place(sources, l.span),
            alike: l.alike.iter().map(|s| place(sources, *s)).collect(),
            meeting: l.meeting.clone(),
            launcher: l.launcher.clone(),
        }),
        verdict: Overall::of_kernel(kernel).name(),
        properties: kernel.properties.iter().map(|p| property(sources, p)).collect(),
        preconditions: kernel.preconditions.iter().map(preconditions).collect(),
        performance: kernel.performance.as_ref().map(|p| JsonPerformance {
            notes: p.notes.iter().map(|d| diagnostic(sources, d)).collect(),
            not_analysed: places(sources, &p.not_analysed),
        }),
        stages: kernel.proof_stages().iter().map(stage).collect(),
        assumptions: Assumption::codes(&kernel.assumptions),
        approximations: places(sources, &kernel.approximations),
        obligations: JsonCounts {
            total: kernel.counts.obligations,
            structural: kernel.counts.structural,
            digits: kernel.counts.digits,
            solver: kernel.counts.solver,
        },
        inference: inference(&kernel.inference),
    }
}

fn stage(stage: &Stage) -> JsonStage {
    JsonStage {
        means: stage.means.iter().map(|m| m.name()).collect(),
        proved: stage.closed.iter().map(|p| p.name()).collect(),
    }
}

fn places(sources: &SourceMap, what: &[(String, Span)]) -> Vec<JsonApproximation> {
    let one = |(what, span): &(String, Span)| JsonApproximation { what: what.clone(), place: place(sources, *span) };
    what.iter().map(one).collect()
}

fn preconditions(set: &PreconditionSet) -> JsonPreconditions {
    let conditions = set.conditions.iter().map(|c| JsonPrecondition {
        text: c.text.clone(),
        fixes_extent: c.fixes,
        needed: c.need.as_ref().map(|n| JsonNeed { property: n.property.name(), witness: witness(&n.witness) }),
    });
    JsonPreconditions {
        requires: requires_line(set),
        conditions: conditions.collect(),
        assumptions: Assumption::codes(&set.assumptions),
    }
}

fn inference(report: &InferenceReport) -> JsonInference {
    let shape = report.shape;
    let candidates = report.candidates.iter().map(|c| JsonCandidate {
        rule: c.rule,
        text: c.text.clone(),
        kept: c.fate == wp_engine::Fate::Kept,
    });
    JsonInference {
        loops: shape.loops,
        depth: shape.depth,
        preconditions: shape.preconditions,
        invariants: shape.invariants,
        cut_short: report.cut_short,
        candidates: candidates.collect(),
    }
}

fn property(sources: &SourceMap, report: &PropertyReport) -> JsonProperty {
    let reason = match &report.verdict {
        Verdict::Unknown(reason) => {
            Some(JsonReason { code: reason_code(reason), text: reason_text(reason), place: None })
        }
        Verdict::Unsupported(what, span) => {
            Some(JsonReason { code: "unsupported", text: what.clone(), place: place(sources, *span) })
        }
        _ => None,
    };
    let preconditions = match &report.verdict {
        Verdict::ProvedUnder(conditions) => conditions.clone(),
        // Of alignment, where it is assumed.
        verdict => verdict.exclusion().map_or(&report.coverage.conditions, |e| &e.conditions).clone(),
    };
    JsonProperty {
        property: report.property.name(),
        verdict: report.verdict_name(),
        reason,
        preconditions,
        only_if: report.verdict.exclusion().map(wp_engine::Exclusion::when),
        checked: report.is_partial().then(|| report.coverage.checked.clone()),
        unchecked: report.is_partial().then(|| report.coverage.unchecked.clone()),
        findings: report.findings.iter().map(|f| finding(sources, f)).collect(),
    }
}

fn finding(sources: &SourceMap, finding: &Finding) -> JsonFinding {
    JsonFinding {
        confirmed: is_confirmed(finding),
        accepted: finding.accepted,
        allowed: finding.allowed.clone(),
        cause: finding.cause.number,
        represents: finding.cause.is_head || finding.cause.number == 0,
        consequence: finding.cause.is_consequence,
        diagnostic: diagnostic(sources, &finding.diagnostic),
        witness: finding.witness.as_ref().map(witness),
        fix: finding.fix.as_ref().map(|f| fix(sources, f)),
    }
}

fn fix(sources: &SourceMap, fix: &Fix) -> JsonFix {
    let edit = |e: &wp_engine::Edit| JsonEdit { place: place(sources, e.span), text: e.text.clone() };
    JsonFix {
        title: fix.title.clone(),
        checked: crate::fix::checked(fix),
        edits: fix.edits.iter().map(edit).collect(),
        not_proved: fix.open.iter().map(|p| p.name()).collect(),
        assumptions: Assumption::codes(&fix.assumptions),
    }
}

fn witness(witness: &Witness) -> JsonWitness {
    JsonWitness {
        replayed: witness.replayed,
        block: witness.block,
        grid: witness.grid,
        threads: witness.threads.iter().map(|t| JsonThread { block: t.block, thread: t.thread }).collect(),
        scalars: witness
            .scalars
            .iter()
            .map(|(name, value)| JsonScalar { name: name.clone(), value: value.clone() })
            .collect(),
        arrays: witness
            .arrays
            .iter()
            .map(|(name, cells)| JsonArray {
                name: name.clone(),
                cells: cells.iter().map(|(index, value)| JsonCell { index: *index, value: value.clone() }).collect(),
            })
            .collect(),
    }
}

fn diagnostic(sources: &SourceMap, diagnostic: &Diagnostic) -> JsonDiagnostic {
    JsonDiagnostic {
        code: diagnostic.code,
        severity: match diagnostic.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        },
        message: diagnostic.message.clone(),
        places: diagnostic
            .labels
            .iter()
            .map(|l| JsonLabel { text: l.text.clone(), primary: l.primary, place: place(sources, l.span) })
            .collect(),
        notes: diagnostic.notes.clone(),
        help: diagnostic.help.clone(),
    }
}

fn place(sources: &SourceMap, span: Span) -> Option<JsonPlace> {
    let start = sources.line_col(span)?;
    let end = sources.line_col(Span { start: span.end, ..span }).unwrap_or(start);
    Some(JsonPlace {
        file: sources.file(span.file)?.path.display().to_string(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
    })
}

fn times(report: &FileReport) -> JsonTimes {
    JsonTimes {
        path: report.path.display().to_string(),
        clang_seconds: report.clang_seconds,
        kernels: report
            .kernels
            .iter()
            .map(|k| JsonKernelTimes {
                name: k.name.clone(),
                engine_seconds: k.times.engine,
                solver_seconds: k.times.solver,
                solver_scripts: k.times.scripts,
                solver_cached: k.times.cached,
                solver_cut_off: k.times.cut_off,
                solver_answers: k.times.answers.iter().cloned().collect(),
                late: k.times.late,
                inference_seconds: k.inference.seconds,
                engines: k.inference.engines.iter().map(engine).collect(),
            })
            .collect(),
    }
}

fn engine(report: &EngineReport) -> JsonEngine {
    JsonEngine { engine: report.engine.name(), refuted: report.refuted.len(), seconds: report.seconds }
}

#[cfg(test)]
mod tests;
