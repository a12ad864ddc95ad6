//! Line markers in the output of the preprocessor.

use std::path::PathBuf;

/// A line marker of the preprocessor about the lines that follow.
pub(crate) struct Marker {
    /// The number of the next line.
    pub line: u32,
    pub path: PathBuf,
    /// True if the lines are of a header of the system.
    pub is_system: bool,
    /// True at the begin of an included file, and behind its end.
    pub enters: bool,
    pub returns: bool,
}

/// `# 12 "path" 2`: the next line is line 12 of the file. The number 1 stands at the begin of an included file, 2 behind
/// its end; the number 3 behind the path marks a header of the system.
pub(crate) fn marker(text: &str) -> Option<Marker> {
    let (line, rest) = text.strip_prefix("# ")?.split_once(" \"")?;
    let (path, flags) = rest.split_at(rest.rfind('"')?);
    let has = |number: &str| flags.split_whitespace().any(|flag| flag == number);
    let (enters, returns, is_system) = (has("1"), has("2"), has("3"));
    Some(Marker { line: line.parse().ok()?, path: unescape(path), is_system, enters, returns })
}

/// A path as Clang prints it: a backslash before quotes and backslashes, octal digits for bytes that are not ASCII.
fn unescape(text: &str) -> PathBuf {
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let Some((&first, tail)) = rest.split_first() {
        let octal = |b: &u8| (b'0'..=b'7').contains(b).then(|| u32::from(b - b'0'));
        let (byte, tail) = match (first, tail) {
            (b'\\', [a, b, c, tail @ ..]) if [a, b, c].iter().all(|d| octal(d).is_some()) => {
                let value = [a, b, c].iter().fold(0, |n, d| n * 8 + octal(d).unwrap_or(0));
                (u8::try_from(value).unwrap_or(b'?'), tail)
            }
            (b'\\', [b'n', tail @ ..]) => (b'\n', tail),
            (b'\\', [b't', tail @ ..]) => (b'\t', tail),
            (b'\\', [escaped, tail @ ..]) => (*escaped, tail),
            _ => (first, tail),
        };
        bytes.push(byte);
        rest = tail;
    }
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn paths_are_escaped() {
        assert_eq!(unescape(r#"a\303\251 \\ \"b\".cu"#), Path::new("aé \\ \"b\".cu"));
        assert_eq!(unescape("\\"), Path::new("\\"));
    }
}
