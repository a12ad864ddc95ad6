//! Reports as SARIF 2.1.0, for code scanning in pull requests.
//!
//! A finding is a result: its main place is the location, its other places are related locations, its witness is a code
//! flow with one thread flow for each thread. A kernel or property that could not be decided is a notification, so that
//! a run without results is not taken for a proof. Verdicts for each kernel stand in the property bag of the run.

use crate::codes::CODES;
use crate::finding::{extent, in_words, is_confirmed, thread};
use crate::groups;
use crate::words::{header_remarks, open_reasons, property_names, verdict_words, Overall};
use percent_encoding::{utf8_percent_encode, AsciiSet, NON_ALPHANUMERIC};
use serde_json::json;
use serde_sarif::sarif::{
    ArtifactChange, ArtifactContent, ArtifactLocation, CodeFlow, Fix, Invocation, Location, LogicalLocation, Message,
    MultiformatMessageString, Notification, PhysicalLocation, PropertyBag, Region, Replacement, ReportingDescriptor,
    ReportingDescriptorReference, Result as SarifResult, ResultColumnKind, ResultLevel, Run, Sarif, Suppression,
    ThreadFlow, ThreadFlowLocation, Tool, ToolComponent, Version, SCHEMA_URL,
};
use sha2::{Digest, Sha256};
use std::path::Path;
use wp_base::{Assumption, Diagnostic, Label, LineCol, Severity, SourceMap, Span};
use wp_engine::{CauseGroup, FileReport, KernelReport, Witness};

/// The address of the project.
const INFORMATION: &str = env!("CARGO_PKG_REPOSITORY");
/// The characters that a path keeps in a URI.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The log as text, ending in a newline.
pub fn render_sarif(reports: &[FileReport], interrupted: bool) -> serde_json::Result<String> {
    let mut text = serde_json::to_string_pretty(&log(reports, interrupted))?;
    text.push('\n');
    Ok(text)
}

fn log(reports: &[FileReport], interrupted: bool) -> Sarif {
    let driver = ToolComponent::builder()
        .name("warpproof")
        .semantic_version(env!("CARGO_PKG_VERSION"))
        .information_uri(INFORMATION)
        .rules(rules(reports))
        .build();
    let run = Run::builder()
        .tool(Tool::builder().driver(driver).build())
        .column_kind(json!(ResultColumnKind::UnicodeCodePoints))
        .invocations(vec![invocation(reports, interrupted)])
        .results(results(reports))
        .properties(bag([("kernels", verdicts(reports))]))
        .build();
    Sarif::builder().schema(SCHEMA_URL).version(json!(Version::V2_1_0)).runs(vec![run]).build()
}

/// The codes of a run; those of notes only where notes were asked for.
fn rules(reports: &[FileReport]) -> Vec<ReportingDescriptor> {
    let notes = reports.iter().flat_map(|r| &r.kernels).any(|k| k.performance.is_some());
    let rule = |code: &crate::Code| {
        ReportingDescriptor::builder()
            .id(code.code)
            .short_description(plain(code.title))
            .help(MultiformatMessageString::builder().text(code.page).markdown(code.page).build())
            .build()
    };
    CODES.iter().filter(|c| notes || !c.is_note()).map(rule).collect()
}

fn results(reports: &[FileReport]) -> Vec<SarifResult> {
    let mut results = Vec::new();
    for report in reports {
        for kernel in &report.kernels {
            results.extend(kernel.causes().iter().map(|group| result(report, kernel, group)));
            results
                .extend(kernel.performance.iter().flat_map(|p| &p.notes).map(|note| note_result(report, kernel, note)));
        }
    }
    results
}

/// One result for findings with one cause.
fn result(report: &FileReport, kernel: &KernelReport, group: &CauseGroup) -> SarifResult {
    let finding = group.head;
    let (diagnostic, notes) = groups::head(&report.sources, group);
    let flows = finding.witness.as_ref().map(|witness| vec![code_flow(report, &diagnostic, witness)]);
    let mut bag = bag([
        ("property", json!(finding.property.name())),
        ("confirmed", json!(is_confirmed(finding))),
        ("sameCause", json!(group.others.len())),
        ("consequences", json!(group.consequences.len())),
    ]);
    bag.tags = Some(vec![finding.property.name().to_owned()]);
    let level = if diagnostic.severity == Severity::Error { ResultLevel::Error } else { ResultLevel::Warning };
    let mut result = of_diagnostic(report, kernel, &diagnostic, &notes, level);
    result.properties = Some(bag);
    result.code_flows = flows;
    result.fixes = finding.fix.as_ref().and_then(|fix| change(report, fix)).map(|fix| vec![fix]);
    result.suppressions = finding.accepted.then(|| vec![suppression(finding.allowed.as_deref())]);
    result
}

