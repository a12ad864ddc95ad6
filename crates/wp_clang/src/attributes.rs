//! Arguments of attributes that Clang's dump leaves out, read from the source text of the attribute.

use crate::ast::Node;
use wp_base::SourceMap;

/// The arguments of an attribute as written, e.g. `["8", "BLOCK_Y", "1"]` for `reqd_work_group_size(8, BLOCK_Y, 1)`.
///
/// `None` when the text at the attribute's span has no argument list, as when the whole attribute comes from a macro;
/// such an attribute has arguments that this function cannot see. Arguments that are no literals can be given to
/// [`crate::evaluate`].
pub fn attribute_arguments(attribute: &Node, sources: &SourceMap) -> Option<Vec<String>> {
    let file = sources.file(attribute.span.file)?;
    if attribute.span.is_none() {
        return None;
    }
    // The span can end at the name, so the list is read from the text after its start.
    let text = file.text.get(attribute.span.start as usize..)?;
    let name_end = text.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    if name_end == 0 {
        return None;
    }
    let list = text[name_end..].trim_start().strip_prefix('(')?;
    let mut arguments = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, c) in list.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ')' | ',' if depth == 0 => {
                arguments.push(list[start..at].trim().to_owned());
                start = at + 1;
                if c == ')' {
                    return arguments.iter().all(|a| !a.is_empty()).then_some(arguments);
                }
            }
            _ => {}
        }
    }
    None
}

/// The three sizes of a `ReqdWorkGroupSizeAttr` or `WorkGroupSizeHintAttr` with literal arguments.
pub fn work_group_size(attribute: &Node, sources: &SourceMap) -> Option<[u64; 3]> {
    let sizes: Vec<u64> = attribute_arguments(attribute, sources)?.iter().map(|a| integer(a)).collect::<Option<_>>()?;
    sizes.try_into().ok()
}

/// A decimal, octal or hexadecimal literal with any suffix.
fn integer(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return u64::from_str_radix(hex, 16).ok();
    }
    match digits.strip_prefix('0').filter(|d| !d.is_empty()) {
        Some(octal) => u64::from_str_radix(octal, 8).ok(),
        None => digits.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::integer;

    #[test]
    fn integers_of_all_bases_are_read() {
        assert_eq!(integer("16"), Some(16));
        assert_eq!(integer("0x10u"), Some(16));
        assert_eq!(integer("020"), Some(16));
        assert_eq!(integer("0"), Some(0));
        assert_eq!(integer("BLOCK"), None);
    }
}
