//! GPUVerify's header lines: what a kernel is expected to do, and the options to check it with.
//!
//! The first line says `//pass` or `//xfail:CODE`, in any case and with blanks; the second holds options. Regular
//! expressions about GPUVerify's own output may follow and are not used.

use std::path::Path;

/// The expectation of a header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The kernel verifies.
    Pass,
    /// The kernel fails with this code of GPUVerify.
    Xfail(String),
}

impl Expected {
    /// `pass` or the code.
    pub fn name(&self) -> &str {
        match self {
            Expected::Pass => "pass",
            Expected::Xfail(code) => code,
        }
    }
}

/// A header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The expected result.
    pub expected: Expected,
    /// The words of the second line, with `${KERNEL_DIR}` expanded.
    pub words: Vec<String>,
}

/// Reads the header of a kernel, if it has one.
pub fn parse(text: &str, path: &Path) -> Option<Header> {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    let expected = expectation(lines.next()?)?;
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")).display().to_string();
    let options = lines.next().unwrap_or_default().trim();
    let options = options.strip_prefix("//").unwrap_or_default();
    // Blanks separate words before the folder is put in, so that its name may contain some.
    let words = options
        .split_whitespace()
        .map(|word| word.replace("${KERNEL_DIR}", &folder).replace("$KERNEL_DIR", &folder))
        .collect();
    Some(Header { expected, words })
}

fn expectation(line: &str) -> Option<Expected> {
    let rest = line.trim().strip_prefix("//")?.trim();
    if rest.eq_ignore_ascii_case("pass") {
        return Some(Expected::Pass);
    }
    let (word, code) = rest.split_once(':')?;
    let code = code.trim().to_ascii_uppercase();
    let is_code = !code.is_empty() && code.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    (word.trim().eq_ignore_ascii_case("xfail") && is_code).then_some(Expected::Xfail(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(text: &str) -> Option<Header> {
        parse(text, Path::new("dir/k.cl"))
    }

    #[test]
    fn forms_of_the_first_line() {
        for line in ["//pass", "//PASS", "// Pass ", "//pass\r", "\u{feff}//pass"] {
            assert_eq!(header(&format!("{line}\n//\n")).unwrap().expected, Expected::Pass, "{line}");
        }
        for line in ["//xfail:NOT_ALL_VERIFIED", "// XFAIL: not_all_verified", "//xfail:NOT_ALL_VERIFIED\r"] {
            assert_eq!(header(line).unwrap().expected.name(), "NOT_ALL_VERIFIED", "{line}");
        }
        for line in ["", "// passes values", "#pragma", "//xfail", "//xfail:", "// warpproof: proved"] {
            assert_eq!(header(line), None, "{line}");
        }
    }

    #[test]
    fn options_of_the_second_line() {
        let words = header("//pass\n//  --local_size=64   -I${KERNEL_DIR}/inc\r\nint x;").unwrap().words;
        assert_eq!(words, ["--local_size=64", "-Idir/inc"]);
        assert!(header("//pass").unwrap().words.is_empty());
        assert!(header("//pass\n__kernel void k() {}").unwrap().words.is_empty());
        assert_eq!(parse("//pass\n//-I$KERNEL_DIR", Path::new("k.cl")).unwrap().words, ["-I."]);
    }
}
