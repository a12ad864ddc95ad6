//! Names and types: written clauses become typed terms in a scope.

use crate::barrier::OTHER;
use crate::define::Frame;
use crate::syntax::{self, At, BinOp, Definition, Expr, ExprKind, Relation, UnOp};
use crate::term::{Array, Scalar, Sort, Term, TermKind, Var};
use crate::threads::Open;
use crate::Error;
use std::rc::Rc;
use wp_kir::{Axis, ObjectId, Special, Type};

/// The meaning of a name.
#[derive(Clone, Debug)]
pub enum Named {
    /// A number of this type.
    Scalar(Scalar, Type),
    /// A constant.
    Int(i128),
    /// Elements of this type in rows: the extents of all dimensions but the first.
    Array(Array, Type, Vec<u64>),
    /// A name that specifications may not use, with the reason.
    Unusable(String),
}

/// The names at a place.
pub trait Scope {
    /// The meaning of a name at the place.
    fn find(&mut self, name: &str) -> Option<Named>;
    /// True if the program declares something itself that a built-in name (`threadIdx`, `fmax`) would mean at the place.
    fn declares(&mut self, _: &str) -> bool {
        false
    }
    /// The logic function or the predicate of a name.
    fn definition(&self, name: &str) -> Option<Rc<Definition>>;
    /// True if the place is one that each thread gets to, where its variables have values; else the launch as a whole
    /// is meant.
    fn inside(&self) -> bool {
        false
    }
    /// True if a condition on pairs of threads is meant.
    fn relates_pairs(&self) -> bool {
        false
    }
    /// True if a scalar has the same value for all threads of a block.
    fn is_uniform(&self, _: Scalar) -> bool {
        false
    }
    /// A built-in value is named.
    fn names(&mut self, _: Special) {}
    /// True if each thread has an object for itself.
    fn is_private(&self, _: ObjectId) -> bool {
        false
    }
}

/// Resolves a condition; `old` is true if `\old` has a meaning there.
pub fn resolve(expr: &Expr, scope: &mut dyn Scope, old: bool) -> Result<Term, Error> {
    resolve_value(expr, scope, old, Some(Sort::Bool))
}

/// Resolves an expression with a value of a sort, or of the sort that it has.
pub fn resolve_value(expr: &Expr, scope: &mut dyn Scope, old: bool, sort: Option<Sort>) -> Result<Term, Error> {
    let mut resolver = Resolver {
        scope,
        bound: Vec::new(),
        count: 0,
        old_allowed: old,
        old: false,
        frames: Vec::new(),
        threads: Vec::new(),
        at_thread: None,
        size: 0,
        depth: 0,
        deepest: 0,
    };
    let term = resolver.term(expr)?;
    match sort {
        Some(sort) => want(term, sort),
        None => Ok(term),
    }
}

pub(crate) struct Resolver<'a> {
    pub scope: &'a mut dyn Scope,
    pub bound: Vec<(String, Var)>,
    pub count: Var,
    pub old_allowed: bool,
    old: bool,
    /// Definitions that are being substituted, outermost first.
    pub frames: Vec<Frame>,
    /// Threads that are quantified over, outermost first.
    pub threads: Vec<Open>,
    /// The one of them whose values are meant, under `@`.
    pub at_thread: Option<usize>,
    /// Terms that were made.
    pub size: usize,
    /// Terms around the one that is made, and the most there were.
    pub depth: usize,
    pub deepest: usize,
}

/// Functions of real numbers by their names in the source.
pub(crate) const FUNCTIONS: [(&str, &str, usize); 12] = [
    ("sqrt", "sqrt", 1),
    ("sqrtf", "sqrt", 1),
    ("exp", "exp", 1),
    ("expf", "exp", 1),
    ("log", "log", 1),
    ("logf", "log", 1),
    ("fabs", "fabs", 1),
    ("fabsf", "fabs", 1),
    ("fmax", "fmax", 2),
    ("fmaxf", "fmax", 2),
    ("fmin", "fmin", 2),
    ("fminf", "fmin", 2),
];

