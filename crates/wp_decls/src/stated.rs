//! The layouts that the compiler states, by record.
//!
//! The compiler prints layouts by name, or by position for a record without a name. Types of function bodies print
//! alike in all functions, and types of a template in all instances. So a printed layout is that of a record only if no
//! other record prints alike. Exact or without an answer.

use crate::decls::RecordDecl;
use crate::printed::{key, template_args};
use crate::syntax::is_function;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;
use wp_clang::{Node, NodeId, StatedLayout, TranslationUnit};

/// The layouts of a unit.
pub(crate) struct Stated {
    by_label: FxHashMap<String, Vec<StatedLayout>>,
    /// How many records have a name without its scope, or a position. Most units never ask for it.
    namesakes: OnceLock<FxHashMap<String, usize>>,
}

impl Stated {
    pub(crate) fn new(unit: &TranslationUnit) -> Self {
        let mut by_label: FxHashMap<String, Vec<StatedLayout>> = FxHashMap::default();
        for (name, layouts) in unit.layouts.by_name() {
            by_label.entry(label(name)).or_default().extend(layouts.iter().cloned());
        }
        Self { by_label, namesakes: OnceLock::new() }
    }

    /// The layout of a record.
    pub(crate) fn of<'s>(&'s self, record: &RecordDecl<'_>, unit: &'s TranslationUnit) -> Option<&'s StatedLayout> {
        if let Some(layout) = unit.layouts.of_node(record.node.id) {
            return Some(layout);
        }
        let own = own_label(record.node, unit);
        let mut labels = vec![label(&record.name)];
        if record.node.name.is_none() {
            labels.push(own.clone());
        }
        let mut layouts = labels.iter().filter_map(|l| self.by_label.get(l)).flatten();
        let first = layouts.next()?;
        if layouts.any(|other| other != first) {
            return None;
        }
        let namesakes = self.namesakes.get_or_init(|| {
            let (mut namesakes, mut seen) = (FxHashMap::default(), FxHashSet::default());
            count(&unit.prelude, unit, &mut seen, &mut namesakes);
            count(&unit.root, unit, &mut seen, &mut namesakes);
            namesakes
        });
        (namesakes.get(&own) == Some(&1)).then_some(first)
    }
}

fn count(node: &Node, unit: &TranslationUnit, seen: &mut FxHashSet<NodeId>, namesakes: &mut FxHashMap<String, usize>) {
    let is_record = matches!(&*node.kind, "CXXRecordDecl" | "RecordDecl" | "ClassTemplateSpecializationDecl");
    if is_record && node.flag("completeDefinition") && seen.insert(node.id) {
        *namesakes.entry(own_label(node, unit)).or_default() += 1;
    }
    let is_instance = |c: &Node| c.inner.iter().any(|a| &*a.kind == "TemplateArgument");
    for child in &node.inner {
        let is_pattern = match &*node.kind {
            "FunctionTemplateDecl" => is_function(&child.kind) && !is_instance(child),
            "ClassTemplateDecl" => &*child.kind == "CXXRecordDecl",
            _ => false,
        };
        if !is_pattern {
            count(child, unit, seen, namesakes);
        }
    }
}

/// The name of a record without its scope; its position where it has none.
fn own_label(node: &Node, unit: &TranslationUnit) -> String {
    if let Some(name) = &node.name {
        return format!("{name}{}", template_args(node, &[]));
    }
    match (unit.sources.file(node.loc.file), unit.sources.line_col(node.loc)) {
        (Some(file), Some(at)) => position(&format!("{}:{}:{}", file.path.display(), at.line, at.column)),
        _ => String::new(),
    }
}

fn position(place: &str) -> String {
    format!("at {}", place.strip_prefix("./").unwrap_or(place))
}

/// A printed name without what differs between two prints of it.
pub(crate) fn label(name: &str) -> String {
    // `n::S::(unnamed at file:1:2)`: the position alone tells the type.
    let unnamed = ["(anonymous", "(unnamed", "(lambda"].iter().filter_map(|form| name.rfind(form)).max();
    let last = unnamed.and_then(|at| name[at..].strip_suffix(')')).filter(|text| !text.contains(['>', ')']));
    if let Some((_, place)) = last.and_then(|text| text.split_once(" at ")) {
        return position(place);
    }
    let mut text = name.to_owned();
    for tag in ["struct ", "class ", "union ", "enum "] {
        let mut out = String::with_capacity(text.len());
        let mut rest = &*text;
        while let Some(at) = rest.find(tag) {
            let starts = !rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            out.push_str(&rest[..if starts { at } else { at + tag.len() }]);
            rest = &rest[at + tag.len()..];
        }
        out.push_str(rest);
        text = out;
    }
    key(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn labels_are_names_or_positions() {
        assert_eq!(label("n::S<struct (anonymous namespace)::E, true, 3U>"), label("n::S<E, 1, 3>"));
        assert_eq!(label("W<class (lambda at a b.cu:1:2)>"), label("W<(lambda at a b.cu:1:2)>"));
        assert_eq!(label("n::S<struct E>::(unnamed struct at ./a.cu:1:2)"), "at a.cu:1:2");
        assert_eq!(label("(lambda at a.cu:1:2)"), "at a.cu:1:2");
        assert_eq!(label("construct S"), "construct S");
        assert_ne!(label("W<(lambda at a.cu:1:2)>"), "at a.cu:1:2");
    }
}
