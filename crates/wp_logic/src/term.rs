//! The term language: sorts, symbols and operators.

use crate::Range;
use std::fmt;
use std::sync::Arc;
use wp_base::define_id;

define_id!(
    /// A term of a [`crate::Terms`] store. Subterms have smaller ids.
    TermId,
    "t"
);
define_id!(
    /// A function symbol of a [`crate::Terms`] store; symbols without arguments are its constants.
    FuncId,
    "f"
);

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// Truth value.
    Bool,
    /// Mathematical integer.
    Int,
    /// IEEE-754 binary float of that many bits. Equality of this sort is identity of values, not the IEEE comparison.
    Float(u8),
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("bool"),
            Sort::Int => f.write_str("int"),
            Sort::Float(bits) => write!(f, "f{bits}"),
        }
    }
}

/// The threads that share the value of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// All threads of the launch.
    Launch,
    /// The threads of one block.
    Block,
    /// No other thread: each thread has a value of its own.
    Thread,
}

/// A function symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Func {
    /// Name for people; not unique.
    pub name: Arc<str>,
    /// Sorts of the arguments.
    pub args: Vec<Sort>,
    /// Sort of the result.
    pub result: Sort,
    /// The threads that share its value.
    pub class: Class,
    /// Range of every application, if the result is an integer.
    pub range: Range,
    /// True for the copy that another thread has of a symbol.
    pub is_copy: bool,
}

/// An operator with its operands. Terms are built by [`crate::Terms`] only, which keeps the stated normal forms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// Truth value.
    Bool(bool),
    /// Integer constant.
    Int(i128),
    /// Float constant by its bit pattern.
    Float {
        /// Width.
        bits: u8,
        /// Bit pattern.
        value: u64,
    },
    /// Function symbol applied to arguments.
    App(FuncId, Box<[TermId]>),
    /// `constant + Σ coefficient * monomial`: sorted by monomial, coefficients not zero, monomials atoms or products.
    /// Never a constant alone, never one monomial with coefficient 1 alone.
    Sum {
        /// The constant.
        constant: i128,
        /// Coefficients and monomials.
        items: Box<[(i128, TermId)]>,
    },
    /// Product of at least two atoms, sorted.
    Prod(Box<[TermId]>),
    /// Floor division. Unconstrained where the divisor is 0.
    Div(TermId, TermId),
    /// `a - b * floor(a / b)`. Unconstrained where the divisor is 0.
    Mod(TermId, TermId),
    /// `2^a`. Some positive value where the exponent is negative.
    Pow2(TermId),
    /// Bitwise and of infinite two's complement.
    BitAnd(TermId, TermId),
    /// Bitwise or of infinite two's complement.
    BitOr(TermId, TermId),
    /// Bitwise exclusive or of infinite two's complement.
    BitXor(TermId, TermId),
    /// The value of the machine integer type that is congruent to `arg` modulo `2^bits`.
    Wrap {
        /// Width of the type, 1 to 64.
        bits: u8,
        /// Two's complement if true.
        signed: bool,
        /// The integer.
        arg: TermId,
    },
    /// `if a then b else c`
    Ite(TermId, TermId, TermId),
    /// Negation; only of boolean applications, equalities and conditionals.
    Not(TermId),
    /// Conjunction of at least two terms, sorted.
    And(Box<[TermId]>),
    /// Disjunction of at least two terms, sorted.
    Or(Box<[TermId]>),
    /// Equality. Of integers: a sum without constant, leading coefficient positive, coefficients coprime; and an
    /// [`Term::Int`].
    Eq(TermId, TermId),
    /// `a <= b`: `a` is a sum without constant, coefficients coprime; `b` is an [`Term::Int`].
    Le(TermId, TermId),
}