impl Resolver<'_> {
    pub fn term(&mut self, e: &Expr) -> Result<Term, Error> {
        self.depth += 1;
        self.grow(1, 0, &e.at)?;
        let term = self.made(e);
        self.depth -= 1;
        term
    }

    fn made(&mut self, e: &Expr) -> Result<Term, Error> {
        let at = e.at.clone();
        let make = |kind, sort| Ok(Term { kind, sort, at: at.clone() });
        match &e.kind {
            ExprKind::Bool(b) => make(TermKind::Bool(*b), Sort::Bool),
            ExprKind::Int(v) => make(TermKind::Int(*v), Sort::Int),
            ExprKind::Real(v) => make(TermKind::Real(*v), Sort::Real),
            ExprKind::Name(name) => self.name(name, &at),
            ExprKind::Index(..) => self.element(e),
            ExprKind::Call(name, args) => self.call(name, args, &at),
            ExprKind::Old(inner) => {
                if !self.old_allowed {
                    return Err(Error::new(at, "`\\old` has a meaning only in `ensures`"));
                }
                if !self.frames.is_empty() {
                    return Err(Error::new(at, "`\\old` stands around uses of definitions, not in them"));
                }
                let outer = std::mem::replace(&mut self.old, true);
                let term = self.term(inner);
                self.old = outer;
                term
            }
            ExprKind::Unary(UnOp::Not, a) => make(TermKind::Not(Box::new(self.truth(a)?)), Sort::Bool),
            ExprKind::Unary(UnOp::BitNot, a) => make(TermKind::BitNot(Box::new(self.integer(a)?)), Sort::Int),
            ExprKind::Unary(UnOp::Neg, a) => {
                let a = self.number(a)?;
                let sort = a.sort;
                make(TermKind::Neg(Box::new(a)), sort)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, &at),
            ExprKind::Chain(first, links) => self.chain(first, links, &at),
            ExprKind::Cond(c, a, b) => {
                let c = self.truth(c)?;
                let (a, b) = (self.term(a)?, self.term(b)?);
                let (a, b) = alike(a, b)?;
                let sort = a.sort;
                make(TermKind::Cond(Box::new(c), Box::new(a), Box::new(b)), sort)
            }
            ExprKind::Quantified(quantifier, name, body) => {
                let (var, body) = self.binding(name, |s| s.truth(body))?;
                make(TermKind::Quantified(*quantifier, var, name.clone(), Box::new(body)), Sort::Bool)
            }
            ExprKind::Aggregate(aggregate, lo, hi, name, body) => {
                let (lo, hi) = (self.integer(lo)?, self.integer(hi)?);
                let (var, body) = self.binding(name, |s| s.number(body))?;
                let sort = body.sort;
                let [lo, hi, body] = [lo, hi, body].map(Box::new);
                make(TermKind::Aggregate(*aggregate, var, name.clone(), lo, hi, body), sort)
            }
            ExprKind::Typed(sort, e) => want(self.number(e)?, *sort),
            ExprKind::Threads(quantifier, name, body) => self.over_threads(*quantifier, name, body, &at),
            ExprKind::AtThread(e, name, place) => self.at_thread(e, name, place),
        }
    }

    fn binding(
        &mut self,
        name: &str,
        inner: impl FnOnce(&mut Self) -> Result<Term, Error>,
    ) -> Result<(Var, Term), Error> {
        let var = self.count;
        self.count += 1;
        self.bound.push((name.to_owned(), var));
        let body = inner(self);
        self.bound.pop();
        Ok((var, body?))
    }

    pub fn truth(&mut self, e: &Expr) -> Result<Term, Error> {
        want(self.term(e)?, Sort::Bool)
    }

    pub fn integer(&mut self, e: &Expr) -> Result<Term, Error> {
        want(self.term(e)?, Sort::Int)
    }

    fn number(&mut self, e: &Expr) -> Result<Term, Error> {
        let term = self.term(e)?;
        match term.sort {
            Sort::Bool => want(term, Sort::Int),
            _ => Ok(term),
        }
    }

    fn name(&mut self, name: &str, at: &At) -> Result<Term, Error> {
        if let Some((name, var)) = self.bound.iter().rev().find(|(n, _)| n == name) {
            return Ok(Term { kind: TermKind::Bound(*var, name.clone()), sort: Sort::Int, at: at.clone() });
        }
        let base = name.split('.').next().unwrap_or(name);
        if let Some(special) = special(name).filter(|_| !self.scope.declares(base)) {
            return self.special_of_thread(special, at);
        }
        if self.frames.is_empty() && self.threads.iter().any(|t| t.name == name) {
            let text = format!("`{name}` is a thread: `e@{name}` is the value of `e` for it");
            return Err(Error::new(at.clone(), text));
        }
        if let Some(found) = self.in_frame(name, at)? {
            return Ok(found);
        }
        match self.scope.find(name) {
            Some(Named::Scalar(s, ty)) if ty != Type::Ptr => {
                self.relates(s);
                Ok(scalar(s, ty, at))
            }
            Some(Named::Int(v)) => Ok(Term { kind: TermKind::Int(v), sort: Sort::Int, at: at.clone() }),
            Some(Named::Scalar(..)) => {
                Err(Error::new(at.clone(), format!("`{name}` is a pointer: name an element of it")))
            }
            Some(Named::Array(..)) => {
                Err(Error::new(at.clone(), format!("`{name}` is an array: name an element of it")))
            }
            Some(Named::Unusable(why)) => Err(Error::new(at.clone(), format!("`{name}`: {why}"))),
            // As the formulas of VeriCUDA spell them.
            None if matches!(name, "True" | "False") => {
                Ok(Term { kind: TermKind::Bool(name == "True"), sort: Sort::Bool, at: at.clone() })
            }
            None => {
                let text = format!("there is no `{name}` here (macros are not known in comments)");
                Err(Error::new(at.clone(), text))
            }
        }
    }

    fn element(&mut self, e: &Expr) -> Result<Term, Error> {
        let mut indices = Vec::new();
        let mut base = e;
        while let ExprKind::Index(array, index) = &base.kind {
            indices.push(&**index);
            base = array;
        }
        indices.reverse();
        let ExprKind::Name(name) = &base.kind else {
            return Err(Error::new(base.at.clone(), "only arrays and pointers with a name have elements"));
        };
        let bound = self.bound.iter().any(|(n, _)| n == name);
        let (array, elem, extents) = match self.array(name).filter(|_| !bound) {
            Some(Named::Array(array, elem, extents)) => (array, elem, extents),
            Some(Named::Unusable(why)) => return Err(Error::new(base.at.clone(), format!("`{name}`: {why}"))),
            Some(_) => return Err(Error::new(base.at.clone(), format!("`{name}` is no array"))),
            None => return Err(Error::new(base.at.clone(), format!("there is no array `{name}` here"))),
        };
        if indices.len() != extents.len() + 1 {
            let text = format!("`{name}` has {} dimensions, not {}", extents.len() + 1, indices.len());
            return Err(Error::new(e.at.clone(), text));
        }
        match array {
            Array::Pointer(pointer) => self.relates(Scalar::Expr(pointer)),
            Array::Object(object) if self.scope.is_private(object) => self.relates(Scalar::Special(Special::LaneId)),
            Array::Object(_) => {}
        }
        let mut flat = self.integer(indices[0])?;
        for (index, extent) in indices[1..].iter().zip(extents) {
            let index = self.integer(index)?;
            let at = flat.at.start..index.at.end;
            let int = |kind| Box::new(Term { kind, sort: Sort::Int, at: at.clone() });
            let row = int(TermKind::Binary(BinOp::Mul, Box::new(flat), int(TermKind::Int(i128::from(extent)))));
            flat = *int(TermKind::Binary(BinOp::Add, row, Box::new(index)));
        }
        let kind = TermKind::Element { array, elem, index: Box::new(flat), old: self.old };
        let sort = sort_of(elem).ok_or_else(|| Error::new(e.at.clone(), format!("`{name}` holds pointers")))?;
        Ok(Term { kind, sort, at: e.at.clone() })
    }

    fn call(&mut self, name: &str, args: &[Expr], at: &At) -> Result<Term, Error> {
        if let Some(term) = self.work_item(name, args, at)? {
            return Ok(term);
        }
        if name == "active" {
            return self.active(args, at);
        }
        if name == OTHER {
            return self.other(args, at);
        }
        if let Some(definition) = self.scope.definition(name) {
            return self.substituted(&definition, args, at);
        }
        let Some(&(_, function, arity)) = FUNCTIONS.iter().find(|f| f.0 == name) else {
            return Err(Error::new(at.clone(), format!("there is no function `{name}` in specifications")));
        };
        if self.scope.declares(name) {
            return Err(own_function(name, at));
        }
        if args.len() != arity {
            return Err(Error::new(at.clone(), format!("`{name}` takes {arity} arguments, not {}", args.len())));
        }
        let args: Result<Vec<Term>, Error> = args.iter().map(|a| want(self.number(a)?, Sort::Real)).collect();
        Ok(Term { kind: TermKind::Call(function, args?), sort: Sort::Real, at: at.clone() })
    }

    /// OpenCL's functions of a dimension.
    fn work_item(&mut self, name: &str, args: &[Expr], at: &At) -> Result<Option<Term>, Error> {
        let make: &[fn(Axis) -> Special] = match name {
            "get_local_id" => &[Special::ThreadIdx],
            "get_group_id" => &[Special::BlockIdx],
            "get_local_size" => &[Special::BlockDim],
            "get_num_groups" => &[Special::GridDim],
            "get_global_size" => &[Special::BlockDim, Special::GridDim],
            "get_global_id" => &[Special::BlockDim, Special::BlockIdx, Special::ThreadIdx],
            _ => return Ok(None),
        };
        if self.scope.declares(name) {
            return Err(own_function(name, at));
        }
        let [Expr { kind: ExprKind::Int(axis @ 0..=2), .. }] = args else {
            return Err(Error::new(at.clone(), format!("`{name}` takes the dimension 0, 1 or 2")));
        };
        let axis = Axis::ALL[*axis as usize];
        let mut factors = Vec::new();
        for make in make {
            factors.push(self.special_of_thread(make(axis), at)?);
        }
        let factor = |i: usize| factors[i].clone();
        let int =
            |op, a, b| Term { kind: TermKind::Binary(op, Box::new(a), Box::new(b)), sort: Sort::Int, at: at.clone() };
        let mut term = factor(0);
        if make.len() > 1 {
            term = int(BinOp::Mul, term, factor(1));
        }
        if make.len() > 2 {
            term = int(BinOp::Add, term, factor(2));
            let offset = scalar(Scalar::Special(Special::GlobalOffset(axis)), Type::U64, at);
            term = int(BinOp::Add, term, offset);
        }
        Ok(Some(term))
    }

    fn binary(&mut self, op: BinOp, a: &Expr, b: &Expr, at: &At) -> Result<Term, Error> {
        let (a, b) = match op {
            BinOp::And | BinOp::Or | BinOp::Implies | BinOp::Iff => (self.truth(a)?, self.truth(b)?),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                alike(a, b)?
            }
            BinOp::Rem | BinOp::Shl | BinOp::Shr | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => {
                (self.integer(a)?, self.integer(b)?)
            }
        };
        let sort = a.sort;
        Ok(Term { kind: TermKind::Binary(op, Box::new(a), Box::new(b)), sort, at: at.clone() })
    }

    fn chain(&mut self, first: &Expr, links: &[(Relation, Expr)], at: &At) -> Result<Term, Error> {
        if let Some(term) = self.same_thread(first, links, at)? {
            return Ok(term);
        }
        let mut all: Option<Term> = None;
        let mut left = first;
        for (relation, right) in links {
            let at = left.at.start..right.at.end;
            let (a, b) = (self.term(left)?, self.term(right)?);
            let (a, b) = alike(a, b)?;
            if a.sort == Sort::Bool && !matches!(relation, Relation::Eq | Relation::Ne) {
                return Err(Error::new(at, "truth values have no order"));
            }
            let link = Term { kind: TermKind::Compare(*relation, Box::new(a), Box::new(b)), sort: Sort::Bool, at };
            all = Some(match all {
                None => link,
                Some(all) => Term {
                    at: all.at.start..link.at.end,
                    kind: TermKind::Binary(syntax::BinOp::And, Box::new(all), Box::new(link)),
                    sort: Sort::Bool,
                },
            });
            left = right;
        }
        all.ok_or_else(|| Error::new(at.clone(), "a comparison is expected"))
    }
}

