//! The macros that source texts define, and the text that is not part of a directive.
//!
//! Over-approximate: all definitions of a name count, wherever it is used and whatever conditionals surround them.

use rustc_hash::{FxHashMap, FxHashSet};
use wp_clang::TranslationUnit;
use wp_decls::text::{blank, words};

/// The macros of the files of a unit.
#[derive(Default)]
pub(super) struct Macros {
    bodies: FxHashMap<String, Vec<String>>,
}

impl Macros {
    pub fn of(unit: &TranslationUnit) -> Self {
        let mut macros = Self::default();
        for (_, file) in unit.own_files() {
            for (name, body) in definitions(&file.text) {
                macros.bodies.entry(name).or_default().push(body);
            }
        }
        macros
    }

    /// True if a macro has the name.
    pub fn defines(&self, name: &str) -> bool {
        self.bodies.contains_key(name)
    }

    /// The words that the use of a macro may lead to, through other macros too, each as often as it stands there; and
    /// whether one of the macros puts names together.
    pub fn expansion(&self, name: &str) -> (Vec<&str>, bool) {
        let (mut found, mut pastes) = (Vec::new(), false);
        let (mut open, mut seen) = (vec![name], FxHashSet::default());
        while let Some(name) = open.pop() {
            for body in self.bodies.get(name).into_iter().flatten().filter(|_| seen.insert(name)) {
                pastes |= body.contains("##");
                let inner: Vec<&str> = words(body).into_iter().map(|(_, word)| word).collect();
                open.extend(inner.iter().copied().filter(|word| self.defines(word)));
                found.extend(inner);
            }
        }
        (found, pastes)
    }
}

/// The names and bodies of the macros that a text defines.
pub(super) fn definitions(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for directive in directives(text).1 {
        let Some(rest) = directive.trim_start().strip_prefix('#') else { continue };
        let Some(rest) = rest.trim_start().strip_prefix("define") else { continue };
        let rest = rest.trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (name, rest) = rest.split_at(end);
        found.push((name.to_owned(), rest.to_owned()));
    }
    found
}

/// The text with blanks for directives, comments and literals, positions stay; and the directives, without the
/// backslashes at the ends of their lines.
pub(super) fn directives(text: &str) -> (String, Vec<String>) {
    let blank = blank(text);
    let (mut plain, mut found) = (String::with_capacity(blank.len()), Vec::<String>::new());
    let mut continued = false;
    for line in blank.split_inclusive('\n') {
        let is_directive = continued || line.trim_start_matches('\u{feff}').trim_start().starts_with('#');
        if !is_directive {
            plain.push_str(line);
            continue;
        }
        plain.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        let body = line.trim_end();
        let spliced = body.ends_with('\\');
        let body = body.trim_end_matches('\\');
        match found.last_mut().filter(|_| continued) {
            Some(directive) => directive.push_str(body),
            None => found.push(body.to_owned()),
        }
        continued = spliced;
    }
    (plain, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_end_with_their_lines() {
        let text = "int a;\n#define BUMP(x) \\\n  x, n++ // m\nint b;\n # define M m\n#define M\n#undef M\n";
        let found = definitions(text);
        let found: Vec<(&str, &str)> = found.iter().map(|(name, body)| (&**name, body.trim_end())).collect();
        assert_eq!(found, [("BUMP", "(x)   x, n++"), ("M", " m"), ("M", "")]);
    }

    #[test]
    fn positions_stay_without_directives() {
        let (plain, _) = directives("int é; // x\n#if 1 \\\n 2\nint b;");
        assert_eq!(plain.find("int b"), "int é; // x\n#if 1 \\\n 2\nint b;".find("int b"));
        assert!(!plain.contains("if") && !plain.contains('2') && !plain.contains('x'));
    }

    #[test]
    fn expansions_go_through_other_macros() {
        let mut macros = Macros::default();
        for (name, body) in definitions("#define A(x) B(x) k\n#define B(x) k; A(x) n##x\n#define C 1\n") {
            macros.bodies.entry(name).or_default().push(body);
        }
        let (found, pastes) = macros.expansion("A");
        assert_eq!(found.iter().filter(|word| **word == "k").count(), 2);
        assert!(pastes && !macros.expansion("C").1);
    }
}
