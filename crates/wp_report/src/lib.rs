//! Renders reports as text for people, JSON for programs and SARIF for code scanning, HTML for browsers, in the types of
//! the Language Server Protocol for editors, and holds the registry of codes.
//!
//! Input: a [`wp_engine::FileReport`], taken as it is. Output: deterministic; wall times appear only where they are
//! asked for (text) or in the `times` object (JSON).
//!
//! Deliberately absent: decisions. Nothing here changes a verdict, and the words for properties, reasons and verdicts
//! stand in one file (`words`).

mod codes;
mod diagnostic;
pub mod editor;
mod finding;
mod fix;
#[cfg(test)]
mod fixture;
mod groups;
mod html;
mod json;
mod proofs;
mod repro;
mod sarif;
mod text;
mod words;

pub use codes::{code, Code, CODES};
pub use diagnostic::render_diagnostic;
pub use finding::is_confirmed;
pub use html::render_html;
pub use json::{render_json, JsonReport, SCHEMA, SCHEMA_VERSION};
pub use repro::{reproducers, Reproducer};
pub use sarif::render_sarif;
pub use text::{render_kernel, render_summary, render_text, Style};
pub use words::{reason_code, reason_text, unchecked_words, Overall, Tally};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::{editor_report, Encoding};

    #[test]
    fn every_form_of_output_names_the_class_and_its_condition() {
        let report = fixture::unusual();
        let reports = std::slice::from_ref(&report);
        let text = render_text(&report, Style::default());
        assert!(text.starts_with("warning[WP0101]"), "{text}");
        let line =
            "  races        unusual-launch (1 warning)\n               only if `n` is 0 or negative, or `m` is 0\n";
        assert!(text.contains(line), "{text}");
        assert!(text.contains("               proved under //@ requires n >= 1; requires m >= 1;\n"), "{text}");
        let json: serde_json::Value = serde_json::from_str(&render_json(reports, false).unwrap()).unwrap();
        let races = &json["files"][0]["kernels"][0]["properties"][0];
        assert_eq!((&races["verdict"], &races["preconditions"][1]), (&"unusual-launch".into(), &"m >= 1".into()));
        assert_eq!(races["only_if"], "`n` is 0 or negative, or `m` is 0");
        let sarif: serde_json::Value = serde_json::from_str(&render_sarif(reports, false).unwrap()).unwrap();
        let run = &sarif["runs"][0];
        assert_eq!(run["results"][0]["level"], "warning");
        assert_eq!(run["properties"]["kernels"][0]["properties"]["races"], "unusual-launch");
        let page = render_html(reports, false);
        assert!(page.contains("unusual-launch") && page.contains("requires n &gt;= 1; requires m &gt;= 1;"), "{page}");
        let shown = editor_report(&report, Encoding::Utf8);
        assert_eq!(shown.kernels[0].diagnostics[0].severity, Some(lsp_types::DiagnosticSeverity::WARNING));
        assert!(shown.kernels[0].hovers[0].markdown.contains("races: unusual-launch (1 warning): only if `n`"));
        assert_eq!(shown.kernels[0].proposals[0].text, "//@ requires n >= 1; requires m >= 1;\n");
    }

    #[test]
    fn every_form_of_output_names_what_is_not_checked_beside_findings() {
        let mut report = fixture::unusual();
        let properties = &mut report.kernels[0].properties;
        let (verdict, findings) = (properties[0].verdict.clone(), properties[0].findings.clone());
        let bounds = properties.iter_mut().find(|p| p.property == wp_engine::Property::Bounds).unwrap();
        (bounds.verdict, bounds.findings) = (verdict, findings);
        bounds.coverage.unchecked = vec!["data".to_owned()];
        let reports = std::slice::from_ref(&report);
        let words = "not checked: data (size unknown)";
        let text = render_text(&report, Style::default());
        assert!(text.contains(&format!("bounds       unusual-launch (1 warning); {words}\n")), "{text}");
        let json: serde_json::Value = serde_json::from_str(&render_json(reports, false).unwrap()).unwrap();
        let listed = json["files"][0]["kernels"][0]["properties"].as_array().unwrap();
        assert!(listed.iter().any(|p| p["property"] == "bounds" && p["unchecked"][0] == "data"), "{json}");
        let sarif = render_sarif(reports, false).unwrap();
        assert!(sarif.contains(&format!("bounds: unusual-launch (1 warning); {words}")), "{sarif}");
        assert!(render_html(reports, false).contains(words));
        let shown = editor_report(&report, Encoding::Utf8);
        assert!(shown.kernels[0].hovers[0].markdown.contains(words));
    }
}
