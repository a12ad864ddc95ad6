//! The registry of diagnostic codes: every code that a report may carry has a title and a page.

/// A diagnostic code.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// `WP0101`, ...
    pub code: &'static str,
    /// The meaning of the code, in one line.
    pub title: &'static str,
    /// The page, in Markdown: meaning, reason, an example that raises the code, advice.
    pub page: &'static str,
}

impl Code {
    /// True if the code is one of the notes on performance, which are no errors.
    pub fn is_note(&self) -> bool {
        self.code.starts_with("WP07")
    }
}

/// The entry of a code, in upper or lower case.
pub fn code(code: &str) -> Option<&'static Code> {
    CODES.iter().find(|c| c.code.eq_ignore_ascii_case(code))
}

macro_rules! codes {
    ($(($code:literal, $title:literal)),* $(,)?) => {
        /// All codes.
        pub const CODES: &[Code] = &[$(Code {
            code: $code,
            title: $title,
            page: include_str!(concat!("../../../docs/codes/", $code, ".md")),
        }),*];
    };
}

codes![
    ("WP0101", "data race: two writes"),
    ("WP0102", "data race: a read and a write"),
    ("WP0103", "data race: an atomic and a plain access"),
    ("WP0201", "barrier divergence"),
    ("WP0202", "early exit before a barrier"),
    ("WP0301", "access out of bounds"),
    ("WP0302", "misaligned access"),
    ("WP0303", "read of an element that nothing wrote"),
    ("WP0304", "an index exceeds 32 bits"),
    ("WP0401", "assertion may fail"),
    ("WP0402", "loop invariant may fail"),
    ("WP0403", "barrier invariant may fail"),
    ("WP0404", "postcondition may fail"),
    ("WP0405", "contract of a function may be broken"),
    ("WP0501", "construct that is not supported"),
    ("WP0502", "the front end reports an error"),
    ("WP0503", "input that cannot be used"),
    ("WP0504", "Clang is missing"),
    ("WP0505", "the solver is missing or too old"),
    ("WP0506", "no such kernel or array"),
    ("WP0507", "specification that cannot be used"),
    ("WP0508", "configuration that cannot be used"),
    ("WP0509", "kernel or launch that was not read"),
    ("WP0510", "a limit was reached before the kernels were known"),
    ("WP0511", "comment that allows a finding, without effect or reason"),
    ("WP0601", "vacuous proof"),
    ("WP0701", "bank conflict in shared memory"),
    ("WP0702", "uncoalesced access to global memory"),
    ("WP0703", "divergent warp"),
    ("WP0704", "barrier that no race needs"),
    ("WP0705", "array that is only read"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_their_parts() {
        for c in CODES {
            assert!(c.page.starts_with(&format!("# {}: {}\n", c.code, c.title)), "{}", c.code);
            for part in ["\n## Why it matters\n", "\n## Example\n", "\n## What to do\n"] {
                assert!(c.page.contains(part), "{} lacks {part}", c.code);
            }
        }
    }

    #[test]
    fn codes_are_sorted_and_found() {
        assert!(CODES.windows(2).all(|w| w[0].code < w[1].code));
        assert_eq!(code("wp0101").map(|c| c.title), Some("data race: two writes"));
        assert!(code("WP9999").is_none());
    }
}
