//! Reports for editors, in the types of the Language Server Protocol: diagnostics with all their places, what to show
//! of a kernel or a loop, and edits that paste preconditions.
//!
//! Input: a report, taken as it is. Positions count from 0; columns count in the units that the editor asked for.
//! Ranges are those of the text output: one line, at least one character. Texts name no lines, so that they can be
//! moved with their ranges.

mod lens;
mod position;
mod trace;

pub use lens::Lens;
pub use position::{range, uri, Encoding};
pub use trace::{Trace, TraceStep};

use crate::finding::in_words;
use crate::groups;
use crate::text::requires_line;
use crate::words::{assumption_words, open_reasons, property_names, reason_text, verdict_words, Overall};
use lsp_types::{
    CodeDescription, Diagnostic as Shown, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    Position, Range, TextEdit,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::PathBuf;
use std::str::FromStr;
use wp_base::{Diagnostic, Label, Severity, Span};
use wp_engine::{CauseGroup, FileReport, Finding, KernelReport, Property, PropertyReport, Role, Verdict};

/// The view of one file in an editor.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct EditorReport {
    /// The text that was checked, as [`text_digest`] gives it; none where it was not read.
    pub digest: Option<String>,
    /// Identifies the settings of the check; the caller of the check sets it.
    pub settings: String,
    /// The files that declarations were read from, the checked one among them; headers of macros only are not.
    pub files: Vec<PathBuf>,
    /// The ranges of the functions of the checked file.
    pub functions: Vec<Range>,
    /// The errors that stopped the file or a kernel of it.
    pub errors: Vec<Shown>,
    /// The view of each kernel.
    pub kernels: Vec<KernelView>,
}

/// The view of one kernel in an editor.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct KernelView {
    /// Its name, with template arguments.
    pub name: String,
    /// The range of the kernel with its body, if that is in the checked file.
    pub function: Option<Range>,
    /// True if a clock had a part in its verdict, so that it may come out otherwise another time.
    pub late: bool,
    /// Findings and undecided properties.
    pub diagnostics: Vec<Shown>,
    /// The texts about its loops and verdicts.
    pub hovers: Vec<Hover>,
    /// Preconditions that can be pasted.
    pub proposals: Vec<Proposal>,
    /// Changes with which findings are gone.
    pub repairs: Vec<Repair>,
    /// The line that stands above the kernel, if that is in the checked file.
    pub lens: Option<Lens>,
    /// The counterexamples of its findings, if the check was asked for details.
    pub traces: Vec<Trace>,
}

impl EditorReport {
    /// Everything that is shown at places of the text.
    pub fn diagnostics(&self) -> Vec<Shown> {
        self.errors.iter().chain(self.kernels.iter().flat_map(|k| &k.diagnostics)).cloned().collect()
    }
}

/// Markdown about a range.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Hover {
    /// The range of the text.
    pub range: Range,
    /// The text.
    pub markdown: String,
}

/// A line to paste in front of a kernel.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Proposal {
    /// The kernel with its body.
    pub range: Range,
    /// The position of the line.
    pub at: Position,
    /// The line with its end.
    pub text: String,
    /// The name of the action.
    pub title: String,
}

/// A change of the checked file with which a finding is gone.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Repair {
    /// The index of the kernel's diagnostic that shows the finding.
    pub diagnostic: usize,
    /// The name of the action.
    pub title: String,
    /// The change; in the text that was checked it is the one that was checked.
    pub edits: Vec<TextEdit>,
}

