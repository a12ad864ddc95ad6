//! Evaluation of pure KIR expressions to terms, with C semantics.
//!
//! Integers are mathematical; a result of an unsigned operation is wrapped explicitly, a signed one is taken as it is
//! under the assumption `no-signed-overflow` when its range does not show that it fits.

use crate::exec::{AccessChoice, Exec};
use crate::state::{merge_pointers, PtrAlt, State, Target, Value};
use crate::{AccessSymbol, Fault};
use std::rc::Rc;
use wp_base::{Assumption, Id};
use wp_kir::{BinOp, CastKind, ExprId, ExprKind, SpecOp, Special, Type, UnOp};
use wp_logic::{Range, Sort, Term, TermId};

/// Sort of the values of a type.
pub(crate) fn sort_of(ty: Type) -> Sort {
    match ty {
        Type::Bool => Sort::Bool,
        Type::Int { .. } | Type::Ptr => Sort::Int,
        Type::Float { bits } => Sort::Float(bits),
    }
}

/// Sort and range of the terms that stand for values of a type.
pub fn value_sort(ty: Type) -> (Sort, Range) {
    (sort_of(ty), range_of(ty))
}

/// Range of the values of a type.
pub(crate) fn range_of(ty: Type) -> Range {
    match ty.int_range() {
        Some((lo, hi)) if ty != Type::Bool => Range::new(lo, hi),
        _ => Range::ALL,
    }
}

