//! Translates typed terms of specifications to expressions of the IR.
//!
//! Integers of specifications are mathematical. They are computed in 64 bits; an execution in which this overflows is
//! excluded. If a value of an unsigned 64-bit type does not fit into a signed one, an assumption says nothing, and an
//! assertion is not modelled. Real arithmetic and quantifiers cannot be translated. Comparisons of floats are those of
//! C.

mod memory;

pub(crate) use memory::{Pass, Reading, Reads};

use crate::builder::{Blocks, Builder};
use wp_base::Span;
use wp_kir::{AssertKind, BinOp, ExprId, ExprKind, SpecOp, Special, StmtKind, Type, UnOp};
use wp_spec::{BinOp as Op, Clause, Relation, Scalar, Sort, Term, TermKind};

/// The translation of a term.
pub(crate) struct Terms<'a, 'u> {
    ir: &'a mut Builder<'u>,
    reads: Reads,
}

impl Builder<'_> {
    /// Emits the assertion of a condition that [`Terms::condition`] has translated. Where a value in it does not fit,
    /// the assertion is not modelled.
    pub(crate) fn assert_condition(&mut self, (cond, too_great): (ExprId, ExprId), kind: AssertKind, span: Span) {
        if self.const_int(too_great) != Some(0) {
            let what = "a value of 2^63 or more in a specification";
            let ((), then_block) = self.in_block(|s| s.unmodelled(what, kind, span));
            self.emit(StmtKind::If { cond: too_great, then_block, else_block: Vec::new() }, span);
        }
        self.emit(StmtKind::Assert { cond, kind }, span);
    }

    fn spec_scalar(&mut self, scalar: &Scalar, ty: Type, span: Span) -> ExprId {
        match scalar {
            Scalar::Param(p) => {
                let var = self.kernel().params[*p].var;
                self.expr(ExprKind::Var(var), ty, span)
            }
            Scalar::Special(special) => {
                let ty = if matches!(special, Special::GlobalOffset(_)) { Type::U64 } else { Type::U32 };
                self.expr(ExprKind::Special(*special), ty, span)
            }
            Scalar::Expr(e) => *e,
        }
    }

    /// Both sides of a comparison as unsigned 64-bit values, if one side has this type, and the other one has an
    /// unsigned type or is a constant that fits. Then the comparison is exact for values of 2^63 or more too.
    fn unsigned_sides(&mut self, a: &Term, b: &Term, span: Span) -> Option<(ExprId, ExprId)> {
        let a = self.unsigned_side(a, span)?;
        let b = self.unsigned_side(b, span)?;
        let is_wide = |side: Option<Type>| side == Some(Type::U64);
        let wide = is_wide(a.1) || is_wide(b.1);
        wide.then(|| (self.convert(a.0, Type::U64, span), self.convert(b.0, Type::U64, span)))
    }

    /// One side of a comparison for `unsigned_sides`: a constant without a type, or a scalar with its unsigned type.
    fn unsigned_side(&mut self, t: &Term, span: Span) -> Option<(ExprId, Option<Type>)> {
        match &t.kind {
            TermKind::Int(v) => {
                u64::try_from(*v).ok()?;
                Some((self.int(*v, Type::U64, span), None))
            }
            TermKind::Scalar(scalar, ty) => {
                let leaf = self.spec_scalar(scalar, *ty, span);
                let ty = self.ty(leaf);
                matches!(ty, Type::Int { signed: false, .. }).then_some((leaf, Some(ty)))
            }
            _ => None,
        }
    }

    /// A value of the kernel in the type in which specifications compute. The condition that it fits is added to
    /// `fits`.
    fn spec_leaf(&mut self, leaf: ExprId, span: Span, fits: &mut ExprId) -> ExprId {
        let ty = self.ty(leaf);
        match ty {
            Type::Bool | Type::Ptr => leaf,
            Type::Float { .. } => self.convert(leaf, Type::F64, span),
            Type::Int { bits, signed } => {
                if bits == 64 && !signed {
                    let most = self.int(i128::from(i64::MAX), ty, span);
                    let fit = self.bin(BinOp::Le, leaf, most, span);
                    *fits = self.bin(BinOp::And, *fits, fit, span);
                }
                self.convert(leaf, Type::I64, span)
            }
        }
    }
}

impl Terms<'_, '_> {
    /// The condition of a clause, and the condition that a value in the clause does not fit into 64 signed bits. If the
    /// latter is true, so is the former. `None` if the IR cannot express the clause.
    pub(crate) fn condition(&mut self, clause: &Clause) -> Option<(ExprId, ExprId)> {
        let span = clause.span;
        let mut fits = self.ir.bool(true, span);
        let cond = self.value(&clause.condition, span, &mut fits)?;
        let too_great = self.ir.not(fits, span);
        Some((self.ir.bin(BinOp::Or, too_great, cond, span), too_great))
    }

