//! The tokens of PTX (PTX ISA, "Syntax").

/// A token of PTX.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A name, an opcode or a directive, with the parts behind its dots.
    Word(String),
    /// A literal.
    Number(String),
    /// `%%name`, with the part behind its dot.
    Percent(String),
    /// `%0`
    Operand(usize),
    /// `%[name]`
    Named(String),
    /// One character.
    Mark(char),
}

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut out = Vec::new();
    let mut rest = text;
    let name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    // A part of an opcode may hold `::`, as in `.shared::cta`.
    let split = |text: &str| {
        let mut end = 0;
        loop {
            end += text[end..].find(|c| !name(c)).unwrap_or(text.len() - end);
            match text[end..].strip_prefix("::") {
                Some(rest) if text.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.starts_with(name) => end += 2,
                _ => return end,
            }
        }
    };
    while let Some(c) = rest.chars().next() {
        if c.is_whitespace() {
            rest = rest.trim_start();
        } else if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            rest = &rest[rest.find("*/").ok_or("with an open comment")? + 2..];
        } else if let Some(behind) = rest.strip_prefix("%%") {
            let end = split(behind);
            out.push(Token::Percent(behind[..end].to_owned()));
            rest = &behind[end..];
        } else if let Some(behind) = rest.strip_prefix("%[") {
            let end = behind.find(']').ok_or("with an open `%[`")?;
            out.push(Token::Named(behind[..end].to_owned()));
            rest = &behind[end + 1..];
        } else if let Some(behind) = rest.strip_prefix('%') {
            let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
            let number = behind[..end].parse().map_err(|_| "with a `%` that names no operand")?;
            if behind[end..].starts_with(name) {
                return Err("with a part of an operand".to_owned());
            }
            out.push(Token::Operand(number));
            rest = &behind[end..];
        } else if name(c) {
            let end = split(rest);
            let kind = if c.is_ascii_digit() { Token::Number } else { Token::Word };
            out.push(kind(rest[..end].to_owned()));
            rest = &rest[end..];
        } else if ",;{}|!@:<>-+[]()".contains(c) {
            out.push(Token::Mark(c));
            rest = &rest[1..];
        } else {
            return Err(format!("with `{c}`"));
        }
    }
    Ok(out)
}
