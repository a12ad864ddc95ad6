//! Runs of lines that stand twice in the sources.
//!
//! Lines are compared without indentation; empty lines, comments and imports do not count. A run is reported once, at its
//! first two places.

use super::Source;
use std::collections::HashMap;

/// The length of a run.
const RUN: usize = 12;
/// Characters that the lines of a run have together: closing braces alone are no code.
const CHARACTERS: usize = 240;

struct Line<'s> {
    text: &'s str,
    number: usize,
}

/// The number of runs that stand twice, with their places.
pub(crate) fn repeated_lines(sources: &[Source]) -> (usize, Vec<String>) {
    let mut seen: HashMap<Vec<&str>, (usize, usize)> = HashMap::new();
    let mut places = Vec::new();
    let files: Vec<Vec<Line<'_>>> = sources.iter().map(|source| lines(&source.text)).collect();
    for (file, lines) in files.iter().enumerate() {
        let mut behind = 0;
        for (at, run) in lines.windows(RUN).enumerate() {
            let texts: Vec<&str> = run.iter().map(|line| line.text).collect();
            if texts.iter().map(|text| text.len()).sum::<usize>() < CHARACTERS {
                continue;
            }
            let first = *seen.entry(texts).or_insert((file, at));
            // A longer run is reported once.
            if first != (file, at) && at >= behind {
                let place =
                    |(file, at): (usize, usize)| format!("{}:{}", sources[file].path.display(), files[file][at].number);
                places.push(format!("{} as {}", place((file, at)), place(first)));
                behind = at + RUN;
            }
        }
    }
    (places.len(), places)
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().enumerate().map(|(at, line)| Line { text: line.trim(), number: at + 1 });
    lines.filter(|l| !l.text.is_empty() && !l.text.starts_with("//") && !l.text.starts_with("use ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn a_run_is_reported_once_at_its_first_two_places() {
        let run: String = (0..14).map(|i| format!("    let value_{i} = compute(first, second, {i});\n")).collect();
        let source = |name: &str| {
            let text = format!("//! x\nfn {name}() {{\n{run}}}\n");
            let syntax = syn::parse_file(&text).unwrap();
            Source { package: "p".to_owned(), module: Vec::new(), path: PathBuf::from(name), text, syntax }
        };
        assert_eq!(repeated_lines(&[source("a"), source("b")]), (1, vec!["b:3 as a:3".to_owned()]));
        assert_eq!(repeated_lines(&[source("a")]), (0, Vec::new()));
    }
}
