//! Comments of the source that accept findings: `// warpproof: allow(WP0102) reason`.
//!
//! Input: a report with its sources. Output: findings at the comment's line are accepted, with the reason; a comment
//! that accepts nothing, or has no reason, is a warning ([`CODE`]). No verdict changes.

use std::ops::Range;
use wp_base::{pieces, Diagnostic, FileId, Piece, Severity, SourceFile, Span};
use wp_engine::FileReport;

/// The code of a warning about a comment.
pub const CODE: &str = "WP0511";

/// The beginning of a comment that is meant.
const MARK: &str = "warpproof:";

/// A comment that accepts findings.
struct Allowance {
    span: Span,
    codes: Vec<String>,
    reason: String,
    /// The bytes of the line that it is about.
    line: Range<u32>,
    used: bool,
}

/// Accepts the findings that comments allow, and adds a warning for each comment that cannot be used. `complete` is true
/// if all kernels of the file were checked.
pub fn apply(report: &mut FileReport, complete: bool) {
    let mut allowances = Vec::new();
    let mut warnings = Vec::new();
    // A Python file stands there once for each of its sources, with the same text.
    let sources = &report.sources;
    let one_of_path = |id: FileId| sources.file(id).and_then(|file| sources.find(&file.path)).unwrap_or(id);
    for (id, file) in sources.numbered().filter(|(id, _)| one_of_path(*id) == *id) {
        for (range, _) in pieces(&file.text).into_iter().filter(|(_, piece)| *piece == Piece::Comment) {
            match read(id, file, range) {
                None => {}
                Some(Ok(allowance)) => allowances.push(allowance),
                Some(Err(warning)) => warnings.push(warning),
            }
        }
    }
    let findings = report.kernels.iter_mut().flat_map(|k| &mut k.properties).flat_map(|p| &mut p.findings);
    for finding in findings {
        let is_at = |a: &Allowance| {
            let here = |span: Span| one_of_path(span.file) == a.span.file && a.line.contains(&span.start);
            finding.diagnostic.labels.iter().any(|label| here(label.span))
        };
        let code = finding.diagnostic.code;
        if let Some(allowance) = allowances.iter_mut().find(|a| a.codes.iter().any(|c| c == code) && is_at(a)) {
            allowance.used = true;
            finding.accepted = true;
            finding.allowed = Some(allowance.reason.clone());
        }
    }
    let is_without_effect = |a: &&Allowance| !a.used && complete;
    warnings.extend(allowances.iter().filter(is_without_effect).map(|a| {
        let codes = a.codes.join(", ");
        warning(a.span, format!("no finding with {codes} is at the line that this comment is about"), "remove it")
    }));
    report.errors.extend(warnings);
}

/// True if a report has a warning about a comment.
pub fn has_warning(report: &FileReport) -> bool {
    report.errors.iter().any(|error| error.code == CODE)
}

fn warning(span: Span, what: String, help: &str) -> Diagnostic {
    let error = Diagnostic::error(CODE, what).primary(span, "this comment").help(help.to_owned());
    Diagnostic { severity: Severity::Warning, ..error }
}

/// The allowance that a comment is, or what is wrong with it; `None` for other comments.
fn read(file: FileId, source: &SourceFile, range: Range<usize>) -> Option<Result<Allowance, Diagnostic>> {
    let comment = source.text.get(range.clone())?;
    let body = comment.strip_prefix("//").or_else(|| comment.strip_prefix("/*")?.strip_suffix("*/"))?;
    let rest = body.trim().strip_prefix(MARK)?.trim_start().strip_prefix("allow")?;
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let span = Span { file, start: offset(range.start), end: offset(range.end) };
    let form = "write `// warpproof: allow(WP0102) reason`";
    let parts = rest.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let Some((list, reason)) = parts else {
        return Some(Err(warning(span, "this comment allows nothing that is understood".to_owned(), form)));
    };
    let codes: Vec<String> = list.split(',').map(|code| code.trim().to_ascii_uppercase()).collect();
    if let Some(unknown) = codes.iter().find(|code| wp_report::code(code).is_none()) {
        let help = "`warpproof explain` lists the codes";
        return Some(Err(warning(span, format!("there is no code `{unknown}`"), help)));
    }
    let reason = reason.trim_start_matches([':', '-', ' ']).trim();
    if reason.is_empty() {
        return Some(Err(warning(span, "this comment states no reason, and allows nothing".to_owned(), form)));
    }
    let line = line_of(&source.text, &range);
    let line = offset(line.start)..offset(line.end);
    Some(Ok(Allowance { span, codes, reason: reason.to_owned(), line, used: false }))
}

