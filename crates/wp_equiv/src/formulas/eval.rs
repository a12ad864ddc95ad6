//! Expressions: constants are folded as the interpreter computes them, everything else becomes a node.
//!
//! Folding stops where a constant operation is undefined behaviour. Float functions are never folded, since devices
//! differ in their last bits; float `+ - * /` are, since IEEE 754 fixes them.

use super::{stop, unsigned, Formulas, Scalar, Step, Thread};
use crate::value::{Node, NodeId};
use wp_base::{Assumption, Id, Span};
use wp_interp::{scalar, NoteKind};
use wp_kir::{BinOp, CastKind, Dialect, ExprId, ExprKind, SpecOp, Special, Type, UnOp};

impl Formulas<'_> {
    /// The value of an expression in a thread.
    pub(super) fn value(&mut self, thread: &mut Thread, expr: ExprId) -> Step<Scalar> {
        let kernel = self.kernel;
        let e = &kernel.exprs[expr];
        let (ty, span) = (e.ty, e.span);
        Ok(match &e.kind {
            ExprKind::Int(value) => self.constant(ty, *value as u64, span)?,
            ExprKind::Float(bits) => Scalar::Known(*bits),
            ExprKind::Null => Scalar::Pointer(None, 0),
            ExprKind::Var(var) => match thread.vars[var.index()] {
                Scalar::Unset if ty != Type::Ptr => {
                    let value = self.undefined(ty, "a variable that was never assigned", span);
                    thread.vars[var.index()] = value;
                    value
                }
                value => value,
            },
            ExprKind::Special(special) => Scalar::Known(self.special(thread, *special)),
            ExprKind::AddrOf(object) => Scalar::Pointer(Some(*object), 0),
            ExprKind::PtrAdd(p, bytes) => match (self.value(thread, *p)?, self.value(thread, *bytes)?) {
                (Scalar::Pointer(object, offset), Scalar::Known(bytes)) => match offset.checked_add(bytes as i64) {
                    Some(offset) => Scalar::Pointer(object, offset),
                    None => return stop("an address that overflows", span),
                },
                (Scalar::Pointer(..), _) => {
                    return stop(
                        "an address depends on an input (give a scalar with --set) or on the contents of an array",
                        span,
                    )
                }
                _ => Scalar::Unset,
            },
            ExprKind::PtrDiff(a, b) => match (self.value(thread, *a)?, self.value(thread, *b)?) {
                (Scalar::Pointer(x, i), Scalar::Pointer(y, j)) if x == y => Scalar::Known(i.wrapping_sub(j) as u64),
                _ => return stop("a difference of pointers into two objects", span),
            },
            ExprKind::Unary(op, a) => {
                let value = self.value(thread, *a)?;
                self.unary(*op, ty, value, span)?
            }
            ExprKind::Binary(op, a, b) => {
                let operands = kernel.ty(*a);
                let (a, b) = (self.value(thread, *a)?, self.value(thread, *b)?);
                self.binary(*op, operands, a, b, span)?
            }
            ExprKind::Select(c, a, b) => match self.value(thread, *c)? {
                // The other side may be undefined behaviour that does not happen.
                Scalar::Known(0) => self.value(thread, *b)?,
                Scalar::Known(_) => self.value(thread, *a)?,
                Scalar::Node(c) => {
                    let (a, b) = (self.value(thread, *a)?, self.value(thread, *b)?);
                    self.choice(ty, c, a, b, span)?
                }
                _ => return stop("a condition that is no truth value", span),
            },
            ExprKind::Cast(kind, a) => {
                let value = self.value(thread, *a)?;
                self.cast(*kind, kernel.ty(*a), ty, value, span)?
            }
            ExprKind::Call(name, _) if wp_kir::input_named(name).is_some() => self.undefined(ty, name, span),
            ExprKind::Call(name, args) if wp_kir::operator_result(name, args).is_some() => {
                self.value(thread, args[2])?
            }
            ExprKind::Call(name, args) => {
                let mut values = Vec::with_capacity(args.len());
                for &arg in args {
                    values.push((self.value(thread, arg)?, kernel.ty(arg)));
                }
                let known: Option<Vec<(u64, Type)>> =
                    values.iter().map(|&(v, ty)| if let Scalar::Known(c) = v { Some((c, ty)) } else { None }).collect();
                match known.and_then(|known| scalar::integer_call(name, ty, &known)) {
                    Some(cell) => Scalar::Known(cell),
                    None => {
                        let mut operands = Vec::with_capacity(values.len());
                        for (value, ty) in values {
                            operands.push(self.node(ty, value, span)?);
                        }
                        Scalar::Node(self.pool.add(Node::Call(name.clone(), ty, operands)))
                    }
                }
            }
            ExprKind::Spec(SpecOp::PtrOffset, args) => match args.first().map(|&a| self.value(thread, a)) {
                Some(Ok(Scalar::Pointer(_, offset))) => Scalar::Known(offset as u64),
                _ => return stop("a pointer that could not be resolved", span),
            },
            ExprKind::Spec(..) => return stop("a specification operation", span),
        })
    }

    fn special(&self, thread: &Thread, special: Special) -> u64 {
        let of = |extents: [u32; 3], axis: wp_kir::Axis| u64::from(extents[axis.index()]);
        match special {
            Special::ThreadIdx(axis) => of(self.coords[thread.number as usize], axis),
            Special::BlockIdx(axis) => of(self.block_coords, axis),
            Special::BlockDim(axis) => of(self.launch.block, axis),
            Special::GridDim(axis) => of(self.launch.grid, axis),
            Special::GlobalOffset(axis) => self.launch.offset[axis.index()],
            Special::LaneId => u64::from(thread.number % self.kernel.lanes),
        }
    }

    fn constant(&self, ty: Type, value: u64, span: Span) -> Step<Scalar> {
        match scalar::wrap(ty, value) {
            Some(cell) => Ok(Scalar::Known(cell)),
            None => stop("a constant of a type without values", span),
        }
    }

    /// A value as a node.
    pub(super) fn node(&mut self, ty: Type, value: Scalar, span: Span) -> Step<NodeId> {
        match value {
            Scalar::Node(node) => Ok(node),
            Scalar::Known(cell) => Ok(self.pool.add(Node::Const(ty, cell))),
            Scalar::Unset if ty != Type::Ptr => {
                Ok(self.pool.undefined(ty, "a variable that was never assigned".into(), span))
            }
            Scalar::Unset | Scalar::Pointer(..) => stop("a pointer where a number is expected", span),
        }
    }

    /// `condition ? a : b`
    pub(super) fn choice(&mut self, ty: Type, c: NodeId, a: Scalar, b: Scalar, span: Span) -> Step<Scalar> {
        if a == b {
            return Ok(a);
        }
        // Assigned in one branch only: the other branch may not read it.
        match (a, b, ty) {
            (Scalar::Unset, _, Type::Ptr) | (_, Scalar::Unset, Type::Ptr) => return Ok(Scalar::Unset),
            (Scalar::Pointer(..), _, _) | (_, Scalar::Pointer(..), _) => {
                return stop("a pointer depends on the contents of the inputs", span)
            }
            _ => {}
        }
        let (a, b) = (self.node(ty, a, span)?, self.node(ty, b, span)?);
        Ok(Scalar::Node(self.pool.add(Node::Select(ty, c, a, b))))
    }

    fn unary(&mut self, op: UnOp, ty: Type, a: Scalar, span: Span) -> Step<Scalar> {
        if let Scalar::Known(a) = a {
            return folded(scalar::unary(op, ty, a), span);
        }
        self.note_signed(matches!(op, UnOp::Neg), ty);
        let a = self.node(ty, a, span)?;
        Ok(Scalar::Node(self.pool.add(Node::Unary(op, ty, a))))
    }

    /// A binary operation on operands of type `ty`.
    pub(super) fn binary(&mut self, op: BinOp, ty: Type, a: Scalar, b: Scalar, span: Span) -> Step<Scalar> {
        if ty == Type::Ptr {
            let (Scalar::Pointer(x, i), Scalar::Pointer(y, j)) = (a, b) else {
                return stop("a comparison with a pointer that could not be resolved", span);
            };
            let holds = match op {
                BinOp::Eq => (x, i) == (y, j),
                BinOp::Ne => (x, i) != (y, j),
                BinOp::Lt if x == y => i < j,
                BinOp::Le if x == y => i <= j,
                _ => return stop("pointers into two objects are compared", span),
            };
            return Ok(Scalar::Known(u64::from(holds)));
        }
        if let (Scalar::Known(a), Scalar::Known(b)) = (a, b) {
            return folded(scalar::binary(op, ty, a, b, self.kernel.dialect == Dialect::OpenCl), span);
        }
        self.note_signed(matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul), ty);
        let shift = matches!(op, BinOp::Shl | BinOp::Shr);
        if ty == Type::Bool {
            // `false && x`, `true || x`
            for (one, other) in [(a, b), (b, a)] {
                match (op, one) {
                    (BinOp::And, Scalar::Known(0)) => return Ok(Scalar::Known(0)),
                    (BinOp::Or, Scalar::Known(1)) => return Ok(Scalar::Known(1)),
                    (BinOp::And, Scalar::Known(1)) | (BinOp::Or, Scalar::Known(0)) => return Ok(other),
                    _ => {}
                }
            }
        }
        let a = self.node(ty, a, span)?;
        // Amounts of shifts may have a type of their own; a constant one is smaller than any width.
        let b = match b {
            Scalar::Known(amount) if shift => self.pool.add(Node::Const(Type::U32, amount)),
            b => self.node(ty, b, span)?,
        };
        Ok(Scalar::Node(self.pool.add(Node::Binary(op, ty, a, b))))
    }

    fn note_signed(&mut self, arithmetic: bool, ty: Type) {
        if arithmetic && matches!(ty, Type::Int { signed: true, .. }) {
            self.assumptions.insert(Assumption::NoSignedOverflow);
        }
    }

    fn cast(&mut self, kind: CastKind, from: Type, to: Type, value: Scalar, span: Span) -> Step<Scalar> {
        match (kind, value) {
            (CastKind::ToBool, Scalar::Pointer(object, offset)) => {
                Ok(Scalar::Known(u64::from(object.is_some() || offset != 0)))
            }
            (CastKind::PtrToInt | CastKind::IntToPtr | CastKind::PtrToShared | CastKind::SharedToPtr, _) => {
                stop("a pointer is made from an integer or becomes one", span)
            }
            (_, Scalar::Known(cell)) => folded(scalar::cast(kind, from, to, cell), span),
            _ if from == to => Ok(value),
            _ => {
                let value = self.node(from, value, span)?;
                Ok(Scalar::Node(self.pool.add(Node::Cast(kind, from, to, value))))
            }
        }
    }

    /// The value of a cell that was stored with one type and is read with another of the same size.
    pub(super) fn reinterpret(&mut self, from: Type, to: Type, value: Scalar, span: Span) -> Step<Scalar> {
        if from == to {
            return Ok(value);
        }
        let is_int = |ty: Type| ty.is_int() && ty.size() == to.size();
        match (from, to) {
            (Type::Ptr, _) | (_, Type::Ptr) => stop("a pointer is read from memory", span),
            _ if is_int(from) && is_int(to) => self.cast(CastKind::IntToInt, from, to, value, span),
            (Type::Bool, Type::Int { bits: 8, .. }) => self.cast(CastKind::IntToInt, from, to, value, span),
            (Type::Int { bits: 8, .. }, Type::Bool) => self.cast(CastKind::ToBool, from, to, value, span),
            _ if unsigned(from).size() == to.size() => self.cast(CastKind::Bitcast, from, to, value, span),
            _ => stop("memory is read with another size than it was written", span),
        }
    }
}

/// A folded constant, unless folding it is undefined behaviour.
fn folded(result: Option<(u64, Option<NoteKind>)>, span: Span) -> Step<Scalar> {
    match result {
        Some((cell, None)) => Ok(Scalar::Known(cell)),
        Some((_, Some(NoteKind::SignedOverflow))) => stop("signed arithmetic overflows", span),
        Some((_, Some(NoteKind::DivisionByZero))) => stop("a division by zero", span),
        Some((_, Some(NoteKind::ShiftAmount))) => stop("a shift by the width or more", span),
        Some((_, Some(_))) => stop("a conversion of a float out of the range of the integer", span),
        None => stop("an operation on a type without values", span),
    }
}
