//! Typed terms.

pub use crate::syntax::{Aggregate, BinOp, Quantifier, Relation};
use crate::syntax::{At, ClauseKind};
use std::sync::Arc;
use wp_base::Span;
use wp_kir::{ExprId, ObjectId, ParamId, Special, Type};

/// The meaning of a variable of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Truth value.
    Bool,
    /// Mathematical integer.
    Int,
    /// Real number.
    Real,
}

/// A bound variable: its number is unique in a clause.
pub type Var = u32;

/// A scalar of the kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// The initial value of a parameter.
    Param(ParamId),
    /// A built-in value.
    Special(Special),
    /// An expression of the kernel, at the place of the clause.
    Expr(ExprId),
}

/// An array of the kernel, or a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Array {
    /// From the start of an object.
    Object(ObjectId),
    /// The target of a pointer at the place of the clause.
    Pointer(ExprId),
}

/// A typed term.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// The operation and its operands.
    pub kind: TermKind,
    /// Its sort.
    pub sort: Sort,
    /// The place in the text.
    pub at: At,
}

/// Terms.
#[derive(Clone, PartialEq, Debug)]
pub enum TermKind {
    /// Truth value.
    Bool(bool),
    /// Integer.
    Int(i128),
    /// Real number.
    Real(f64),
    /// A bound variable, with its name.
    Bound(Var, String),
    /// A scalar of this type.
    Scalar(Scalar, Type),
    /// `array[index]` with elements of this type; before the kernel if `old`.
    Element {
        /// The array.
        array: Array,
        /// Type of the elements.
        elem: Type,
        /// The index, in elements.
        index: Box<Term>,
        /// True if the contents when the kernel was launched are meant.
        old: bool,
    },
    /// `-a`, of integers or reals
    Neg(Box<Term>),
    /// `!a`
    Not(Box<Term>),
    /// `~a`
    BitNot(Box<Term>),
    /// Both operands have the same sort.
    Binary(BinOp, Box<Term>, Box<Term>),
    /// Both operands have the same sort.
    Compare(Relation, Box<Term>, Box<Term>),
    /// `c ? a : b`
    Cond(Box<Term>, Box<Term>, Box<Term>),
    /// An integer as a real number.
    ToReal(Box<Term>),
    /// A function of real numbers, by its name without the `f` of single precision.
    Call(&'static str, Vec<Term>),
    /// Over all integers.
    Quantified(Quantifier, Var, String, Box<Term>),
    /// The aggregate of the body from the first bound to the second, which is included. Of no values a sum is 0 and a
    /// product 1; the least and the greatest are undefined.
    Aggregate(Aggregate, Var, String, Box<Term>, Box<Term>, Box<Term>),
    /// A recursive function with its arguments, integers.
    Apply(Arc<Recursive>, Vec<Term>),
    /// In the body of a recursive function: the function itself.
    Again(Vec<Term>),
    /// Over the threads that are at the place of the clause; the body is a condition on each of them alone.
    Threads(Threads),
    /// Under one quantifier over threads: whether the thread is at the place of the clause.
    Active,
    /// In a barrier invariant: the value for the second thread of a pair.
    Other(Box<Term>),
}

/// A logic function that uses itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Recursive {
    /// Its name.
    pub name: String,
    /// The variables that stand for its parameters.
    pub parameters: Vec<Var>,
    /// The body of the definition.
    pub body: Term,
}

/// A condition on threads, inside of a kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Threads {
    /// All or some of them.
    pub quantifier: Quantifier,
    /// The condition, in terms of the values that the thread itself has.
    pub body: Box<Term>,
    /// True if only threads that are there are meant (`active(t) ==> ...`), and not all of the block.
    pub active: bool,
    /// True if the condition relates values of several threads, so that the body does not state it.
    pub related: bool,
}

impl Threads {
    /// True if the condition is only about the presence of threads at the place.
    pub fn is_about_activity(&self) -> bool {
        let of_activity = |t: &Term| match &t.kind {
            TermKind::Bool(_) | TermKind::Active | TermKind::Not(_) => true,
            TermKind::Binary(op, ..) => matches!(op, BinOp::And | BinOp::Or | BinOp::Implies | BinOp::Iff),
            _ => false,
        };
        self.quantifier == Quantifier::Forall && !self.body.any(&|t| !of_activity(t))
    }
}

