//! Floats as bit patterns: their operations are uninterpreted functions.
//!
//! Two values are equal if both are the same operations, in the same types and the same grouping, of the same inputs:
//! no operation is regrouped, distributed, cancelled or dropped (`a + 0` is not `a`, which may be -0; `x - x` is not 0,
//! as `x` may be infinite). The only known facts are:
//!
//! - addition and multiplication do not depend on the order of their two operands, if it does not matter which NaN a
//!   NaN is (`nan-payload`);
//! - the negation of a constant, and the conversion of a constant integer that has a float of its own, are constants.
//!
//! A compiler may fuse a product and an addition into one operation with one rounding: assumption `no-contraction`.
//! `==` of floats is equality of bit patterns. Clauses cannot state sums, products, least and greatest values over
//! ranges, since these depend on an order.
//!
//! Polynomials are those of bit patterns as integers; only case distinctions produce sums of them
//! (`b + [c] * (a - b)`).

use super::goal::{Element, Scope};
use super::questions::{unknown, Stop};
use super::real::{Atom, Poly};
use super::session::Session;
use wp_base::Assumption;
use wp_kir::Type;
use wp_logic::{Sort, Term as Logic};
use wp_spec::{BinOp, Scalar, Sort as SpecSort, Term, TermKind};

/// The name of an operation with its types.
fn operation(name: &str, result: Sort, args: &[Sort]) -> String {
    let args: Vec<String> = args.iter().map(ToString::to_string).collect();
    format!("{name} {result}({})", args.join(","))
}

/// True if an operation does not depend on the order of its operands.
pub(crate) fn commutes(operation: &str) -> bool {
    operation.starts_with("fadd ") || operation.starts_with("fmul ")
}

/// The type of a number of a clause as its width; constants and integers take the type of the other operand.
fn width(t: &Term) -> Option<u8> {
    let of = |ty: Type| match ty {
        Type::Float { bits } => Some(bits),
        _ => None,
    };
    match &t.kind {
        TermKind::Element { elem, .. } => of(*elem),
        TermKind::Scalar(_, ty) => of(*ty),
        TermKind::Neg(a) => width(a),
        TermKind::Binary(_, a, b) | TermKind::Cond(_, a, b) => width(a).max(width(b)),
        TermKind::Call(_, args) => args.iter().filter_map(width).max(),
        _ => None,
    }
}

