//! The includes that a text names, in branches that the preprocessor leaves out, too.

use super::lexer::{tokens, Kind};
use wp_base::Spliced;

/// The operand of an `#include`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Include {
    pub name: String,
    /// True for `"name"`, false for `<name>`.
    pub is_quoted: bool,
}

/// The operand of an include; `None` where a macro stands for it.
pub(super) fn operand(rest: &str) -> Option<Include> {
    let rest = rest.trim();
    let (name, is_quoted) = match rest.strip_prefix('<') {
        Some(rest) => (rest.split_once('>')?.0, false),
        None => (rest.strip_prefix('"')?.split_once('"')?.0, true),
    };
    Some(Include { name: name.to_owned(), is_quoted })
}

/// The includes of a text, in its order.
pub(crate) fn all(text: &str) -> Vec<Include> {
    let source = Spliced::new(text);
    let directives = tokens(&source, 1).into_iter().filter(|token| token.kind == Kind::Directive);
    directives.filter_map(|t| operand(t.text.trim_start_matches('#').trim_start().strip_prefix("include")?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_are_directives() {
        let text = "#include <a/b.h>\n# include \"c.h\" // x\n/*\n#include <no.h>\n*/\n#include NAME\n#if 0\n#include<d.h>\n#endif\n";
        let found: Vec<(String, bool)> = all(text).into_iter().map(|i| (i.name, i.is_quoted)).collect();
        assert_eq!(found, [("a/b.h".to_owned(), false), ("c.h".to_owned(), true), ("d.h".to_owned(), false)]);
    }
}
