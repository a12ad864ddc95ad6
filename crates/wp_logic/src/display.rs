//! Terms as text, close to source.

use crate::{Sort, Term, TermId, Terms};
use std::fmt::Write;

/// Binding strength, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Conditional,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Compare,
    Sum,
    Product,
    Unary,
}

/// Terms nested deeper, and text longer, than this are cut short by an ellipsis.
const MAX_DEPTH: usize = 64;
const MAX_LENGTH: usize = 4000;

impl Terms {
    /// The term in C-like syntax. `/` and `%` are floor division and modulus. Very large terms are cut short, so the
    /// text is for people and no key.
    pub fn display(&self, t: TermId) -> String {
        let mut out = String::new();
        self.print(t, Level::Conditional, 0, &mut out);
        out
    }

    fn print(&self, t: TermId, context: Level, depth: usize, out: &mut String) {
        if depth > MAX_DEPTH || out.len() > MAX_LENGTH {
            out.push_str("...");
            return;
        }
        let level = self.level(t);
        let parenthesised = level < context;
        if parenthesised {
            out.push('(');
        }
        self.print_bare(t, depth + 1, out);
        if parenthesised {
            out.push(')');
        }
    }

    fn level(&self, t: TermId) -> Level {
        match self.kind(t) {
            Term::Sum { .. } => Level::Sum,
            Term::Prod(_) | Term::Div(..) | Term::Mod(..) => Level::Product,
            Term::BitAnd(..) => Level::BitAnd,
            Term::BitOr(..) => Level::BitOr,
            Term::BitXor(..) => Level::BitXor,
            Term::Ite(..) => Level::Conditional,
            Term::And(_) => Level::And,
            Term::Or(_) => Level::Or,
            Term::Eq(..) | Term::Le(..) => Level::Compare,
            Term::Not(inner) if matches!(self.kind(*inner), Term::Eq(..)) => Level::Compare,
            Term::Int(value) if *value < 0 => Level::Sum,
            _ => Level::Unary,
        }
    }

    fn print_bare(&self, t: TermId, depth: usize, out: &mut String) {
        let binary = |a: &TermId, op: &str, b: &TermId, left: Level, right: Level, out: &mut String| {
            self.print(*a, left, depth, out);
            out.push_str(op);
            self.print(*b, right, depth, out);
        };
        // Writing to a string cannot fail.
        match self.kind(t) {
            Term::Bool(value) => drop(write!(out, "{value}")),
            Term::Int(value) => drop(write!(out, "{value}")),
            Term::Float { bits: 32, value } => drop(write!(out, "{:?}f", f32::from_bits(*value as u32))),
            Term::Float { bits: 64, value } => drop(write!(out, "{:?}", f64::from_bits(*value))),
            Term::Float { bits, value } => drop(write!(out, "f{bits}:{value:#x}")),
            Term::App(f, args) => {
                out.push_str(&self.func_info(*f).name);
                if !args.is_empty() {
                    out.push('(');
                    for (i, &arg) in args.iter().enumerate() {
                        if i > 0 {
                            out.push_str(", ");
                        }
                        self.print(arg, Level::Conditional, depth, out);
                    }
                    out.push(')');
                }
            }
            Term::Sum { constant, items } => self.print_sum(*constant, items.iter().copied(), depth, out),
            Term::Prod(factors) => {
                for (i, &factor) in factors.iter().enumerate() {
                    if i > 0 {
                        out.push_str(" * ");
                    }
                    self.print(factor, Level::Unary, depth, out);
                }
            }
            Term::Div(a, b) => binary(a, " / ", b, Level::Product, Level::Unary, out),
            Term::Mod(a, b) => binary(a, " % ", b, Level::Product, Level::Unary, out),
            Term::Pow2(a) => {
                out.push_str("(1 << ");
                self.print(*a, Level::Sum, depth, out);
                out.push(')');
            }
            Term::BitAnd(a, b) => binary(a, " & ", b, Level::Sum, Level::Sum, out),
            Term::BitOr(a, b) => binary(a, " | ", b, Level::Sum, Level::Sum, out),
            Term::BitXor(a, b) => binary(a, " ^ ", b, Level::Sum, Level::Sum, out),
            Term::Wrap { bits, signed, arg } => {
                let _ = write!(out, "{}{bits}(", if *signed { "i" } else { "u" });
                self.print(*arg, Level::Conditional, depth, out);
                out.push(')');
            }
            Term::Ite(c, a, b) => {
                self.print(*c, Level::Or, depth, out);
                out.push_str(" ? ");
                self.print(*a, Level::Or, depth, out);
                out.push_str(" : ");
                self.print(*b, Level::Conditional, depth, out);
            }
            Term::Not(inner) => match self.kind(*inner) {
                Term::Eq(a, b) => self.print_compare(*a, "!=", *b, depth, out),
                _ => {
                    out.push('!');
                    self.print(*inner, Level::Unary, depth, out);
                }
            },
            Term::And(items) => self.print_list(items, " && ", Level::Compare, depth, out),
            Term::Or(items) => self.print_list(items, " || ", Level::Compare, depth, out),
            Term::Eq(a, b) => self.print_compare(*a, "==", *b, depth, out),
            Term::Le(a, b) => self.print_compare(*a, "<=", *b, depth, out),
        }
    }