impl Term {
    /// The conjuncts of a conjunction.
    pub fn conjuncts(&self) -> Vec<&Term> {
        match &self.kind {
            TermKind::Binary(BinOp::And, a, b) => [a.conjuncts(), b.conjuncts()].concat(),
            _ => vec![self],
        }
    }
}

/// The operands of a term, to be read or changed.
macro_rules! operands {
    ($kind:expr, $iter:ident, $apply:pat => $of_apply:expr $(, $mut:tt)?) => {
        match $kind {
            TermKind::Bool(_) | TermKind::Int(_) | TermKind::Real(_) => Vec::new(),
            TermKind::Bound(..) | TermKind::Scalar(..) | TermKind::Active => Vec::new(),
            TermKind::Element { index: a, .. } | TermKind::Quantified(_, _, _, a) => vec![a],
            TermKind::Neg(a) | TermKind::Not(a) | TermKind::BitNot(a) => vec![a],
            TermKind::ToReal(a) | TermKind::Other(a) => vec![a],
            TermKind::Binary(_, a, b) | TermKind::Compare(_, a, b) => vec![a, b],
            TermKind::Cond(a, b, c) | TermKind::Aggregate(_, _, _, a, b, c) => vec![a, b, c],
            TermKind::Call(_, args) | TermKind::Again(args) => args.$iter().collect(),
            $apply => $of_apply,
            TermKind::Threads(threads) => vec![& $($mut)? threads.body],
        }
    };
}

impl TermKind {
    /// The operands, in order.
    pub fn children(&self) -> Vec<&Term> {
        operands!(self, iter, TermKind::Apply(function, args) => args.iter().chain([&function.body]).collect())
    }

    /// The operands, in order, to be changed. The body of a recursive function is shared and none of them.
    pub fn children_mut(&mut self) -> Vec<&mut Term> {
        operands!(self, iter_mut, TermKind::Apply(_, args) => args.iter_mut().collect(), mut)
    }
}

impl Term {
    /// True if the term or a part of it satisfies a test.
    pub fn any(&self, test: &dyn Fn(&Term) -> bool) -> bool {
        test(self) || self.kind.children().into_iter().any(|c| c.any(test))
    }

    /// True if the term has neither bound variables nor recursive functions.
    pub fn is_quantifier_free(&self) -> bool {
        !self.any(&|t| {
            matches!(
                t.kind,
                TermKind::Quantified(..) | TermKind::Aggregate(..) | TermKind::Apply(..) | TermKind::Threads(_)
            )
        })
    }
}

/// A clause of a contract.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// The kind of the clause.
    pub kind: ClauseKind,
    /// The condition, a truth value.
    pub condition: Term,
    /// The place in the source.
    pub span: Span,
}

/// The clauses that a launch has to satisfy and that a kernel ensures.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Contract {
    /// `requires` clauses, those included that are assumptions of the kernel as well.
    pub requires: Vec<Clause>,
    /// `ensures` clauses.
    pub ensures: Vec<Clause>,
    /// True if something is required that is no assumption of the kernel, as the IR cannot state it.
    pub is_partly_assumed: bool,
}

/// An `assert` or a `loop invariant` that the IR has no expression for: a clause about the state in which a thread gets
/// to its place, where the kernel records the values that it names.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation {
    /// The clause. Its scalars are expressions of the kernel.
    pub clause: Clause,
    /// The record, an object of the thread that nothing else accesses.
    pub record: ObjectId,
    /// The values that are stored in the object, one after the other, every [`Observation::STRIDE`] bytes; never empty.
    pub values: Vec<ExprId>,
}

impl Observation {
    /// Bytes from one value of the record to the next.
    pub const STRIDE: u64 = 8;
}

impl Contract {
    /// True if nothing is ensured.
    pub fn ensures_nothing(&self) -> bool {
        self.ensures.is_empty()
    }
}