pub(crate) fn scalar(scalar: Scalar, ty: Type, at: &At) -> Term {
    Term { kind: TermKind::Scalar(scalar, ty), sort: sort_of(ty).unwrap_or(Sort::Int), at: at.clone() }
}

/// The sort of the values of a type; pointers have none.
pub(crate) fn sort_of(ty: Type) -> Option<Sort> {
    match ty {
        Type::Bool => Some(Sort::Bool),
        Type::Int { .. } => Some(Sort::Int),
        Type::Float { .. } => Some(Sort::Real),
        Type::Ptr => None,
    }
}

/// The error of a call of a built-in function of specifications of which the program has another one.
fn own_function(name: &str, at: &At) -> Error {
    Error::new(at.clone(), format!("the program declares `{name}` itself: clauses call no functions of the program"))
}

/// `threadIdx.x`, ...
fn special(name: &str) -> Option<Special> {
    let (base, axis) = name.split_once('.')?;
    let axis = Axis::ALL.into_iter().find(|a| axis == a.letter().to_string())?;
    match base {
        "threadIdx" => Some(Special::ThreadIdx(axis)),
        "blockIdx" => Some(Special::BlockIdx(axis)),
        "blockDim" => Some(Special::BlockDim(axis)),
        "gridDim" => Some(Special::GridDim(axis)),
        _ => None,
    }
}

/// A term as one of the sort wanted: as C converts, without loss.
pub(crate) fn want(term: Term, sort: Sort) -> Result<Term, Error> {
    let at = term.at.clone();
    let int = |value| Box::new(Term { kind: TermKind::Int(value), sort: Sort::Int, at: at.clone() });
    let kind = match (term.sort, sort) {
        (a, b) if a == b => return Ok(term),
        (Sort::Int, Sort::Real) => TermKind::ToReal(Box::new(term)),
        (Sort::Bool, Sort::Int) => TermKind::Cond(Box::new(term), int(1), int(0)),
        (Sort::Bool, Sort::Real) => return want(want(term, Sort::Int)?, Sort::Real),
        (Sort::Int, Sort::Bool) => TermKind::Compare(Relation::Ne, Box::new(term), int(0)),
        (_, Sort::Bool) => return Err(Error::new(at, "a truth value is expected, this is a real number")),
        _ => return Err(Error::new(at, "an integer is expected, this is a real number")),
    };
    Ok(Term { kind, sort, at })
}

/// Two terms with the wider of their sorts.
fn alike(a: Term, b: Term) -> Result<(Term, Term), Error> {
    let sort = a.sort.max(b.sort);
    Ok((want(a, sort)?, want(b, sort)?))
}
