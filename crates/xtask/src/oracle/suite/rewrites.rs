//! Replaces constructs of C that C++ does not have by constructs with the same meaning in both languages.
//!
//! - The types of enumerations become integers: `unsigned`, or `int` if an enumerator may be negative, as Clang and GCC
//!   choose. The enumerators are declared by an unnamed enumeration in front of the item.
//! - Static variables in functions become variables outside of functions, with new names.
//! - Compound literals whose address initialises a variable outside of functions become variables with new names.
//! - Identifiers that are reserved in C++ get other names, and qualifiers in extents are dropped.
//!
//! All replacements work on tokens.

use super::items::{items, tokens, Item, Variable};
use std::collections::BTreeMap;

/// Keywords of C with their spelling in C++, and identifiers of C that are keywords of C++ with their new names.
const WORDS: [(&str, &str); 21] = [
    ("_Bool", "bool"),
    ("_Static_assert", "static_assert"),
    ("_Alignof", "alignof"),
    ("_Noreturn", ""),
    ("restrict", "__restrict"),
    ("register", ""),
    ("class", "class_"),
    ("delete", "delete_"),
    ("export", "export_"),
    ("friend", "friend_"),
    ("mutable", "mutable_"),
    ("namespace", "namespace_"),
    ("new", "new_"),
    ("operator", "operator_"),
    ("private", "private_"),
    ("public", "public_"),
    ("template", "template_"),
    ("this", "this_"),
    ("throw", "throw_"),
    ("try", "try_"),
    ("virtual", "virtual_"),
];

/// The items of a C text as items of C++.
pub fn rewritten(text: &str) -> Vec<Item> {
    let text = without_qualified_extents(&in_words_of_cpp(text));
    let text = without_enumerations(&text);
    let mut out = Vec::new();
    let mut names = 0;
    for item in items(&text) {
        match item {
            Item::Function(text) => {
                let (hoisted, text) = without_static_locals(&text, &mut names);
                out.extend(hoisted.into_iter().map(Item::Variable));
                out.push(Item::Function(text));
            }
            Item::Variable(mut variable) => {
                if let Some(initialiser) = variable.initialiser.take() {
                    let (hoisted, initialiser) = without_literals(&initialiser, &mut names);
                    out.extend(hoisted.into_iter().map(Item::Variable));
                    variable.initialiser = Some(initialiser);
                }
                out.push(Item::Variable(variable));
            }
            other => out.push(other),
        }
    }
    out
}

/// The text with the words in [`WORDS`] replaced.
fn in_words_of_cpp(text: &str) -> String {
    let spelled = |token: &str| WORDS.iter().find(|(c, _)| *c == token).map(|(_, cpp)| *cpp);
    tokens(text).into_iter().map(|token| spelled(token).unwrap_or(token)).collect()
}

/// `int a[const 5]` and `int a[static 5]` are `int a[5]`.
fn without_qualified_extents(text: &str) -> String {
    let mut out = String::new();
    let mut in_extent = false;
    for token in tokens(text) {
        let qualifier = matches!(token, "const" | "volatile" | "static" | "__restrict");
        if !(in_extent && qualifier) {
            out.push_str(token);
            in_extent = token == "[" || in_extent && token.trim().is_empty();
        }
    }
    out
}

/// The position of the next token at or after a position that is no white space.
fn next_token(all: &[&str], from: usize) -> Option<usize> {
    (from..all.len()).find(|&i| !all[i].trim().is_empty())
}

/// The position of the bracket that closes the bracket at a position.
fn closing_bracket(all: &[&str], open: usize) -> Option<usize> {
    let mut depth = 0i32;
    (open..all.len()).find(|&i| {
        depth += i32::from(matches!(all[i], "{" | "(" | "[")) - i32::from(matches!(all[i], "}" | ")" | "]"));
        depth == 0
    })
}

/// The text with the types of enumerations outside of functions replaced by integers. The enumerators are declared in
/// front of the items that define them.
fn without_enumerations(text: &str) -> String {
    let all = tokens(text);
    let is_enumeration = |i: usize| all[i] == "enum";
    let body = |i: usize| -> Option<(Option<&str>, usize, usize)> {
        let first = next_token(&all, i + 1)?;
        let (tag, open) =
            if all[first] == "{" { (None, first) } else { (Some(all[first]), next_token(&all, first + 1)?) };
        (all[open] == "{").then_some(())?;
        Some((tag, open, closing_bracket(&all, open)?))
    };
    let integer = |open: usize, close: usize| if all[open..close].contains(&"-") { "int" } else { "unsigned" };
    let outside: Vec<bool> = outside_function_bodies(&all);
    let mut types: BTreeMap<&str, &str> = BTreeMap::new();
    for i in (0..all.len()).filter(|&i| is_enumeration(i) && outside[i]) {
        if let Some((Some(tag), open, close)) = body(i) {
            types.insert(tag, integer(open, close));
        }
    }
    let (mut out, mut item) = (String::new(), String::new());
    let (mut depth, mut i) = (0i32, 0);
    while i < all.len() {
        let token = all[i];
        let definition = body(i).filter(|_| is_enumeration(i));
        let tag = next_token(&all, i + 1).filter(|_| is_enumeration(i)).map(|at| (all[at], at));
        match (definition, tag) {
            (Some((_, open, close)), _) if outside[i] => {
                out.push_str(&format!("enum {};\n", all[open..=close].concat()));
                item.push_str(integer(open, close));
                i = close + 1;
                continue;
            }
            (None, Some((tag, at))) if types.contains_key(tag) || outside[i] => {
                item.push_str(types.get(tag).copied().unwrap_or("unsigned"));
                i = at + 1;
                continue;
            }
            _ => {}
        }
        depth += i32::from(matches!(token, "{" | "(" | "[")) - i32::from(matches!(token, "}" | ")" | "]"));
        item.push_str(token);
        if depth == 0 && matches!(token, ";" | "}") {
            // Of `enum E { .. };` remains the name of an integer type, which declares nothing.
            if !matches!(item.trim(), "unsigned;" | "int;" | "typedef unsigned;") {
                out.push_str(&item);
            }
            item.clear();
        }
        i += 1;
    }
    out + &item
}

