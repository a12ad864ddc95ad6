//! Divides a C file without macros into the declarations outside of functions.
//!
//! The text is not parsed: an item ends at a semicolon outside of brackets, or at the end of the body of a function. A
//! declaration of several variables becomes one item for each variable, and one item for the type that it defines.

/// A declaration outside of functions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A function with its body.
    Function(String),
    /// A function without a body.
    Prototype(String),
    /// A type, or another declaration that is neither a variable nor a function.
    Other(String),
    /// A variable.
    Variable(Variable),
}

/// A variable: `base declarator = initialiser`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The type in front of the declarator, without storage class.
    pub base: String,
    /// The pointers, the name and the extents.
    pub declarator: String,
    /// The name.
    pub name: String,
    /// The initialiser.
    pub initialiser: Option<String>,
}

impl Variable {
    /// The declaration of another name with the same type.
    pub fn renamed(&self, name: &str) -> String {
        let mut out = format!("{} ", self.base);
        for token in tokens(&self.declarator) {
            out.push_str(if token == self.name { name } else { token });
        }
        out
    }

    /// True if the variable is an array whose number of elements comes from its initialiser.
    pub fn has_open_extent(&self) -> bool {
        let compact: String = self.declarator.split_whitespace().collect();
        compact.contains("[]")
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// The tokens of a text. A sequence of white space is one token, and a literal is one token.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    while let Some(first) = rest.chars().next() {
        let length = match first {
            c if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            c if c.is_whitespace() => rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len()),
            '"' | '\'' => {
                let mut escaped = false;
                let end = rest.char_indices().skip(1).find(|&(_, c)| {
                    let ends = c == first && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                });
                end.map_or(rest.len(), |(at, _)| at + 1)
            }
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        out.push(token);
        rest = after;
    }
    out
}

/// The items of a text.
pub fn items(text: &str) -> Vec<Item> {
    let mut out = Vec::new();
    let mut current: Vec<&str> = Vec::new();
    let mut depth = 0i32;
    for token in tokens(text) {
        if current.is_empty() && token.trim().is_empty() {
            continue;
        }
        let opens_body = token == "{" && depth == 0 && is_function_head(&current);
        depth += i32::from(matches!(token, "{" | "(" | "[")) - i32::from(matches!(token, "}" | ")" | "]"));
        current.push(token);
        if opens_body {
            // The empty token marks that the rest is the body of the function.
            let head = current.concat();
            out.push(Item::Function(head));
            current.clear();
            current.push("");
        }
        let in_body = current.first() == Some(&"");
        if depth == 0 && (in_body && token == "}" || !in_body && token == ";") {
            if let (true, Some(Item::Function(text))) = (in_body, out.last_mut()) {
                text.push_str(&current.concat());
            } else {
                add_declaration(&current, out.len(), &mut out);
            }
            current.clear();
        }
    }
    out
}

/// The tokens without white space and attributes.
fn without_attributes<'t>(tokens: &[&'t str]) -> Vec<&'t str> {
    let mut out: Vec<&str> = Vec::new();
    let (mut depth, mut skipping) = (0i32, false);
    for &token in tokens.iter().filter(|t| !t.trim().is_empty()) {
        if token == "__attribute__" {
            (skipping, depth) = (true, 0);
            continue;
        }
        if skipping {
            depth += i32::from(token == "(") - i32::from(token == ")");
            skipping = depth > 0;
            continue;
        }
        out.push(token);
    }
    out
}

/// True if a token occurs outside of brackets.
fn has_at_top_level(tokens: &[&str], wanted: &str) -> bool {
    let mut depth = 0i32;
    tokens.iter().any(|&token| {
        depth += i32::from(matches!(token, "{" | "(" | "[")) - i32::from(matches!(token, "}" | ")" | "]"));
        depth == 0 && token == wanted
    })
}

fn is_function_head(tokens: &[&str]) -> bool {
    let all = without_attributes(tokens);
    all.last() == Some(&")") && !has_at_top_level(&all, "=") && !all.contains(&"typedef")
}