    fn print_list(&self, items: &[TermId], op: &str, level: Level, depth: usize, out: &mut String) {
        for (i, &item) in items.iter().enumerate() {
            if i > 0 {
                out.push_str(op);
            }
            self.print(item, level, depth, out);
        }
    }

    /// Monomials with negative coefficients go to the other side, `<=` becomes `<` where that saves the constant.
    fn print_compare(&self, a: TermId, op: &str, b: TermId, depth: usize, out: &mut String) {
        let (Sort::Int, Some(bound)) = (self.sort(a), self.as_int(b)) else {
            self.print(a, Level::Sum, depth, out);
            let _ = write!(out, " {op} ");
            return self.print(b, Level::Sum, depth, out);
        };
        let linear = self.linear(a);
        let mut left: Vec<_> = linear.items.iter().filter(|i| i.0 > 0).copied().collect();
        let mut right: Vec<_> =
            linear.items.iter().filter(|i| i.0 < 0).map(|&(c, t)| (c.saturating_neg(), t)).collect();
        let (mut op, mut constant) = (op, bound);
        if op == "<=" && left.is_empty() {
            // -x <= k is x >= -k.
            (left, right) = (right, left);
            (op, constant) = (">=", constant.saturating_neg());
        }
        let (mut left_constant, mut right_constant) = (0, constant);
        if op == "<=" && constant == -1 {
            (op, right_constant) = ("<", 0);
        }
        if op == ">=" && constant == 1 {
            (op, right_constant) = (">", 0);
        }
        if right_constant < 0 && !right.is_empty() {
            (left_constant, right_constant) = (right_constant.saturating_neg(), 0);
        }
        self.print_sum(left_constant, left.into_iter(), depth, out);
        let _ = write!(out, " {op} ");
        self.print_sum(right_constant, right.into_iter(), depth, out);
    }

    fn print_sum(&self, constant: i128, items: impl Iterator<Item = (i128, TermId)>, depth: usize, out: &mut String) {
        let mut first = true;
        for (coefficient, monomial) in items {
            match (first, coefficient < 0) {
                (true, true) => out.push('-'),
                (true, false) => {}
                (false, true) => out.push_str(" - "),
                (false, false) => out.push_str(" + "),
            }
            if coefficient.unsigned_abs() != 1 {
                let _ = write!(out, "{} * ", coefficient.unsigned_abs());
            }
            self.print(monomial, Level::Product, depth, out);
            first = false;
        }
        match (first, constant) {
            (true, _) => drop(write!(out, "{constant}")),
            (false, 0) => {}
            (false, 1..) => drop(write!(out, " + {constant}")),
            (false, _) => drop(write!(out, " - {}", constant.unsigned_abs())),
        }
    }
}
