//! Answers and models.

use rustc_hash::FxHashMap;
use wp_logic::{FuncId, Term, TermId, Terms, Value};

/// The means that proved a conjunction unsatisfiable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Method {
    /// Simplification of the conjunction.
    Structural,
    /// The digit procedure.
    Digits,
    /// The SMT solver.
    Smt,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnknownCause {
    /// There is no solver, or it is switched off.
    NoSolver,
    /// A time or resource limit.
    Timeout,
    /// The solver crashed or gave an unreadable answer, with its output.
    Died(String),
    /// The solver gave up.
    Incomplete,
}

/// The answer to "can these conjuncts hold together?".
#[derive(Clone, Debug)]
pub enum Answer {
    /// No.
    Unsat(Method),
    /// Yes, by this assignment.
    Sat(Model),
    /// Not decided.
    Unknown(UnknownCause),
}

impl Answer {
    /// True if the conjunction was proved unsatisfiable.
    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat(_))
    }
    /// The model, if satisfiable.
    pub fn model(&self) -> Option<&Model> {
        match self {
            Answer::Sat(model) => Some(model),
            _ => None,
        }
    }
}

/// An assignment to the applications of symbols in a query.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Every application in the conjuncts and every argument of one, with its value; operands first.
    pub entries: Vec<(TermId, Value)>,
    /// True if the assignment may not satisfy the conjuncts as they are: an operator was encoded by facts about it, or
    /// float operations were left uninterpreted.
    pub approximate: bool,
    values: FxHashMap<TermId, Value>,
    functions: FxHashMap<(FuncId, Vec<Value>), Value>,
}

impl Model {
    /// A model with these values.
    pub(crate) fn new(terms: &Terms, entries: Vec<(TermId, Value)>, approximate: bool) -> Self {
        let values: FxHashMap<TermId, Value> = entries.iter().copied().collect();
        let mut functions = FxHashMap::default();
        for &(t, value) in &entries {
            if let Term::App(f, args) = terms.kind(t) {
                let args: Option<Vec<Value>> =
                    args.iter().map(|a| values.get(a).copied().or_else(|| constant(terms, *a))).collect();
                if let Some(args) = args {
                    functions.insert((*f, args), value);
                }
            }
        }
        Model { entries, approximate, values, functions }
    }

    /// The value of a term of [`Model::entries`].
    pub fn value(&self, t: TermId) -> Option<Value> {
        self.values.get(&t).copied()
    }
    /// The value of an integer term of [`Model::entries`].
    pub fn int(&self, t: TermId) -> Option<i128> {
        self.value(t)?.as_int()
    }
    /// The value of a symbol for given arguments, if the query had such an application.
    pub fn function(&self, f: FuncId, args: &[Value]) -> Option<Value> {
        self.functions.get(&(f, args.to_vec())).copied()
    }
    /// The value of any term over the applications of the query.
    pub fn eval(&self, terms: &Terms, t: TermId) -> Option<Value> {
        terms.eval(t, &mut |f, args| self.function(f, args))
    }
}

fn constant(terms: &Terms, t: TermId) -> Option<Value> {
    match *terms.kind(t) {
        Term::Bool(value) => Some(Value::Bool(value)),
        Term::Int(value) => Some(Value::Int(value)),
        Term::Float { bits, value } => Some(Value::Float { bits, value }),
        _ => None,
    }
}