/// True if a declaration, without initialiser and semicolon, declares a function: its first parenthesis opens the
/// parameters.
fn is_prototype(all: &[&str]) -> bool {
    let Some(first) = all.iter().position(|t| *t == "(") else { return false };
    if all.last() != Some(&")") {
        return false;
    }
    match (all.get(first + 1), all.get(first + 2), all.get(first + 3)) {
        // `(*name)` declares a pointer, `(*name(` a function that returns a pointer.
        (Some(&"*"), Some(name), Some(next)) if is_word(name) => *next == "(",
        (Some(&"*"), _, _) => false,
        _ => true,
    }
}

/// Adds the items of one declaration. `number` is used for the name of an unnamed type.
fn add_declaration(tokens: &[&str], number: usize, out: &mut Vec<Item>) {
    let text = tokens.concat();
    let mut all = without_attributes(tokens);
    all.pop();
    let body = all.iter().position(|t| *t == "{").filter(|at| !all[..*at].contains(&"="));
    let is_type = body.is_some_and(|at| all[..at].iter().any(|t| matches!(*t, "struct" | "union" | "enum")));
    let names_tag = matches!(all.first(), Some(&("struct" | "union" | "enum"))) && all.len() == 2;
    let is_other = all.iter().any(|t| matches!(*t, "typedef" | "_Static_assert" | "asm" | "__asm__"));
    if all.is_empty() {
        return;
    }
    if is_other || names_tag || is_type && all.last() == Some(&"}") && !has_at_top_level(&all, "=") {
        return out.push(Item::Other(text));
    }
    if !is_type && !has_at_top_level(&all, "=") && !has_at_top_level(&all, ",") && is_prototype(&all) {
        return out.push(Item::Prototype(text));
    }
    match variables(tokens, is_type, number, out) {
        Some(found) => out.extend(found.into_iter().map(Item::Variable)),
        None => out.push(Item::Other(text)),
    }
}

/// The variables of a declaration. If the declaration defines a type, adds an item for the type to `out`.
fn variables(tokens: &[&str], is_type: bool, number: usize, out: &mut Vec<Item>) -> Option<Vec<Variable>> {
    let mut rest: Vec<&str> = tokens.iter().copied().filter(|t| !matches!(*t, "static" | "extern")).collect();
    rest.pop();
    let mut base = String::new();
    if is_type {
        let open = rest.iter().position(|t| *t == "{")?;
        let mut depth = 0i32;
        let close = rest.iter().position(|&token| {
            depth += i32::from(token == "{") - i32::from(token == "}");
            token == "}" && depth == 0
        })?;
        let head: Vec<&str> = without_attributes(&rest[..open]);
        let kind = *head.iter().find(|t| matches!(**t, "struct" | "union" | "enum"))?;
        let tag = head.last().filter(|t| **t != kind).map_or(format!("oracle_type_{number}"), |t| (*t).to_owned());
        let qualifiers: Vec<&str> = head.iter().copied().filter(|t| matches!(*t, "const" | "volatile")).collect();
        // Attributes behind the body belong to the type.
        let mut end = close + 1;
        let behind = rest[end..].iter().position(|t| !t.trim().is_empty());
        if behind.is_some_and(|at| rest[end + at] == "__attribute__") {
            let (mut depth, mut seen) = (0i32, false);
            end += rest[end..].iter().position(|&token| {
                depth += i32::from(token == "(") - i32::from(token == ")");
                seen |= token == "(";
                seen && depth == 0
            })? + 1;
        }
        out.push(Item::Other(format!("{kind} {tag} {};\n", rest[open..end].concat())));
        base = format!("{} {kind} {tag}", qualifiers.join(" "));
        rest.drain(..end);
    }
    let mut found = Vec::new();
    for (i, part) in split_at_top_level(&rest, ",").into_iter().enumerate() {
        let mut sides = split_at_top_level(&part, "=").into_iter();
        let mut left = sides.next()?;
        let initialiser = sides.map(|s| s.concat()).reduce(|a, b| format!("{a}={b}"));
        if i == 0 && !is_type {
            let declarator = declarator_start(&left)?;
            base = left[..declarator].concat();
            left.drain(..declarator);
        }
        let name = name_of(&left)?.to_owned();
        found.push(Variable { base: base.trim().to_owned(), declarator: left.concat(), name, initialiser });
    }
    Some(found)
}