/// A change of the source, which tools can make.
fn change(report: &FileReport, fix: &wp_engine::Fix) -> Option<Fix> {
    let file = crate::fix::file(&report.sources, fix)?;
    let replacement = |edit: &wp_engine::Edit| {
        let content = ArtifactContent::builder().text(&edit.text).build();
        let region = region(&report.sources, edit.span)?;
        Some(Replacement::builder().deleted_region(region).inserted_content(content).build())
    };
    let replacements = fix.edits.iter().map(replacement).collect::<Option<Vec<_>>>()?;
    let artifact = ArtifactLocation::builder().uri(uri(&file.path)).build();
    let changes = ArtifactChange::builder().artifact_location(artifact).replacements(replacements).build();
    let words = format!("{}\n{}", fix.title, crate::fix::checked(fix));
    Some(Fix::builder().description(Message::from(&words)).artifact_changes(vec![changes]).build())
}

/// A note on performance.
fn note_result(report: &FileReport, kernel: &KernelReport, note: &Diagnostic) -> SarifResult {
    let mut bag = bag([]);
    bag.tags = Some(vec!["performance".to_owned()]);
    let mut result = of_diagnostic(report, kernel, note, &[], ResultLevel::Note);
    result.properties = Some(bag);
    result
}

/// A result with the words and places of a diagnostic.
fn of_diagnostic(
    report: &FileReport,
    kernel: &KernelReport,
    diagnostic: &Diagnostic,
    notes: &[String],
    level: ResultLevel,
) -> SarifResult {
    let (main, others) = places(diagnostic);
    let location = main.map_or_else(|| of_file(&report.path), |label| place(report, label.span, None));
    let location = Location { logical_locations: Some(vec![of_kernel(kernel)]), ..location };
    let related = others.iter().map(|label| place(report, label.span, Some(&label.text))).collect::<Vec<_>>();
    let line = main.map_or("", |label| line_text(&report.sources, label.span));
    let mut result = SarifResult::builder()
        .rule_id(diagnostic.code)
        .level(level)
        .message(Message::from(&in_words(diagnostic, notes)))
        .locations(vec![location])
        .related_locations(related)
        .partial_fingerprints([("warpproof/v1".to_owned(), fingerprint(diagnostic, kernel, line))])
        .build();
    result.rule_index = CODES.iter().position(|c| c.code == diagnostic.code).and_then(|i| i64::try_from(i).ok());
    result
}

/// An accepted finding is suppressed, in the words of SARIF: by the baseline, or for a reason that the source states.
fn suppression(allowed: Option<&str>) -> Suppression {
    let kind = if allowed.is_some() { "inSource" } else { "external" };
    let mut suppression = Suppression::builder().kind(json!(kind)).status(json!("accepted")).build();
    suppression.justification = allowed.map(str::to_owned);
    suppression
}

/// The main place and the others.
fn places(diagnostic: &Diagnostic) -> (Option<&Label>, Vec<&Label>) {
    let main = diagnostic.labels.iter().find(|l| l.primary).or(diagnostic.labels.first());
    let others = diagnostic.labels.iter().filter(|l| !main.is_some_and(|m| std::ptr::eq(m, *l)));
    (main, others.collect())
}

