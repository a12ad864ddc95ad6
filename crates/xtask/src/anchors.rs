//! Headings of Markdown files as the anchors that links name, in the form of GitHub and of mdBook.

use std::collections::BTreeSet;

/// The anchors of a text: those that it states (`<a id="name">`), and those of its headings: small letters, blanks as hyphens, without punctuation; a number for repeated
/// headings.
pub fn anchors(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if !fenced {
            found.extend(
                line.split("<a id=\"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(id, _)| id.to_owned()),
            );
        }
        let heading = line.trim_start_matches('#');
        if fenced || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let plain = anchor(&without_links(heading.trim()));
        let repeated = (1..).map(|n| format!("{plain}-{n}"));
        if let Some(new) = std::iter::once(plain.clone()).chain(repeated).find(|a| !found.contains(a)) {
            found.insert(new);
        }
    }
    found
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// `[words](target)` as `words`.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("](") {
        out.push_str(&before.replacen('[', "", 1));
        rest = behind.split_once(')').map_or("", |(_, behind)| behind);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_become_anchors() {
        let text =
            "# A `--strict` page\n## C++\n```\n# no heading\n```\n## C++\n#include\n## See [that, too](x.md) or not\n";
        let expected = ["a---strict-page", "c", "c-1", "see-that-too-or-not"];
        assert_eq!(anchors(text), expected.map(str::to_owned).into());
    }
}
