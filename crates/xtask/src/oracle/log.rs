//! The log of a comparison, with one line for the judgement on each program, so that an interrupted run can continue.
//!
//! A line is `PROGRAM <tab> JUDGEMENT <tab> REASON`. It is written when the batch of the program is complete. An
//! incomplete last line is ignored, and its program is judged again.

use super::{Judgement, Origin};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

/// The judgements in a log, by the names of the programs. A log that does not exist is empty.
pub fn read(path: &Path) -> Result<BTreeMap<String, Judgement>> {
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    Ok(whole.lines().filter_map(entry).collect())
}

/// Appends judgements.
pub fn append(path: &Path, judged: &[(Origin, Judgement)]) -> Result<()> {
    let failed = || format!("{} cannot be written", path.display());
    let mut file = OpenOptions::new().create(true).append(true).open(path).with_context(failed)?;
    let lines: String = judged.iter().map(|(origin, judgement)| line(origin, judgement)).collect();
    file.write_all(lines.as_bytes()).with_context(failed)
}

/// The line for a program.
fn line(origin: &Origin, judgement: &Judgement) -> String {
    let (word, reason) = match judgement {
        Judgement::Equal => ("equal", ""),
        Judgement::Rejected(reason) => ("rejected", &**reason),
        Judgement::Approximated(reason) => ("over-approximated", &**reason),
        Judgement::TooLong => ("too long", ""),
        Judgement::Undefined(reason) => ("undefined", &**reason),
        Judgement::NotBuilt(reason) => ("not built", &**reason),
        Judgement::Disagrees(reason) => ("disagrees", &**reason),
    };
    format!("{origin}\t{word}\t{}\n", reason.replace(['\n', '\t'], " "))
}

/// The name of the program and the judgement in a line.
fn entry(line: &str) -> Option<(String, Judgement)> {
    let mut parts = line.splitn(3, '\t');
    let (origin, word, reason) = (parts.next()?, parts.next()?, parts.next()?.to_owned());
    let judgement = match word {
        "equal" => Judgement::Equal,
        "rejected" => Judgement::Rejected(reason),
        "over-approximated" => Judgement::Approximated(reason),
        "too long" => Judgement::TooLong,
        "undefined" => Judgement::Undefined(reason),
        "not built" => Judgement::NotBuilt(reason),
        "disagrees" => Judgement::Disagrees(reason),
        _ => return None,
    };
    Some((origin.to_owned(), judgement))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read_back_without_its_last_partial_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        assert!(read(&path).unwrap().is_empty());
        let judged = [
            (Origin::Csmith(3), Judgement::Equal),
            (Origin::Yarpgen(4), Judgement::Rejected("goto\tinto\nstatements".to_owned())),
        ];
        append(&path, &judged[..1]).unwrap();
        append(&path, &judged[1..]).unwrap();
        std::fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"csmith 5\tequal").unwrap();
        let found = read(&path).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found["csmith 3"], Judgement::Equal);
        assert_eq!(found["yarpgen 4"], Judgement::Rejected("goto into statements".to_owned()));
    }
}