/// The part of a finding that stays the same when lines are moved: the code, the kernel, the message and the text of
/// the line.
fn fingerprint(diagnostic: &Diagnostic, kernel: &KernelReport, line: &str) -> String {
    let mut hash = Sha256::new();
    for part in [diagnostic.code, &kernel.name, &diagnostic.message, line.trim()] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// A thread flow for each thread, at the place where it takes part.
fn code_flow(report: &FileReport, diagnostic: &Diagnostic, witness: &Witness) -> CodeFlow {
    let (main, others) = places(diagnostic);
    let labels: Vec<&Label> = main.into_iter().chain(others).collect();
    let flow = |(i, name): (usize, &wp_engine::ThreadName)| {
        let who = thread(name, witness);
        let label = labels.get(i).or(labels.first());
        let location = match label {
            Some(label) => place(report, label.span, Some(&format!("{who}: {}", label.text))),
            None => of_file(&report.path),
        };
        let step = ThreadFlowLocation::builder().location(location).build();
        ThreadFlow::builder().id(who).locations(vec![step]).build()
    };
    let launch = format!("launch: grid {}, block {}", extent(witness.grid), extent(witness.block));
    let flows = witness.threads.iter().enumerate().map(flow).collect::<Vec<_>>();
    CodeFlow::builder().message(Message::from(&launch)).thread_flows(flows).build()
}

fn invocation(reports: &[FileReport], interrupted: bool) -> Invocation {
    let mut notifications = Vec::new();
    for report in reports {
        notifications.extend(header_remarks(report).iter().map(|remark| {
            let level = if remark.is_warning { "warning" } else { "note" };
            notification(Message::from(&remark.text), of_file(&report.path), level, None)
        }));
        notifications.extend(report.errors.iter().map(|error| {
            let (main, _) = places(error);
            let location = main.map_or_else(|| of_file(&report.path), |label| place(report, label.span, None));
            let level = match error.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            };
            notification(Message::from(&in_words(error, &[])), location, level, Some(error.code))
        }));
        for kernel in &report.kernels {
            for (what, span) in kernel.performance.iter().flat_map(|p| &p.not_analysed) {
                let text = format!("kernel `{}`: performance: not analysed: {what}", kernel.name);
                notifications.push(notification(Message::from(&text), place(report, *span, None), "note", None));
            }
            let mut tell = |text: &str, level| {
                let message = Message::from(&format!("kernel `{}`: {text}", kernel.name));
                notifications.push(notification(message, place(report, kernel.span, None), level, None));
            };
            for (properties, verdict, why) in open_reasons(kernel, &report.sources) {
                tell(&format!("{}: {verdict}: {why}", property_names(&properties)), "warning");
            }
            for property in kernel.properties.iter().filter(|p| p.is_partial()) {
                tell(&format!("{}: {}", property.property.name(), verdict_words(property)), "note");
            }
        }
    }
    let failed = interrupted || reports.iter().any(|r| Overall::of_file(r) == Overall::Error);
    Invocation::builder().execution_successful(!failed).tool_execution_notifications(notifications).build()
}

fn notification(message: Message, location: Location, level: &str, code: Option<&str>) -> Notification {
    let mut notification =
        Notification::builder().message(message).level(json!(level)).locations(vec![location]).build();
    notification.associated_rule = code.map(|code| ReportingDescriptorReference::builder().id(code).build());
    notification
}

/// Each kernel with its verdicts and their assumptions.
fn verdicts(reports: &[FileReport]) -> serde_json::Value {
    let kernel = |report: &FileReport, kernel: &KernelReport| {
        let properties = kernel.properties.iter().map(|p| (p.property.name(), p.verdict_name()));
        json!({
            "file": report.path.display().to_string(),
            "kernel": kernel.name,
            "verdict": Overall::of_kernel(kernel).name(),
            "properties": properties.collect::<std::collections::BTreeMap<_, _>>(),
            "assumptions": Assumption::codes(&kernel.assumptions),
        })
    };
    reports.iter().flat_map(|r| r.kernels.iter().map(move |k| kernel(r, k))).collect()
}

fn of_kernel(kernel: &KernelReport) -> LogicalLocation {
    LogicalLocation::builder().name(&kernel.name).kind("function").build()
}

/// A file as a whole.
fn of_file(path: &Path) -> Location {
    let file = ArtifactLocation::builder().uri(uri(path)).build();
    Location::builder().physical_location(PhysicalLocation::builder().artifact_location(file).build()).build()
}

/// A span, or the file of the report where there is none.
fn place(report: &FileReport, span: Span, text: Option<&str>) -> Location {
    let sources = &report.sources;
    let known = sources.file(span.file).zip(region(sources, span));
    let mut location = match known {
        None => of_file(&report.path),
        Some((file, region)) => {
            let artifact = ArtifactLocation::builder().uri(uri(&file.path)).build();
            let place = PhysicalLocation::builder().artifact_location(artifact).region(region).build();
            Location::builder().physical_location(place).build()
        }
    };
    location.message = text.map(Message::from);
    location
}

/// A span in lines and columns.
fn region(sources: &SourceMap, span: Span) -> Option<Region> {
    let start = position(sources, span)?;
    let end = position(sources, Span { start: span.end, ..span }).unwrap_or(start);
    let region = Region::builder().start_line(start.line).start_column(start.column);
    Some(region.end_line(end.line).end_column(end.column).build())
}

/// Line and column of the start of a span; the column counts code points.
fn position(sources: &SourceMap, span: Span) -> Option<LineCol> {
    let at = sources.line_col(span)?;
    let before = Span { start: span.start - (at.column - 1), end: span.start, ..span };
    let column = sources.text(before).chars().count();
    Some(LineCol { line: at.line, column: u32::try_from(column).ok()?.checked_add(1)? })
}

/// The line in which a span starts.
fn line_text(sources: &SourceMap, span: Span) -> &str {
    let Some((file, at)) = sources.file(span.file).zip(sources.line_col(span)) else { return "" };
    file.text.lines().nth(at.line as usize - 1).unwrap_or("")
}

