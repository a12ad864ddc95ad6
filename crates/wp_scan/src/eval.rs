//! Expressions of a thread over abstract values. Constants are folded as the interpreter computes them.

use crate::domain::{Summations, Thread};
use crate::interval::{combine, combine_stated, Base, Comparison, Interval, Value};
use wp_base::Id;
use wp_interp::{scalar, NoteKind};
use wp_kir::{Axis, BinOp, CastKind, Dialect, ExprId, ExprKind, SpecOp, Special, Type, UnOp};

impl Summations<'_> {
    /// The value of an expression in a thread.
    pub(crate) fn value(&self, thread: &Thread, expr: ExprId) -> Value {
        let e = &self.kernel.exprs[expr];
        let ty = e.ty;
        match &e.kind {
            ExprKind::Int(value) => scalar::wrap(ty, *value as u64).map_or(Value::unknown(ty), Value::Known),
            ExprKind::Float(bits) => Value::Known(*bits),
            ExprKind::Null => Value::Pointer(Base::Null, Some(0)),
            ExprKind::Var(var) => thread.vars[var.index()],
            ExprKind::Special(special) => self.special(thread, *special),
            ExprKind::AddrOf(object) => Value::Pointer(Base::Object(*object), Some(0)),
            ExprKind::PtrAdd(p, bytes) => match (self.value(thread, *p), self.value(thread, *bytes)) {
                (Value::Pointer(base, Some(offset)), Value::Known(bytes)) => {
                    Value::Pointer(base, offset.checked_add(bytes as i64))
                }
                (Value::Pointer(base, _), _) => Value::Pointer(base, None),
                _ => Value::unknown(ty),
            },
            ExprKind::PtrDiff(a, b) => match (self.value(thread, *a), self.value(thread, *b)) {
                (Value::Pointer(x, Some(i)), Value::Pointer(y, Some(j))) if x == y && x != Base::Unknown => {
                    Value::Known(i.wrapping_sub(j) as u64)
                }
                _ => Value::Opaque,
            },
            ExprKind::Unary(op, a) => match self.value(thread, *a) {
                Value::Known(a) => folded(scalar::unary(*op, ty, a)),
                Value::Compared(c) if *op == UnOp::Not => Value::Compared(c.negated()),
                _ => Value::Opaque,
            },
            ExprKind::Binary(op, a, b) => {
                self.binary(*op, self.kernel.ty(*a), self.value(thread, *a), self.value(thread, *b))
            }
            ExprKind::Select(c, a, b) => match self.value(thread, *c) {
                Value::Known(0) => self.value(thread, *b),
                Value::Known(_) => self.value(thread, *a),
                Value::Compared(c) => c.choose(self.value(thread, *a), self.value(thread, *b)),
                _ => self.value(thread, *a).join(self.value(thread, *b)),
            },
            ExprKind::Cast(kind, a) => self.cast(*kind, self.kernel.ty(*a), ty, self.value(thread, *a)),
            ExprKind::Call(name, args) => self.call(thread, name, args, ty),
            ExprKind::Spec(SpecOp::PtrOffset, args) => match args.first().map(|&a| self.value(thread, a)) {
                Some(Value::Pointer(_, Some(offset))) => Value::Known(offset as u64),
                _ => Value::Opaque,
            },
            ExprKind::Spec(..) => Value::unknown(ty),
        }
    }

    fn call(&self, thread: &Thread, name: &str, args: &[ExprId], ty: Type) -> Value {
        let values: Vec<Value> = args.iter().map(|&arg| self.value(thread, arg)).collect();
        if let Some(&stated) = self.operators.get(name) {
            if let [a, b, ..] = values[..] {
                // Constants are what the body makes of them.
                return match (a, b, values.get(2)) {
                    (Value::Known(_), Value::Known(_), Some(&result)) => result,
                    _ => combine_stated(stated, a, b),
                };
            }
        }
        // Over the real numbers: what is not a number is none.
        let of_order = match name {
            "fmax" => Some(BinOp::Max),
            "fmin" => Some(BinOp::Min),
            _ => None,
        };
        if let (Some(op), &[a, b]) = (of_order, &values[..]) {
            let same = args.iter().all(|&arg| self.kernel.ty(arg) == ty);
            if same && ty.is_float() && [a, b].iter().any(|v| matches!(v, Value::Interval(_))) {
                return combine(op, ty, a, b);
            }
        }
        let known = args.iter().zip(values).map(|(&arg, value)| match value {
            Value::Known(cell) => Some((cell, self.kernel.ty(arg))),
            _ => None,
        });
        let known: Option<Vec<(u64, Type)>> = known.collect();
        known.and_then(|known| scalar::integer_call(name, ty, &known)).map_or(Value::unknown(ty), Value::Known)
    }

    fn special(&self, thread: &Thread, special: Special) -> Value {
        let number = thread.number;
        match special {
            Special::ThreadIdx(Axis::X) => Value::Known(u64::from(number)),
            Special::ThreadIdx(_) => Value::Known(0),
            Special::BlockDim(Axis::X) => match self.launch.threads {
                (least, most) if least == most => Value::Known(u64::from(most)),
                _ => Value::Threads,
            },
            Special::BlockDim(_) => Value::Known(1),
            Special::GridDim(axis) => {
                self.launch.grid[axis.index()].map_or(Value::Opaque, |n| Value::Known(u64::from(n)))
            }
            Special::BlockIdx(axis) if self.launch.grid[axis.index()] == Some(1) => Value::Known(0),
            Special::LaneId => Value::Known(u64::from(number % self.kernel.lanes)),
            Special::BlockIdx(_) | Special::GlobalOffset(_) => Value::Opaque,
        }
    }

    fn binary(&self, op: BinOp, ty: Type, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Known(a), Value::Known(b)) => {
                folded(scalar::binary(op, ty, a, b, self.kernel.dialect == Dialect::OpenCl))
            }
            (Value::Compared(x), Value::Known(c)) | (Value::Known(c), Value::Compared(x)) => truth(op, ty, x, c),
            (Value::Known(c), _) | (_, Value::Known(c)) if ty == Type::Bool => match (op, c) {
                (BinOp::And, 0) => Value::Known(0),
                (BinOp::Or, 1) => Value::Known(1),
                _ => Value::Opaque,
            },
            (Value::Known(c), Value::Threads) => self.compared(op, c, true),
            (Value::Threads, Value::Known(c)) => self.compared(op, c, false),
            (Value::Pointer(x, Some(i)), Value::Pointer(y, Some(j))) if x == y && x != Base::Unknown => match op {
                BinOp::Eq => Value::Known(u64::from(i == j)),
                BinOp::Ne => Value::Known(u64::from(i != j)),
                BinOp::Lt => Value::Known(u64::from(i < j)),
                BinOp::Le => Value::Known(u64::from(i <= j)),
                _ => Value::Opaque,
            },
            _ if matches!(op, BinOp::Lt | BinOp::Le) => {
                Comparison::new(ty, a, b).map_or(Value::Opaque, Value::Compared)
            }
            _ if ty.is_int() && !op.is_comparison() => combine(op, ty, a, b),
            _ if ty.is_float() && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Min | BinOp::Max) => {
                combine(op, ty, a, b)
            }
            _ => Value::Opaque,
        }
    }

    /// A comparison of a constant, on the left or the right, with the number of threads: decided if the result is the
    /// same for all numbers in question.
    fn compared(&self, op: BinOp, c: u64, left: bool) -> Value {
        let (least, most) = (u64::from(self.launch.threads.0), u64::from(self.launch.threads.1));
        let holds = |n: u64| {
            let (a, b) = if left { (c, n) } else { (n, c) };
            match op {
                BinOp::Lt => Some(a < b),
                BinOp::Le => Some(a <= b),
                BinOp::Eq => Some(a == b),
                BinOp::Ne => Some(a != b),
                _ => None,
            }
        };
        // Cells of negative constants are the greatest numbers, where they do not belong.
        if c > i32::MAX as u64 {
            return Value::Opaque;
        }
        let all: Option<Vec<bool>> = [least, most, c.clamp(least, most)].into_iter().map(holds).collect();
        match all {
            Some(all) if all.iter().all(|&h| h == all[0]) => Value::Known(u64::from(all[0])),
            _ => Value::Opaque,
        }
    }

    fn cast(&self, kind: CastKind, from: Type, to: Type, value: Value) -> Value {
        match (kind, value) {
            (_, Value::Known(cell)) => folded(scalar::cast(kind, from, to, cell)),
            // The bits stay.
            // At most 1024 fit.
            (CastKind::IntToInt, Value::Threads) if to.size() > 1 && to.is_int() => value,
            // The known bits stay known.
            (CastKind::IntToInt, Value::Interval(i)) if to.is_int() && 8 * to.size() >= u64::from(i.bits) => {
                Value::Interval(Interval { extended: extended(&i, from, to), ..i })
            }
            // 0 or 1.
            (CastKind::IntToInt | CastKind::ToBool, Value::Compared(_)) => value,
            _ => Value::unknown(to),
        }
    }
}