    /// The value of a term; `None` if the IR cannot express it. The condition that all values fit into 64 signed bits
    /// is added to `fits`.
    pub(crate) fn value(&mut self, t: &Term, span: Span, fits: &mut ExprId) -> Option<ExprId> {
        Some(match &t.kind {
            TermKind::Bool(b) => self.ir.bool(*b, span),
            TermKind::Int(v) => {
                i64::try_from(*v).ok()?;
                self.ir.int(*v, Type::I64, span)
            }
            TermKind::Real(v) => self.ir.float(*v, Type::F64, span),
            TermKind::Scalar(scalar, ty) => {
                let leaf = self.ir.spec_scalar(scalar, *ty, span);
                self.ir.spec_leaf(leaf, span, fits)
            }
            TermKind::Element { array, elem, index, old } => {
                let leaf = self.element((*array, *elem, *old), index, span, fits)?;
                self.ir.spec_leaf(leaf, span, fits)
            }
            TermKind::Not(a) => {
                let a = self.value(a, span, fits)?;
                self.ir.not(a, span)
            }
            TermKind::Neg(a) if a.sort == Sort::Int => {
                let a = self.value(a, span, fits)?;
                self.ir.un(UnOp::Neg, a, span)
            }
            TermKind::BitNot(a) => {
                let a = self.value(a, span, fits)?;
                self.ir.un(UnOp::BitNot, a, span)
            }
            TermKind::Binary(op, a, b) if a.sort != Sort::Real => {
                let left = self.value(a, span, fits)?;
                let guarded = self.enter_guard(*op, (a, left), span);
                let right = self.value(b, span, fits);
                self.leave_guard(guarded);
                let (a, b) = (left, right?);
                let op = match op {
                    Op::Add => BinOp::Add,
                    Op::Sub => BinOp::Sub,
                    Op::Mul => BinOp::Mul,
                    Op::Div => BinOp::Div,
                    Op::Rem => BinOp::Rem,
                    Op::Shl => BinOp::Shl,
                    Op::Shr => BinOp::Shr,
                    Op::BitAnd | Op::And => BinOp::And,
                    Op::BitOr | Op::Or => BinOp::Or,
                    Op::BitXor => BinOp::Xor,
                    Op::Iff => BinOp::Eq,
                    Op::Implies => {
                        let not = self.ir.not(a, span);
                        return Some(self.ir.bin(BinOp::Or, not, b, span));
                    }
                };
                self.ir.bin(op, a, b, span)
            }
            TermKind::Compare(relation, a, b) => {
                let (a, b) = match self.ir.unsigned_sides(a, b, span) {
                    Some(sides) => sides,
                    None => (self.value(a, span, fits)?, self.value(b, span, fits)?),
                };
                let (op, a, b) = match relation {
                    Relation::Lt => (BinOp::Lt, a, b),
                    Relation::Le => (BinOp::Le, a, b),
                    Relation::Eq => (BinOp::Eq, a, b),
                    Relation::Ne => (BinOp::Ne, a, b),
                    Relation::Ge => (BinOp::Le, b, a),
                    Relation::Gt => (BinOp::Lt, b, a),
                };
                self.ir.bin(op, a, b, span)
            }
            TermKind::Cond(c, a, b) => {
                let condition = self.value(c, span, fits)?;
                let guarded = self.enter_branch((c, condition), true, span);
                let yes = self.value(a, span, fits);
                self.leave_guard(guarded);
                let guarded = self.enter_branch((c, condition), false, span);
                let no = self.value(b, span, fits);
                self.leave_guard(guarded);
                self.ir.select(condition, yes?, no?, span)
            }
            TermKind::ToReal(a) => match &a.kind {
                // Exact below 2^53; other integers have no exact double.
                TermKind::Int(v) if v.abs() < 1 << 53 => self.ir.float(*v as f64, Type::F64, span),
                _ => return None,
            },
            TermKind::Other(a) => {
                let mut theirs = self.ir.bool(true, span);
                let a = self.value(a, span, &mut theirs)?;
                if self.ir.const_int(theirs) != Some(1) {
                    let theirs = self.ir.expr(ExprKind::Spec(SpecOp::Other, vec![theirs]), Type::Bool, span);
                    *fits = self.ir.bin(BinOp::And, *fits, theirs, span);
                }
                let ty = self.ir.ty(a);
                self.ir.expr(ExprKind::Spec(SpecOp::Other, vec![a]), ty, span)
            }
            _ => return None,
        })
    }
}
