//! Expressions to flat code: one register per value, each evaluated once per statement.

use super::{CompileError, Ctx};
use crate::accuracy::accuracy;
use crate::code::{CallCode, Op};
use crate::math::Function;
use crate::value::{Reg, Ty};
use wp_base::Id;
use wp_kir::{BinOp, CastKind, ExprId, ExprKind, SpecOp, Type, UnOp};

impl Ctx<'_> {
    pub(super) fn expr(&mut self, expr: ExprId) -> Result<Reg, CompileError> {
        self.expr_into(expr, None)
    }

    fn divides(&mut self, expr: ExprId) -> bool {
        if let Some(&known) = self.has_division.get(&expr) {
            return known;
        }
        let found = match self.kernel.exprs.get(expr) {
            None => false,
            Some(e) => {
                matches!(e.kind, ExprKind::Binary(BinOp::Div | BinOp::Rem, ..) if !e.ty.is_float())
                    || matches!(e.kind, ExprKind::Spec(SpecOp::Load, _))
                    || e.kind.children().iter().any(|&c| self.divides(c))
            }
        };
        self.has_division.insert(expr, found);
        found
    }

    /// True if `a - b` is the idiom `(1 << n) - 1`. With `n` one less than the width it is all ones below the sign for
    /// every compiler, though the difference as a signed number overflows.
    fn is_low_mask(&self, a: ExprId, b: ExprId) -> bool {
        let kind = |e: ExprId| self.kernel.exprs.get(e).map(|e| &e.kind);
        let is_one = |e: ExprId| matches!(kind(e), Some(ExprKind::Int(1)));
        is_one(b) && matches!(kind(a), Some(ExprKind::Binary(BinOp::Shl, one, _)) if is_one(*one))
    }

    /// Forgets the expressions that were evaluated since `mark`, because they are evaluated on one path only.
    pub(super) fn rewind(&mut self, mark: usize) {
        for e in self.memo_log.drain(mark..) {
            self.memo.remove(&e);
        }
    }

    pub(super) fn remember(&mut self, expr: ExprId, reg: Reg) {
        if self.memo.insert(expr, reg).is_none() {
            self.memo_log.push(expr);
        }
    }

    /// Evaluates an expression, into `dst` when it is given. `dst` is written last.
    pub(super) fn expr_into(&mut self, expr: ExprId, dst: Option<Reg>) -> Result<Reg, CompileError> {
        let kernel = self.kernel;
        let Some(e) = kernel.exprs.get(expr) else { return self.fail("unknown expression") };
        let leaf = match &e.kind {
            ExprKind::Int(value) => Some(self.constant(crate::ops::wrap(self.ty(e.ty)?, *value as u64))),
            ExprKind::Float(bits) => Some(self.constant(*bits)),
            ExprKind::Null => Some(self.constant(0)),
            ExprKind::Var(var) if var.index() < kernel.vars.len() => Some(var.index() as Reg),
            ExprKind::Var(_) => return self.fail("unknown variable"),
            ExprKind::Special(special) => Some(self.special(*special)),
            ExprKind::AddrOf(object) if object.index() < kernel.objects.len() => {
                Some(self.constant(crate::value::pack(object.index() as u64 + 1, 0)))
            }
            ExprKind::AddrOf(_) => return self.fail("unknown object"),
            _ => self.memo.get(&expr).copied(),
        };
        if let Some(s) = leaf {
            return Ok(match dst {
                Some(d) if d != s => {
                    self.emit(Op::Mov { d, s });
                    d
                }
                _ => s,
            });
        }
        let outer_span = self.span;
        if !e.span.is_none() {
            self.span = e.span;
        }
        let d = self.operation(e.ty, &e.kind, dst)?;
        self.span = outer_span;
        if dst.is_none() {
            self.remember(expr, d);
        }
        Ok(d)
    }

    fn operation(&mut self, ty: Type, kind: &ExprKind, dst: Option<Reg>) -> Result<Reg, CompileError> {
        let ty = self.ty(ty)?;
        match *kind {
            ExprKind::PtrAdd(p, o) => {
                let p = self.expr(p)?;
                let o = self.expr(o)?;
                let d = self.target(dst);
                self.emit(Op::PtrAdd { d, p, o });
                Ok(d)
            }
            ExprKind::PtrDiff(a, b) => {
                let a = self.expr(a)?;
                let b = self.expr(b)?;
                let d = self.target(dst);
                self.emit(Op::PtrDiff { d, a, b });
                Ok(d)
            }
            ExprKind::Unary(op, a) => {
                let at = self.ty_of(a)?;
                let a = self.expr(a)?;
                let d = self.target(dst);
                let one = self.constant(1);
                self.emit(match op {
                    UnOp::Not => Op::Xor { d, a, b: one },
                    _ => Op::Un { op, ty: at, d, a },
                });
                Ok(d)
            }
            ExprKind::Binary(op, a, b) => {
                let at = self.ty_of(a)?;
                if at == Ty::Bool && matches!(op, BinOp::And | BinOp::Or) && self.divides(b) {
                    let d = self.temp();
                    self.expr_into(a, Some(d))?;
                    let skip = match op {
                        BinOp::And => self.emit(Op::JumpUnless { c: d, to: 0 }),
                        _ => self.emit(Op::JumpIf { c: d, to: 0 }),
                    };
                    let mark = self.memo_log.len();
                    self.expr_into(b, Some(d))?;
                    self.rewind(mark);
                    let end = self.here();
                    self.patch(skip, end);
                    return Ok(self.deliver(d, dst));
                }
                let mask = op == BinOp::Sub && self.is_low_mask(a, b);
                let a = self.expr(a)?;
                let b = self.expr(b)?;
                let d = self.target(dst);
                if let (true, Some(unsigned)) = (mask, unsigned(at)) {
                    self.emit(binary(op, unsigned, d, a, b));
                    self.emit(Op::Wrap { ty: at, d, a: d });
                    return Ok(d);
                }
                self.emit(binary(op, at, d, a, b));
                Ok(d)
            }
            ExprKind::Select(c, a, b) => {
                let c = self.expr(c)?;
                let d = self.temp();
                if self.divides(a) || self.divides(b) {
                    let to_b = self.emit(Op::JumpUnless { c, to: 0 });
                    let mark = self.memo_log.len();
                    self.expr_into(a, Some(d))?;
                    self.rewind(mark);
                    let over = self.emit(Op::Jump { to: 0 });
                    let start = self.here();
                    self.patch(to_b, start);
                    self.expr_into(b, Some(d))?;
                    self.rewind(mark);
                    let end = self.here();
                    self.patch(over, end);
                } else {
                    let a = self.expr(a)?;
                    let b = self.expr(b)?;
                    self.emit(Op::Mov { d, s: b });
                    self.emit(Op::CMov { d, c, s: a });
                }
                Ok(self.deliver(d, dst))
            }
            ExprKind::Cast(cast, a) => {
                let from = self.ty_of(a)?;
                let a = self.expr(a)?;
                let d = self.target(dst);
                let plain = cast == CastKind::IntToInt
                    || cast == CastKind::Bitcast
                        && !from.is_float()
                        && !ty.is_float()
                        && ty != Ty::Ptr
                        && from != Ty::Ptr;
                self.emit(if plain { Op::Wrap { ty, d, a } } else { Op::Cast { kind: cast, from, to: ty, d, a } });
                Ok(d)
            }
            ExprKind::Call(ref name, ref args) => {
                if let Some(result) = wp_kir::operator_result(name, args) {
                    let s = self.expr(result)?;
                    let d = self.target(dst);
                    self.emit(Op::Mov { d, s });
                    return Ok(d);
                }
                let mut regs = Vec::with_capacity(args.len());
                for &a in args {
                    regs.push((self.expr(a)?, self.ty_of(a)?));
                }
                let d = self.target(dst);
                let is_input = wp_kir::input_named(name).is_some();
                let function = Function::named(name);
                let accuracy = accuracy(name, function.fun, ty, self.kernel.dialect);
                self.code.calls.push(CallCode { function, accuracy, name: name.clone(), is_input, ty, args: regs });
                let index = self.code.calls.len() as u32 - 1;
                self.emit(Op::Call { d, index });
                Ok(d)
            }
            ExprKind::Spec(ref op, ref args) => {
                let arg = match args.first() {
                    Some(&a) => self.expr(a)?,
                    None => self.constant(0),
                };
                let d = self.target(dst);
                match op {
                    SpecOp::Load => self.emit(Op::SpecLoad { d, p: arg, ty }),
                    SpecOp::PtrOffset => self.emit(Op::PtrOffset { d, p: arg }),
                    SpecOp::PtrBase => self.emit(Op::PtrBase { d, p: arg }),
                    SpecOp::Enabled => {
                        let one = self.constant(1);
                        self.emit(Op::Mov { d, s: one })
                    }
                    SpecOp::HasRead | SpecOp::HasWritten | SpecOp::ReadOffset | SpecOp::WriteOffset => {
                        let Some(index) = self.cases else {
                            return self.fail("access predicate outside of an assertion");
                        };
                        let write = matches!(op, SpecOp::HasWritten | SpecOp::WriteOffset);
                        let offset = matches!(op, SpecOp::ReadOffset | SpecOp::WriteOffset);
                        let at = self.emit(Op::SpecAccess { d, p: arg, index, write, offset });
                        if offset {
                            self.emit(Op::Wrap { ty, d, a: d })
                        } else {
                            at
                        }
                    }
                    SpecOp::SameGroup if self.other_thread.is_some() => {
                        let one = self.constant(1);
                        self.emit(Op::Mov { d, s: one })
                    }
                    op if super::invariants::is_relation(op) => {
                        self.relation(op, args[0], arg, d)?;
                        return Ok(d);
                    }
                    _ => return self.fail("specification operation in a computation"),
                };
                Ok(d)
            }
            _ => self.fail("leaf without a register"),
        }
    }

    fn target(&mut self, dst: Option<Reg>) -> Reg {
        dst.unwrap_or_else(|| self.temp())
    }

    fn deliver(&mut self, s: Reg, dst: Option<Reg>) -> Reg {
        match dst {
            Some(d) => {
                self.emit(Op::Mov { d, s });
                d
            }
            None => s,
        }
    }
}

