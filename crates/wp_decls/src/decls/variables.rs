//! Variables: the most complete declaration of each, and the uses that a file makes of them.

use super::Decls;
use crate::syntax::strip;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use wp_clang::{ClangSeverity, DeclRef, Node, NodeId, TranslationUnit};

/// The variables of a unit.
#[derive(Default)]
pub(super) struct Variables<'u> {
    /// From the first declaration of a variable to its most complete declaration (see [`Decls::variable`]).
    declared: FxHashMap<NodeId, &'u Node>,
    /// From the name of a variable of the prelude to its declaration; `None` if several have the name.
    of_prelude: FxHashMap<&'u str, Option<&'u Node>>,
    /// First declarations of those that the file does not only read.
    other_uses: OnceCell<FxHashSet<NodeId>>,
    /// Names of those that the file, as the host's compilation sees it, does not only read.
    other_uses_of_host: OnceCell<FxHashSet<Arc<str>>>,
}

impl<'u> Variables<'u> {
    /// Notes a declaration of the variable with this first declaration.
    pub fn declare(&mut self, first: NodeId, node: &'u Node) {
        let says = |n: &Node| {
            let elsewhere = n.extra.get("storageClass").is_some_and(|c| &**c == "extern");
            (n.extra.contains_key("init"), !elsewhere, !n.type_str().contains("[]"))
        };
        match self.declared.entry(first) {
            Entry::Vacant(place) => _ = place.insert(node),
            Entry::Occupied(mut known) if says(node) > says(known.get()) => _ = known.insert(node),
            Entry::Occupied(_) => {}
        }
    }

    /// Notes a variable of the prelude outside of templates. The tree of a file has another id for it, so that the name
    /// is all there is: a name that members of classes or several instances of a template have, too, stands for none of
    /// them.
    pub fn declare_in_prelude(&mut self, node: &'u Node) {
        let name = node.name.as_deref().unwrap_or("");
        let is_member = node.extra.get("storageClass").is_some_and(|c| &**c == "static");
        let known = self.of_prelude.entry(name).or_insert(Some(node));
        if is_member || known.is_some_and(|n| n.id != node.id) {
            *known = None;
        }
    }
}

impl<'u> Decls<'u> {
    /// The most complete declaration of a variable: one with an initialiser if there is any, else one that is not
    /// `extern`, else one with a known extent.
    pub fn variable(&self, first: NodeId) -> Option<&'u Node> {
        self.variables.declared.get(&first).copied()
    }

    /// A variable of namespace scope.
    pub fn global(&self, target: &DeclRef) -> Option<&'u Node> {
        let own = self.declared_variable(target.id).or_else(|| self.node(target.id));
        let of_prelude = || self.variables.of_prelude.get(&*target.name).copied().flatten();
        own.or_else(|| of_prelude().filter(|_| self.is_builtin(target)))
    }

    /// The most complete declaration of the variable that a declaration of the file declares.
    pub fn declared_variable(&self, id: NodeId) -> Option<&'u Node> {
        self.identity.first.get(&id).and_then(|first| self.variable(*first))
    }

    /// True if nothing but its initialiser gives a variable its value: no other file can name it, this file only reads
    /// it, on the device and on the host, and nothing of the file is left out of the tree, as statements are that the
    /// compiler rejects.
    pub fn surely_only_read(&self, id: NodeId) -> bool {
        let is_whole = |unit: &TranslationUnit| unit.messages.iter().all(|m| m.severity == ClangSeverity::Warning);
        let host = self.unit.host.as_deref();
        let Some(node) = self.declared_variable(id) else { return false };
        let is_used_by_host = |host: &TranslationUnit| {
            let uses = self.variables.other_uses_of_host.get_or_init(|| {
                let mut found = OtherUses::default();
                found.note(&host.root);
                found.of.into_values().collect()
            });
            node.name.as_ref().is_none_or(|name| uses.contains(name))
        };
        is_local(node)
            && [Some(self.unit), host].into_iter().flatten().all(is_whole)
            && self.only_read(id)
            && !host.is_some_and(is_used_by_host)
    }

    /// True if the file only reads the variable, whether it is `const` or not.
    pub fn only_read(&self, id: NodeId) -> bool {
        let other_uses = self.variables.other_uses.get_or_init(|| {
            let mut found = OtherUses::default();
            found.note(&self.unit.root);
            found.of.into_keys().map(|id| self.first(id)).collect()
        });
        !other_uses.contains(&self.first(id))
    }
}

/// True if no other file can name a variable of namespace scope.
fn is_local(node: &Node) -> bool {
    let is_static = node.extra.get("storageClass").is_some_and(|c| &**c == "static");
    let mangled = node.extra.get("mangledName");
    is_static || node.flag("constexpr") || mangled.is_some_and(|name| name.contains("_GLOBAL__N_"))
}

/// The variables that a file uses in another way than to read them, with their names. A use of an element or member
/// counts as a use of the variable.
#[derive(Default)]
struct OtherUses {
    of: FxHashMap<NodeId, Arc<str>>,
}

impl OtherUses {
    fn note(&mut self, node: &Node) {
        let op = node.opcode.as_deref().unwrap_or("");
        let target = match (&*node.kind, op) {
            ("BinaryOperator", "=") | ("CompoundAssignOperator", _) | ("UnaryOperator", "++" | "--") => {
                self.part_of(&node.inner[0]).map(|target| drop(self.of.insert(target.id, target.name.clone())))
            }
            ("ImplicitCastExpr", _) if node.cast_kind.as_deref() == Some("LValueToRValue") => {
                self.part_of(&node.inner[0]).map(|_| ())
            }
            ("UnaryExprOrTypeTraitExpr", _) => return,
            ("DeclRefExpr" | "MemberExpr", _) => {
                self.of.extend(node.referenced.as_ref().map(|r| (r.id, r.name.clone())));
                None
            }
            _ => None,
        };
        node.inner.iter().skip(usize::from(target.is_some())).for_each(|c| self.note(c));
    }

    /// The variable that an lvalue is a part of, if no pointer is followed on the way. Notes the uses in the indices of
    /// the lvalue if there is such a variable.
    fn part_of<'n>(&mut self, lvalue: &'n Node) -> Option<&'n DeclRef> {
        let mut part = strip(lvalue);
        let mut indices = Vec::new();
        let variable = loop {
            part = match (&*part.kind, part.inner.as_slice()) {
                ("DeclRefExpr", _) => break part.referenced.as_ref()?,
                ("ArraySubscriptExpr", [base, index]) => {
                    indices.push(index);
                    strip(base)
                }
                ("MemberExpr", [base]) if !part.flag("isArrow") => strip(base),
                ("ImplicitCastExpr", [base]) if part.cast_kind.as_deref() == Some("ArrayToPointerDecay") => strip(base),
                _ => return None,
            };
        };
        indices.into_iter().for_each(|index| self.note(index));
        Some(variable)
    }
}