/// Relative paths stay relative, as code scanning wants them.
fn uri(path: &Path) -> String {
    let text = path.display().to_string().replace('\\', "/");
    let encoded = utf8_percent_encode(&text, PATH).to_string();
    let relative = encoded.strip_prefix("./").unwrap_or(&encoded);
    if path.is_absolute() {
        format!("file://{relative}")
    } else {
        relative.to_owned()
    }
}

fn plain(text: &str) -> MultiformatMessageString {
    MultiformatMessageString::builder().text(text).build()
}

fn bag<const N: usize>(entries: [(&str, serde_json::Value); N]) -> PropertyBag {
    PropertyBag::builder()
        .additional_properties(
            entries.into_iter().map(|(k, v)| (k.to_owned(), v)).collect::<std::collections::BTreeMap<_, _>>(),
        )
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn value(report: FileReport) -> serde_json::Value {
        serde_json::from_str(&render_sarif(&[report], false).unwrap()).unwrap()
    }

    #[test]
    fn a_finding_is_a_result_with_its_places_and_threads() {
        let log = value(fixture::refuted());
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        let result = &run["results"][0];
        assert_eq!((&result["ruleId"], &result["level"]), (&json!("WP0101"), &json!("error")));
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], "WP0101");
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert_eq!(region, &json!({"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 7}));
        assert_eq!(result["locations"][0]["logicalLocations"][0]["name"], "k");
        let flows = result["codeFlows"][0]["threadFlows"].as_array().unwrap();
        assert_eq!(flows.len(), 2);
        let text = result["message"]["text"].as_str().unwrap();
        assert!(text.contains("inputs: n = 4, b[3] = 7") && text.contains("help: let one thread write"), "{text}");
    }

    #[test]
    fn a_change_is_a_fix() {
        let log = value(fixture::with_fix("insert `sync();`", "sync(); "));
        let fix = &log["runs"][0]["results"][0]["fixes"][0];
        let words = fix["description"]["text"].as_str().unwrap();
        assert!(words.starts_with("insert `sync();`\nchecked again with this change: the finding is gone"), "{words}");
        let change = &fix["artifactChanges"][0];
        assert_eq!(change["artifactLocation"]["uri"], "k.cu");
        let here = json!({"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 3});
        assert_eq!(change["replacements"], json!([{"deletedRegion": here, "insertedContent": {"text": "sync(); "}}]));
    }

    #[test]
    fn what_is_open_is_said() {
        let run = &value(fixture::refuted())["runs"][0];
        let notes = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
        assert_eq!(notes.len(), 1);
        assert!(notes[0]["message"]["text"].as_str().unwrap().contains("bounds: unknown: the time limit"));
        assert_eq!(run["invocations"][0]["executionSuccessful"], true);
        assert_eq!(run["properties"]["kernels"][0]["properties"]["bounds"], "unknown");
        let empty = value(FileReport::default());
        assert_eq!(empty["runs"][0]["invocations"][0]["executionSuccessful"], false);
    }

    #[test]
    fn unconfirmed_findings_are_warnings() {
        let mut report = fixture::refuted();
        report.kernels[0].properties[0].findings[0].witness = None;
        let result = &value(report)["runs"][0]["results"][0];
        assert_eq!(result["level"], "warning");
        assert!(result.get("codeFlows").is_none());
    }

    #[test]
    fn columns_count_characters_and_paths_are_uris() {
        let mut sources = SourceMap::new();
        let file = sources.add(Path::new("k.cu"), "/* é */ a[0];\n".to_owned());
        let at = position(&sources, Span { file, start: 9, end: 13 }).unwrap();
        assert_eq!((at.line, at.column), (1, 9));
        assert_eq!(uri(Path::new("./my kernels/100%.cu")), "my%20kernels/100%25.cu");
        assert_eq!(uri(Path::new("/a/b.cu")), "file:///a/b.cu");
    }

    #[test]
    fn a_moved_line_keeps_its_fingerprint() {
        let print = |report| value(report)["runs"][0]["results"][0]["partialFingerprints"]["warpproof/v1"].clone();
        let mut moved = fixture::refuted();
        let text = "// one line more\n__global__ void k(int *a, int *b, int n) {\n    a[0] = threadIdx.x;\n}\n";
        moved.sources = SourceMap::new();
        let file = moved.sources.add(Path::new("k.cu"), text.to_owned());
        let start = u32::try_from(text.find("a[0]").unwrap()).unwrap();
        moved.kernels[0].properties[0].findings[0].diagnostic.labels[0].span = Span { file, start, end: start + 4 };
        assert_eq!(print(fixture::refuted()), print(moved));
    }
}
