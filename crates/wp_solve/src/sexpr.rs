//! Reads the S-expressions that a solver prints.

/// An atom or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sexpr {
    /// Anything without blanks and parentheses, or a quoted string or symbol.
    Atom(String),
    /// `( ... )`
    List(Vec<Sexpr>),
}

impl Sexpr {
    /// The integer of `5` or `(- 5)`, unless it overflows.
    pub fn int(&self) -> Option<i128> {
        match self {
            Sexpr::Atom(text) => text.parse().ok(),
            Sexpr::List(items) => match items.as_slice() {
                [Sexpr::Atom(minus), value] if minus == "-" => value.int()?.checked_neg(),
                _ => None,
            },
        }
    }
    /// The truth value of `true` or `false`.
    pub fn truth(&self) -> Option<bool> {
        match self {
            Sexpr::Atom(text) if text == "true" => Some(true),
            Sexpr::Atom(text) if text == "false" => Some(false),
            _ => None,
        }
    }
}

/// The first S-expression of the text.
pub fn parse(text: &str) -> Option<Sexpr> {
    let mut stack: Vec<Vec<Sexpr>> = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        let done = match c {
            _ if c.is_whitespace() => continue,
            '(' => {
                stack.push(Vec::new());
                continue;
            }
            ')' => Sexpr::List(stack.pop()?),
            '"' | '|' => {
                let mut end = start + 1;
                for (at, d) in chars.by_ref() {
                    end = at;
                    if d == c {
                        break;
                    }
                }
                Sexpr::Atom(text.get(start + 1..end)?.to_owned())
            }
            _ => {
                let mut end = start + c.len_utf8();
                while let Some(&(at, d)) = chars.peek() {
                    if d.is_whitespace() || d == '(' || d == ')' {
                        break;
                    }
                    end = at + d.len_utf8();
                    chars.next();
                }
                Sexpr::Atom(text[start..end].to_owned())
            }
        };
        match stack.last_mut() {
            Some(list) => list.push(done),
            None => return Some(done),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let Some(Sexpr::List(pairs)) = parse("((n1 5)\n (n2 (- 7))\n (b true))") else { panic!() };
        let value = |i: usize| match &pairs[i] {
            Sexpr::List(pair) => pair[1].clone(),
            Sexpr::Atom(_) => panic!(),
        };
        assert_eq!(value(0).int(), Some(5));
        assert_eq!(value(1).int(), Some(-7));
        assert_eq!(value(2).truth(), Some(true));
        assert_eq!(parse("(open"), None);
        assert_eq!(
            parse("(error \"line 1: x\")"),
            Some(Sexpr::List(vec![Sexpr::Atom("error".into()), Sexpr::Atom("line 1: x".into()),]))
        );
    }
}
