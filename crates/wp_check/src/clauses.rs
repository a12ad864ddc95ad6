//! Terms of specifications as terms of logic. Exact; `None` for what has no such term: real numbers, sums and recursive
//! functions, and quantifiers unless the reader has values for their variables.

use wp_logic::{TermId, Terms};
use wp_spec::{BinOp, Quantifier, Relation, Sort, Term, TermKind, Var};

/// The terms of logic for the leaves of a clause.
pub trait Reader {
    /// The store of terms.
    fn terms(&mut self) -> &mut Terms;
    /// The value of a variable, a scalar or an element; or whether the thread of a quantifier is there.
    fn leaf(&mut self, t: &Term) -> Option<TermId>;
    /// A condition for all or for some values of a variable.
    fn quantified(&mut self, _: Quantifier, _: Var, _: &Term) -> Option<TermId> {
        None
    }
}

/// An integer as a term.
pub fn number(r: &mut dyn Reader, t: &Term) -> Option<TermId> {
    Some(match &t.kind {
        TermKind::Int(v) => r.terms().int(*v),
        TermKind::Bound(..) | TermKind::Scalar(..) | TermKind::Element { .. } => r.leaf(t)?,
        TermKind::Neg(a) if t.sort == Sort::Int => {
            let a = number(r, a)?;
            r.terms().neg(a)
        }
        TermKind::BitNot(a) => {
            let a = number(r, a)?;
            r.terms().bit_not(a)
        }
        TermKind::Binary(op, a, b) if t.sort == Sort::Int => {
            let (a, b) = (number(r, a)?, number(r, b)?);
            arithmetic(r.terms(), *op, a, b)?
        }
        TermKind::Cond(c, a, b) if t.sort == Sort::Int => {
            let c = condition(r, c)?;
            let (a, b) = (number(r, a)?, number(r, b)?);
            r.terms().ite(c, a, b)
        }
        _ => return None,
    })
}

/// A condition as a term.
pub fn condition(r: &mut dyn Reader, t: &Term) -> Option<TermId> {
    Some(match &t.kind {
        TermKind::Bool(b) => r.terms().bool(*b),
        TermKind::Active => r.leaf(t)?,
        TermKind::Not(a) => {
            let a = condition(r, a)?;
            r.terms().not(a)
        }
        TermKind::Binary(op, a, b) => {
            let (a, b) = (condition(r, a)?, condition(r, b)?);
            match op {
                BinOp::And => r.terms().and(&[a, b]),
                BinOp::Or => r.terms().or(&[a, b]),
                BinOp::Implies => r.terms().implies(a, b),
                BinOp::Iff => r.terms().iff(a, b),
                _ => return None,
            }
        }
        TermKind::Compare(relation, a, b) if a.sort == Sort::Int => {
            let (a, b) = (number(r, a)?, number(r, b)?);
            related(r.terms(), *relation, a, b)
        }
        TermKind::Quantified(quantifier, var, _, body) => r.quantified(*quantifier, *var, body)?,
        TermKind::Scalar(..) | TermKind::Element { .. } if t.sort == Sort::Bool => r.leaf(t)?,
        _ => return None,
    })
}

/// A comparison of integers.
pub fn related(terms: &mut Terms, relation: Relation, a: TermId, b: TermId) -> TermId {
    match relation {
        Relation::Lt => terms.lt(a, b),
        Relation::Le => terms.le(a, b),
        Relation::Eq => terms.eq(a, b),
        Relation::Ne => terms.ne(a, b),
        Relation::Ge => terms.ge(a, b),
        Relation::Gt => terms.gt(a, b),
    }
}

fn arithmetic(terms: &mut Terms, op: BinOp, a: TermId, b: TermId) -> Option<TermId> {
    Some(match op {
        BinOp::Add => terms.add(a, b),
        BinOp::Sub => terms.sub(a, b),
        BinOp::Mul => terms.mul(a, b),
        BinOp::Div => terms.div_trunc(a, b),
        BinOp::Rem => terms.rem_trunc(a, b),
        BinOp::BitAnd => terms.bit_and(a, b),
        BinOp::BitOr => terms.bit_or(a, b),
        BinOp::BitXor => terms.bit_xor(a, b),
        BinOp::Shl if terms.range(b).lo.is_some_and(|lo| lo >= 0) => terms.shl(a, b),
        BinOp::Shr if terms.range(b).lo.is_some_and(|lo| lo >= 0) => terms.shr(a, b),
        _ => return None,
    })
}
