//! Parts of function types, as text that Clang prints.

use wp_decls::split_at_commas;

/// The end of the result type in a function type: at the parenthesis that opens the parameters.
pub(crate) fn result_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 0;
    let mut angle = 0;
    for (i, &c) in bytes.iter().enumerate() {
        match c {
            b'<' => angle += 1,
            b'>' => angle -= 1,
            b'(' if depth == 0
                && angle == 0
                && !text[i..].starts_with("(anonymous")
                && !text[i..].starts_with("(lambda") =>
            {
                return i;
            }
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// True if a function of this type may write an object that an argument refers to. Pointers by value do not count.
pub(crate) fn writes_through_arguments(ty: &str, member: bool) -> bool {
    let open = result_end(ty);
    let Some(rest) = ty.get(open + 1..) else { return true };
    let Some(close) = rest.rfind(')') else { return true };
    if member && !rest[close..].contains("const") {
        return true;
    }
    split_at_commas(&rest[..close]).iter().any(|p| p.contains('&') && !p.starts_with("const "))
}

/// True if `const` stands behind the parameters of a function type.
pub(crate) fn is_const(ty: &str) -> bool {
    let open = result_end(ty);
    let mut depth = 0;
    let close = ty[open..].find(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    });
    close.is_some_and(|close| ty[open + close + 1..].trim_start().starts_with("const"))
}

/// True if a function of this printed type returns a reference to an object.
pub(crate) fn returns_reference(text: &str) -> bool {
    text[..result_end(text)].trim_end().ends_with('&')
}

#[cfg(test)]
mod tests {
    use super::is_const;

    #[test]
    fn const_behind_the_parameters() {
        assert!(is_const("int (int) const"));
        assert!(is_const("auto (void (*)(int), (lambda at a.cu:1:2)) const -> int"));
        assert!(!is_const("int (int)"));
        assert!(!is_const("auto (int (S::*)() const) -> int"));
        assert!(!is_const(""));
    }
}
