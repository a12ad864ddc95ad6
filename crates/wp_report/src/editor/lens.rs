//! The line about a kernel that stands above it: the overall verdict, and the properties by verdict.

use crate::words::{property_names, Overall};
use lsp_types::Range;
use serde::{Deserialize, Serialize};
use wp_engine::{KernelReport, Property, PropertyReport, Verdict};

/// The verdict of a kernel, to be shown above it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Lens {
    /// The name of the kernel.
    pub range: Range,
    /// The overall verdict, as the text output has it.
    pub verdict: String,
    /// The line.
    pub title: String,
}

/// The line about a kernel whose name stands at `range`.
pub(super) fn lens(kernel: &KernelReport, range: Range) -> Lens {
    let overall = Overall::of_kernel(kernel);
    // Properties by verdict, in the order of the report; what a proof leaves out is told once, at the end.
    let mut groups: Vec<(&str, Vec<Property>)> = Vec::new();
    let is_left_out = |p: &&PropertyReport| p.is_partial() && p.verdict == Verdict::Proved;
    for property in kernel.properties.iter().filter(|p| !is_left_out(p)) {
        let name = property.verdict_name();
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, properties)) => properties.push(property.property),
            None => groups.push((name, vec![property.property])),
        }
    }
    // What is worst comes first, as the verdict of the kernel does.
    let is_main = |name: &str| name == overall.name();
    groups.sort_by_key(|(name, _)| !is_main(name));
    let mut words: Vec<String> = match &groups[..] {
        [] => vec![overall.name().to_owned()],
        [(name, _)] if is_main(name) => vec![overall.name().to_owned()],
        _ => groups.iter().map(|(name, of)| format!("{name}: {}", property_names(of))).collect(),
    };
    for partial in kernel.properties.iter().filter(|p| p.is_partial()) {
        let arrays = partial.coverage.unchecked.join(", ");
        words.push(format!("{} not checked: {arrays}", partial.property.name()));
    }
    let words = words.join(" · ");
    let mut title = if kernel.name.contains('<') { format!("{}: {words}", kernel.name) } else { words };
    if let Some(launch) = &kernel.launch {
        title.push_str(&format!(", launched in `{}`", launch.function));
    }
    Lens { range, verdict: overall.name().to_owned(), title }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::{editor_report, Encoding};
    use crate::fixture;

    fn title(report: &wp_engine::FileReport) -> (String, String) {
        let lens = editor_report(report, Encoding::Utf8).kernels[0].lens.clone().unwrap();
        (lens.verdict, lens.title)
    }

    #[test]
    fn the_worst_verdict_comes_first_and_nothing_unchecked_is_hidden() {
        let mut report = fixture::refuted();
        let expected = "refuted: races · proved: divergence · unknown: bounds";
        assert_eq!(title(&report), ("refuted".to_owned(), expected.to_owned()));
        report = fixture::proved();
        assert_eq!(title(&report), ("proved".to_owned(), "proved".to_owned()));
        report.kernels[0].name = "k<8>".to_owned();
        report.kernels[0].properties[2].coverage.unchecked = vec!["a".to_owned()];
        assert_eq!(title(&report), ("proved".to_owned(), "k<8>: proved · bounds not checked: a".to_owned()));
        report = fixture::refuted();
        let bounds = &mut report.kernels[0].properties[2];
        (bounds.verdict, bounds.coverage.unchecked) = (Verdict::Proved, vec!["a".to_owned(), "b".to_owned()]);
        let expected = "refuted: races · proved: divergence · bounds not checked: a, b";
        assert_eq!(title(&report).1, expected);
    }
}
