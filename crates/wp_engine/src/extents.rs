//! Sizes as people write them: `64`, `16,16`, `[8,8,4]`, `*` for any. The one reader of them, for the command line, for
//! header lines and for the kernels of the tests.

use wp_kir::Dim;

/// One to three extents as written; `None` is `*`.
pub type Extents = Vec<Option<u32>>;

/// Parses `X`, `X,Y`, `X,Y,Z`, in brackets or not, with `*` for any; numbers are at least `least`, and `*` needs
/// extents that are not 0.
pub fn extents(text: &str, least: u32) -> Result<Extents, String> {
    let text = text.trim();
    let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).unwrap_or(text);
    let parsed: Option<Extents> = inner
        .split(',')
        .map(|part| match part.trim() {
            "*" if least > 0 => Some(None),
            number => number.parse().ok().filter(|n| *n >= least).map(Some),
        })
        .collect();
    parsed.filter(|e| (1..=3).contains(&e.len())).ok_or_else(|| {
        format!(
            "write one to three whole numbers of at least {least}, as in 64 or [16,16]{}",
            if least > 0 { "; * stands for any" } else { "" }
        )
    })
}

/// The extents of a launch; `rest` for those that were left out.
pub fn dims(extents: &[Option<u32>], rest: u32) -> [Dim; 3] {
    std::array::from_fn(|i| match extents.get(i) {
        None => Dim::Known(rest),
        Some(None) => Dim::Any,
        Some(Some(n)) => Dim::Known(*n),
    })
}

/// The extents of a block or grid: at least 1, and 1 where they are left out.
pub fn block_or_grid(text: &str) -> Result<[Dim; 3], String> {
    extents(text, 1).map(|e| dims(&e, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for text in ["8,4", "[8,4]", " [8, 4] "] {
            assert_eq!(block_or_grid(text), Ok([Dim::Known(8), Dim::Known(4), Dim::Known(1)]), "{text}");
        }
        assert_eq!(block_or_grid("*"), Ok([Dim::Any, Dim::Known(1), Dim::Known(1)]));
        assert_eq!(extents("0,3", 0), Ok(vec![Some(0), Some(3)]));
        for text in ["", "0", "x", "1,2,3,4", "[1", "-1", "8,", "99999999999"] {
            assert!(block_or_grid(text).is_err(), "{text}");
        }
        assert!(extents("*", 0).is_err());
    }
}