/// The unsigned type as wide as a signed one.
fn unsigned(ty: Ty) -> Option<Ty> {
    match ty {
        Ty::I32 => Some(Ty::U32),
        Ty::I64 => Some(Ty::U64),
        _ => None,
    }
}

/// The specialised instruction of a binary operation; `ty` is the type of the operands.
pub(super) fn binary(op: BinOp, ty: Ty, d: Reg, a: Reg, b: Reg) -> Op {
    match (op, ty) {
        (BinOp::Add, Ty::I32) => Op::AddI32 { d, a, b },
        (BinOp::Add, Ty::U32) => Op::AddU32 { d, a, b },
        (BinOp::Sub, Ty::I32) => Op::SubI32 { d, a, b },
        (BinOp::Sub, Ty::U32) => Op::SubU32 { d, a, b },
        (BinOp::Mul, Ty::I32) => Op::MulI32 { d, a, b },
        (BinOp::Mul, Ty::U32) => Op::MulU32 { d, a, b },
        (BinOp::Add, Ty::U64) => Op::Add64 { d, a, b },
        (BinOp::Mul, Ty::U64) => Op::Mul64 { d, a, b },
        (BinOp::Add, Ty::F32) => Op::AddF32 { d, a, b },
        (BinOp::Mul, Ty::F32) => Op::MulF32 { d, a, b },
        (BinOp::Lt, t) if t.signed() => Op::LtS { d, a, b },
        (BinOp::Le, t) if t.signed() => Op::LeS { d, a, b },
        // Pointers are compared as signed offsets under the same tag: shifting is left to the general operation.
        (BinOp::Lt, t) if !t.is_float() && t != Ty::Ptr => Op::LtU { d, a, b },
        (BinOp::Le, t) if !t.is_float() && t != Ty::Ptr => Op::LeU { d, a, b },
        (BinOp::Eq, t) if !t.is_float() => Op::Eq { d, a, b },
        (BinOp::Ne, t) if !t.is_float() => Op::Ne { d, a, b },
        (BinOp::And, _) => Op::And { d, a, b },
        (BinOp::Or, _) => Op::Or { d, a, b },
        (BinOp::Xor, _) => Op::Xor { d, a, b },
        _ => Op::Bin { op, ty, d, a, b },
    }
}
