//! What the fields of a lambda's class hold. Clang's tree has the fields with their initialisers in order, and no names;
//! the variable that an initialised capture declares (`[n = f()]`) is not in the tree, but the body refers to it.
//!
//! The captures that are written come first, in their order, and then those that a default (`[=]`, `[&]`) adds. So the
//! written list names the fields in front. Exact, or without an answer.

use crate::source::Unit;
use rustc_hash::FxHashSet;
use wp_clang::{DeclRef, Node, NodeId};
use wp_decls::{is_function, strip, strip_casts};

/// A field of a lambda's class.
pub(crate) struct Capture<'u> {
    pub field: &'u Node,
    /// Its initialiser.
    pub init: &'u Node,
    pub what: Captured<'u>,
}

/// What a field holds.
#[derive(Clone, Copy)]
pub(crate) enum Captured<'u> {
    /// A variable of the function around the lambda, or a reference to one.
    Variable(&'u DeclRef),
    /// `this`, or a copy of `*this`.
    This,
    /// The value of an initialiser; the variable that it declares, if the body refers to it.
    Value(Option<&'u DeclRef>),
}

impl<'u> Unit<'u> {
    /// The captures of a lambda expression, in the order of the fields; `None` if it is not clear what a field holds.
    pub(crate) fn captures(&self, node: &'u Node, class: &'u Node) -> Option<Vec<Capture<'u>>> {
        let fields = class.inner.iter().filter(|c| &*c.kind == "FieldDecl");
        let inits =
            node.inner.iter().filter(|c| !matches!(&*c.kind, "CXXRecordDecl" | "CompoundStmt") && !c.is_absent());
        let (fields, inits): (Vec<_>, Vec<_>) = (fields.collect(), inits.collect());
        if fields.len() != inits.len() {
            return None;
        }
        let source = self.decls.unit.sources.file(node.span.file);
        let written = source.and_then(|f| f.text.get(node.span.start as usize..)).and_then(written_captures);
        let mut captures = Vec::new();
        for (i, (field, init)) in fields.into_iter().zip(inits).enumerate() {
            let what = match (&written, written.as_ref().and_then(|list| list.get(i))) {
                (_, Some(Written::Initialised(name))) => Captured::Value(self.declared_by_capture(name, node, class)?),
                (_, Some(Written::Plain(name))) => plain(init).filter(|found| is_of_name(*found, name))?,
                (Some(_), None) => plain(init)?,
                // The list stands in a macro. An initialised capture of a variable looks like one of the variable, but
                // the body does not refer to the variable.
                (None, _) => plain(init).filter(|found| match found {
                    Captured::Variable(variable) => referenced(node, class, false).iter().any(|r| r.id == variable.id),
                    _ => true,
                })?,
            };
            captures.push(Capture { field, init, what });
        }
        Some(captures)
    }

    /// The variable with this name that an initialised capture declares; `Some(None)` if the body does not refer to it.
    fn declared_by_capture(&self, name: &str, node: &'u Node, class: &'u Node) -> Option<Option<&'u DeclRef>> {
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        let mut found = None;
        for target in referenced(node, class, true) {
            let is_it = &*target.name == name && self.decls.declaration_of(target.id).is_none();
            if is_it && seen.insert(target.id) {
                found = Some(target);
            }
        }
        // A variable of the prelude is not in the tree either.
        (seen.len() <= 1 && found.is_none_or(|target| self.decls.global(target).is_none())).then_some(found)
    }
}

/// The capture whose field has this initialiser, if it is not an initialised one.
fn plain(init: &Node) -> Option<Captured<'_>> {
    let mut source = strip_casts(init);
    // Copies of objects and arrays.
    match (&*source.kind, source.inner.first()) {
        ("CXXConstructExpr", Some(inner)) => source = strip_casts(inner),
        ("ArrayInitLoopExpr", Some(array)) => source = strip_casts(array.inner.first()?),
        _ => {}
    }
    match &*source.kind {
        "DeclRefExpr" => source.referenced.as_ref().map(Captured::Variable),
        "CXXThisExpr" => Some(Captured::This),
        "UnaryOperator" => source.inner.first().filter(|c| &*strip(c).kind == "CXXThisExpr").map(|_| Captured::This),
        _ => None,
    }
}