/// Identifies a text up to differences that editors make on saving or hide: a byte order mark, kinds of line ends, the
/// last line end.
pub fn text_digest(text: &str) -> String {
    let mut hash = Sha256::new();
    for line in text.trim_start_matches('\u{feff}').trim_end_matches(['\n', '\r']).split('\n') {
        hash.update(line.strip_suffix('\r').unwrap_or(line));
        hash.update([b'\n']);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// The report on a file for an editor.
pub fn editor_report(report: &FileReport, encoding: Encoding) -> EditorReport {
    let view = View { report, encoding };
    let checked = report.sources.find(&report.path).and_then(|id| report.sources.file(id));
    let here = report.functions.iter().filter(|f| view.is_here(**f));
    EditorReport {
        digest: checked.map(|file| text_digest(&file.text)),
        settings: String::new(),
        files: report.sources.files().map(|f| f.path.clone()).collect(),
        functions: here.filter_map(|f| view.whole(*f)).collect(),
        errors: report.errors.iter().map(|e| view.diagnostic(e, &[], None)).collect(),
        kernels: report.kernels.iter().map(|k| view.kernel(k)).collect(),
    }
}

struct View<'a> {
    report: &'a FileReport,
    encoding: Encoding,
}

impl View<'_> {
    /// True if a span lies in the checked file.
    fn is_here(&self, span: Span) -> bool {
        !span.is_none() && self.report.sources.find(&self.report.path) == Some(span.file)
    }

    /// A span of the checked file, else its start.
    fn here(&self, span: Span) -> Range {
        let known = self.is_here(span).then(|| range(&self.report.sources, span, self.encoding)).flatten();
        known.unwrap_or_default()
    }

    /// A span of several lines.
    fn whole(&self, span: Span) -> Option<Range> {
        let file = self.report.sources.file(span.file)?;
        let at = |offset| position::position(file, offset, self.encoding);
        Some(Range { start: at(span.start), end: at(span.end) })
    }

    fn kernel(&self, kernel: &KernelReport) -> KernelView {
        let groups = kernel.causes();
        let findings = groups.iter().map(|group| self.finding(group, kernel));
        KernelView {
            name: kernel.name.clone(),
            // An edit in a device function concerns every kernel.
            function: self.function(kernel).filter(|_| kernel.role == Role::Kernel).and_then(|f| self.whole(f)),
            late: kernel.times.late || kernel.times.cut_off > 0 || kernel.inference.cut_short,
            diagnostics: findings.chain(self.open(kernel)).collect(),
            hovers: self.hover(kernel).into_iter().collect(),
            proposals: self.proposals(kernel),
            repairs: self.repairs(kernel),
            lens: self.is_here(kernel.span).then(|| lens::lens(kernel, self.here(kernel.span))),
            traces: self.traces(&groups),
        }
    }

    fn traces(&self, groups: &[CauseGroup]) -> Vec<Trace> {
        let trace = |(diagnostic, group): (usize, &CauseGroup)| {
            trace::trace(diagnostic, group.head.witness.as_ref()?, &self.report.sources, self.encoding)
        };
        groups.iter().enumerate().filter_map(trace).collect()
    }

    fn repairs(&self, kernel: &KernelReport) -> Vec<Repair> {
        let groups = kernel.causes();
        let heads = groups.iter().map(|group| group.head).enumerate();
        let repair = |(diagnostic, finding): (usize, &Finding)| {
            let fix = finding.fix.as_ref()?;
            let edit = |edit: &wp_engine::Edit| {
                let range = self.whole(edit.span).filter(|_| self.is_here(edit.span))?;
                Some(TextEdit { range, new_text: edit.text.clone() })
            };
            let edits = fix.edits.iter().map(edit).collect::<Option<_>>()?;
            Some(Repair { diagnostic, title: fix.title.clone(), edits })
        };
        heads.filter_map(repair).collect()
    }

    /// The function of a kernel, if it stands in the checked file.
    fn function(&self, kernel: &KernelReport) -> Option<Span> {
        let holds = |f: &&Span| f.file == kernel.span.file && f.start <= kernel.span.start && kernel.span.end <= f.end;
        let function = self.report.functions.iter().filter(holds).min_by_key(|f| f.end - f.start)?;
        self.is_here(*function).then_some(*function)
    }

    fn location(&self, span: Span) -> Option<Location> {
        let range = range(&self.report.sources, span, self.encoding)?;
        let file = self.report.sources.file(span.file)?;
        Some(Location { uri: uri(&file.path)?, range })
    }

    /// A diagnostic stands at its main place, or, where that is in another file, at another one of the checked file, or
    /// at `otherwise`; the other places are related information.
    fn diagnostic(&self, diagnostic: &Diagnostic, notes: &[String], otherwise: Option<Span>) -> Shown {
        let labels = &diagnostic.labels;
        let main = labels.iter().find(|l| l.primary && self.is_here(l.span));
        let main = main.or_else(|| labels.iter().find(|l| self.is_here(l.span)));
        let is_main = |l: &&Label| main.is_some_and(|m| std::ptr::eq(m, *l));
        let related = labels.iter().filter(|l| !is_main(l)).filter_map(|label| {
            Some(DiagnosticRelatedInformation { location: self.location(label.span)?, message: label.text.clone() })
        });
        let place = main.map(|m| m.span).or(otherwise).unwrap_or(Span::NONE);
        Shown {
            range: self.here(place),
            severity: Some(severity(diagnostic.severity)),
            code: Some(NumberOrString::String(diagnostic.code.to_owned())),
            code_description: page(diagnostic.code),
            source: Some("warpproof".to_owned()),
            message: in_words(diagnostic, notes),
            related_information: Some(related.collect()),
            ..Shown::default()
        }
    }

    fn finding(&self, group: &CauseGroup, kernel: &KernelReport) -> Shown {
        let finding = group.head;
        let (diagnostic, notes) = groups::head(&self.report.sources, group);
        let mut shown = self.diagnostic(&diagnostic, &notes, Some(kernel.span));
        if let Some(fix) = &finding.fix {
            let _ = write!(shown.message, "\nhelp: {}\nnote: {}", fix.title, crate::fix::checked(fix));
        }
        // An accepted finding needs no action, and is shown as a hint.
        let accepted = finding.accepted.then_some(DiagnosticSeverity::INFORMATION);
        Shown { severity: accepted.or(shown.severity), ..shown }
    }

    /// A property that is not decided and has no finding: an empty list of findings must not look like a proof.
    fn open(&self, kernel: &KernelReport) -> Option<Shown> {
        let is_open = |p: &&PropertyReport| p.findings.is_empty() && !self.is_told(p) && p.verdict != Verdict::Proved;
        let mut told = Vec::new();
        let mut open: Vec<String> = Vec::new();
        for (properties, verdict, why) in open_reasons(kernel, &self.report.sources) {
            let own = |p: &&PropertyReport| properties.contains(&p.property) && is_open(p);
            let own: Vec<Property> = kernel.properties.iter().filter(own).map(|p| p.property).collect();
            if !own.is_empty() {
                open.push(format!("{}: {verdict}: {why}", property_names(&own)));
                told.extend(own);
            }
        }
        let rest = kernel.properties.iter().filter(is_open).filter(|p| !told.contains(&p.property));
        open.extend(rest.map(|p| self.property(p)));
        if open.is_empty() {
            return None;
        }
        Some(Shown {
            range: self.here(kernel.span),
            severity: Some(DiagnosticSeverity::INFORMATION),
            source: Some("warpproof".to_owned()),
            message: format!("kernel `{}` is not proved\n{}", kernel.name, open.join("\n")),
            ..Shown::default()
        })
    }

    /// True if an error of the file gives the reason for an undecided property.
    fn is_told(&self, property: &PropertyReport) -> bool {
        let Verdict::Unsupported(what, _) = &property.verdict else { return false };
        let what = what.strip_prefix("front end: ");
        what.is_some_and(|what| self.report.errors.iter().any(|e| e.message == what))
    }

    /// A property with its verdict, and why it is not decided.
    fn property(&self, property: &PropertyReport) -> String {
        let name = property.property.name();
        let verdict = property.verdict.name();
        match &property.verdict {
            Verdict::Unknown(reason) => format!("{name}: {verdict}: {}", reason_text(reason)),
            Verdict::Unsupported(what, _) => format!("{name}: {verdict}: {what}"),
            Verdict::ProvedUnder(conditions) => format!("{name}: {verdict}: {}", conditions.join(" && ")),
            Verdict::DependsOnContents(e) | Verdict::UnusualLaunch(e) => {
                format!("{name}: {}: {}", verdict_words(property), e.remark("proved"))
            }
            _ => format!("{name}: {}", verdict_words(property)),
        }
    }

    fn hover(&self, kernel: &KernelReport) -> Option<Hover> {
        if !self.is_here(kernel.span) {
            return None;
        }
        let mut text = format!("**kernel `{}`: {}**\n\n", kernel.name, Overall::of_kernel(kernel).name());
        // Writing to a string does not fail.
        if let Some(launch) = &kernel.launch {
            let _ = writeln!(text, "launched in `{}`\n", launch.function);
        }
        for property in &kernel.properties {
            let _ = writeln!(text, "- {}", self.property(property));
        }
        if !kernel.assumptions.is_empty() {
            let codes: Vec<String> =
                kernel.assumptions.iter().map(|a| format!("`{}`", assumption_words(kernel, *a))).collect();
            let _ = writeln!(text, "\nassuming {}", codes.join(", "));
        }
        for (number, set) in kernel.preconditions.iter().enumerate() {
            let label = if number == 0 { "proved under" } else { "or under" };
            let _ = writeln!(text, "\n{label} `{}`", requires_line(set));
        }
        Some(Hover { range: self.here(kernel.span), markdown: text })
    }

    fn proposals(&self, kernel: &KernelReport) -> Vec<Proposal> {
        let function = self.function(kernel).and_then(|f| self.whole(f));
        let Some((range, file)) = function.zip(self.report.sources.file(kernel.span.file)) else { return Vec::new() };
        let at = Position { line: range.start.line, character: 0 };
        let first = file.text.lines().nth(at.line as usize).unwrap_or_default();
        let indent = &first[..first.len() - first.trim_start().len()];
        let proposal = |line: String, what: String| {
            let title = format!("Paste `{line}`, under which {what} proved");
            Proposal { range, at, text: format!("{indent}{line}\n"), title }
        };
        let sets = kernel.preconditions.iter().map(|set| proposal(requires_line(set), format!("`{}` is", kernel.name)));
        let classes = kernel.properties.iter().filter_map(|p| {
            let what = format!("the property `{}` of `{}` is", p.property.name(), kernel.name);
            Some(proposal(p.verdict.exclusion()?.requires()?, what))
        });
        let mut all: Vec<Proposal> = sets.collect();
        for class in classes {
            if all.iter().all(|known| known.text != class.text) {
                all.push(class);
            }
        }
        all
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}

/// The address of the page that `warpproof explain` prints.
fn page(code: &str) -> Option<CodeDescription> {
    let href = format!("{}/blob/main/docs/codes/{code}.md", env!("CARGO_PKG_REPOSITORY"));
    Some(CodeDescription { href: lsp_types::Uri::from_str(&href).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use wp_engine::UnknownReason;

    #[test]
    fn a_finding_with_its_places() {
        let mut report = fixture::refuted();
        let other = report.sources.add(std::path::Path::new("set.h"), "void set(int *a);\n".to_owned());
        let diagnostic = &mut report.kernels[0].properties[0].findings[0].diagnostic;
        *diagnostic = diagnostic.clone().secondary(Span { file: other, start: 5, end: 8 }, "and here");
        let shown = editor_report(&report, Encoding::Utf16);
        let race = &shown.kernels[0].diagnostics[0];
        assert_eq!(race.range, Range::new(Position::new(1, 2), Position::new(1, 6)));
        assert_eq!(
            (race.severity, &race.code),
            (Some(DiagnosticSeverity::ERROR), &Some(NumberOrString::String("WP0101".to_owned())))
        );
        assert!(race.message.starts_with("two threads write different values to `a[0]`\nnote: "), "{}", race.message);
        assert!(race.message.ends_with("help: let one thread write, or give each thread a cell of its own"));
        let related = race.related_information.as_ref().unwrap();
        assert_eq!((related.len(), related[0].message.as_str()), (1, "and here"));
        assert_eq!(related[0].location.range, Range::new(Position::new(0, 5), Position::new(0, 8)));
        assert!(related[0].location.uri.as_str().ends_with("/set.h"));
        // If the main place is in another file, the second place is used.
        let labels = &mut report.kernels[0].properties[0].findings[0].diagnostic.labels;
        labels.swap(0, 1);
        (labels[0].primary, labels[1].primary) = (true, false);
        let swapped = &editor_report(&report, Encoding::Utf16).diagnostics()[0];
        assert_eq!(swapped.range, race.range);
        report.kernels[0].properties[0].findings[0].diagnostic.labels.pop();
        let elsewhere = &editor_report(&report, Encoding::Utf16).diagnostics()[0];
        assert_eq!(elsewhere.range, Range::new(Position::new(0, 16), Position::new(0, 17)), "the kernel's name");
        report.kernels[0].properties[0].findings[0].accepted = true;
        let accepted = &editor_report(&report, Encoding::Utf16).diagnostics()[0];
        assert_eq!(accepted.severity, Some(DiagnosticSeverity::INFORMATION));
        assert!(accepted.message.contains("accepted: recorded in the baseline"));
    }

    #[test]
    fn what_is_open_is_shown() {
        let shown = editor_report(&fixture::refuted(), Encoding::Utf8);
        let open = &shown.kernels[0].diagnostics[1];
        assert_eq!(open.severity, Some(DiagnosticSeverity::INFORMATION));
        assert!(
            open.message.starts_with("kernel `k` is not proved\nbounds: unknown: the time limit"),
            "{}",
            open.message
        );
        assert!(!open.message.contains("races") && !open.message.contains("divergence"));
        assert!(editor_report(&fixture::proved(), Encoding::Utf8).diagnostics().is_empty());
    }

    #[test]
    fn a_kernel_that_the_front_end_refuses_is_told_once() {
        let mut report = fixture::proved();
        let span = report.kernels[0].span;
        report.errors.push(Diagnostic::error("WP0501", "`asm` is not supported").primary(span, "here"));
        for property in &mut report.kernels[0].properties {
            property.verdict = Verdict::Unsupported("front end: `asm` is not supported".to_owned(), span);
        }
        assert_eq!(editor_report(&report, Encoding::Utf8).diagnostics().len(), 1);
        report.kernels[0].properties[0].verdict = Verdict::Unknown(UnknownReason::Timeout);
        assert_eq!(editor_report(&report, Encoding::Utf8).diagnostics().len(), 2);
    }

    #[test]
    fn hovers_and_proposals() {
        let mut report = fixture::refuted();
        let condition = wp_engine::Precondition { text: "blockDim.x == 1".to_owned(), fixes: false, need: None };
        let set = wp_engine::PreconditionSet {
            conditions: vec![condition],
            assumptions: Vec::new(),
            satisfied: None,
            is_trivial: false,
        };
        report.kernels[0].preconditions.push(set);
        let shown = editor_report(&report, Encoding::Utf8);
        let hover = &shown.kernels[0].hovers[0];
        assert_eq!(hover.range, Range::new(Position::new(0, 16), Position::new(0, 17)));
        for part in [
            "**kernel `k`: refuted**",
            "- races: refuted (1 error)",
            "- divergence: proved",
            "- bounds: unknown: the time limit",
            "assuming `launch-bounds`, `no-alias`",
            "proved under `//@ requires blockDim.x == 1;`",
        ] {
            assert!(hover.markdown.contains(part), "no {part} in {}", hover.markdown);
        }
        let [proposal] = &shown.kernels[0].proposals[..] else { panic!("{shown:?}") };
        assert_eq!((proposal.at, proposal.text.as_str()), (Position::new(0, 0), "//@ requires blockDim.x == 1;\n"));
        assert_eq!((proposal.range.end.line, shown.kernels[0].function), (2, Some(proposal.range)));
        assert_eq!(shown.functions, [proposal.range]);
    }

    #[test]
    fn texts_that_editors_save_alike() {
        let same = ["a\nb\n", "a\r\nb\r\n", "\u{feff}a\nb", "a\nb\n\n"];
        assert!(same.iter().all(|text| text_digest(text) == text_digest(same[0])));
        assert_ne!(text_digest("a\nb"), text_digest("ab"));
        assert_ne!(text_digest("a\n b"), text_digest("a\nb"));
    }
}
