//! Short names for building expressions.

use crate::program::{Expr, Op, Wrap};

pub(crate) fn int(value: i64) -> Expr {
    Expr::Int(value)
}

pub(crate) fn var(name: &str) -> Expr {
    Expr::Var(name.to_owned())
}

pub(crate) fn bin(op: Op, a: Expr, b: Expr) -> Expr {
    Expr::Bin(op, Box::new(a), Box::new(b))
}

pub(crate) fn wrap(kind: Wrap, e: Expr, size: i64) -> Expr {
    Expr::Wrap(kind, Box::new(e), size as u32)
}

macro_rules! binary {
    ($($name:ident $op:ident),*) => {
        $(pub(crate) fn $name(a: Expr, b: Expr) -> Expr { bin(Op::$op, a, b) })*
    };
}

binary!(add Add, sub Sub, mul Mul, div Div, rem Rem, and And, xor Xor, shl Shl, lt Lt, eq Eq);