/// The line that a comment is about: its own, or the next one with code if it stands alone.
fn line_of(text: &str, comment: &Range<usize>) -> Range<usize> {
    let start = text[..comment.start].rfind('\n').map_or(0, |at| at + 1);
    let end = |from: usize| text[from..].find('\n').map_or(text.len(), |at| from + at);
    let own = start..end(comment.end);
    let is_alone = text[start..comment.start].trim().is_empty() && text[comment.end..own.end].trim().is_empty();
    if !is_alone {
        return own;
    }
    let comments: Vec<Range<usize>> =
        pieces(text).into_iter().filter(|(_, piece)| *piece == Piece::Comment).map(|(range, _)| range).collect();
    let is_code = |at: usize, c: char| !c.is_whitespace() && !comments.iter().any(|range| range.contains(&at));
    let code = text[own.end..].char_indices().map(|(at, c)| (own.end + at, c)).find(|&(at, c)| is_code(at, c));
    let Some((at, _)) = code else { return own };
    text[..at].rfind('\n').map_or(0, |at| at + 1)..end(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_base::SourceMap;
    use wp_engine::{Finding, KernelReport, Property, PropertyReport, Verdict};

    /// The results for a text with a finding at the place of a word: the accepted reason, and the warnings.
    fn outcome(text: &str, word: &str) -> (Option<String>, Vec<String>) {
        let mut sources = SourceMap::new();
        let file = sources.add(std::path::Path::new("k.cu"), text.to_owned());
        let start = text.find(word).unwrap() as u32;
        let span = Span { file, start, end: start + word.len() as u32 };
        let diagnostic = Diagnostic::error("WP0101", "race").primary(span, "here");
        let property = PropertyReport {
            findings: vec![Finding::new(Property::Races, diagnostic)],
            ..PropertyReport::without_findings(Property::Races, Verdict::Refuted)
        };
        let kernels = vec![KernelReport::new("k", Span::NONE, vec![property])];
        let mut report = FileReport { sources, kernels, ..FileReport::default() };
        apply(&mut report, true);
        let finding = &report.kernels[0].properties[0].findings[0];
        assert_eq!(finding.accepted, finding.allowed.is_some());
        assert_eq!(has_warning(&report), !report.errors.is_empty());
        (finding.allowed.clone(), report.errors.iter().map(|e| e.message.clone()).collect())
    }

    fn accepted(text: &str) -> bool {
        let (reason, warnings) = outcome(text, "x[0]");
        assert_eq!(reason.is_some(), warnings.is_empty(), "{warnings:?}");
        reason.is_some()
    }

    #[test]
    fn a_comment_is_about_its_line_or_the_next_one_with_code() {
        assert!(accepted("a;\nx[0] = 1; // warpproof: allow(WP0101) same value\n"));
        assert!(accepted("x[0] = /* warpproof: allow(WP0101) same value */ 1;\n"));
        assert!(accepted("// warpproof: allow(WP0101) same value\n\n// and\n  x[0] = 1;\n"));
        assert!(!accepted("// warpproof: allow(WP0101) same value\n y; \n x[0] = 1;\n"));
        assert!(!accepted("x[0] = 1;\n// warpproof: allow(WP0101) same value\n"));
        assert!(!accepted("y; // warpproof: allow(WP0101) same value\n x[0] = 1;\n"));
    }

    #[test]
    fn codes_have_to_be_those_of_the_finding() {
        assert!(accepted("x[0] = 1; // warpproof: allow(WP0102, wp0101): same value\n"));
        assert!(!accepted("x[0] = 1; // warpproof: allow(WP0102) same value\n"));
        assert!(!accepted("x[0] = 1; // warpproof: allow(WP9999, WP0101) same value\n"));
    }

    #[test]
    fn a_reason_is_needed_and_shown() {
        let (reason, _) = outcome("x[0] = 1; // warpproof: allow(WP0101) - same value \n", "x[0]");
        assert_eq!(reason.as_deref(), Some("same value"));
        assert!(!accepted("x[0] = 1; // warpproof: allow(WP0101)\n"));
        assert!(!accepted("x[0] = 1; // warpproof: allow WP0101 same value\n"));
        // Another comment, and a string.
        assert_eq!(outcome("x[0] = 1; // warpproof: proved\n", "x[0]"), (None, Vec::new()));
        let (reason, warnings) = outcome("x[0] = \"// warpproof: allow(WP0101) same\";\n", "x[0]");
        assert_eq!((reason, warnings.len()), (None, 0));
    }
}
