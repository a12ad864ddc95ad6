//! The line about a kernel that stands above it: the overall verdict, and the properties by verdict.

use crate::words::{property_names, unchecked_words, Overall};
use lsp_types::Range;
use serde::{Deserialize, Serialize};
use wp_engine::{KernelReport, Property};

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
    // Properties by verdict, in the order of the report.
    let mut groups: Vec<(&str, Vec<Property>)> = Vec::new();
    for property in &kernel.properties {
        let name = property.verdict_name();
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, properties)) => properties.push(property.property),
            None => groups.push((name, vec![property.property])),
        }
    }
    // What is worst comes first, as the verdict of the kernel does.
    let is_main = |name: &str| name == overall.name();
    groups.sort_by_key(|(name, _)| !is_main(name));
    let words = match &groups[..] {
        [(name, _)] if is_main(name) => overall.name().to_owned(),
        _ => groups.iter().map(|(name, of)| format!("{name}: {}", property_names(of))).collect::<Vec<_>>().join(" · "),
    };
    let mut title = if kernel.name.contains('<') { format!("{}: {words}", kernel.name) } else { words };
    let partial = kernel.properties.iter().find(|p| p.is_partial());
    if let Some(partial) = partial {
        title.push_str(&format!(" ({})", unchecked_words(partial)));
    }
    if let Some(launch) = &kernel.launch {
        title.push_str(&format!(", launched in `{}`", launch.function));
    }
    Lens { range, verdict: overall.name().to_owned(), title }
}

#[cfg(test)]
mod tests {
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
        let (verdict, words) = title(&report);
        assert_eq!(verdict, "proved");
        assert!(words.starts_with("k<8>: ") && words.ends_with(" (not checked: a (size unknown))"), "{words}");
    }
}
