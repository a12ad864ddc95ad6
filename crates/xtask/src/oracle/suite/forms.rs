//! Converts C programs to C++, in forms that keep their meaning:
//!
//! - the program unchanged, in a namespace. This form is for programs without variables outside of functions and
//!   without calls of the library;
//! - a class around the program. Variables become members with their initialisers. In this form the address of a
//!   function cannot be taken;
//! - variables of static storage that are assigned their initial values before `main` runs, so that their contents at
//!   the start of the kernel do not matter. Constants keep their initialisers.
//!
//! [`super::rewrites`] replaces constructs that C++ does not have. This module merges repeated declarations of a
//! variable, and computes extents that C takes from initialisers.

use super::items::{tokens, Item, Variable};
use super::rewrites::rewritten;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The functions of the C library that are supplied to programs.
const LIBRARY: &str = include_str!("library.h");

/// C++ functions that assign a variable, an array element by element. For a constant they do nothing.
const ASSIGN: &str = "template <class T> void oracle_assign(T &to, T &from) { to = from; }
template <class T> void oracle_assign(const T &, const T &) {}
template <class T, unsigned long N> void oracle_assign(T (&to)[N], T (&from)[N]) {
    for (unsigned long i = 0; i < N; i++) oracle_assign(to[i], from[i]);
}
";

/// A program as C++.
pub struct Form {
    /// The text.
    pub text: String,
    /// True if the program assigns its variables of static storage before it uses them.
    pub assigns_statics: bool,
}

/// The forms of a program without macros, the preferred one first.
pub fn forms(text: &str) -> Vec<Form> {
    let items = merged(rewritten(text));
    let has_variables = items.iter().any(|item| matches!(item, Item::Variable(_)));
    let library = ["printf", "sprintf", "puts", "putchar", "str", "mem", "abs", "isdigit", "isalpha", "atoi"];
    let needs_library = tokens(text).iter().any(|t| library.iter().any(|f| t.starts_with(f)));
    if !has_variables && !needs_library {
        return vec![Form { text: as_it_stands(&items), assigns_statics: false }];
    }
    vec![
        Form { text: as_class(&items), assigns_statics: false },
        Form { text: with_assigned_variables(&items), assigns_statics: true },
    ]
}

/// The items with one declaration for each variable: C allows several declarations of one variable.
fn merged(items: Vec<Item>) -> Vec<Item> {
    let mut kept: BTreeMap<String, usize> = BTreeMap::new();
    for (i, item) in items.iter().enumerate() {
        if let Item::Variable(variable) = item {
            let at = kept.entry(variable.name.clone()).or_insert(i);
            if variable.initialiser.is_some() {
                *at = i;
            }
        }
    }
    let keep = |i: usize, item: &Item| match item {
        Item::Variable(variable) => kept.get(&variable.name) == Some(&i),
        _ => true,
    };
    items.into_iter().enumerate().filter(|(i, item)| keep(*i, item)).map(|(_, item)| item).collect()
}

/// A function without `static`, `extern` and `inline`.
fn without_storage_class(function: &str) -> String {
    let mut in_head = true;
    let kept = tokens(function).into_iter().filter(|token| {
        in_head &= *token != "(" && *token != "{";
        !(in_head && matches!(*token, "static" | "extern" | "inline"))
    });
    kept.collect()
}

/// The text of a function. `main` gets a `return 0` at its end.
fn with_return_of_main(text: &str) -> String {
    let is_main = tokens(text).windows(2).any(|w| w[0] == "main" && (w[1] == "(" || w[1].trim().is_empty()));
    match text.rfind('}') {
        Some(end) if is_main => format!("{}\nreturn 0;\n}}\n", &text[..end]),
        _ => format!("{text}\n"),
    }
}

/// The arguments of the call of `main`.
fn arguments_of_main(items: &[Item]) -> &'static str {
    let takes = |text: &str| {
        let compact: String = text.split_whitespace().collect();
        compact.contains("main(int")
    };
    let found = items.iter().any(|item| matches!(item, Item::Function(text) if takes(text)));
    if found {
        "1, nullptr"
    } else {
        ""
    }
}

fn as_it_stands(items: &[Item]) -> String {
    let mut out = String::new();
    for item in items {
        match item {
            Item::Function(text) => out.push_str(&with_return_of_main(text)),
            Item::Prototype(text) | Item::Other(text) => out.push_str(&format!("{text}\n")),
            Item::Variable(_) => {}
        }
    }
    let _ = writeln!(
        out,
        "void run(uint64_t *out) {{ emit(out, (uint64_t)(int64_t)main({})); }}",
        arguments_of_main(items)
    );
    out
}

/// Declarations of the structs and unions of the file. Without them, the first mention of a struct in the class would
/// declare it outside of the class.
fn tag_declarations(items: &[Item]) -> String {
    let mut out = String::new();
    for item in items {
        let Item::Other(text) = item else { continue };
        let words: Vec<&str> = tokens(text).into_iter().filter(|t| !t.trim().is_empty()).collect();
        for at in words.windows(3) {
            if matches!(at[0], "struct" | "union") && at[2] == "{" {
                let declaration = format!("{} {};\n", at[0], at[1]);
                // A nested struct belongs to the type around it.
                if words.first() == Some(&at[0]) && words.get(1) == Some(&at[1]) {
                    out.push_str(&declaration);
                }
                break;
            }
        }
    }
    out
}