impl Session<'_> {
    /// A float operation of the kernel.
    pub fn float_operation(&mut self, name: &str, result: Sort, sorts: &[Sort], args: Vec<Poly>) -> Result<Poly, Stop> {
        match (name, args.as_slice(), result) {
            ("fneg", [a], Sort::Float(bits)) => {
                if let Some(&Atom::Term(t)) = a.as_atom() {
                    if let Logic::Float { value, .. } = *self.terms.kind(t) {
                        let negated = self.terms.float(bits, value ^ 1 << (bits - 1));
                        return Ok(Poly::atom(Atom::Term(negated)));
                    }
                }
            }
            ("i2f", [a], Sort::Float(bits)) => {
                if let Some(n) = a.as_constant().and_then(|c| c.as_int()).filter(|n| n.abs() < 1 << 53) {
                    if let Ok(constant) = self.float_constant(n as f64, bits) {
                        return Ok(constant);
                    }
                }
            }
            ("fadd" | "fsub", ..) => {
                let product = |p: &Poly| p.any(&|a| matches!(a, Atom::Call(f, _) if f.starts_with("fmul ")));
                if args.iter().any(product) {
                    self.assumptions.insert(Assumption::NoContraction);
                }
            }
            _ => {}
        }
        Ok(Poly::atom(Atom::Call(operation(name, result, sorts), args)))
    }

    /// A constant, where there is a float of the width that is exactly this number.
    fn float_constant(&mut self, value: f64, bits: u8) -> Result<Poly, Stop> {
        let pattern = match bits {
            32 if f64::from(value as f32) == value => u64::from((value as f32).to_bits()),
            64 => value.to_bits(),
            _ => {
                return unknown(format!(
                    "the constant {value} is no float of {bits} bits (`f` behind a constant rounds it)"
                ))
            }
        };
        let term = self.terms.float(bits, pattern);
        Ok(Poly::atom(Atom::Term(term)))
    }

    /// The two sides of a comparison of floats, in the wider one of their types as in C.
    pub fn float_sides(
        &mut self,
        [a, b]: [&Term; 2],
        scope: Scope,
        open: &mut Option<Element>,
    ) -> Result<(Poly, Poly), Stop> {
        let common = width(a).max(width(b));
        let x = self.float_number(a, common, scope, open)?;
        Ok((x, self.float_number(b, common, scope, open)?))
    }

    /// A float of a clause, as one of a width; of its own where none is given.
    pub fn float_number(
        &mut self,
        t: &Term,
        wanted: Option<u8>,
        scope: Scope,
        open: &mut Option<Element>,
    ) -> Result<Poly, Stop> {
        let own = width(t);
        let Some(bits) = own.or(wanted) else { return unknown("a number that is of no type of the kernel") };
        let value = self.float_of_width(t, bits, scope, open)?;
        match wanted {
            Some(wanted) if wanted != bits => {
                self.float_operation("f2f", Sort::Float(wanted), &[Sort::Float(bits)], vec![value])
            }
            _ => Ok(value),
        }
    }

    fn float_of_width(&mut self, t: &Term, bits: u8, scope: Scope, open: &mut Option<Element>) -> Result<Poly, Stop> {
        let Scope { bound, known, .. } = scope;
        let sort = Sort::Float(bits);
        match &t.kind {
            TermKind::Real(v) => self.float_constant(*v, bits),
            TermKind::ToReal(a) => {
                let a = self.number(a, scope, open)?;
                self.float_operation("i2f", sort, &[Sort::Int], vec![a])
            }
            TermKind::Neg(a) => {
                let a = self.float_number(a, Some(bits), scope, open)?;
                self.float_operation("fneg", sort, &[sort], vec![a])
            }
            TermKind::Binary(op, a, b) => {
                let name = match op {
                    BinOp::Add => "fadd",
                    BinOp::Sub => "fsub",
                    BinOp::Mul => "fmul",
                    BinOp::Div => "fdiv",
                    _ => return unknown("an operation of the clause is none of floats"),
                };
                if width(a).max(width(b)).is_none() {
                    return unknown("arithmetic of constants alone: write its result");
                }
                let a = self.float_number(a, Some(bits), scope, open)?;
                let b = self.float_number(b, Some(bits), scope, open)?;
                self.float_operation(name, sort, &[sort, sort], vec![a, b])
            }
            TermKind::Call("fmin" | "fmax", _) => {
                unknown("a least or greatest value, which depends on NaN and on the order of zeros, bit by bit")
            }
            TermKind::Call(_, args) if args.iter().all(|a| width(a).is_none()) => {
                unknown("a function of integers or constants alone, which C computes in double precision")
            }
            TermKind::Call(name, args) => {
                let mut values = Vec::new();
                for a in args {
                    values.push(self.float_number(a, Some(bits), scope, open)?);
                }
                self.float_operation(name, sort, &vec![sort; args.len()], values)
            }
            TermKind::Cond(c, a, b) => {
                let Some(c) = self.condition(c, bound) else {
                    return unknown("a condition on floats or on what the kernel writes");
                };
                let not = self.terms.not(c);
                if self.holds(known, c)? {
                    return self.float_number(a, Some(bits), scope, open);
                }
                if self.holds(known, not)? {
                    return self.float_number(b, Some(bits), scope, open);
                }
                if !self.varies(c) {
                    return Err(Stop::Split(c));
                }
                let a = self.float_number(a, Some(bits), Scope { known: &[known, &[c]].concat(), ..scope }, open)?;
                let b = self.float_number(b, Some(bits), Scope { known: &[known, &[not]].concat(), ..scope }, open)?;
                self.either(c, &a, &b)
            }
            TermKind::Scalar(Scalar::Param(_) | Scalar::Expr(_), _) | TermKind::Element { .. } => {
                self.stored_number(t, scope, open)
            }
            TermKind::Aggregate(aggregate, ..) => unknown(format!(
                "`\\{}` of floats depends on an order, which the clause does not say",
                aggregate.name()
            )),
            TermKind::Apply(..) => unknown(super::goal::NOT_FOLLOWED),
            _ => unknown("an expression of the clause is not supported"),
        }
    }
}

/// True if a clause computes with floats, so that runs, which evaluate it without rounding, do not refute it bit by
/// bit.
pub(crate) fn computes(clause: &Term) -> bool {
    clause.any(&|t| {
        let operation = matches!(
            t.kind,
            TermKind::Binary(..)
                | TermKind::Call(..)
                | TermKind::ToReal(_)
                | TermKind::Aggregate(..)
                | TermKind::Apply(..)
                | TermKind::Again(_)
        );
        t.sort == SpecSort::Real && operation
    })
}
