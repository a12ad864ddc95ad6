//! Revisions: several kernels of one file that differ in a few lines, such as one that is right and its twin with a race.
//!
//! ```text
//! //@ revisions: good bad                a test for each; the file is read with the macro of that name defined
//! //@ flags: --block 64                  for every revision
//! //[bad]@ verdict: races=refuted        a header of one revision; several are separated by commas
//! a[t] = a[t + 1]; //[bad]~ ERROR race   a marker of one revision
//! ```
//!
//! The source tells them apart by `#ifdef bad`. Without any of the macros the file is the first revision: whoever reads it as it is
//! sees the kernel that comes first.

/// The revisions that a file names; none where it has no line `//@ revisions:`.
pub fn of(text: &str) -> Result<Vec<String>, String> {
    let lines: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("//@ revisions:")).collect();
    let revisions: Vec<String> = match lines[..] {
        [] => Vec::new(),
        [line] => line.split_whitespace().map(str::to_owned).collect(),
        _ => return Err("more than one line `//@ revisions:`".to_owned()),
    };
    if lines.len() == 1 && revisions.len() < 2 {
        return Err("a file has at least two revisions or none".to_owned());
    }
    for (number, revision) in revisions.iter().enumerate() {
        if revisions[..number].contains(revision) {
            return Err(format!("the revision `{revision}` is there twice"));
        }
        let is_directive = |line: &&str| line.trim_start().starts_with('#');
        if number > 0 && !text.lines().filter(is_directive).any(|l| has_word(l, revision)) {
            return Err(format!("no `#ifdef {revision}`: the file does not depend on the revision"));
        }
        // A macro of that name replaces the word wherever it stands.
        let code = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
        if text.lines().filter(|l| !is_directive(l)).any(|l| has_word(&code(l), revision)) {
            return Err(format!("`{revision}` is a revision and a word of the source"));
        }
    }
    for (line, number) in text.lines().zip(1..) {
        for name in tagged(line).flat_map(|(names, _)| names.split(',')) {
            if !revisions.iter().any(|r| r == name) {
                return Err(format!("line {number}: there is no revision `{name}`"));
            }
        }
    }
    Ok(revisions)
}

/// The text for one revision: its headers and markers as those of any file, those of others as plain comments. Lines stay where they are.
pub fn select(text: &str, revision: &str) -> String {
    let select_line = |line: &str| {
        let mut out = line.to_owned();
        for (names, sign) in tagged(line) {
            let tag = format!("//[{names}]{sign}");
            let is_own = names.split(',').any(|n| n == revision);
            out = out.replace(&tag, &if is_own { format!("//{sign}") } else { "// ".to_owned() });
        }
        out + "\n"
    };
    text.lines().map(select_line).collect()
}

/// The names in `//[NAMES]@` and `//[NAMES]~` of a line, with the sign behind them.
fn tagged(line: &str) -> impl Iterator<Item = (&str, char)> {
    line.split("//[").skip(1).filter_map(|rest| {
        let (names, behind) = rest.split_once(']')?;
        let sign = behind.chars().next().filter(|c| matches!(c, '@' | '~'))?;
        Some((names, sign))
    })
}

fn has_word(code: &str, word: &str) -> bool {
    code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).any(|w| w == word)
}
