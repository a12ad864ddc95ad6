//! Virtual functions: whether a call may run an override of the function that it names.
//!
//! A call of a virtual function runs the override of the object's dynamic class, which is not known unless the class or
//! the function is `final`. Over-approximate: a function counts as virtual if its class or a base has a virtual
//! function of the same name.

use crate::{split_at_commas, CType, Decls, RecordId};
use wp_clang::{DeclRef, Node};

/// A class with a longer chain of base classes counts as having the virtual function.
const MAX_BASES: u32 = 64;

impl Decls<'_> {
    /// True if a call of the member function on an object of the type may run another function than the one that it
    /// names.
    pub fn may_be_overridden(&self, callee: &DeclRef, object: &CType) -> bool {
        let of_object = match object.pointee().map_or(object, |q| &q.ty) {
            CType::Record(id) => Some(*id),
            _ => None,
        };
        let Some(class) = self.parent_record.get(&callee.id).copied().or(of_object) else {
            return self.node(callee.id).is_some_and(is_virtual);
        };
        let node = self.record_decl(class).node;
        let fixed = |n: &Node| n.inner.iter().any(|a| &*a.kind == "FinalAttr");
        let is_final = fixed(node) || self.node(callee.id).is_some_and(fixed);
        !is_final && !self.is_prelude(node) && self.has_virtual(class, &callee.name, MAX_BASES)
    }

    /// True if the class or a base has a virtual function of the name. Destructors count as having one name.
    fn has_virtual(&self, class: RecordId, name: &str, depth: u32) -> bool {
        let node = self.record_decl(class).node;
        let is_named = |c: &Node| match &*c.kind {
            "CXXMethodDecl" | "CXXConversionDecl" => c.name.as_deref() == Some(name),
            "CXXDestructorDecl" => name.starts_with('~'),
            _ => false,
        };
        let bases = split_at_commas(node.extra.get("bases").map_or("", |b| &**b));
        node.inner.iter().any(|c| is_named(c) && is_virtual(c))
            || bases.into_iter().any(|base| match self.qtype(base).ty {
                CType::Record(base) => depth == 0 || self.has_virtual(base, name, depth - 1),
                _ => true,
            })
    }
}

fn is_virtual(function: &Node) -> bool {
    function.flag("virtual") || function.flag("pure") || function.inner.iter().any(|a| &*a.kind == "OverrideAttr")
}
