//! Lambda expressions. A capture by value is a copy, made where the lambda expression is evaluated; a capture by
//! reference is another name of the variable.
//!
//! The captured values belong to the lambda expression, not to its objects: all objects of one expression and their
//! copies share the values that were captured last. This is exact while one object is in use at a time and copies have
//! the same captures as the original. So two uses are rejected: to evaluate the lambda expression again after a
//! function has returned an object of it, and to copy a lambda that changes its captures.

use crate::captures::{Capture, Captured};
use crate::function_types::is_const;
use crate::lowerer::Lowerer;
use crate::state::CallStack;
use crate::values::{CapturedObject, Captures, Place, Value};
use wp_base::Span;
use wp_clang::{DeclRef, Node};
use wp_decls::{strip, CType, QType};

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
        node.inner.iter().filter(|c| matches!(&*c.kind, "CXXRecordDecl" | "CompoundStmt")).for_each(|c| {
            self.stack.cover(c);
        });
        let Some(fields) = self.unit.captures(node, class) else {
            return self.ir.unsupported_value("lambda of which it is not clear what it captures", &ty, span);
        };
        if !fields.is_empty() && self.unit.layouts.is_reinterpreted(self.unit.decls, class.id) {
            return self.ir.unsupported_value("lambda of which the bytes are accessed", &ty, span);
        }
        let inits: Vec<&'u Node> = fields.iter().map(|capture| capture.init).collect();
        let captures = self.in_open_order(&inits, span, |s| {
            let mut captures = Captures::default();
            fields.iter().for_each(|field| s.capture(field, span, &mut captures));
            captures
        });
        // An object that a function returned may still be in use, with its earlier captures.
        if self.lambdas.was_returned(class.id) && !captures.is_empty() {
            return self.ir.unsupported_value("lambda that is made again after a function returned it", &ty, span);
        }
        self.lambdas.capture(class.id, captures);
        Value { ty, leaves: Vec::new() }
    }

    /// Evaluates a capture.
    fn capture(&mut self, capture: &Capture<'u>, span: Span, captures: &mut Captures) {
        let q = self.stack.qtype(capture.field);
        let by_reference = matches!(q.ty, CType::Reference(_));
        if !by_reference && self.stack.shares_state(&q.ty) {
            return self.ir.unsupported("lambda that captures a copy of a `mutable` one", span);
        }
        match capture.what {
            Captured::Value(variable) => {
                let place = self.initialised_capture(capture, &q, variable);
                captures.variables.extend(variable.map(|v| (v.id, place)));
            }
            _ if !by_reference && self.stack.has_copy_code(&q.ty) => {
                self.ir.unsupported("lambda that captures an object with a copy constructor", span);
            }
            Captured::This => {
                self.stack.cover(capture.init);
                let frame = self.stack.frame();
                let (this, function) = (frame.this.clone(), frame.function);
                let Some(place) = this else { return self.ir.unsupported("lambda that captures `this`", span) };
                let is_copy = !matches!(q.ty, CType::Pointer(_));
                let place = if is_copy { self.copy_of(&place, "%this", false, span) } else { place };
                captures.this = Some(CapturedObject { place, function });
            }
            Captured::Variable(variable) => {
                self.stack.cover(capture.init);
                let Some(place) = self.scope.place(variable.id).cloned() else { return };
                let in_memory = self.ir.storage().is_forced(variable.id);
                let place = if by_reference { place } else { self.copy_of(&place, &variable.name, in_memory, span) };
                self.ir.storage_mut().set_owner(variable.id, &place);
                captures.variables.push((variable.id, place));
            }
        }
    }

    /// A new object with the value of a place.
    fn copy_of(&mut self, place: &Place, name: &str, in_memory: bool, span: Span) -> Place {
        let value = self.ir.load(place, span);
        let copy = self.ir.local(name, &QType::plain(value.ty.clone()), in_memory, span);
        self.ir.store(&copy, &value, span);
        copy
    }

    /// The object or reference that an initialised capture declares.
    fn initialised_capture(&mut self, capture: &Capture<'u>, q: &QType, variable: Option<&DeclRef>) -> Place {
        let (init, span) = (capture.init, capture.init.span);
        if let CType::Reference(_) = q.ty {
            let place = self.place(init);
            let place = match variable {
                Some(v) => self.with_storage(v.id, init, place),
                None => place,
            };
            return self.ir.freeze_place(place, span);
        }
        let name = variable.map_or("%capture", |v| &v.name);
        let in_memory = variable.is_some_and(|v| self.ir.storage().is_forced(v.id));
        let place = self.ir.local(name, q, in_memory, span);
        variable.into_iter().for_each(|v| self.ir.storage_mut().set_owner(v.id, &place));
        self.initialise(&place, init);
        place
    }

    /// The captures of a lambda that is an argument of the kernel: arbitrary values, which all threads share.
    pub(crate) fn captures_of_argument(&mut self, name: &str, class: &'u Node, span: Span) {
        if !class.inner.iter().any(|c| &*c.kind == "FieldDecl") {
            return;
        }
        if self.lambdas.captures(class.id).is_some() {
            return self.ir.unsupported("lambda that is the value of two arguments of the kernel", span);
        }
        let expression = self.unit.decls.lambda_expression(class.id);
        let Some(fields) = expression.and_then(|node| self.unit.captures(node, class)) else {
            return self.ir.unsupported(
                "argument of the kernel that is a lambda, of which it is not clear what it captures",
                span,
            );
        };
        let mut captures = Captures::default();
        for Capture { field, what, .. } in fields {
            let q = self.stack.qtype(field);
            let variable = match what {
                Captured::Variable(variable) | Captured::Value(Some(variable)) => Some(variable),
                Captured::This | Captured::Value(None) => None,
            };
            let name = format!("{name}.{}", variable.map_or("this", |v| &v.name));
            if let CType::Reference(_) = q.ty {
                self.ir.unsupported("argument of the kernel that is a lambda with a captured reference", span);
            }
            if let CType::Record(id) = q.ty {
                let decl = self.unit.decls.record_decl(id);
                if decl.is_lambda {
                    self.captures_of_argument(&name, decl.node, span);
                }
            }
            let place = self.param_vars(&name, &q, span);
            let in_memory = variable.is_some_and(|v| self.ir.storage().is_forced(v.id));
            let in_memory = in_memory || !self.unit.splittable(&q.ty);
            let place = if in_memory { self.copy_of(&place, &name, true, span) } else { place };
            if !calls_change(class) {
                self.ir.never_reassigned(&place);
            }
            match (what, variable) {
                (Captured::This, _) if matches!(q.ty, CType::Pointer(_)) => {
                    let pointer = self.ir.load(&place, span);
                    let ptr = self.ir.only(&pointer, span);
                    let place = self.ir.deref(ptr, &pointer.ty);
                    captures.this = Some(CapturedObject { place, function: class.id });
                }
                (Captured::This, _) => captures.this = Some(CapturedObject { place, function: class.id }),
                (_, Some(variable)) => {
                    self.ir.storage_mut().set_owner(variable.id, &place);
                    captures.variables.push((variable.id, place));
                }
                _ => {}
            }
        }
        self.lambdas.capture(class.id, captures);
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
