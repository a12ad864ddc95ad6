//! Lambda expressions. A capture by value is a copy, made where the lambda expression is evaluated; a capture by
//! reference is another name of the variable.
//!
//! The captured values belong to the lambda expression, not to its objects: all objects of one expression and their
//! copies share the values that were captured last. This is exact while one object is in use at a time and copies have
//! the same captures as the original. So two uses are rejected: to evaluate the lambda expression again after a
//! function has returned an object of it, and to copy a lambda that changes its captures.

use crate::function_types::is_const;
use crate::lowerer::Lowerer;
use crate::state::CallStack;
use crate::values::Value;
use wp_clang::Node;
use wp_decls::{strip, strip_casts, CType, QType};

impl CallStack<'_> {
    /// True if the type is or contains a lambda that may change its captures. Its copies must not share them.
    pub(crate) fn shares_state(&self, ty: &CType) -> bool {
        let may_change = |field: &Node| {
            let plain = !matches!(self.qtype(field).ty, CType::Reference(_));
            &*field.kind == "FieldDecl" && plain
        };
        let has_mutable = |class: &Node| class.inner.iter().any(|c| &*c.kind == "FieldDecl" && c.flag("mutable"));
        self.any_part(ty, &|class| {
            class.flag("isImplicit")
                && class.name.is_none()
                && class
                    .inner
                    .iter()
                    .filter(|c| may_change(c))
                    .any(|field| calls_change(class) || self.any_part(&self.qtype(field).ty, &has_mutable))
        })
    }
}

impl<'u> Lowerer<'u> {
    /// Evaluates a lambda expression.
    pub(crate) fn lambda(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        let ty = self.stack.ctype(node);
        let Some(class) = node.inner.iter().find(|c| &*c.kind == "CXXRecordDecl") else {
            return self.ir.unsupported_value("lambda", &ty, span);
        };
        let fields: Vec<&'u Node> = class.inner.iter().filter(|c| &*c.kind == "FieldDecl").collect();
        let inits: Vec<&'u Node> = node
            .inner
            .iter()
            .filter(|c| &*c.kind != "CXXRecordDecl" && &*c.kind != "CompoundStmt" && !c.is_absent())
            .collect();
        node.inner.iter().for_each(|c| self.stack.cover(c));
        if !fields.is_empty() && self.unit.layouts.is_reinterpreted(self.unit.decls, class.id) {
            return self.ir.unsupported_value("lambda of which the bytes are accessed", &ty, span);
        }
        let mut captures = Vec::new();
        for (field, init) in fields.iter().zip(&inits) {
            let by_reference = matches!(self.stack.qtype(field).ty, CType::Reference(_));
            let source = strip_casts(init);
            let source = if &*source.kind == "CXXConstructExpr" {
                source.inner.first().map_or(source, strip_casts)
            } else {
                source
            };
            let Some(target) = source.referenced.as_ref().filter(|_| &*source.kind == "DeclRefExpr") else {
                if &*source.kind == "CXXThisExpr" {
                    return self.ir.unsupported_value("lambda that captures `this`", &ty, span);
                }
                return self.ir.unsupported_value("lambda with an initialised capture", &ty, span);
            };
            if !by_reference && self.stack.shares_state(&self.stack.qtype(field).ty) {
                return self.ir.unsupported_value("lambda that captures a copy of a `mutable` one", &ty, span);
            }
            if !by_reference && self.stack.has_copy_code(&self.stack.qtype(field).ty) {
                return self.ir.unsupported_value("lambda that captures an object with a copy constructor", &ty, span);
            }
            if let Some(place) = self.scope.place(target.id).cloned() {
                let place = if by_reference {
                    place
                } else {
                    let value = self.ir.load(&place, span);
                    let q = QType::plain(value.ty.clone());
                    let copy = self.ir.local(&target.name, &q, false, span);
                    self.ir.store(&copy, &value, span);
                    copy
                };
                // An initialised capture names its source, which may be captured, too.
                if captures.iter().any(|(id, _)| *id == target.id) {
                    return self.ir.unsupported_value("lambda with an initialised capture", &ty, span);
                }
                captures.push((target.id, place));
            }
        }
        // An object that a function returned may still be in use, with its earlier captures.
        if self.lambdas.was_returned(class.id) && !captures.is_empty() {
            return self.ir.unsupported_value("lambda that is made again after a function returned it", &ty, span);
        }
        self.lambdas.capture(class.id, captures);
        Value { ty, leaves: Vec::new() }
    }

    /// Notes the classes of the lambdas that a returned type is, contains or points to.
    pub(crate) fn note_returned(&mut self, ty: &CType) {
        match ty {
            CType::Array(inner, _) | CType::Reference(inner) | CType::Pointer(inner) => self.note_returned(&inner.ty),
            CType::Record(id) => {
                let decl = self.unit.decls.record_decl(*id);
                // A class may point to itself.
                if self.unit.decls.is_prelude(decl.node) || !self.lambdas.set_returned(decl.node.id) {
                    return;
                }
                self.stack.parts(*id).unwrap_or_default().iter().for_each(|part| self.note_returned(part));
            }
            _ => {}
        }
    }
}

/// True if the source of a copy is a lambda expression, so that the copy is the only object.
pub(crate) fn is_fresh_lambda(source: &Node) -> bool {
    let source = strip(source);
    match (&*source.kind, source.inner.last()) {
        ("MaterializeTemporaryExpr", Some(inner)) => is_fresh_lambda(inner),
        (kind, _) => kind == "LambdaExpr",
    }
}

/// True if the call operator of a lambda is `mutable`.
fn calls_change(class: &Node) -> bool {
    class.inner.iter().any(|c| match &*c.kind {
        "CXXMethodDecl" if c.name.as_deref() == Some("operator()") => !is_const(c.ty.as_deref().unwrap_or("")),
        "FunctionTemplateDecl" => calls_change(c),
        _ => false,
    })
}
