//! The language as written: clauses and expressions with names that are not resolved.

use crate::term::Sort;
use std::ops::Range;

/// Byte range in the text.
pub type At = Range<usize>;

/// The kind of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClauseKind {
    /// `requires`: holds when the kernel is launched.
    Requires,
    /// `ensures`: holds when it has ended.
    Ensures,
    /// `assert`: holds whenever a thread gets there.
    Assert,
    /// `loop invariant`: holds at the head of the loop.
    Invariant,
    /// `ghost`: no claim, a variable of specifications gets a value.
    Ghost,
    /// `ghost` without a value: a number or an array that is arbitrary, as far as `requires` leaves it open.
    Arbitrary,
    /// `barrier invariant`: holds for every thread of a block, or every pair, when all have arrived at the barrier.
    Barrier,
    /// `assigns`: memory that a function may write and read.
    Assigns,
    /// `reads`: further memory that a function may read.
    Reads,
    /// `barrier`: a function passes a barrier between the accesses that stand above and below.
    Passes,
}

impl ClauseKind {
    /// As written.
    pub fn name(self) -> &'static str {
        match self {
            ClauseKind::Requires => "requires",
            ClauseKind::Ensures => "ensures",
            ClauseKind::Assert => "assert",
            ClauseKind::Invariant => "loop invariant",
            ClauseKind::Ghost | ClauseKind::Arbitrary => "ghost",
            ClauseKind::Barrier => "barrier invariant",
            ClauseKind::Assigns => "assigns",
            ClauseKind::Reads => "reads",
            ClauseKind::Passes => "barrier",
        }
    }

    /// True if clauses of the kind stand in front of device functions only.
    pub fn is_of_functions(self) -> bool {
        matches!(self, ClauseKind::Assigns | ClauseKind::Reads | ClauseKind::Passes)
    }
}

/// A clause.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// The kind of the clause.
    pub kind: ClauseKind,
    /// The condition; the value of a `ghost` statement; the name of an arbitrary ghost.
    pub condition: Expr,
    /// The variable that a `ghost` statement assigns or declares.
    pub target: Option<Target>,
    /// The threads that a `barrier invariant` is used for, where they are named.
    pub instances: Option<Vec<Instance>>,
    /// The memory that `assigns` or `reads` names.
    pub locations: Vec<Location>,
    /// All of it.
    pub at: At,
}

/// An element of an array, or a range of elements: `a[i]`, `a[i .. j]` with both ends, `*a`.
#[derive(Clone, PartialEq, Debug)]
pub struct Location {
    /// The first element.
    pub first: Expr,
    /// The last one of a range.
    pub last: Option<Expr>,
    /// All of it.
    pub at: At,
}

/// The threads that a barrier invariant is used for: a thread, or a pair of threads where it relates two. A thread is
/// its indices along x, y and z, of which those at the end may be left out.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    /// One thread or two.
    pub threads: Vec<Vec<Expr>>,
    /// All of it.
    pub at: At,
}

/// The variable that a `ghost` statement assigns.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    /// Its name.
    pub name: String,
    /// The sort of the values, if the statement declares the variable.
    pub sort: Option<Sort>,
    /// True if the target is an array: a copy of the array that the value names.
    pub array: bool,
    /// The place of the name.
    pub at: At,
}

/// A logic function or a predicate: an expression with parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// The parameters in order.
    pub parameters: Vec<Parameter>,
    /// The sort of the result.
    pub result: Sort,
    /// The body of the definition.
    pub body: Expr,
    /// All of it.
    pub at: At,
}

/// A parameter of a definition.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The sort of the values.
    pub sort: Sort,
    /// True if the parameter is an array of such numbers.
    pub array: bool,
}

/// The clauses of a specification comment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Text {
    /// Clauses in order.
    pub clauses: Vec<Clause>,
    /// Definitions in order.
    pub definitions: Vec<Definition>,
    /// Operators in order.
    pub operators: Vec<Operator>,
}

