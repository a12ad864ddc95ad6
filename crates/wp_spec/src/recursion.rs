//! Recursive logic functions.
//!
//! A function that counts a number down (or up) to a bound and adds or multiplies a term at each step is a sum or a
//! product:
//!
//! | definition | meaning |
//! |---|---|
//! | `f(k) = k <= c ? b : f(k - 1) + e` | `b + Σ_{c < k' <= k} e(k')` |
//! | `f(k) = k >= c ? b : f(k + 1) + e` | `b + Σ_{k <= k' < c} e(k')` |
//!
//! with `<` and `>` likewise, `*` for `+`, and the cases in any order; `b`, `c` and the other parameters do not change
//! with `k`. Exact, by induction over the distance to `c`. Any other recursion over integers is kept as it is
//! ([`Recursive`]): runs evaluate it, proofs do not follow it.

use crate::accumulate::rest_of;
use crate::define::{Actual, Frame};
use crate::resolve::{want, Resolver};
use crate::syntax::{Aggregate, At, BinOp, Definition, Expr, ExprKind, Relation};
use crate::term::{Recursive, Sort, Term, TermKind};
use crate::Error;
use std::rc::Rc;
use std::sync::Arc;

/// True if a definition uses itself in its own body.
pub(crate) fn is_recursive(definition: &Definition) -> bool {
    calls(&definition.body, &definition.name)
}

fn calls(e: &Expr, name: &str) -> bool {
    e.any(&|e| matches!(&e.kind, ExprKind::Call(n, _) if n == name))
}

/// The definition without recursion, where it is a sum or a product.
pub(crate) fn as_fold(d: &Definition) -> Option<Definition> {
    let ExprKind::Cond(condition, yes, no) = &d.body.kind else { return None };
    let ExprKind::Chain(left, links) = &condition.kind else { return None };
    let ([(relation, bound)], ExprKind::Name(k)) = (links.as_slice(), &left.kind) else { return None };
    let (relation, base, step) = match (calls(yes, &d.name), calls(no, &d.name)) {
        (false, true) => (*relation, yes, no),
        (true, false) => (opposite(*relation)?, no, yes),
        _ => return None,
    };
    let down = matches!(relation, Relation::Lt | Relation::Le);
    if !down && !matches!(relation, Relation::Gt | Relation::Ge) {
        return None;
    }
    let fixed = |e: &Expr| !e.mentions(k) && !calls(e, &d.name);
    if d.result == Sort::Bool || !fixed(bound) || !fixed(base) {
        return None;
    }
    let again = |e: &Expr| is_next(e, d, k, down);
    let folds = [(BinOp::Add, Aggregate::Sum), (BinOp::Mul, Aggregate::Product)];
    let (op, aggregate, rest) = folds.into_iter().find_map(|(op, a)| Some((op, a, rest_of(step, op, &again)?)))?;
    if calls(&rest, &d.name) {
        return None;
    }
    let at = d.body.at.clone();
    let of = |kind| Expr { kind, at: at.clone() };
    let offset = |e: &Expr, op, by: i128| match by {
        0 => e.clone(),
        _ => of(ExprKind::Binary(op, Box::new(e.clone()), Box::new(of(ExprKind::Int(by))))),
    };
    let own = of(ExprKind::Name(k.clone()));
    let (lo, hi) = match relation {
        Relation::Le => (offset(bound, BinOp::Add, 1), own),
        Relation::Lt => (bound.clone(), own),
        Relation::Ge => (own, offset(bound, BinOp::Sub, 1)),
        _ => (own, bound.clone()),
    };
    let typed = |e: Expr| Box::new(of(ExprKind::Typed(d.result, Box::new(e))));
    let fold = ExprKind::Aggregate(aggregate, Box::new(lo), Box::new(hi), k.clone(), typed(rest));
    let body = of(ExprKind::Binary(op, typed((**base).clone()), Box::new(of(fold))));
    Some(Definition { body, ..d.clone() })
}

fn opposite(relation: Relation) -> Option<Relation> {
    Some(match relation {
        Relation::Lt => Relation::Ge,
        Relation::Le => Relation::Gt,
        Relation::Ge => Relation::Lt,
        Relation::Gt => Relation::Le,
        Relation::Eq | Relation::Ne => return None,
    })
}

/// True if an expression is the function itself for the number before (or after), everything else as it is.
fn is_next(e: &Expr, d: &Definition, k: &str, down: bool) -> bool {
    let ExprKind::Call(name, args) = &e.kind else { return false };
    let is = |e: &Expr, name: &str| matches!(&e.kind, ExprKind::Name(n) if n == name);
    let wanted = if down { BinOp::Sub } else { BinOp::Add };
    let next = |e: &Expr| match &e.kind {
        ExprKind::Binary(op, a, b) => *op == wanted && is(a, k) && matches!(b.kind, ExprKind::Int(1)),
        _ => false,
    };
    let counts = d.parameters.iter().any(|p| p.name == k && p.sort == Sort::Int && !p.array);
    let same = |(p, arg): (&crate::syntax::Parameter, &Expr)| if p.name == k { next(arg) } else { is(arg, &p.name) };
    *name == d.name && counts && args.len() == d.parameters.len() && d.parameters.iter().zip(args).all(same)
}

impl Resolver<'_> {
    /// A use of a definition that uses itself.
    pub fn recursive(&mut self, d: &Rc<Definition>, args: &[Expr], at: &At) -> Result<Term, Error> {
        if let Some(fold) = as_fold(d) {
            return self.substituted(&Rc::new(fold), args, at);
        }
        let mut arguments = Vec::new();
        let (mut values, mut parameters) = (Vec::new(), Vec::new());
        for (parameter, arg) in d.parameters.iter().zip(args) {
            let actual = match self.argument(parameter, arg)? {
                Actual::Term(value, ..) if parameter.sort == Sort::Int => {
                    let var = self.count;
                    self.count += 1;
                    parameters.push(var);
                    values.push(value);
                    let kind = TermKind::Bound(var, parameter.name.clone());
                    Actual::Term(Term { kind, sort: Sort::Int, at: at.clone() }, 1, 0)
                }
                Actual::Term(..) => {
                    let text = format!("`{}` uses itself: its parameters are integers and arrays then", d.name);
                    return Err(Error::new(at.clone(), text));
                }
                array => array,
            };
            arguments.push((parameter.name.clone(), actual));
        }
        let body = self.in_body(d, Frame { name: d.name.clone(), arguments, recursive: true }, at)?;
        let function = Arc::new(Recursive { name: d.name.clone(), parameters, body });
        Ok(Term { kind: TermKind::Apply(function, values), sort: d.result, at: at.clone() })
    }

    /// A use in the body of the definition itself.
    pub fn again(&mut self, d: &Definition, args: &[Expr], at: &At) -> Result<Term, Error> {
        let mut values = Vec::new();
        for (parameter, arg) in d.parameters.iter().zip(args) {
            if !parameter.array {
                values.push(want(self.term(arg)?, parameter.sort)?);
            } else if !matches!(&arg.kind, ExprKind::Name(n) if *n == parameter.name) {
                let text = format!("`{}` uses itself: `{}` is passed on as it is then", d.name, parameter.name);
                return Err(Error::new(arg.at.clone(), text));
            }
        }
        Ok(Term { kind: TermKind::Again(values), sort: d.result, at: at.clone() })
    }
}
