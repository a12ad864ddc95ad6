//! Built-in operators: arithmetic, comparison, assignment and increments, on scalars, pointers and vectors. Exact.

use crate::builder::Builder;
use crate::exprs::{common_type, promoted};
use crate::lowerer::Lowerer;
use crate::scan::has_unsequenced_store;
use crate::source::Unit;
use crate::values::{Place, Value};
use wp_base::Span;
use wp_clang::Node;
use wp_decls::{same_expression, strip, CType};
use wp_kir::{BinOp, ExprId, ExprKind, Type, UnOp};

impl Unit<'_> {
    /// True if the operands of an operator are evaluated from left to right, or if the order does not matter because
    /// the operator is commutative and both operands are the same expression.
    pub(crate) fn is_ordered(&self, op: &str, a: &Node, b: &Node) -> bool {
        let commutes = matches!(op, "+" | "*" | "&" | "|" | "^" | "==" | "!=");
        self.cuda && matches!(op, "<<" | ">>") || commutes && same_expression(a, b)
    }
}

impl Builder<'_> {
    /// A truth value converted to the type of a comparison (`bool` or `int`).
    pub(crate) fn value_of_truth(&mut self, e: ExprId, ty: CType, span: Span) -> Value {
        let leaf = match ty.scalar() {
            Some(t) => self.convert(e, t, span),
            None => e,
        };
        Value { ty, leaves: vec![leaf] }
    }

    /// A value with the type `to`. A scalar for a vector is converted and copied to every component; any other value
    /// keeps its leaves.
    pub(crate) fn shape(&mut self, value: Value, to: &CType, span: Span) -> Value {
        match (to, value.leaves.len()) {
            (CType::Vector(elem, n), 1) if *n > 1 => {
                let e = self.convert(value.leaves[0], *elem, span);
                Value { ty: to.clone(), leaves: vec![e; *n as usize] }
            }
            _ => Value { ty: to.clone(), leaves: value.leaves },
        }
    }

    /// An operand for an operation on a value of type `to`: a scalar becomes a vector if `to` is one.
    pub(crate) fn shape_operand(&mut self, value: Value, to: &CType, span: Span) -> Value {
        match to {
            CType::Vector(..) => self.shape(value, to, span),
            _ => value,
        }
    }

    /// `pointer + index`, or `pointer - index` if `minus`.
    pub(crate) fn pointer_step(&mut self, pointer: &Value, index: ExprId, minus: bool, span: Span) -> Value {
        let size = match pointer.ty.pointee() {
            Some(q) => {
                let ty = q.ty.clone();
                self.size_of(&ty, span)
            }
            None => 1,
        };
        let wide = self.convert(index, Type::I64, span);
        let wide = if minus { self.un(UnOp::Neg, wide, span) } else { wide };
        let ptr = self.only(pointer, span);
        let e = self.ptr_index(ptr, wide, size, span);
        Value { ty: pointer.ty.clone(), leaves: vec![e] }
    }

    /// One arithmetic operator on two scalars; the operands have equal types, except for shifts.
    pub(crate) fn arithmetic(&mut self, op: &str, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let ty = self.ty(a);
        let op = match op {
            "+" => BinOp::Add,
            "-" => BinOp::Sub,
            "*" => BinOp::Mul,
            "/" => BinOp::Div,
            "%" => BinOp::Rem,
            "&" => BinOp::And,
            "|" => BinOp::Or,
            "^" => BinOp::Xor,
            "<<" | ">>" => {
                let op = if op == "<<" { BinOp::Shl } else { BinOp::Shr };
                // OpenCL C takes the amount modulo the width; elsewhere a larger amount is undefined.
                let b = if self.unit.cuda
                    || self.const_int(b).is_some_and(|v| (0..i128::from(ty.size() * 8)).contains(&v))
                {
                    b
                } else {
                    let at = self.ty(b);
                    let mask = self.int(i128::from(ty.size() * 8 - 1), at, span);
                    self.bin(BinOp::And, b, mask, span)
                };
                return self.bin(op, a, b, span);
            }
            _ => {
                self.unsupported(format!("operator `{op}`"), span);
                return a;
            }
        };
        if ty == Type::Bool && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem) {
            self.unsupported("arithmetic on truth values", span);
            return a;
        }
        let result = self.bin(op, a, b, span);
        if matches!(op, BinOp::Div | BinOp::Rem) && !self.in_specification() {
            self.note_executed_division(result);
        }
        result
    }

    /// One comparison of two scalars of equal types.
    pub(crate) fn compare(&mut self, op: &str, a: ExprId, b: ExprId, span: Span) -> ExprId {
        match op {
            "<" => self.bin(BinOp::Lt, a, b, span),
            ">" => self.bin(BinOp::Lt, b, a, span),
            "<=" => self.bin(BinOp::Le, a, b, span),
            ">=" => self.bin(BinOp::Le, b, a, span),
            "==" => self.bin(BinOp::Eq, a, b, span),
            _ => self.bin(BinOp::Ne, a, b, span),
        }
    }

    /// Converts two operands to one type. Clang has done this except for enumerations of different types, and for
    /// pointers and integers.
    pub(crate) fn same_type(&mut self, x: ExprId, y: ExprId, span: Span) -> (ExprId, ExprId) {
        let (a, b) = (self.ty(x), self.ty(y));
        if a == b {
            return (x, y);
        }
        if a == Type::Ptr {
            return (x, self.convert(y, a, span));
        }
        if b == Type::Ptr {
            return (self.convert(x, b, span), y);
        }
        let to = common_type(a, b);
        (self.convert(x, to, span), self.convert(y, to, span))
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn unary(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        let ty = self.stack.ctype(node);
        let Some(inner) = node.inner.first() else {
            return self.ir.unsupported_value("unary operator", &ty, span);
        };
        match node.opcode.as_deref().unwrap_or("") {
            "+" | "__extension__" => self.expr(inner),
            // The real part of a real number is the number itself. Complex numbers are rejected.
            "__real" if self.stack.ctype(inner) == ty => self.expr(inner),
            "-" => self.map_unary(inner, UnOp::Neg, span),
            "~" => self.map_unary(inner, UnOp::BitNot, span),
            "!" => {
                let value = self.expr(inner);
                if let CType::Vector(elem, _) = ty {
                    let mut leaves = Vec::new();
                    for &e in &value.leaves {
                        let truth = self.ir.truth(e, span);
                        let not = self.ir.not(truth, span);
                        leaves.push(self.ir.mask(not, elem, span));
                    }
                    return Value { ty, leaves };
                }
                let e = self.ir.only(&value, span);
                let truth = self.ir.truth(e, span);
                let not = self.ir.not(truth, span);
                self.ir.value_of_truth(not, ty, span)
            }
            "*" => {
                let place = self.place(node);
                self.ir.load(&place, span)
            }
            "&" => {
                let operand = strip(inner);
                if &*operand.kind == "DeclRefExpr" && matches!(self.stack.ctype(operand), CType::Function) {
                    return self.expr(operand);
                }
                let place = self.place(inner);
                let ptr = self.address_of(inner, &place, span);
                Value { ty, leaves: vec![ptr] }
            }
            "++" | "--" => self.increment_or_decrement(node, true).1,
            op => self.ir.unsupported_value(format!("operator `{op}`"), &ty, span),
        }
    }

    /// Applies a unary operator to each leaf of an operand.
    pub(crate) fn map_unary(&mut self, inner: &'u Node, op: UnOp, span: Span) -> Value {
        let value = self.expr(inner);
        let leaves = value.leaves.iter().map(|&e| self.ir.un(op, e, span)).collect();
        Value { ty: value.ty, leaves }
    }

    /// Lowers `++` or `--`, and returns the place and the value of the expression.
    pub(crate) fn increment_or_decrement(&mut self, node: &'u Node, need_value: bool) -> (Place, Value) {
        let span = node.span;
        self.note_effect(node);
        // A store to memory changes no variable, so the address stays valid between the load and the store.
        let place = self.place(&node.inner[0]);
        let old = self.ir.load(&place, span);
        let postfix = node.flag("isPostfix");
        let old = if postfix && need_value { self.ir.freeze_value(old, span) } else { old };
        let decrement = node.opcode.as_deref() == Some("--");
        let new = match old.ty.clone() {
            CType::Pointer(q) => {
                let size = i128::from(self.ir.size_of(&q.ty, span));
                let delta = self.ir.int(if decrement { -size } else { size }, Type::I64, span);
                let e = self.ir.only(&old, span);
                let e = self.ir.ptr_add(e, delta, span);
                Value { ty: old.ty.clone(), leaves: vec![e] }
            }
            _ => {
                let mut leaves = Vec::new();
                for &e in &old.leaves {
                    let ty = self.ir.ty(e);
                    let one = match ty {
                        Type::Float { .. } => self.ir.float(1.0, ty, span),
                        // Narrow integers are promoted to int, stepped and cut again: the same value modulo 2^bits.
                        Type::Int { bits, .. } if bits < 32 => self.ir.int(1, Type::I32, span),
                        Type::Bool => self.ir.int(1, Type::I32, span),
                        _ => self.ir.int(1, ty, span),
                    };
                    let wide = self.ir.ty(one);
                    let x = self.ir.convert(e, wide, span);
                    let sum = self.ir.bin(if decrement { BinOp::Sub } else { BinOp::Add }, x, one, span);
                    leaves.push(self.ir.convert(sum, ty, span));
                }
                Value { ty: old.ty.clone(), leaves }
            }
        };
        self.ir.store(&place, &new, span);
        let result = if postfix {
            old
        } else if need_value {
            match &place {
                Place::Vars { .. } | Place::Bits { .. } => self.ir.load(&place, span),
                _ => new,
            }
        } else {
            new
        };
        (place, result)
    }

    /// Lowers `a = b`, and returns the place and the value of the expression.
    pub(crate) fn assignment(&mut self, node: &'u Node) -> (Place, Value) {
        let span = node.span;
        let (lhs, rhs) = (&node.inner[0], &node.inner[1]);
        self.note_effect(node);
        let sides = |s: &mut Self| {
            let value = s.expr(rhs);
            let value = if s.effects(lhs) { s.ir.freeze_value(value, span) } else { value };
            let place = s.place(lhs);
            let value = s.ir.shape(value, &place.ty(), span);
            (place, value)
        };
        // In C, the store precedes or follows the stores in the sides.
        if !self.unit.cuda && (has_unsequenced_store(lhs, false) || has_unsequenced_store(rhs, true)) {
            let (place, value) = self.in_open_order(&[lhs, rhs, node], span, |s| {
                s.ir.mark_store(node);
                let (place, value) = sides(s);
                s.as_operand(node, |s| s.ir.store(&place, &value, span));
                (place, value)
            });
            return self.assigned(place, value, span);
        }
        let (place, value) = self.in_order_of_sides(lhs, rhs, span, sides);
        self.ir.store(&place, &value, span);
        self.assigned(place, value, span)
    }

    /// The place and the value of an assignment whose value is stored.
    fn assigned(&mut self, place: Place, value: Value, span: Span) -> (Place, Value) {
        let result = match &place {
            Place::Vars { .. } | Place::Bits { .. } => self.ir.load(&place, span),
            _ => value,
        };
        (place, result)
    }

    /// Lowers the sides of an assignment: C++17 evaluates the right side first; in C the order is unspecified.
    fn in_order_of_sides<R>(
        &mut self,
        lhs: &'u Node,
        rhs: &'u Node,
        span: Span,
        lower: impl FnOnce(&mut Self) -> R,
    ) -> R {
        match self.unit.cuda {
            true => lower(self),
            false => self.in_open_order(&[lhs, rhs], span, lower),
        }
    }

    /// Lowers `a += b` and the like, and returns the place and the value of the expression.
    pub(crate) fn compound_assign(&mut self, node: &'u Node) -> (Place, Value) {
        let span = node.span;
        let (lhs, rhs) = (&node.inner[0], &node.inner[1]);
        self.note_effect(node);
        let op = node.opcode.as_deref().unwrap_or("").trim_end_matches('=').to_owned();
        let (place, left, right) = self.in_order_of_sides(lhs, rhs, span, |s| {
            let right = s.expr(rhs);
            let right = if s.effects(lhs) { s.ir.freeze_value(right, span) } else { right };
            let (place, left) = s.as_operand(lhs, |s| {
                let place = s.place(lhs);
                let left = s.ir.load(&place, span);
                (place, left)
            });
            (place, left, right)
        });
        let value = match left.ty.clone() {
            CType::Pointer(_) => {
                let r = self.ir.only(&right, span);
                self.ir.pointer_step(&left, r, op == "-", span)
            }
            to => {
                let right = self.ir.shape_operand(right, &to, span);
                if left.leaves.len() != right.leaves.len() {
                    self.ir.unsupported_value("compound assignment of different shapes", &to, span)
                } else {
                    let mut leaves = Vec::new();
                    for (&x, &y) in left.leaves.iter().zip(&right.leaves) {
                        let ty = self.ir.ty(x);
                        let own = match &place {
                            Place::Bits { field, .. } => field.promoted(ty),
                            _ => ty,
                        };
                        // Clang has converted the right side to the type of the computation, except for shifts.
                        let work =
                            if op == "<<" || op == ">>" { promoted(own) } else { common_type(own, self.ir.ty(y)) };
                        let work = if matches!(to, CType::Vector(..)) { ty } else { work };
                        let a = self.ir.convert(x, work, span);
                        let b = if op == "<<" || op == ">>" { y } else { self.ir.convert(y, work, span) };
                        let e = self.ir.arithmetic(&op, a, b, span);
                        leaves.push(self.ir.convert(e, ty, span));
                    }
                    Value { ty: to, leaves }
                }
            }
        };
        self.ir.store(&place, &value, span);
        self.assigned(place, value, span)
    }

    pub(crate) fn binary(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        let ty = self.stack.ctype(node);
        let (Some(a), Some(b)) = (node.inner.first(), node.inner.get(1)) else {
            return self.ir.unsupported_value("binary operator", &ty, span);
        };
        let op = node.opcode.as_deref().unwrap_or("");
        match op {
            "=" => self.assignment(node).1,
            "," => {
                self.discard(a);
                self.expr(b)
            }
            "&&" | "||" => self.short_circuit(a, b, op == "&&", ty, span),
            "<" | ">" | "<=" | ">=" | "==" | "!=" => {
                let (x, y) = self.operands(a, b, self.unit.is_ordered(op, a, b));
                if let CType::Vector(elem, _) = ty {
                    let mut leaves = Vec::new();
                    for (&x, &y) in x.leaves.iter().zip(&y.leaves) {
                        let c = self.ir.compare(op, x, y, span);
                        leaves.push(self.ir.mask(c, elem, span));
                    }
                    return Value { ty, leaves };
                }
                let (x, y) = (self.ir.only(&x, span), self.ir.only(&y, span));
                let (x, y) = self.ir.same_type(x, y, span);
                let c = self.ir.compare(op, x, y, span);
                self.ir.value_of_truth(c, ty, span)
            }
            _ => {
                let (x, y) = self.operands(a, b, self.unit.is_ordered(op, a, b));
                match (&x.ty, &y.ty, op) {
                    (CType::Pointer(p), CType::Pointer(_), "-") => {
                        let size = self.ir.size_of(&p.ty.clone(), span);
                        let (x, y) = (self.ir.only(&x, span), self.ir.only(&y, span));
                        let diff = self.ir.expr(ExprKind::PtrDiff(x, y), Type::I64, span);
                        let size = self.ir.int(i128::from(size.max(1)), Type::I64, span);
                        let e = self.ir.bin(BinOp::Div, diff, size, span);
                        let e = match ty.scalar() {
                            Some(t) => self.ir.convert(e, t, span),
                            None => e,
                        };
                        Value { ty, leaves: vec![e] }
                    }
                    (CType::Pointer(_), _, "+" | "-") => {
                        let i = self.ir.only(&y, span);
                        self.ir.pointer_step(&x, i, op == "-", span)
                    }
                    (_, CType::Pointer(_), "+") => {
                        let i = self.ir.only(&x, span);
                        self.ir.pointer_step(&y, i, false, span)
                    }
                    _ => {
                        let (x, y) = match &ty {
                            CType::Vector(..) => (self.ir.shape(x, &ty, span), self.ir.shape(y, &ty, span)),
                            _ => (x, y),
                        };
                        if x.leaves.len() != y.leaves.len() {
                            return self.ir.unsupported_value(
                                format!("operator `{op}` on different shapes"),
                                &ty,
                                span,
                            );
                        }
                        let mut leaves = Vec::new();
                        for (&x, &y) in x.leaves.iter().zip(&y.leaves) {
                            let (x, y) = if op == "<<" || op == ">>" { (x, y) } else { self.ir.same_type(x, y, span) };
                            leaves.push(self.ir.arithmetic(op, x, y, span));
                        }
                        Value { ty, leaves }
                    }
                }
            }
        }
    }
}