impl Exec<'_> {
    /// Evaluates an expression.
    pub(crate) fn eval(&mut self, st: &mut State, e: ExprId) -> Value {
        let expr = &self.kernel.exprs[e];
        let (ty, span) = (expr.ty, expr.span);
        match &expr.kind {
            ExprKind::Int(v) if ty == Type::Bool => Value::Term(self.terms.bool(*v != 0)),
            ExprKind::Int(v) => Value::Term(self.terms.int(*v)),
            ExprKind::Float(bits) => {
                let width = (ty.size() * 8) as u8;
                Value::Term(self.terms.float(width, *bits))
            }
            ExprKind::Null => self.pointer(Target::Null),
            ExprKind::Var(v) => match st.get(*v) {
                Some(value) => {
                    if let (Value::Term(t), true) = (value, self.trial > 0) {
                        self.probe_reads.insert(*t);
                    }
                    value.clone()
                }
                None => {
                    let value = self.uninitialised(*v);
                    st.set(*v, value.clone());
                    value
                }
            },
            ExprKind::Special(s) => Value::Term(self.special(*s)),
            ExprKind::AddrOf(object) => self.pointer(Target::Object(*object)),
            ExprKind::PtrAdd(p, offset) => {
                let base = self.eval_ptr(st, *p);
                let offset = self.eval_term(st, *offset);
                let alts: Vec<PtrAlt> = base
                    .iter()
                    .map(|alt| PtrAlt { offset: self.terms.add(alt.offset, offset), ..alt.clone() })
                    .collect();
                Value::Ptr(Rc::from(alts))
            }
            ExprKind::PtrDiff(a, b) => {
                let (a, b) = (self.eval_ptr(st, *a), self.eval_ptr(st, *b));
                match (&a[..], &b[..]) {
                    ([x], [y]) if x.target == y.target && x.target.is_place() => {
                        Value::Term(self.terms.sub(x.offset, y.offset))
                    }
                    _ => self.approximate("difference of pointers into different objects", ty, span),
                }
            }
            ExprKind::Unary(op, a) => {
                let a = self.eval_term(st, *a);
                Value::Term(self.unary(*op, a, ty))
            }
            ExprKind::Binary(op, a, b) => self.binary_expr(st, *op, *a, *b, ty),
            ExprKind::Select(c, a, b) => {
                let c = self.eval_term(st, *c);
                let (a, b) = (self.eval(st, *a), self.eval(st, *b));
                match (a, b) {
                    (Value::Ptr(a), Value::Ptr(b)) => merge_pointers(self.terms, c, &a, &b),
                    (Value::Term(a), Value::Term(b)) => Value::Term(self.terms.ite(c, a, b)),
                    _ => self.unknown("select", ty),
                }
            }
            ExprKind::Cast(kind, a) => self.cast(st, *kind, *a, ty),
            ExprKind::Call(name, args) => {
                let types: Vec<Type> = args.iter().map(|&a| self.kernel.ty(a)).collect();
                if let Some(input) = wp_kir::input_named(name) {
                    // Memory that is read may change while the kernel runs.
                    return self.approximate(input, ty, self.kernel.exprs[e].span);
                }
                if let (Some(_), &[a, b, ..]) = (wp_kir::Operator::named(name), &args[..]) {
                    let operands = [a, b].map(|operand| self.eval_term(st, operand));
                    if let Some(value) = self.operator(name, operands, ty) {
                        return Value::Term(value);
                    }
                }
                match self.arguments(st, args) {
                    Some(args) => Value::Term(self.pure_call(name, &args, &types, ty)),
                    None => self.unknown(name, ty),
                }
            }
            ExprKind::Spec(op, args) => self.spec(st, op, args, ty),
        }
    }

    /// Arguments as numbers: a pointer that is known is the number of its object and the offset in it.
    fn arguments(&mut self, st: &mut State, args: &[ExprId]) -> Option<Vec<TermId>> {
        let mut numbers = Vec::with_capacity(args.len());
        for &a in args {
            if self.kernel.ty(a) != Type::Ptr {
                numbers.push(self.eval_term(st, a));
                continue;
            }
            let alts = self.eval_ptr(st, a);
            let [PtrAlt { target: Target::Object(object), offset, .. }] = &alts[..] else { return None };
            numbers.push(self.terms.int(object.index() as i128));
            numbers.push(*offset);
        }
        Some(numbers)
    }

    /// Evaluates an expression that is not a pointer.
    pub(crate) fn eval_term(&mut self, st: &mut State, e: ExprId) -> TermId {
        match self.eval(st, e) {
            Value::Term(t) => t,
            Value::Ptr(_) => self.unknown_term("pointer used as a number", self.kernel.ty(e)),
        }
    }

    /// Evaluates a pointer.
    pub(crate) fn eval_ptr(&mut self, st: &mut State, e: ExprId) -> Rc<[PtrAlt]> {
        match self.eval(st, e) {
            Value::Ptr(alts) => alts,
            Value::Term(_) => Rc::from([self.unknown_pointer()]),
        }
    }

    fn pointer(&mut self, target: Target) -> Value {
        Value::Ptr(Rc::from([PtrAlt { guard: self.terms.tru(), target, offset: self.terms.int(0) }]))
    }

    fn special(&mut self, s: Special) -> TermId {
        let l = self.out.launch;
        match s {
            Special::ThreadIdx(a) => l.tid[a.index()],
            Special::BlockIdx(a) => l.bid[a.index()],
            Special::BlockDim(a) => l.bdim[a.index()],
            Special::GridDim(a) => l.gdim[a.index()],
            Special::GlobalOffset(a) => l.offset[a.index()],
            Special::LaneId => {
                let linear = self.linear_tid();
                let warp = self.terms.int(32);
                self.terms.modulo(linear, warp)
            }
        }
    }

    /// `threadIdx` linearised: `x + bx * (y + by * z)`.
    pub(crate) fn linear_tid(&mut self) -> TermId {
        self.out.launch.linear_thread(self.terms)
    }

    /// Wraps a result into its type: exactly for unsigned, by assumption for signed.
    fn in_type(&mut self, t: TermId, ty: Type) -> TermId {
        match ty {
            Type::Int { bits, signed: false } => {
                if self.config.fault == Some(Fault::NoWrap) {
                    return t;
                }
                self.terms.wrap(bits, false, t)
            }
            Type::Int { bits, signed: true } => {
                if !self.terms.range(t).within(bits, true) {
                    self.rest_on(Assumption::NoSignedOverflow);
                }
                t
            }
            _ => t,
        }
    }

    fn unary(&mut self, op: UnOp, a: TermId, ty: Type) -> TermId {
        match op {
            UnOp::Not => self.terms.not(a),
            UnOp::Neg if ty.is_float() => self.float_call("fneg", &[a], sort_of(ty)),
            UnOp::Neg => {
                let t = self.terms.neg(a);
                self.in_type(t, ty)
            }
            UnOp::BitNot => match ty {
                Type::Int { bits, signed: false } => {
                    let max = self.terms.int((1i128 << bits) - 1);
                    self.terms.sub(max, a)
                }
                _ => self.terms.bit_not(a),
            },
        }
    }

    fn binary_expr(&mut self, st: &mut State, op: BinOp, a: ExprId, b: ExprId, ty: Type) -> Value {
        let (ta, tb) = (self.kernel.ty(a), self.kernel.ty(b));
        if ta == Type::Ptr || tb == Type::Ptr {
            return Value::Term(self.compare_pointers(st, op, a, b));
        }
        let (x, y) = (self.eval_term(st, a), self.eval_term(st, b));
        Value::Term(if ta.is_float() { self.float_binary(op, x, y, ty) } else { self.int_binary(op, x, y, ta, ty) })
    }

    fn float_binary(&mut self, op: BinOp, x: TermId, y: TermId, ty: Type) -> TermId {
        let name = match op {
            BinOp::Add => "fadd",
            BinOp::Sub => "fsub",
            BinOp::Mul => "fmul",
            BinOp::Div => "fdiv",
            BinOp::Rem => "frem",
            BinOp::Lt => "flt",
            BinOp::Le => "fle",
            BinOp::Eq => "feq",
            BinOp::Ne => {
                let eq = self.float_call("feq", &[x, y], Sort::Bool);
                return self.terms.not(eq);
            }
            BinOp::Min => "fmin",
            BinOp::Max => "fmax",
            BinOp::Shl | BinOp::Shr | BinOp::And | BinOp::Or | BinOp::Xor => "fbits",
        };
        self.float_call(name, &[x, y], sort_of(ty))
    }

    fn int_binary(&mut self, op: BinOp, x: TermId, y: TermId, operand: Type, ty: Type) -> TermId {
        if operand == Type::Bool {
            return match op {
                BinOp::And => self.terms.and(&[x, y]),
                BinOp::Or => self.terms.or(&[x, y]),
                BinOp::Xor | BinOp::Ne => {
                    let same = self.terms.iff(x, y);
                    self.terms.not(same)
                }
                BinOp::Eq => self.terms.iff(x, y),
                BinOp::Lt => {
                    let nx = self.terms.not(x);
                    self.terms.and(&[nx, y])
                }
                BinOp::Le => self.terms.implies(x, y),
                _ => self.unknown_term("arithmetic on bool", ty),
            };
        }
        match op {
            BinOp::Add => {
                let t = self.terms.add(x, y);
                self.in_type(t, ty)
            }
            BinOp::Sub => {
                let t = self.terms.sub(x, y);
                self.in_type(t, ty)
            }
            BinOp::Mul => {
                let t = self.terms.mul(x, y);
                self.in_type(t, ty)
            }
            BinOp::Div => {
                let t = self.terms.div_trunc(x, y);
                self.in_type(t, ty)
            }
            BinOp::Rem => self.terms.rem_trunc(x, y),
            BinOp::Shl => {
                if !self.shift_amount_ok(y, ty) {
                    self.rest_on(Assumption::NoSignedOverflow);
                }
                let t = self.terms.shl(x, y);
                self.in_type(t, ty)
            }
            BinOp::Shr => {
                if !self.shift_amount_ok(y, ty) {
                    self.rest_on(Assumption::NoSignedOverflow);
                }
                self.terms.shr(x, y)
            }
            BinOp::And => {
                if self.config.fault == Some(Fault::MaskToParity) {
                    let two = self.terms.int(2);
                    return self.terms.modulo(x, two);
                }
                self.terms.bit_and(x, y)
            }
            BinOp::Or => self.terms.bit_or(x, y),
            BinOp::Xor => self.terms.bit_xor(x, y),
            BinOp::Lt => self.terms.lt(x, y),
            BinOp::Le => self.terms.le(x, y),
            BinOp::Eq => self.terms.eq(x, y),
            BinOp::Ne => self.terms.ne(x, y),
            BinOp::Min => self.terms.min(x, y),
            BinOp::Max => self.terms.max(x, y),
        }
    }

    fn shift_amount_ok(&self, amount: TermId, ty: Type) -> bool {
        let range = self.terms.range(amount);
        matches!((range.lo, range.hi), (Some(lo), Some(hi)) if lo >= 0 && hi < ty.size() as i128 * 8)
    }

    fn cast(&mut self, st: &mut State, kind: CastKind, a: ExprId, ty: Type) -> Value {
        let from = self.kernel.ty(a);
        match kind {
            CastKind::ToBool if from == Type::Ptr => {
                let alts = self.eval_ptr(st, a);
                Value::Term(self.not_null(&alts))
            }
            CastKind::PtrToInt => self.approximate("address of an object as a number", ty, self.kernel.exprs[a].span),
            CastKind::IntToPtr => {
                let x = self.eval_term(st, a);
                if matches!(self.terms.kind(x), Term::Int(0)) {
                    return self.pointer(Target::Null);
                }
                Value::Ptr(Rc::from([self.unknown_pointer()]))
            }
            CastKind::Bitcast if from == Type::Ptr && ty == Type::Ptr => self.eval(st, a),
            _ if from == Type::Ptr => self.unknown("conversion of a pointer", ty),
            _ => {
                let x = self.eval_term(st, a);
                Value::Term(self.cast_term(kind, x, from, ty))
            }
        }
    }

    fn cast_term(&mut self, kind: CastKind, x: TermId, from: Type, ty: Type) -> TermId {
        match kind {
            CastKind::IntToInt => {
                let x = if from == Type::Bool { self.bool_to_int(x) } else { x };
                match ty {
                    Type::Int { .. } if self.config.fault == Some(Fault::NoTruncation) => x,
                    Type::Int { bits, signed } => self.terms.wrap(bits, signed, x),
                    _ => {
                        let zero = self.terms.int(0);
                        self.terms.ne(x, zero)
                    }
                }
            }
            CastKind::ToBool if from == Type::Bool => x,
            CastKind::ToBool if from.is_float() => {
                let zero = self.terms.float((from.size() * 8) as u8, 0);
                let eq = self.float_call("feq", &[x, zero], Sort::Bool);
                self.terms.not(eq)
            }
            CastKind::ToBool => {
                let zero = self.terms.int(0);
                self.terms.ne(x, zero)
            }
            CastKind::IntToFloat => {
                let x = if from == Type::Bool { self.bool_to_int(x) } else { x };
                self.float_call("i2f", &[x], sort_of(ty))
            }
            CastKind::FloatToInt => self.ranged_call("f2i", &[x], from, ty),
            CastKind::FloatToFloat => match self.normal(x).filter(|_| ty == Type::F64) {
                Some(value) => self.terms.float(64, value.to_bits()),
                None => self.float_call("f2f", &[x], sort_of(ty)),
            },
            CastKind::Bitcast if from == ty => x,
            CastKind::Bitcast if from.is_int() && ty.is_int() => match ty {
                Type::Int { bits, signed } => self.terms.wrap(bits, signed, x),
                _ => x,
            },
            CastKind::Bitcast => self.ranged_call("bits", &[x], from, ty),
            CastKind::PtrToInt | CastKind::IntToPtr => self.unknown_term("pointer conversion", ty),
        }
    }

    fn bool_to_int(&mut self, b: TermId) -> TermId {
        let (one, zero) = (self.terms.int(1), self.terms.int(0));
        self.terms.ite(b, one, zero)
    }

    /// A float operation: an uninterpreted function of its arguments, the same for all threads.
    fn float_call(&mut self, name: &str, args: &[TermId], result: Sort) -> TermId {
        if let [x, y] = args[..] {
            if let Some(truth) = self.normal(x).zip(self.normal(y)).and_then(|(x, y)| compare(name, x, y)) {
                return self.terms.bool(truth);
            }
        }
        let f = self.pure_function(name, args, &[], result, Range::ALL);
        self.terms.app(f, args)
    }

    /// The value of a constant of type `float` or `double` that is finite, and zero or normal.
    fn normal(&self, x: TermId) -> Option<f64> {
        let value = match *self.terms.kind(x) {
            Term::Float { bits: 32, value } => {
                let value = f32::from_bits(u32::try_from(value).ok()?);
                f64::from(Some(value).filter(|value| *value == 0.0 || value.is_normal())?)
            }
            Term::Float { bits: 64, value } => f64::from_bits(value),
            _ => return None,
        };
        Some(value).filter(|value| *value == 0.0 || value.is_normal())
    }

    /// A conversion between types.
    pub(crate) fn ranged_call(&mut self, name: &str, args: &[TermId], from: Type, ty: Type) -> TermId {
        let f = self.pure_function(name, args, &[from, ty], sort_of(ty), range_of(ty));
        self.terms.app(f, args)
    }

    pub(crate) fn pure_call(&mut self, name: &str, args: &[TermId], types: &[Type], ty: Type) -> TermId {
        // For non-negative numbers the results do not depend on the width.
        if let Some(value @ 0..) = args.first().and_then(|&a| self.terms.as_int(a)) {
            match name {
                "popc" => return self.terms.int(i128::from(value.count_ones())),
                "ffs" if value == 0 => return self.terms.int(0),
                "ffs" => return self.terms.int(i128::from(value.trailing_zeros()) + 1),
                _ => {}
            }
        }
        let range = match name {
            "popc" | "clz" => Range::new(0, 64),
            "ffs" => Range::new(0, 64),
            _ => range_of(ty),
        };
        let f = self.pure_function(name, args, &[types, &[ty]].concat(), sort_of(ty), range);
        self.terms.app(f, args)
    }

    fn spec(&mut self, st: &mut State, op: &SpecOp, args: &[ExprId], ty: Type) -> Value {
        match op {
            SpecOp::Load => match args.first() {
                Some(&p) => {
                    let alts = self.eval_ptr(st, p);
                    match self.snapshot_object(&alts) {
                        Some(object) => self.load_snapshot(st, object, &alts, ty),
                        None => {
                            let value = self.load_value(st, &alts, ty);
                            self.note_claimed(st.live, &alts, ty, &value);
                            value
                        }
                    }
                }
                None => self.unmodelled_spec("load", ty),
            },
            SpecOp::PtrOffset => match args.first().map(|&p| self.eval_ptr(st, p)) {
                Some(alts) if alts.iter().all(|a| a.target.is_place()) => {
                    Value::Term(self.choose(&alts, |_, alt| alt.offset))
                }
                _ => self.unmodelled_spec("__ptr_offset_bytes", ty),
            },
            SpecOp::PtrBase => match args.first().map(|&p| self.eval_ptr(st, p)) {
                // The number of the object, as the interpreter counts; null is 0.
                Some(alts) if alts.iter().all(|a| matches!(a.target, Target::Object(_) | Target::Null)) => {
                    Value::Term(self.choose(&alts, |s, alt| match alt.target {
                        Target::Object(o) => s.terms.int(o.index() as i128 + 1),
                        _ => s.terms.int(0),
                    }))
                }
                _ => self.unmodelled_spec("__ptr_base", ty),
            },
            // A thread that checks an assertion is there; whether the other thread is depends on its path.
            SpecOp::Enabled if self.in_other => Value::Term(st.live),
            SpecOp::Enabled => Value::Term(self.terms.tru()),
            SpecOp::Uniform | SpecOp::Other | SpecOp::Distinct | SpecOp::All | SpecOp::Exclusive => {
                match args.first() {
                    Some(&a) if self.kernel.ty(a) != Type::Ptr => Value::Term(self.relation(st, op, a)),
                    _ => self.unmodelled_spec("relation between two threads", ty),
                }
            }
            SpecOp::SameGroup => Value::Term(self.same_group()),
            SpecOp::HasRead => self.access_spec(st, args, ty, false, false),
            SpecOp::HasWritten => self.access_spec(st, args, ty, true, false),
            SpecOp::ReadOffset => self.access_spec(st, args, ty, false, true),
            SpecOp::WriteOffset => self.access_spec(st, args, ty, true, true),
            SpecOp::Unmodelled(name) => self.unmodelled_spec(name, ty),
        }
    }

    /// `__read(p)` and its kin: a symbol that the assertion client gives its meaning.
    fn access_spec(&mut self, st: &mut State, args: &[ExprId], ty: Type, write: bool, offset: bool) -> Value {
        let alts = match args.first() {
            Some(&p) if self.kernel.ty(p) == Type::Ptr => self.eval_ptr(st, p),
            _ => return self.unmodelled_spec("access predicate", ty),
        };
        match &alts[..] {
            [PtrAlt { target: Target::Object(object), .. }] => {
                let offset = offset.then(|| (ty.size() * 8) as u8);
                let t = self.access_symbol(AccessSymbol { object: *object, write, offset });
                Value::Term(t)
            }
            many if many.iter().all(|alt| matches!(alt.target, Target::Object(_))) => {
                let choice = self.access_choice.take();
                let guards: Vec<TermId> = many.iter().map(|alt| alt.guard).collect();
                let chosen = choice.filter(|c| c.guards == guards).and_then(|c| c.chosen);
                self.access_choice = Some(AccessChoice { guards, chosen });
                match chosen.map(|n| many[n].target) {
                    Some(Target::Object(object)) => {
                        let offset = offset.then(|| (ty.size() * 8) as u8);
                        Value::Term(self.access_symbol(AccessSymbol { object, write, offset }))
                    }
                    _ => self.unmodelled_spec("access predicate of a pointer into several objects", ty),
                }
            }
            _ => self.unmodelled_spec("access predicate of an unresolved pointer", ty),
        }
    }

    /// A specification operation without a model: unknown, and the enclosing assertion or assumption is told.
    pub(crate) fn unmodelled_spec(&mut self, name: &str, ty: Type) -> Value {
        self.spec_obstacle.get_or_insert_with(|| name.to_owned());
        self.unknown(name, ty)
    }
}

/// The truth of a comparison of floats.
fn compare(name: &str, x: f64, y: f64) -> Option<bool> {
    match name {
        "feq" => Some(x == y),
        "flt" => Some(x < y),
        "fle" => Some(x <= y),
        _ => None,
    }
}