fn is_of_name(captured: Captured<'_>, name: &str) -> bool {
    match captured {
        Captured::Variable(variable) => *variable.name == *name,
        Captured::This => name == "this",
        Captured::Value(_) => false,
    }
}

/// The variables that the body of a lambda refers to. `own` leaves out the bodies of lambdas in it, whose captures refer
/// to all that they use.
fn referenced<'u>(node: &'u Node, class: &'u Node, own: bool) -> Vec<&'u DeclRef> {
    fn note<'u>(node: &'u Node, own: bool, found: &mut Vec<&'u DeclRef>) {
        match (&*node.kind, &node.referenced) {
            ("DeclRefExpr", Some(target)) => found.push(target),
            ("LambdaExpr", _) if own => {
                let is_part = |c: &&Node| !matches!(&*c.kind, "CXXRecordDecl" | "CompoundStmt");
                return node.inner.iter().filter(is_part).for_each(|c| note(c, own, found));
            }
            _ => {}
        }
        node.inner.iter().for_each(|c| note(c, own, found));
    }
    let mut found = Vec::new();
    let bodies = node.inner.iter().filter(|c| &*c.kind == "CompoundStmt");
    let members = class.inner.iter().filter(|c| is_function(&c.kind) || &*c.kind == "FunctionTemplateDecl");
    bodies.chain(members).for_each(|c| note(c, own, &mut found));
    found
}

/// A capture as it is written.
#[derive(PartialEq, Debug)]
enum Written<'s> {
    /// `x`, `&x`, `this` or `*this`.
    Plain(&'s str),
    /// `x = e`, `&x = e`, `x(e)` or `x{e}`.
    Initialised(&'s str),
}

/// The captures in the list at the start of a text, without the default. `None` for a list that this does not read.
fn written_captures(text: &str) -> Option<Vec<Written<'_>>> {
    let list = text.strip_prefix('[')?;
    let mut depth = 0;
    let mut start = 0;
    let mut items = Vec::new();
    for (i, c) in list.char_indices() {
        match c {
            '"' | '\'' | '#' | '\\' => return None,
            '/' if list[i + 1..].starts_with(['/', '*']) => return None,
            '.' if list[i..].starts_with("...") => return None,
            '(' | '[' | '{' => depth += 1,
            ',' | ']' if depth == 0 => {
                items.push(list[start..i].trim());
                start = i + 1;
                if c == ']' {
                    let items = items.into_iter().filter(|item| !matches!(*item, "" | "=" | "&"));
                    return items.map(written).collect();
                }
            }
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn written(item: &str) -> Option<Written<'_>> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let text = item.strip_prefix(['&', '*']).unwrap_or(item).trim_start();
    let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
    let (name, rest) = (&text[..end], text[end..].trim_start());
    match rest.chars().next() {
        _ if name.is_empty() => None,
        None => Some(Written::Plain(name)),
        Some('=' | '(' | '{') => Some(Written::Initialised(name)),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{written_captures, Written};

    #[test]
    fn lists_as_they_are_written() {
        let plain = Written::Plain;
        let initialised = Written::Initialised;
        assert_eq!(written_captures("[=](int i) {}"), Some(vec![]));
        assert_eq!(written_captures("[&, a, this] {}"), Some(vec![plain("a"), plain("this")]));
        assert_eq!(
            written_captures("[ &a , n = f(1, 2), *this]"),
            Some(vec![plain("a"), initialised("n"), plain("this")])
        );
        assert_eq!(written_captures("[m{v[0], 1}, &r = b]"), Some(vec![initialised("m"), initialised("r")]));
        assert_eq!(written_captures("[x = g<a, b>(c)] {}"), None);
        assert_eq!(written_captures("[p...] {}"), None);
        assert_eq!(written_captures("LAMBDA (int i)"), None);
    }
}
