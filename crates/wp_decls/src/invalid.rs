//! Declarations that the compiler could not understand, and code that names them.
//!
//! Clang continues after an error: an unknown type becomes `int`, a base class is left out, and a statement that names
//! an invalid variable is dropped without a further message. So a kernel has a verdict only if all declarations that it
//! names are valid. Over-approximate: a name counts as invalid if any declaration of this name is invalid, whatever its
//! scope is.

use crate::syntax::is_function;
use crate::text::{blank, split};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use wp_base::{SourceMap, Span};
use wp_clang::{ClangSeverity, Node, TranslationUnit};

/// The names of a file's invalid declarations outside of functions.
pub struct Invalid {
    /// The places of errors, except for those in `redeclared`.
    errors: Vec<Span>,
    /// The places where a type is declared again with another meaning. The first declaration stays valid.
    redeclared: Vec<Span>,
    /// Names of invalid declarations outside of classes.
    names: FxHashSet<Arc<str>>,
    /// Names of invalid members of classes, which code outside of the class qualifies.
    members: FxHashSet<Arc<str>>,
}

impl Invalid {
    pub(crate) fn new(unit: &TranslationUnit) -> Self {
        let is_error = |m: &&wp_clang::ClangMessage| m.severity != ClangSeverity::Warning && !m.span.is_none();
        let again = |m: &&wp_clang::ClangMessage| m.redeclares_type(&unit.sources);
        let (redeclared, errors): (Vec<_>, Vec<_>) = unit.messages.iter().filter(is_error).partition(again);
        let spans = |messages: Vec<&wp_clang::ClangMessage>| messages.into_iter().map(|m| m.span).collect();
        let (redeclared, errors): (Vec<Span>, Vec<Span>) = (spans(redeclared), spans(errors));
        let (names, members) = (FxHashSet::default(), FxHashSet::default());
        let mut found = Self { errors, redeclared, names, members };
        if !found.errors.is_empty() {
            found.collect(&unit.root, false, &unit.sources);
        }
        found
    }

    /// Adds the invalid declarations of a scope. One pass suffices, because a declaration stands in front of its uses.
    fn collect(&mut self, scope: &Node, class: bool, sources: &SourceMap) {
        for node in &scope.inner {
            let record = matches!(&*node.kind, "CXXRecordDecl" | "RecordDecl" | "ClassTemplateSpecializationDecl");
            let bad = match &*node.kind {
                _ if record => self.broken_record(node),
                "TypedefDecl" if self.redeclared.iter().any(|at| node.span.contains(*at)) => false,
                "TypedefDecl" | "TypeAliasDecl" | "VarDecl" | "EnumDecl" => self.broken(node, sources),
                // A call of its name means another function, of the prelude for example.
                "FunctionDecl" => node.flag("isInvalid"),
                _ => false,
            };
            if bad {
                let constants = node.inner.iter().filter(|c| &*c.kind == "EnumConstantDecl");
                let names = if class { &mut self.members } else { &mut self.names };
                names.extend(node.name.iter().chain(constants.filter_map(|c| c.name.as_ref())).cloned());
            }
            if !is_function(&node.kind) && &*node.kind != "VarDecl" {
                self.collect(node, class || record, sources);
            }
        }
    }

    /// True if the declaration is invalid, contains an error, or has an invalid type.
    fn broken(&self, node: &Node, sources: &SourceMap) -> bool {
        // Clang's range of a variable with a broken initialiser ends at the name.
        let rest = sources.file(node.span.file).and_then(|f| f.text.get(node.span.end as usize..)).unwrap_or("");
        let whole = Span { end: node.span.end + rest.find(';').unwrap_or(0) as u32, ..node.span };
        self.errors.iter().any(|at| whole.contains(*at)) || self.is_invalid_itself(node)
    }

    fn is_invalid_itself(&self, node: &Node) -> bool {
        node.flag("isInvalid") || self.named_in(node.ty.as_deref().unwrap_or(""), true).is_some()
    }

    /// True if an error may have changed the bases or fields of a record. Errors in its functions, static members and
    /// nested declarations do not matter.
    pub(crate) fn broken_record(&self, node: &Node) -> bool {
        if self.errors.is_empty() {
            return false;
        }
        let harmless = |at: &Span| {
            node.inner.iter().any(|c| &*c.kind != "FieldDecl" && c.span != node.span && c.span.contains(*at))
        };
        node.flag("isInvalid")
            || self.errors.iter().any(|at| node.span.contains(*at) && !harmless(at))
            || self.named_in(node.extra.get("bases").map_or("", |b| &**b), true).is_some()
            || node.inner.iter().any(|c| &*c.kind == "FieldDecl" && self.is_invalid_itself(c))
    }

    /// The first invalid declaration that a printed type names.
    fn named_in<'t>(&self, text: &'t str, inside_class: bool) -> Option<&'t str> {
        if self.names.is_empty() && self.members.is_empty() {
            return None;
        }
        split(text)
            .into_iter()
            .find(|(at, word)| self.is_invalid(word, &text[..*at], inside_class))
            .map(|(_, word)| word)
    }

    /// True if a word is the name of an invalid declaration; `before` is the text in front of it.
    fn is_invalid(&self, word: &str, before: &str, inside_class: bool) -> bool {
        self.names.contains(word) || self.members.contains(word) && (inside_class || before.trim_end().ends_with("::"))
    }

    /// An invalid declaration that a function contains or names. Words in comments, and words behind `.` or `->`, are
    /// not considered.
    pub fn mention(&self, function: &Node, sources: &SourceMap) -> Option<(Span, String)> {
        if self.errors.is_empty() {
            return None;
        }
        let inside_class = &*function.kind != "FunctionDecl";
        let mut locals = FxHashSet::default();
        if let Some(found) = self.in_tree(function, inside_class, &mut locals) {
            return Some(found);
        }
        let text = blank(sources.text(function.span));
        let found = split(&text).into_iter().find(|(at, word)| {
            let before = text[..*at].trim_end();
            let member = before.ends_with("->") || before.ends_with('.');
            !member && self.is_invalid(word, before, inside_class) && !locals.contains(*word)
        });
        let (at, word) = found?;
        let start = function.span.start + u32::try_from(at).ok()?;
        let end = start + u32::try_from(word.len()).ok()?;
        Some((Span { file: function.span.file, start, end }, word.to_owned()))
    }

    /// The first node of a function that is invalid or has an invalid type, with the name of the invalid declaration.
    /// Adds the names of the variables that the function declares to `locals`.
    fn in_tree(&self, node: &Node, class: bool, locals: &mut FxHashSet<Arc<str>>) -> Option<(Span, String)> {
        if matches!(&*node.kind, "VarDecl" | "ParmVarDecl") {
            locals.extend(node.name.clone());
        }
        if node.flag("isInvalid") {
            return Some((node.span, node.name.as_deref().unwrap_or("declaration").to_owned()));
        }
        let inner = node.inner.iter().find_map(|c| self.in_tree(c, class, locals));
        inner.or_else(|| self.named_in(node.ty.as_deref()?, class).map(|name| (node.span, name.to_owned())))
    }
}
