//! Lvalue expressions: names, members, elements, dereferences, temporaries. Exact.

use crate::builder::Builder;
use crate::lowerer::Lowerer;
use crate::state::CallStack;
use crate::values::{Place, Value};
use std::rc::Rc;
use wp_base::Span;
use wp_clang::Node;
use wp_decls::{address_operand, strip, CType, QType};
use wp_kir::{BinOp, ExprId, Type};

impl Builder<'_> {
    /// The component `i` of a vector of `n` components. If `i` is no constant and the vector has no address, it is a
    /// value.
    pub(crate) fn dynamic_lane(&mut self, vector: &Place, elem: Type, n: u32, i: ExprId, span: Span) -> Place {
        if let Some(v) = self.const_int(i) {
            return self.lane(vector, v.clamp(0, i128::from(u32::MAX)) as u32, span);
        }
        if let Place::Mem { ptr, volatile, .. } = vector {
            let ptr = self.ptr_index(*ptr, i, elem.size(), span);
            return Place::Mem { ptr, ty: CType::Scalar(elem), volatile: *volatile };
        }
        let value = self.load(vector, span);
        let mut out = self.zero(elem, span);
        for (lane, &e) in value.leaves.iter().enumerate().take(n as usize).rev() {
            let ty = self.ty(i);
            let k = self.int(lane as i128, ty, span);
            let is = self.bin(BinOp::Eq, i, k, span);
            out = self.select(is, e, out, span);
        }
        Place::Value(Value { ty: CType::Scalar(elem), leaves: vec![out] })
    }
}

impl CallStack<'_> {
    /// Makes the accesses of a place volatile if the type of the expression is.
    pub(crate) fn note_volatile(&mut self, place: &mut Place, node: &Node) {
        if let Place::Mem { volatile, .. } | Place::Bits { volatile, .. } = place {
            *volatile |= self.qtype(node).is_volatile;
        }
    }
}

impl<'u> Lowerer<'u> {
    /// The place of an lvalue expression. For any other expression, it is a place without storage that has the value.
    pub(crate) fn place(&mut self, node: &'u Node) -> Place {
        self.as_operand(node, |s| s.designated(node))
    }

    fn designated(&mut self, node: &'u Node) -> Place {
        let span = node.span;
        self.stack.visit(node);
        match &*node.kind {
            "ParenExpr"
            | "ExprWithCleanups"
            | "ConstantExpr"
            | "SubstNonTypeTemplateParmExpr"
            | "CXXDefaultArgExpr" => match node.inner.last() {
                Some(inner) => self.place(inner),
                None => Place::Value(self.ir.unsupported_value(node.kind.clone(), &self.stack.ctype(node), span)),
            },
            "GenericSelectionExpr" | "ChooseExpr" => match self.stack.visit_selected_operand(node) {
                Some(inner) => self.place(inner),
                None => Place::Value(self.ir.unsupported_value(node.kind.clone(), &self.stack.ctype(node), span)),
            },
            "CXXBindTemporaryExpr" if node.inner.len() == 1 => {
                self.forbid_destructor(node);
                self.place(&node.inner[0])
            }
            "DeclRefExpr" => self.name(node),
            "MemberExpr" => self.member(node),
            "ArraySubscriptExpr" => self.subscript(node),
            "ExtVectorElementExpr" => self.vector_element(node),
            "UnaryOperator" => match node.opcode.as_deref() {
                Some("*") => {
                    let inner = &node.inner[0];
                    if &*strip(inner).kind == "CXXThisExpr" {
                        if let Some(this) = self.stack.frame().this.clone() {
                            self.stack.cover(inner);
                            return this;
                        }
                    }
                    // `*&x` is `x`.
                    if let Some(operand) = address_operand(inner) {
                        self.stack.visit(strip(inner));
                        return self.place(operand);
                    }
                    if self.stack.ctype(node) == CType::Function {
                        let ty = CType::pointer_to(CType::Function);
                        return Place::Value(self.ir.unsupported_value(
                            "reference to the function behind a pointer",
                            &ty,
                            span,
                        ));
                    }
                    let pointer = self.expr(inner);
                    let ptr = self.ir.only(&pointer, span);
                    let mut place = self.ir.deref(ptr, &pointer.ty);
                    self.stack.note_volatile(&mut place, node);
                    place
                }
                Some("++" | "--") if !node.flag("isPostfix") => self.increment_or_decrement(node, true).0,
                Some("__extension__" | "__real") => self.place(&node.inner[0]),
                _ => Place::Value(self.expr(node)),
            },
            "BinaryOperator" => match node.opcode.as_deref() {
                Some("=") => self.assignment(node).0,
                Some(",") if node.inner.len() == 2 => {
                    self.discard(&node.inner[0]);
                    self.place(&node.inner[1])
                }
                _ => Place::Value(self.expr(node)),
            },
            "CompoundAssignOperator" => self.compound_assign(node).0,
            "ImplicitCastExpr"
            | "CStyleCastExpr"
            | "CXXStaticCastExpr"
            | "CXXReinterpretCastExpr"
            | "CXXConstCastExpr"
            | "CXXFunctionalCastExpr"
            | "CXXAddrspaceCastExpr" => self.cast_place(node),
            "MaterializeTemporaryExpr" => {
                let ty = self.stack.qtype(node).referent().clone();
                match node.inner.last() {
                    Some(inner) => {
                        if !self.unit.splittable(&ty.ty) {
                            let place = self.ir.local("%tmp", &ty, true, span);
                            self.initialise(&place, inner);
                            return place;
                        }
                        match self.place(inner) {
                            // An rvalue reference may change it.
                            Place::Value(v) if node.flag("xvalue") && !ty.is_const => {
                                let place = self.ir.local("%tmp", &ty, false, span);
                                self.ir.store(&place, &v, span);
                                place
                            }
                            Place::Value(v) => self.ir.temporary(v, span),
                            place => place,
                        }
                    }
                    None => Place::Value(self.ir.unsupported_value("temporary", &ty.ty, span)),
                }
            }
            "CompoundLiteralExpr" => {
                let ty = self.stack.qtype(node).referent().clone();
                match node.inner.last() {
                    Some(init) if self.unit.splittable(&ty.ty) => {
                        let v = self.init_value(init, &ty.ty);
                        self.ir.temporary(v, span)
                    }
                    Some(init) => {
                        let place = self.ir.local("%literal", &ty, true, span);
                        self.initialise(&place, init);
                        place
                    }
                    None => Place::Value(self.ir.unsupported_value("compound literal", &ty.ty, span)),
                }
            }
            "ConditionalOperator" if node.flag("lvalue") && node.inner.len() == 3 && !self.ir.in_specification() => {
                self.conditional_place(node)
            }
            "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" => self.call_place(node),
            "StringLiteral" | "PredefinedExpr" => self.string_literal(node),
            _ => Place::Value(self.expr(node)),
        }
    }