fn as_class(items: &[Item]) -> String {
    let mut out = format!("struct Program {{\nuint64_t *results;\n{LIBRARY}{}", tag_declarations(items));
    for item in items {
        match item {
            Item::Function(text) => out.push_str(&with_return_of_main(&without_storage_class(text))),
            // In a class no prototypes are needed.
            Item::Prototype(_) => {}
            Item::Other(text) => out.push_str(&format!("{text}\n")),
            Item::Variable(v) => {
                let extent = v.initialiser.as_deref().filter(|_| v.has_open_extent()).and_then(element_count);
                let declarator = match extent {
                    Some(n) => v.declarator.replacen("[]", &format!("[{n}]"), 1),
                    None => v.declarator.clone(),
                };
                let _ = match &v.initialiser {
                    Some(value) => writeln!(out, "{} {declarator} = {value};", v.base),
                    None => writeln!(out, "{} {declarator};", v.base),
                };
            }
        }
    }
    let _ = writeln!(
        out,
        "}};\nvoid run(uint64_t *out) {{\nProgram p = Program();\np.results = out;\n\
         emit(out, (uint64_t)(int64_t)p.main({}));\n}}",
        arguments_of_main(items)
    );
    out
}

fn with_assigned_variables(items: &[Item]) -> String {
    let mut out = format!("__device__ uint64_t *results;\n{LIBRARY}{ASSIGN}");
    let mut start = String::new();
    for item in items {
        match item {
            Item::Function(text) => out.push_str(&with_return_of_main(text)),
            Item::Prototype(text) if is_of_library(text) => {}
            Item::Prototype(text) | Item::Other(text) => out.push_str(&format!("{text}\n")),
            Item::Variable(v) => declare_and_assign(v, &mut out, &mut start),
        }
    }
    let _ = writeln!(
        out,
        "void run(uint64_t *out) {{\nresults = out;\n{start}emit(out, (uint64_t)(int64_t)main({}));\n}}",
        arguments_of_main(items)
    );
    out
}

/// True for the prototype of a function that the supplied library defines.
fn is_of_library(prototype: &str) -> bool {
    let names = tokens(prototype).into_iter().take_while(|t| *t != "(");
    let known: Vec<&str> = tokens(LIBRARY).windows(2).filter(|w| w[1] == "(").map(|w| w[0]).collect();
    names.filter(|t| !t.trim().is_empty()).last().is_some_and(|name| known.contains(&name))
}

/// Adds the declaration of a variable to `out`, and the assignment of its initial value to `start`.
fn declare_and_assign(v: &Variable, out: &mut String, start: &mut String) {
    let constant = tokens(&v.base).contains(&"const") && !v.declarator.contains('*');
    let value = v.initialiser.as_deref();
    let _ = match value.filter(|_| constant || v.has_open_extent()) {
        Some(value) => writeln!(out, "__device__ {} {} = {value};", v.base, v.declarator),
        None => writeln!(out, "__device__ {} {};", v.base, v.declarator),
    };
    if !constant {
        let value = value.unwrap_or("{}");
        let _ =
            writeln!(start, "{{ {} = {value}; oracle_assign({}, oracle_value); }}", v.renamed("oracle_value"), v.name);
    }
}

/// The number of elements of an array that its initialiser determines; `None` if the initialiser has designators.
fn element_count(initialiser: &str) -> Option<usize> {
    let all: Vec<&str> = tokens(initialiser).into_iter().filter(|t| !t.trim().is_empty()).collect();
    if all.iter().all(|t| t.starts_with('"')) {
        let text: usize = all.iter().map(|t| t.len() - 2).sum();
        return (!initialiser.contains('\\')).then_some(text + 1);
    }
    if all.first() != Some(&"{") || all.last() != Some(&"}") {
        return None;
    }
    let inner = &all[1..all.len() - 1];
    let (mut depth, mut commas) = (0, 0);
    for &token in inner {
        match token {
            "{" | "(" => depth += 1,
            "}" | ")" => depth -= 1,
            "[" if depth == 0 => return None,
            "," if depth == 0 => commas += 1,
            _ => {}
        }
    }
    Some(if inner.last() == Some(&",") { commas } else { commas + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initialisers_give_numbers_of_elements() {
        assert_eq!(element_count("\"ab\" \"c\""), Some(4));
        assert_eq!(element_count("{1, {2, 3}, f(4, 5),}"), Some(3));
        assert_eq!(element_count("{1, [4] = 2}"), None);
        assert_eq!(element_count("{\"ab\", \"c\"}"), Some(2));
    }

    #[test]
    fn a_program_of_functions_stays_as_it_is_and_others_have_two_forms() {
        assert_eq!(forms("int main(void) { return 1 - 1; }").len(), 1);
        let both = forms("int total; int total = 3; int main(void) { return total - 3; }");
        assert_eq!(both.len(), 2);
        assert_eq!(both[0].text.matches("int total").count(), 1);
        let assigned = both[1].text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(assigned.contains("{ int oracle_value = 3; oracle_assign(total, oracle_value); }"));
    }
}