/// Splits tokens at a token outside of brackets.
fn split_at_top_level<'t>(tokens: &[&'t str], at: &str) -> Vec<Vec<&'t str>> {
    let mut out = vec![Vec::new()];
    let mut depth = 0i32;
    for &token in tokens {
        depth += i32::from(matches!(token, "{" | "(" | "[")) - i32::from(matches!(token, "}" | ")" | "]"));
        match out.last_mut() {
            Some(last) if depth != 0 || token != at => last.push(token),
            _ => out.push(Vec::new()),
        }
    }
    out
}

/// The index of the token at which the declarator begins, behind the words of the type.
fn declarator_start(tokens: &[&str]) -> Option<usize> {
    let words: Vec<usize> = (0..tokens.len()).filter(|&i| !tokens[i].trim().is_empty()).collect();
    let end = words.iter().position(|&i| !is_word(tokens[i])).unwrap_or(words.len());
    let next = words.get(end).map(|&i| tokens[i]);
    match next {
        Some("*" | "(") => Some(words[end]),
        _ if end >= 2 => Some(words[end - 1]),
        _ => None,
    }
}

/// The name in a declarator: its first word that is no qualifier.
fn name_of<'t>(declarator: &[&'t str]) -> Option<&'t str> {
    let qualifier = |t: &str| matches!(t, "const" | "volatile" | "restrict" | "__restrict");
    declarator.iter().copied().find(|t| is_word(t) && !qualifier(t))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let one = |item: Item| match item {
            Item::Function(text) => format!("function {}", text.split_whitespace().collect::<Vec<_>>().join(" ")),
            Item::Prototype(text) => format!("prototype {text}"),
            Item::Other(text) => format!("other {}", text.trim()),
            Item::Variable(v) => {
                format!("variable [{}] [{}] {} = {:?}", v.base, v.declarator.trim(), v.name, v.initialiser)
            }
        };
        items(text).into_iter().map(one).collect()
    }

    #[test]
    fn declarations_are_told_apart() {
        let text = "int f(int); static int x, *y = &x; int (*p)(int) = f; struct S { int a; } s = {1};\n\
            typedef struct T T; int f(int a) { return a; } char t[] = \"a;b\"; int (*g(int a))(int) { return p; } extern int x;";
        let expected = [
            "prototype int f(int);",
            "variable [int] [x] x = None",
            "variable [int] [*y] y = Some(\" &x\")",
            "variable [int] [(*p)(int)] p = Some(\" f\")",
            "other struct S { int a; };",
            "variable [struct S] [s] s = Some(\" {1}\")",
            "other typedef struct T T;",
            "function int f(int a) { return a; }",
            "variable [char] [t[]] t = Some(\" \\\"a;b\\\"\")",
            "function int (*g(int a))(int) { return p; }",
            "variable [int] [x] x = None",
        ];
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn attributes_and_prototypes_of_pointers_are_seen() {
        let text = "union __attribute__((packed)) { int a; } u; void __attribute__((noinline)) f(void) {}\n\
            int (*h(void))(int); unsigned long const k = 1;";
        let expected = [
            "other union oracle_type_0 { int a; };",
            "variable [union oracle_type_0] [u] u = None",
            "function void __attribute__((noinline)) f(void) {}",
            "prototype int (*h(void))(int);",
            "variable [unsigned long const] [k] k = Some(\" 1\")",
        ];
        assert_eq!(shown(text), expected);
    }
}
