//! The bound that `#pragma pack` sets for a class. It is read from the source text, because Clang's tree says that
//! there is a bound but not its value.
//!
//! The bound is exact, or it is unknown because another file, a macro or a conditional branch may have changed it.

use wp_clang::{Node, TranslationUnit};

/// A bound in bytes, and whether only this file has set it.
#[derive(Clone, Copy, Default)]
struct Bound {
    bytes: Option<u64>,
    is_known: bool,
}

/// The bound in bytes for the alignment of the members of a class.
pub(crate) fn bound(unit: &TranslationUnit, class: &Node) -> Option<u64> {
    let file = unit.sources.file(class.span.file)?;
    if file.text.contains("_Pragma") {
        return None;
    }
    let before = without_comments(file.text.get(..class.span.start as usize)?);
    let (mut current, mut saved) = (Bound::default(), Vec::new());
    // The open `#if` branches; true if a bound is set in the branch.
    let mut conditions: Vec<bool> = Vec::new();
    for line in before.lines() {
        let Some(directive) = line.trim_start().strip_prefix('#').map(str::trim_start) else { continue };
        let is = |word: &str| directive.starts_with(word);
        if is("include") || is("import") {
            current.is_known = false;
        } else if is("if") {
            conditions.push(false);
        } else if is("el") || is("endif") {
            // Code in a branch that has ended may not have been compiled.
            if conditions.pop().unwrap_or(false) {
                return None;
            }
            if is("el") {
                conditions.push(false);
            }
        } else if let Some(arguments) = pack_arguments(directive) {
            conditions.iter_mut().for_each(|c| *c = true);
            for argument in arguments.split(',').map(str::trim) {
                match argument {
                    "push" => saved.push(current),
                    "pop" => current = saved.pop()?,
                    "" => current = Bound { bytes: None, is_known: true },
                    "show" => {}
                    number => current = Bound { bytes: Some(number.parse().ok()?), is_known: true },
                }
            }
        }
    }
    current.bytes.filter(|n| current.is_known && matches!(n, 1 | 2 | 4 | 8 | 16))
}

/// The text between the parentheses of `pragma pack(..)`.
fn pack_arguments(directive: &str) -> Option<&str> {
    let rest = directive.strip_prefix("pragma")?.trim_start().strip_prefix("pack")?.trim_start();
    rest.strip_prefix('(')?.split_once(')').map(|(arguments, _)| arguments)
}

/// The text without comments and literals.
fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let end = match from.as_bytes() {
            [b'/', b'/', ..] => from.find('\n').unwrap_or(from.len()),
            [b'/', b'*', ..] => from.find("*/").map_or(from.len(), |e| e + 2),
            [b'/', ..] => {
                out.push('/');
                1
            }
            [quote, ..] => {
                let mut escaped = false;
                let close = from.bytes().skip(1).position(|b| {
                    let ends = !escaped && (b == *quote || b == b'\n');
                    escaped = !escaped && b == b'\\';
                    ends
                });
                close.map_or(from.len(), |c| c + 2)
            }
            [] => break,
        };
        rest = from.get(end..).unwrap_or("");
    }
    out.push_str(rest);
    out
}