/// For each token, true if it stands outside of the bodies of functions.
fn outside_function_bodies(all: &[&str]) -> Vec<bool> {
    let mut out = Vec::new();
    let (mut depth, mut body, mut last) = (0i32, false, "");
    for &token in all {
        body |= token == "{" && depth == 0 && last == ")";
        depth += i32::from(token == "{") - i32::from(token == "}");
        out.push(!body);
        body &= depth > 0;
        last = if token.trim().is_empty() { last } else { token };
    }
    out
}

/// The static variables of a function, with new names, and the function without their declarations.
fn without_static_locals(function: &str, names: &mut usize) -> (Vec<Variable>, String) {
    let mut hoisted = Vec::new();
    let mut all: Vec<String> = tokens(function).into_iter().map(str::to_owned).collect();
    let mut at = all.iter().position(|t| t == "{").unwrap_or(all.len());
    while let Some(start) = (at..all.len()).find(|&i| all[i] == "static") {
        at = start + 1;
        let views: Vec<&str> = all.iter().map(String::as_str).collect();
        let mut depth = 0i32;
        let end = (start..views.len()).find(|&i| {
            depth += i32::from(matches!(views[i], "{" | "(")) - i32::from(matches!(views[i], "}" | ")"));
            depth == 0 && views[i] == ";"
        });
        let Some(end) = end else { break };
        let declared = items(&views[start..=end].concat());
        let variables: Vec<Variable> = declared
            .iter()
            .filter_map(|item| if let Item::Variable(v) = item { Some(v.clone()) } else { None })
            .collect();
        if variables.len() != declared.len() {
            continue;
        }
        // The scope ends with the block around the declaration.
        let mut depth = 0i32;
        let scope = (end..views.len()).find(|&i| {
            depth += i32::from(views[i] == "{") - i32::from(views[i] == "}");
            depth < 0
        });
        let scope = scope.unwrap_or(all.len());
        for variable in variables {
            *names += 1;
            let name = format!("oracle_static_{names}");
            for i in end..scope {
                let before = all[..i].iter().rev().find(|t| !t.trim().is_empty()).map_or("", String::as_str);
                if all[i] == variable.name && !matches!(before, "." | ">") {
                    all[i].clone_from(&name);
                }
            }
            let declarator = tokens(&variable.declarator)
                .into_iter()
                .map(|t| if t == variable.name { name.as_str() } else { t })
                .collect();
            hoisted.push(Variable { declarator, name, ..variable });
        }
        all[start..end].iter_mut().for_each(String::clear);
        at = end;
    }
    (hoisted, all.concat())
}

/// Variables for the compound literals in an initialiser whose address is taken, and the initialiser with their
/// addresses.
fn without_literals(initialiser: &str, names: &mut usize) -> (Vec<Variable>, String) {
    let all = tokens(initialiser);
    let (mut hoisted, mut out) = (Vec::new(), String::new());
    let mut i = 0;
    while i < all.len() {
        let literal = || {
            let open = next_token(&all, i + 1).filter(|&at| all[i] == "&" && all[at] == "(")?;
            let close = closing_bracket(&all, open)?;
            let value = next_token(&all, close + 1).filter(|&at| all[at] == "{")?;
            Some((open, close, value, closing_bracket(&all, value)?))
        };
        match literal() {
            Some((open, close, value, end)) => {
                *names += 1;
                let name = format!("oracle_literal_{names}");
                hoisted.push(Variable {
                    base: all[open + 1..close].concat(),
                    declarator: name.clone(),
                    name: name.clone(),
                    initialiser: Some(all[value..=end].concat()),
                });
                out.push_str(&format!("&{name}"));
                i = end + 1;
            }
            None => {
                out.push_str(all[i]);
                i += 1;
            }
        }
    }
    (hoisted, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let one = |item: Item| match item {
            Item::Function(text) | Item::Prototype(text) | Item::Other(text) => text.trim().to_owned(),
            Item::Variable(v) => {
                format!("{} {} = {};", v.base, v.declarator.trim(), v.initialiser.as_deref().unwrap_or("").trim())
            }
        };
        rewritten(text).into_iter().map(one).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn enumerations_are_integers() {
        let text = "enum e; enum e { A, B = 3 }; struct s { enum e x : 4; enum { C = -1 } y; } t; int f(void) { enum e v = A; return v; }";
        let expected = "enum { A, B = 3 };\nenum { C = -1 };\nstruct s { unsigned x : 4; int y; };\nstruct s t = ;\n\
            int f(void) { unsigned v = A; return v; }";
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn static_locals_and_literals_have_names_of_their_own() {
        let text = "int n; int f(struct s a) { { static int n = 4; n++; a.n = n; } return n; } struct s *p = &(struct s) {1, 2};";
        let expected = "int n = ;\nint oracle_static_1 = 4;\n\
            int f(struct s a) { { ; oracle_static_1++; a.n = oracle_static_1; } return n; }\n\
            struct s oracle_literal_2 = {1, 2};\nstruct s *p = &oracle_literal_2;";
        assert_eq!(shown(text), expected);
    }
}
