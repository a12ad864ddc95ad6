//! Lambdas: captures by value are copied where the lambda stands, captures by reference stay the caller's names.
//!
//! All objects of one lambda expression and their copies share the values that were captured last. That is exact as
//! long as one object is in use at a time and copies hold the same values as the original: a lambda that a function
//! returned is not created again, and a lambda that changes its captures is not copied. Other uses are rejected.

use crate::ctx::Lowerer;
use crate::function_types::is_const;
use crate::values::Value;
use wp_clang::Node;
use wp_decls::{strip, strip_casts, CType, QType};

impl<'u> Lowerer<'u> {
    /// A lambda: captures by value are copied now, captures by reference stay the caller's names.
    pub(crate) fn lambda(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        let ty = self.ctype(node);
        let Some(class) = node.inner.iter().find(|c| &*c.kind == "CXXRecordDecl") else {
            return self.unsupported_value("lambda", &ty, span);
        };
        let fields: Vec<&'u Node> = class.inner.iter().filter(|c| &*c.kind == "FieldDecl").collect();
        let inits: Vec<&'u Node> = node
            .inner
            .iter()
            .filter(|c| &*c.kind != "CXXRecordDecl" && &*c.kind != "CompoundStmt" && !c.is_absent())
            .collect();
        node.inner.iter().for_each(|c| self.cover(c));
        let mut captures = Vec::new();
        for (field, init) in fields.iter().zip(&inits) {
            let by_reference = matches!(self.qtype(field).ty, CType::Reference(_));
            let source = strip_casts(init);
            let source = if &*source.kind == "CXXConstructExpr" {
                source.inner.first().map_or(source, strip_casts)
            } else {
                source
            };
            let Some(target) = source.referenced.as_ref().filter(|_| &*source.kind == "DeclRefExpr") else {
                if &*source.kind == "CXXThisExpr" {
                    return self.unsupported_value("lambda that captures `this`", &ty, span);
                }
                return self.unsupported_value("lambda with an initialised capture", &ty, span);
            };
            if !by_reference && self.shares_state(&self.qtype(field).ty) {
                return self.unsupported_value("lambda that captures a copy of a `mutable` one", &ty, span);
            }
            if !by_reference && self.has_copy_code(&self.qtype(field).ty) {
                return self.unsupported_value("lambda that captures an object with a copy constructor", &ty, span);
            }
            if let Some(place) = self.env.get(&target.id).cloned() {
                let place = if by_reference {
                    place
                } else {
                    let value = self.load(&place, span);
                    let q = QType::plain(value.ty.clone());
                    let copy = self.local(&target.name, &q, false, span);
                    self.store(&copy, &value, span);
                    copy
                };
                captures.push((target.id, place));
            }
        }
        // An object that a function returned may be in use, with the captures that it was made with.
        if self.returned.contains(&class.id) && !captures.is_empty() {
            return self.unsupported_value("lambda that is made again after a function returned it", &ty, span);
        }
        self.closures.insert(class.id, captures);
        Value { ty, leaves: Vec::new() }
    }

    /// Notes the lambdas that a function returns, alone or inside of other objects.
    pub(crate) fn note_returned(&mut self, ty: &CType) {
        match ty {
            CType::Array(inner, _) | CType::Reference(inner) | CType::Pointer(inner) => self.note_returned(&inner.ty),
            CType::Record(id) => {
                let decl = self.decls.record_decl(*id);
                // A class may point to itself.
                if self.decls.is_prelude(decl.node) || !self.returned.insert(decl.node.id) {
                    return;
                }
                self.parts(*id).unwrap_or_default().iter().for_each(|part| self.note_returned(part));
            }
            _ => {}
        }
    }

    /// True if objects of the type, which share their captures here, change them: each copy should have its own.
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

    /// True if the source of a copy is a lambda expression itself: there is no other object then.
    pub(crate) fn is_fresh_lambda(&self, source: &Node) -> bool {
        let source = strip(source);
        match (&*source.kind, source.inner.last()) {
            ("MaterializeTemporaryExpr", Some(inner)) => self.is_fresh_lambda(inner),
            (kind, _) => kind == "LambdaExpr",
        }
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
