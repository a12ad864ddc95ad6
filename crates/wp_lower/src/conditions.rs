//! `&&`, `||` and `?:`, as values and as lvalues.
//!
//! A side that needs statements is computed in a branch of an `if`. A side that is pure, and whose evaluation is always
//! defined, becomes a plain operand.

use crate::builder::{Blocks, Builder};
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::{Place, Value};
use wp_base::{Id, Span};
use wp_clang::{Node, NodeId};
use wp_decls::CType;
use wp_kir::{BinOp, Block, ExprId, StmtKind, Type, Unknown};

impl Builder<'_> {
    /// In specifications both sides of a condition are evaluated. If a side changes a variable of the function, a
    /// `Havoc` is emitted, so that the condition counts as not modelled.
    fn conditional_effects(&mut self, block: &Block, first_new: usize, span: Span) {
        if self.in_specification() && assigns_below(block, first_new) {
            let var = self.temp(Type::Bool, span);
            self.emit(
                StmtKind::Havoc {
                    var,
                    reason: "effect under a condition in a specification".into(),
                    unknown: Unknown::Behaviour,
                },
                span,
            );
        }
    }

    /// `x && y` or `x || y` where `block` computes what `y` needs.
    pub(crate) fn join_condition(&mut self, x: ExprId, y: ExprId, mut block: Block, and: bool, span: Span) -> ExprId {
        let op = if and { BinOp::And } else { BinOp::Or };
        if self.const_int(x).is_some() {
            // The left side is a constant that does not decide, so the right side is always evaluated.
            self.append(block);
            return self.bin(op, x, y, span);
        }
        if self.in_specification() {
            self.append(block);
            return self.bin(op, x, y, span);
        }
        if block.is_empty() && !self.may_trap(y) {
            return self.bin(op, x, y, span);
        }
        let x = self.freeze_expr(x, span);
        let result = self.unnamed_var(Type::Bool, span);
        self.emit(StmtKind::Assign { var: result, value: x }, span);
        let ((), mut then_block) = self.in_block(|s| s.assign(result, y, span));
        block.append(&mut then_block);
        let (then_block, else_block) = if and { (block, Vec::new()) } else { (Vec::new(), block) };
        self.emit(StmtKind::If { cond: x, then_block, else_block }, span);
        self.read(result, span)
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn short_circuit(&mut self, a: &'u Node, b: &'u Node, and: bool, ty: CType, span: Span) -> Value {
        if let CType::Vector(elem, _) = ty {
            let (x, y) = self.operands(a, b, false);
            let mut leaves = Vec::new();
            for (&x, &y) in x.leaves.iter().zip(&y.leaves) {
                let (x, y) = (self.ir.truth(x, span), self.ir.truth(y, span));
                let c = self.ir.bin(if and { BinOp::And } else { BinOp::Or }, x, y, span);
                leaves.push(self.ir.mask(c, elem, span));
            }
            return Value { ty, leaves };
        }
        let x = self.condition(a);
        if let Some(v) = self.ir.const_int(x) {
            // The right side is not evaluated when the left side decides.
            if (v != 0) != and {
                self.exclude(b);
                return self.ir.value_of_truth(x, ty, span);
            }
        }
        let first_new = self.ir.kernel().vars.len();
        let (y, block) = self.in_block(|s| s.condition(b));
        self.ir.conditional_effects(&block, first_new, span);
        let result = self.ir.join_condition(x, y, block, and, span);
        self.ir.value_of_truth(result, ty, span)
    }

    pub(crate) fn conditional(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        let ty = self.stack.ctype(node);
        let [c, a, b] = node.inner.as_slice() else {
            return self.ir.unsupported_value("conditional operator", &ty, span);
        };
        self.choice(c, a, b, ty, span)
    }

    fn choice(&mut self, c: &'u Node, a: &'u Node, b: &'u Node, ty: CType, span: Span) -> Value {
        if let CType::Vector(elem, n) = self.stack.ctype(c) {
            // OpenCL: componentwise by the most significant bit.
            let mask = self.expr(c);
            let (x, y) = self.operands(a, b, false);
            let (x, y) = (self.ir.shape(x, &ty, span), self.ir.shape(y, &ty, span));
            let mut leaves = Vec::new();
            for i in 0..(n as usize).min(mask.leaves.len()).min(x.leaves.len()).min(y.leaves.len()) {
                let bit = self.ir.sign_bit(mask.leaves[i], elem, span);
                leaves.push(self.ir.select(bit, x.leaves[i], y.leaves[i], span));
            }
            return Value { ty, leaves };
        }
        let cond = self.condition(c);
        match self.ir.const_int(cond) {
            Some(0) => {
                self.exclude(a);
                return self.expr(b);
            }
            Some(_) => {
                self.exclude(b);
                return self.expr(a);
            }
            None => {}
        }
        let first_new = self.ir.kernel().vars.len();
        let (x, then_block) = self.in_block(|s| s.expr(a));
        let (y, else_block) = self.in_block(|s| s.expr(b));
        self.ir.conditional_effects(&then_block, first_new, span);
        self.ir.conditional_effects(&else_block, first_new, span);
        if matches!(ty, CType::Void) {
            self.ir.emit(StmtKind::If { cond, then_block, else_block }, span);
            return Value { ty, leaves: Vec::new() };
        }
        let shapes = x.leaves.len() == y.leaves.len();
        let (mut then_block, mut else_block) = (then_block, else_block);
        if self.ir.in_specification() {
            self.ir.append(std::mem::take(&mut then_block));
            self.ir.append(std::mem::take(&mut else_block));
        }
        let pure = then_block.is_empty()
            && else_block.is_empty()
            && (self.ir.in_specification() || !x.leaves.iter().chain(&y.leaves).any(|&e| self.ir.may_trap(e)));
        if pure && shapes {
            let mut leaves = Vec::new();
            for (&x, &y) in x.leaves.iter().zip(&y.leaves) {
                let (x, y) = self.ir.same_type(x, y, span);
                leaves.push(self.ir.select(cond, x, y, span));
            }
            return Value { ty, leaves };
        }
        let vars = self.ir.split_vars("%c", &ty, span);
        if !shapes || vars.len() != x.leaves.len() {
            return self.ir.unsupported_value("conditional operator on different shapes", &ty, span);
        }
        let place = Place::Vars { vars, ty };
        let ((), tail) = self.in_block(|s| s.ir.store(&place, &x, span));
        let then_block = then_block.into_iter().chain(tail).collect();
        let ((), tail) = self.in_block(|s| s.ir.store(&place, &y, span));
        let else_block = else_block.into_iter().chain(tail).collect();
        self.ir.emit(StmtKind::If { cond, then_block, else_block }, span);
        self.ir.load(&place, span)
    }

    /// `a ?: b`: the first operand is evaluated once. In the condition and in the value, Clang has an `OpaqueValueExpr`
    /// for it.
    pub(crate) fn binary_conditional(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        let ty = self.stack.ctype(node);
        let [common, c, a, b] = node.inner.as_slice() else {
            return self.ir.unsupported_value("conditional operator", &ty, span);
        };
        let mut named = Vec::new();
        opaque_values(c, &mut named);
        opaque_values(a, &mut named);
        let value = self.expr(common);
        let value = self.ir.freeze_value(value, span);
        self.scope.set_opaque(named, &value);
        self.choice(c, a, b, ty, span)
    }

    /// `c ? a : b` as an lvalue.
    pub(crate) fn conditional_place(&mut self, node: &'u Node) -> Place {
        let span = node.span;
        let cond = self.condition(&node.inner[0]);
        match self.ir.const_int(cond) {
            Some(0) => {
                self.exclude(&node.inner[1]);
                return self.place(&node.inner[2]);
            }
            Some(_) => {
                self.exclude(&node.inner[2]);
                return self.place(&node.inner[1]);
            }
            None => {}
        }
        let (x, then_block) = self.in_block(|s| s.place(&node.inner[1]));
        let (y, else_block) = self.in_block(|s| s.place(&node.inner[2]));
        let names = [&node.inner[1], &node.inner[2]];
        self.chosen_place(cond, names, [(x, then_block), (y, else_block)], span)
    }

    /// The argument that a call of `std::min` or `std::max` of scalars refers to.
    pub(crate) fn min_max_place(&mut self, call: &Call<'u>) -> Option<Place> {
        let (a, b) = match call.args.as_slice() {
            [a, b] if call.object.is_none() && call.ty.scalar().is_some() => (*a, *b),
            _ => return None,
        };
        let span = call.span;
        let (x, y) = (self.place(a), self.place(b));
        let (x, y) = (self.ir.freeze_place(x, span), self.ir.freeze_place(y, span));
        let (u, v) = (self.ir.load(&x, span), self.ir.load(&y, span));
        let (u, v) = (self.ir.only(&u, span), self.ir.only(&v, span));
        let second =
            if call.name == "min" { self.ir.bin(BinOp::Lt, v, u, span) } else { self.ir.bin(BinOp::Lt, u, v, span) };
        let second = self.ir.freeze_expr(second, span);
        Some(self.chosen_place(second, [b, a], [(y, Block::new()), (x, Block::new())], span))
    }

    /// The value of `std::min` or `std::max` of floats, or of `std::clamp`: a comparison decides, which is false for a
    /// NaN.
    pub(crate) fn compared(&mut self, call: &Call<'u>) -> Option<Value> {
        let span = call.span;
        let ty = call.ty.scalar().filter(|_| call.object.is_none())?;
        match (call.name.as_str(), call.args.len()) {
            ("min" | "max", 2) if ty.is_float() => {}
            ("clamp", 3) => {}
            _ => return None,
        }
        let values = self.arg_scalars(call);
        let values: Vec<ExprId> = values.into_iter().map(|e| self.ir.convert(e, ty, span)).collect();
        let e = match (call.name.as_str(), values.as_slice()) {
            ("min", &[a, b]) => {
                let second = self.ir.bin(BinOp::Lt, b, a, span);
                self.ir.select(second, b, a, span)
            }
            ("clamp", &[x, low, high]) => {
                let (below, above) = (self.ir.bin(BinOp::Lt, x, low, span), self.ir.bin(BinOp::Lt, high, x, span));
                let upper = self.ir.select(above, high, x, span);
                self.ir.select(below, low, upper, span)
            }
            (_, &[a, b, ..]) => {
                let second = self.ir.bin(BinOp::Lt, a, b, span);
                self.ir.select(second, b, a, span)
            }
            _ => return None,
        };
        Some(Value { ty: call.ty.clone(), leaves: vec![e] })
    }

    /// The place that a condition chooses of the places of two lvalues, each with the statements that compute it.
    fn chosen_place(&mut self, cond: ExprId, lvalues: [&Node; 2], ways: [(Place, Block); 2], span: Span) -> Place {
        let [(x, then_block), (y, else_block)] = ways;
        if let (Place::Mem { ptr: p, ty, volatile }, Place::Mem { ptr: q, volatile: v, .. }) = (&x, &y) {
            let (p, q) = (*p, *q);
            let volatile = *volatile || *v;
            let ptr = if then_block.is_empty() && else_block.is_empty() {
                self.ir.select(cond, p, q, span)
            } else {
                let var = self.ir.unnamed_var(Type::Ptr, span);
                let ((), tail) = self.in_block(|s| s.ir.assign(var, p, span));
                let then_block = then_block.into_iter().chain(tail).collect();
                let ((), tail) = self.in_block(|s| s.ir.assign(var, q, span));
                let else_block = else_block.into_iter().chain(tail).collect();
                self.ir.emit(StmtKind::If { cond, then_block, else_block }, span);
                self.ir.read(var, span)
            };
            return Place::Mem { ptr, ty: ty.clone(), volatile };
        }
        let lacking =
            lvalues.iter().zip([&x, &y]).fold(false, |any, (lvalue, p)| self.lacks_storage(lvalue, p, span) || any);
        if lacking {
            return Place::Value(self.ir.unsupported_value("lvalue chosen by a condition", &x.ty(), span));
        }
        // A chosen variable needs an address: the kernel is lowered again with both variables in memory.
        let before = self.ir.storage().forced().len();
        let mut named = false;
        for place in [&x, &y] {
            if let Place::Vars { vars, .. } = place {
                let owners: Vec<_> = vars.iter().filter_map(|v| self.ir.storage().owner(*v)).collect();
                named |= !owners.is_empty();
                owners.into_iter().for_each(|owner| self.ir.storage_mut().force(owner));
            }
        }
        if named && self.ir.storage().forced().len() > before {
            let ty = x.ty();
            return Place::Value(self.ir.unsupported_value("lvalue chosen by a condition", &ty, span));
        }
        // Temporaries: through private memory.
        let ty = x.ty();
        let address = |s: &mut Self, place: Place, mut block: Block| {
            let (ptr, mut tail) = s.in_block(|s| s.ir.address(&place, span));
            block.append(&mut tail);
            (ptr, block)
        };
        let (p, mut then_block) = address(self, x, then_block);
        let (q, mut else_block) = address(self, y, else_block);
        let var = self.ir.unnamed_var(Type::Ptr, span);
        let ((), mut tail) = self.in_block(|s| s.ir.assign(var, p, span));
        then_block.append(&mut tail);
        let ((), mut tail) = self.in_block(|s| s.ir.assign(var, q, span));
        else_block.append(&mut tail);
        self.ir.emit(StmtKind::If { cond, then_block, else_block }, span);
        let ptr = self.ir.read(var, span);
        Place::Mem { ptr, ty, volatile: false }
    }
}

/// Adds the ids of the `OpaqueValueExpr` at or below a node.
fn opaque_values(node: &Node, named: &mut Vec<NodeId>) {
    if &*node.kind == "OpaqueValueExpr" {
        named.push(node.id);
    } else {
        node.inner.iter().for_each(|c| opaque_values(c, named));
    }
}

/// True if statements assign a variable older than `first_new`.
fn assigns_below(block: &Block, first_new: usize) -> bool {
    block.iter().any(|s| match &s.kind {
        StmtKind::Assign { var, .. } => var.index() < first_new,
        StmtKind::If { then_block, else_block, .. } => {
            assigns_below(then_block, first_new) || assigns_below(else_block, first_new)
        }
        StmtKind::Labelled { body, .. } => assigns_below(body, first_new),
        _ => false,
    })
}