/// The value of the higher bits after a conversion between integers, if known.
fn extended(i: &Interval, from: Type, to: Type) -> Option<bool> {
    let signed = matches!(from, Type::Int { signed: true, .. });
    let [narrow, wide] = [from, to].map(|ty| 8 * ty.size());
    let bits = u64::from(i.bits);
    match i.extended {
        _ if wide == bits => None,
        _ if narrow == bits => Some(signed),
        // A number that is not negative is extended by zeros.
        Some(true) if wide > narrow && !signed => None,
        known => known,
    }
}

/// An operation of a truth value, as 0 or 1, and a constant.
fn truth(op: BinOp, ty: Type, x: Comparison, c: u64) -> Value {
    match (op, c) {
        (BinOp::And, 0) => Value::Known(0),
        (BinOp::Or, 1) if ty == Type::Bool => Value::Known(1),
        (BinOp::And, 1) | (BinOp::Or | BinOp::Ne, 0) | (BinOp::Eq, 1) => Value::Compared(x),
        (BinOp::Eq, 0) | (BinOp::Ne, 1) => Value::Compared(x.negated()),
        _ => Value::Opaque,
    }
}

/// A folded constant, unless folding it is undefined behaviour.
fn folded(result: Option<(u64, Option<NoteKind>)>) -> Value {
    match result {
        Some((cell, None)) => Value::Known(cell),
        _ => Value::Opaque,
    }
}