/// `operator f: associative, identity 0;`: the laws of a function of the program.
#[derive(Clone, PartialEq, Debug)]
pub struct Operator {
    /// The function.
    pub name: String,
    /// Its laws, in words, each with its place.
    pub laws: Vec<(&'static str, At)>,
    /// The identity, if it has one.
    pub identity: Option<Expr>,
    /// The place of the name.
    pub at: At,
}

impl Operator {
    /// The words for laws.
    pub const LAWS: [&'static str; 6] =
        ["associative", "commutative", "idempotent", "identity", "upper bound", "lower bound"];
}

/// An expression with its position.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// The operation and its operands.
    pub kind: ExprKind,
    /// The place in the source.
    pub at: At,
}

/// Expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `true`, `\true`
    Bool(bool),
    /// `42`, `0x2a`
    Int(i128),
    /// `1.5f`
    Real(f64),
    /// `n`, `threadIdx.x`
    Name(String),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `sqrt(x)`, `get_local_id(0)`
    Call(String, Vec<Expr>),
    /// `\old(e)`
    Old(Box<Expr>),
    /// `-e`, `!e`, `~e`
    Unary(UnOp, Box<Expr>),
    /// `a + b`
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `a <= b < c`: every two neighbours are compared
    Chain(Box<Expr>, Vec<(Relation, Expr)>),
    /// `c ? a : b`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `\forall integer i; e`, one variable
    Quantified(Quantifier, String, Box<Expr>),
    /// `\sum(lo, hi, \lambda integer k; e)` and the like, `hi` included
    Aggregate(Aggregate, Box<Expr>, Box<Expr>, String, Box<Expr>),
    /// A number that a variable of this type is given.
    Typed(Sort, Box<Expr>),
    /// `\forall t : thread; e`, one variable
    Threads(Quantifier, String, Box<Expr>),
    /// `e@t`: the value for a thread
    AtThread(Box<Expr>, String, At),
}

/// The operands of an expression, to be read or changed.
macro_rules! operands {
    ($kind:expr, $iter:ident $(, $mut:tt)?) => {
        match $kind {
            ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Name(_) => Vec::new(),
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Call(_, args) => args.$iter().collect(),
            ExprKind::Old(a) | ExprKind::Unary(_, a) | ExprKind::Quantified(_, _, a) => vec![a],
            ExprKind::Typed(_, a) | ExprKind::Threads(_, _, a) | ExprKind::AtThread(a, ..) => vec![a],
            ExprKind::Chain(first, links) => {
                std::iter::once(& $($mut)? **first).chain(links.$iter().map(|(_, e)| e)).collect()
            }
            ExprKind::Cond(a, b, c) | ExprKind::Aggregate(_, a, b, _, c) => vec![a, b, c],
        }
    };
}

impl Expr {
    /// The operands, in order.
    pub fn children(&self) -> Vec<&Expr> {
        operands!(&self.kind, iter)
    }

    /// The operands, to be changed.
    pub fn children_mut(&mut self) -> Vec<&mut Expr> {
        operands!(&mut self.kind, iter_mut, mut)
    }

    /// True if the expression or a part of it satisfies a test.
    pub fn any(&self, test: &dyn Fn(&Expr) -> bool) -> bool {
        test(self) || self.children().into_iter().any(|c| c.any(test))
    }

    /// True if a name occurs, with any meaning.
    pub fn mentions(&self, name: &str) -> bool {
        self.any(&|e| matches!(&e.kind, ExprKind::Name(n) | ExprKind::Call(n, _) if n == name))
    }
}

/// An aggregate of the values of an expression over a range: the extended quantifiers of ACSL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aggregate {
    /// `\sum`: 0 of no values.
    Sum,
    /// `\prod`: 1 of no values.
    Product,
    /// `\min`: undefined of no values.
    Least,
    /// `\max`: undefined of no values.
    Greatest,
}

impl Aggregate {
    /// All of them.
    pub const ALL: [Aggregate; 4] = [Aggregate::Sum, Aggregate::Product, Aggregate::Least, Aggregate::Greatest];

    /// As written, without the backslash.
    pub fn name(self) -> &'static str {
        match self {
            Aggregate::Sum => "sum",
            Aggregate::Product => "prod",
            Aggregate::Least => "min",
            Aggregate::Greatest => "max",
        }
    }
}

/// Quantifiers over the integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// `\forall`
    Forall,
    /// `\exists`
    Exists,
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnOp {
    /// `-`
    Neg,
    /// `!`
    Not,
    /// `~`
    BitNot,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `>=`
    Ge,
    /// `>`
    Gt,
}

/// Binary operators other than comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`: of integers towards zero
    Div,
    /// `%`: sign of the dividend
    Rem,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `==>`, `->`
    Implies,
    /// `<==>`
    Iff,
}
