//! The lambdas with captures whose objects are accessed as bytes or as objects of another type.
//!
//! The lowering holds captures beside memory, so that such an access would miss them. Over-approximate: one conversion
//! between a pointer (or reference) to such an object, or to an object that contains it, and another pointer counts.

use crate::ctype::{CType, QType, RecordId};
use crate::decls::Decls;
use crate::layout::Layouts;
use crate::syntax::is_function;
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use wp_clang::{Node, NodeId};

/// The lambdas, once they have been asked for.
#[derive(Default)]
pub(crate) struct Reinterpreted(OnceCell<Closures>);

/// Lambdas with captures.
#[derive(Default)]
struct Closures {
    classes: FxHashSet<NodeId>,
    /// True if a type is one of several lambdas: those of one place in several instances of a template print alike.
    any: bool,
}

/// The kinds of the conversions.
const CASTS: [&str; 5] =
    ["BitCast", "LValueBitCast", "LValueToRValueBitCast", "PointerToIntegral", "IntegralToPointer"];

/// True if the class is that of a lambda with captures.
pub(crate) fn captures(decls: &Decls<'_>, id: RecordId) -> bool {
    let decl = decls.record_decl(id);
    decl.is_lambda && decl.node.inner.iter().any(|c| &*c.kind == "FieldDecl")
}

impl Layouts {
    /// True if objects of the lambda with this class may be accessed as bytes or as objects of another type.
    pub fn is_reinterpreted(&self, decls: &Decls<'_>, class: NodeId) -> bool {
        let found = self.reinterpreted.0.get_or_init(|| {
            let mut found = Closures::default();
            found.note_casts(decls, &decls.unit.root, None);
            found
        });
        found.any || found.classes.contains(&class)
    }

    /// True if an object of the type contains a lambda with captures.
    pub(crate) fn holds_captures(&self, decls: &Decls<'_>, ty: &CType) -> bool {
        let mut found = Closures::default();
        found.note(decls, ty, None, &mut FxHashSet::default());
        found.any || !found.classes.is_empty()
    }
}

/// The type that is printed in a function, or outside of all functions.
fn type_in(decls: &Decls<'_>, function: Option<NodeId>, text: &str) -> QType {
    function.map_or_else(|| decls.qtype(text), |f| decls.qtype_in(f, text))
}

impl Closures {
    /// Notes the lambdas that casts in a tree are about.
    fn note_casts(&mut self, decls: &Decls<'_>, node: &Node, function: Option<NodeId>) {
        let function = if is_function(&node.kind) { Some(node.id) } else { function };
        if node.cast_kind.as_deref().is_some_and(|kind| CASTS.contains(&kind)) {
            let operand = node.inner.iter().rev().find(|c| !c.is_absent());
            for text in [Some(node), operand].into_iter().flatten().map(Node::type_str) {
                let q = type_in(decls, function, text);
                let mut ty = &q.ty;
                while let Some(inner) = ty.pointee() {
                    ty = &inner.ty;
                }
                self.note(decls, ty, function, &mut FxHashSet::default());
            }
        }
        node.inner.iter().for_each(|c| self.note_casts(decls, c, function));
    }

    /// Notes the lambdas in an object of a type.
    fn note(&mut self, decls: &Decls<'_>, ty: &CType, function: Option<NodeId>, seen: &mut FxHashSet<RecordId>) {
        match ty {
            CType::Array(elem, _) => self.note(decls, &elem.ty, function, seen),
            CType::Record(id) if seen.insert(*id) => {
                let node = decls.record_decl(*id).node;
                if captures(decls, *id) {
                    self.classes.insert(node.id);
                }
                let bases = node.extra.get("bases").map(|b| &**b);
                let fields = node.inner.iter().filter(|c| &*c.kind == "FieldDecl").map(Node::type_str);
                for text in bases.into_iter().chain(fields) {
                    self.note(decls, &type_in(decls, function, text).ty, function, seen);
                }
            }
            CType::Unknown(text) => self.any |= text.contains("(lambda"),
            _ => {}
        }
    }
}