    pub(crate) fn member(&mut self, node: &'u Node) -> Place {
        let span = node.span;
        let name = node.name.as_deref().unwrap_or("");
        let Some(base) = node.inner.first() else {
            return Place::Value(self.ir.unsupported_value("member without object", &self.stack.ctype(node), span));
        };
        // Static members and member enumerators.
        if let Some(target) = &node.referenced {
            if let Some(function) = self.unit.decls.static_function(target) {
                self.discard(base);
                return Place::Function(Rc::new(function));
            }
            if let Some(decl) = self.unit.decls.declared_variable(target.id) {
                // The object expression is evaluated, although only its class determines the member.
                if &*strip(base).kind == "CXXThisExpr" {
                    self.stack.cover(base);
                } else {
                    self.discard(base);
                }
                return self.variable_by_decl(decl, span);
            }
            if let Some(v) = self
                .unit
                .decls
                .enumerator(target)
                .filter(|_| target.kind.is_empty() && self.stack.ctype(node).scalar().is_some())
            {
                if self.unit.decls.node(target.id).is_none() && &*node.kind == "DeclRefExpr" {
                    return Place::Value(self.ir.scalar_value(CType::Scalar(Type::I32), |s| s.int(v, Type::I32, span)));
                }
            }
        }
        let object = if node.flag("isArrow") {
            let this = if &*strip(base).kind == "CXXThisExpr" { self.stack.frame().this.clone() } else { None };
            if this.is_some() {
                self.stack.cover(base);
            }
            this.unwrap_or_else(|| match address_operand(base) {
                Some(operand) => {
                    self.stack.visit(strip(base));
                    self.place(operand)
                }
                None => {
                    let pointer = self.expr(base);
                    let ptr = self.ir.only(&pointer, span);
                    self.ir.deref(ptr, &pointer.ty)
                }
            })
        } else {
            if let Some(value) = self.builtin_member(base, name, span) {
                return value;
            }
            self.place(base)
        };
        let id = node.referenced.as_ref().map(|r| r.id);
        let mut place = self.ir.field(&object, id, name, span);
        self.stack.note_volatile(&mut place, node);
        place
    }

    pub(crate) fn subscript(&mut self, node: &'u Node) -> Place {
        let span = node.span;
        let (Some(a), Some(b)) = (node.inner.first(), node.inner.get(1)) else {
            return Place::Value(self.ir.unsupported_value("subscript", &self.stack.ctype(node), span));
        };
        // `2[a]` is legal C.
        let is_pointer =
            |s: &Self, n: &Node| matches!(s.stack.ctype(n), CType::Pointer(_) | CType::Array(..) | CType::Vector(..));
        let (base, index) = if is_pointer(self, a) || !is_pointer(self, b) { (a, b) } else { (b, a) };
        let base_ty = self.stack.ctype(base);
        if let CType::Vector(elem, n) = base_ty {
            let vector = self.place(base);
            let i = self.scalar(index);
            return self.ir.dynamic_lane(&vector, elem, n, i, span);
        }
        // C++17 evaluates the left operand first.
        let (pointer, i) = self.operands(base, index, self.unit.cuda && std::ptr::eq(base, a));
        let ptr = self.ir.only(&pointer, span);
        let i = self.ir.only(&i, span);
        let elem = match pointer.ty.pointee() {
            Some(q) => q.clone(),
            None => QType::plain(CType::Unknown("subscripted value".into())),
        };
        let size = self.ir.size_of(&elem.ty, span);
        let at = self.ir.ptr_index(ptr, i, size, span);
        let mut place = self.ir.deref(at, &pointer.ty);
        self.stack.note_volatile(&mut place, node);
        place
    }
}
