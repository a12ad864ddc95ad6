//! Evaluation of pure KIR expressions to terms, and of loads and relations between threads in conditions.

use crate::context::addresses::AddressSpace;
use crate::exec::{AccessChoice, Exec};
use crate::state::{merge_pointers, PtrAlt, State, Target, Value};
use crate::{Access, AccessMode, AccessSymbol, Strength};
use std::rc::Rc;
use wp_base::Id;
use wp_kir::{BinOp, CastKind, ExprId, ExprKind, SpecOp, Type};
use wp_logic::TermId;

impl Exec<'_> {
    /// Evaluates an expression.
    pub(crate) fn eval(&mut self, st: &mut State, e: ExprId) -> Value {
        let expr = &self.cx.kernel.exprs[e];
        let (ty, span) = (expr.ty, expr.span);
        match &expr.kind {
            ExprKind::Int(v) if ty == Type::Bool => Value::Term(self.cx.terms.bool(*v != 0)),
            ExprKind::Int(v) => Value::Term(self.cx.terms.int(*v)),
            ExprKind::Float(bits) => {
                let width = (ty.size() * 8) as u8;
                Value::Term(self.cx.terms.float(width, *bits))
            }
            ExprKind::Null => self.cx.pointer(Target::Null),
            ExprKind::Var(v) => match st.get(*v) {
                Some(value) => {
                    if let (Value::Term(t), true) = (value, self.cx.trial > 0) {
                        self.cx.probe_reads.insert(*t);
                    }
                    value.clone()
                }
                None => {
                    let value = self.cx.uninitialised(*v);
                    st.set(*v, value.clone());
                    value
                }
            },
            ExprKind::Special(s) => Value::Term(self.cx.special(*s)),
            ExprKind::AddrOf(object) => self.cx.pointer(Target::Object(*object)),
            ExprKind::PtrAdd(p, offset) => {
                let base = self.eval_ptr(st, *p);
                let offset = self.eval_term(st, *offset);
                let alts: Vec<PtrAlt> = base
                    .iter()
                    .map(|alt| PtrAlt { offset: self.cx.terms.add(alt.offset, offset), ..alt.clone() })
                    .collect();
                Value::Ptr(Rc::from(alts))
            }
            ExprKind::PtrDiff(a, b) => {
                let (a, b) = (self.eval_ptr(st, *a), self.eval_ptr(st, *b));
                match (&a[..], &b[..]) {
                    ([x], [y]) if x.target == y.target && x.target.is_place() => {
                        Value::Term(self.cx.terms.sub(x.offset, y.offset))
                    }
                    _ => self.cx.approximate("difference of pointers into different objects", ty, span),
                }
            }
            ExprKind::Unary(op, a) => {
                let a = self.eval_term(st, *a);
                Value::Term(self.cx.unary(*op, a, ty))
            }
            ExprKind::Binary(op, a, b) => self.binary_expr(st, *op, [*a, *b], e),
            ExprKind::Select(c, a, b) => {
                let c = self.eval_term(st, *c);
                let otherwise = self.cx.terms.not(c);
                let a = self.where_it_holds(c, |exec| exec.eval(st, *a));
                let b = self.where_it_holds(otherwise, |exec| exec.eval(st, *b));
                match (a, b) {
                    (Value::Ptr(a), Value::Ptr(b)) => merge_pointers(self.cx.terms, c, &a, &b),
                    (Value::Term(a), Value::Term(b)) => Value::Term(self.cx.terms.ite(c, a, b)),
                    _ => self.cx.unknown("select", ty),
                }
            }
            ExprKind::Cast(kind, a) => self.cast(st, *kind, *a, ty),
            ExprKind::Call(name, args) => {
                let types: Vec<Type> = args.iter().map(|&a| self.cx.kernel.ty(a)).collect();
                if let Some(input) = wp_kir::input_named(name) {
                    // Memory that is read may change while the kernel runs.
                    return self.cx.approximate(input, ty, self.cx.kernel.exprs[e].span);
                }
                if let (Some(_), &[a, b, ..]) = (wp_kir::Operator::named(name), &args[..]) {
                    let operands = [a, b].map(|operand| self.eval_term(st, operand));
                    if let Some(value) = self.cx.operator(name, operands, ty) {
                        return Value::Term(value);
                    }
                }
                match self.arguments(st, args) {
                    Some(args) => Value::Term(self.cx.pure_call(name, &args, &types, ty)),
                    None => self.cx.unknown(name, ty),
                }
            }
            ExprKind::Spec(op, args) => self.spec(st, op, args, ty),
        }
    }

    /// Arguments as numbers: a pointer that is known is the number of its object and the offset in it.
    fn arguments(&mut self, st: &mut State, args: &[ExprId]) -> Option<Vec<TermId>> {
        let mut numbers = Vec::with_capacity(args.len());
        for &a in args {
            if self.cx.kernel.ty(a) != Type::Ptr {
                numbers.push(self.eval_term(st, a));
                continue;
            }
            let alts = self.eval_ptr(st, a);
            let [PtrAlt { target: Target::Object(object), offset, .. }] = &alts[..] else { return None };
            numbers.push(self.cx.terms.int(object.index() as i128));
            numbers.push(*offset);
        }
        Some(numbers)
    }

    /// Evaluates an expression that is not a pointer.
    pub(crate) fn eval_term(&mut self, st: &mut State, e: ExprId) -> TermId {
        match self.eval(st, e) {
            Value::Term(t) => t,
            Value::Ptr(_) => self.cx.unknown_term("pointer used as a number", self.cx.kernel.ty(e)),
        }
    }

    /// Evaluates a pointer.
    pub(crate) fn eval_ptr(&mut self, st: &mut State, e: ExprId) -> Rc<[PtrAlt]> {
        match self.eval(st, e) {
            Value::Ptr(alts) => alts,
            Value::Term(_) => Rc::from([self.cx.unknown_pointer()]),
        }
    }

    fn binary_expr(&mut self, st: &mut State, op: BinOp, [a, b]: [ExprId; 2], e: ExprId) -> Value {
        let ty = self.cx.kernel.ty(e);
        let (ta, tb) = (self.cx.kernel.ty(a), self.cx.kernel.ty(b));
        if ta == Type::Ptr || tb == Type::Ptr {
            let (a, b) = (self.eval_ptr(st, a), self.eval_ptr(st, b));
            return Value::Term(self.cx.compare_pointers(op, &a, &b));
        }
        let x = self.eval_term(st, a);
        let y = match op {
            BinOp::And if ta == Type::Bool => self.where_it_holds(x, |exec| exec.eval_term(st, b)),
            BinOp::Or if ta == Type::Bool => {
                let reached = self.cx.terms.not(x);
                self.where_it_holds(reached, |exec| exec.eval_term(st, b))
            }
            _ => self.eval_term(st, b),
        };
        if self.cx.kernel.executed_divisions.contains(&e) && ta.is_int() {
            self.divides_by(st.live, y);
        }
        Value::Term(if ta.is_float() {
            self.cx.float_binary(op, x, y, ty)
        } else {
            self.cx.int_binary(op, x, y, ta, ty)
        })
    }

    fn cast(&mut self, st: &mut State, kind: CastKind, a: ExprId, ty: Type) -> Value {
        let from = self.cx.kernel.ty(a);
        match kind {
            CastKind::ToBool if from == Type::Ptr => {
                let alts = self.eval_ptr(st, a);
                Value::Term(self.cx.not_null(&alts))
            }
            CastKind::PtrToInt | CastKind::PtrToShared => {
                let alts = self.eval_ptr(st, a);
                let space = if kind == CastKind::PtrToInt { AddressSpace::Generic } else { AddressSpace::Shared };
                match self.cx.address(&alts, space) {
                    Some(address) => Value::Term(self.cx.cast_term(CastKind::IntToInt, address, Type::I64, ty)),
                    None => self.cx.approximate("address of an object as a number", ty, self.cx.kernel.exprs[a].span),
                }
            }
            CastKind::IntToPtr | CastKind::SharedToPtr => {
                let x = self.eval_term(st, a);
                let space = if kind == CastKind::IntToPtr { AddressSpace::Generic } else { AddressSpace::Shared };
                self.cx.pointer_at(x, space)
            }
            CastKind::Bitcast if from == Type::Ptr && ty == Type::Ptr => self.eval(st, a),
            _ if from == Type::Ptr => self.cx.unknown("conversion of a pointer", ty),
            _ => {
                let x = self.eval_term(st, a);
                Value::Term(self.cx.cast_term(kind, x, from, ty))
            }
        }
    }

    fn spec(&mut self, st: &mut State, op: &SpecOp, args: &[ExprId], ty: Type) -> Value {
        match op {
            SpecOp::Load => match args.first() {
                Some(&p) => {
                    let alts = self.eval_ptr(st, p);
                    match self.cx.snapshot_object(&alts) {
                        Some(object) => self.cx.load_snapshot(st, object, &alts, ty),
                        None => {
                            self.note_read(&alts, ty);
                            let value = self.memory.load_value(&mut self.cx, st, &alts, ty);
                            if self.condition.claimed {
                                self.memory.note_claimed(&mut self.cx, st.live, &alts, ty, &value);
                            }
                            value
                        }
                    }
                }
                None => self.unmodelled_spec("load", ty),
            },
            SpecOp::PtrOffset => match args.first().map(|&p| self.eval_ptr(st, p)) {
                Some(alts) if alts.iter().all(|a| a.target.is_place()) => {
                    Value::Term(self.cx.choose(&alts, |_, alt| alt.offset))
                }
                _ => self.unmodelled_spec("__ptr_offset_bytes", ty),
            },
            SpecOp::PtrBase => match args.first().map(|&p| self.eval_ptr(st, p)) {
                // The number of the object, as the interpreter counts; null is 0.
                Some(alts) if alts.iter().all(|a| matches!(a.target, Target::Object(_) | Target::Null)) => {
                    Value::Term(self.cx.choose(&alts, |s, alt| match alt.target {
                        Target::Object(o) => s.terms.int(o.index() as i128 + 1),
                        _ => s.terms.int(0),
                    }))
                }
                _ => self.unmodelled_spec("__ptr_base", ty),
            },
            // A thread that checks an assertion is there; whether the other thread is depends on its path.
            SpecOp::Enabled if self.condition.of_other => Value::Term(st.live),
            SpecOp::Enabled => Value::Term(self.cx.terms.tru()),
            SpecOp::Uniform | SpecOp::Other | SpecOp::Distinct | SpecOp::All | SpecOp::Exclusive => {
                match args.first() {
                    Some(&a) if self.cx.kernel.ty(a) != Type::Ptr => Value::Term(self.relation(st, op, a)),
                    _ => self.unmodelled_spec("relation between two threads", ty),
                }
            }
            SpecOp::SameGroup => Value::Term(self.cx.same_group()),
            SpecOp::HasRead => self.access_spec(st, args, ty, false, false),
            SpecOp::HasWritten => self.access_spec(st, args, ty, true, false),
            SpecOp::ReadOffset => self.access_spec(st, args, ty, false, true),
            SpecOp::WriteOffset => self.access_spec(st, args, ty, true, true),
            SpecOp::Unmodelled(name) => self.unmodelled_spec(name, ty),
        }
    }

    /// Notes what a checked condition reads. What the invariants say of cells at the barrier is known of it as long as
    /// no other thread has gone on and stored to it, which is no race with a condition: the check of the condition has
    /// to exclude that.
    fn note_read(&mut self, alts: &[PtrAlt], ty: Type) {
        let Some(reads) = self.condition.reads.as_mut().filter(|_| ty != Type::Ptr || alts.len() == 1) else { return };
        for alt in alts.iter().rev() {
            let Target::Object(object) = alt.target else { continue };
            if !self.cx.is_fixed(object) && self.cx.is_followed(object) {
                let (offset, mode) = (self.cx.as_seen_by_one(alt.offset), AccessMode::Read);
                reads.push(Access {
                    mode,
                    object,
                    offset,
                    width: ty.size(),
                    ty,
                    value: None,
                    exact: true,
                    is_copy: false,
                    strength: Strength::Weak,
                });
            }
        }
    }

    /// `__read(p)` and its kin: a symbol that the assertion client gives its meaning.
    fn access_spec(&mut self, st: &mut State, args: &[ExprId], ty: Type, write: bool, offset: bool) -> Value {
        let alts = match args.first() {
            Some(&p) if self.cx.kernel.ty(p) == Type::Ptr => self.eval_ptr(st, p),
            _ => return self.unmodelled_spec("access predicate", ty),
        };
        match &alts[..] {
            [PtrAlt { target: Target::Object(object), .. }] => {
                let offset = offset.then(|| (ty.size() * 8) as u8);
                let t = self.cx.access_symbol(AccessSymbol { object: *object, write, offset });
                Value::Term(t)
            }
            many if many.iter().all(|alt| matches!(alt.target, Target::Object(_))) => {
                let choice = self.condition.choice.take();
                let guards: Vec<TermId> = many.iter().map(|alt| alt.guard).collect();
                let chosen = choice.filter(|c| c.guards == guards).and_then(|c| c.chosen);
                self.condition.choice = Some(AccessChoice { guards, chosen });
                match chosen.map(|n| many[n].target) {
                    Some(Target::Object(object)) => {
                        let offset = offset.then(|| (ty.size() * 8) as u8);
                        Value::Term(self.cx.access_symbol(AccessSymbol { object, write, offset }))
                    }
                    _ => self.unmodelled_spec("access predicate of a pointer into several objects", ty),
                }
            }
            _ => self.unmodelled_spec("access predicate of an unresolved pointer", ty),
        }
    }

    /// A specification operation without a model: unknown, and the enclosing assertion or assumption is told.
    pub(crate) fn unmodelled_spec(&mut self, name: &str, ty: Type) -> Value {
        self.condition.obstacle.get_or_insert_with(|| name.to_owned());
        self.cx.unknown(name, ty)
    }
}
