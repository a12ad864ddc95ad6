//! One launch of each kernel of two sequences, most often of one kernel each: all threads over symbolic contents,
//! outputs compared element by element.
//!
//! Input: two kernels, their launches, what corresponds to what, and values of scalars. The verdict is about these
//! launches and these values, and about all contents of arrays and all values of the other scalars. Exact up to the
//! assumptions in the report: `Equivalent` when every element of every output has one normal form in both kernels
//! ([`crate::normal`]) and the executions are free of races and divergence (`crate::formulas` stops otherwise);
//! `Different` when the interpreter left two different values on concrete inputs; else unknown with the reason. This is
//! PUGpara's non-parametric baseline (Li and Gopalakrishnan, section III), with normal forms in the place of a solver.
//!
//! An element that no thread writes holds the input, so that a missing store shows as a difference.

use crate::formulas::{Final, Formulas, Scalar};
use crate::normal::{undefined_below, Forms, Level, TooLarge};
use crate::pair::Pairing;
use crate::replay;
use crate::report::{Reason, Report, Scope, Verdict};
use crate::sequence::Preconditions;
use crate::value::{Node, NodeId, Pool};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use wp_base::{Assumption, Span};
use wp_interp::{Benign, ConcreteLaunch};
use wp_kir::{any_stmt, BinOp, Kernel, StmtKind, Type};

/// The limits of the work: counts, and the clock as a last guard.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Statements of threads, per kernel.
    pub statements: u64,
    /// Monomials of normal forms, per level.
    pub monomials: u64,
    /// Inputs that are tried in search of a difference.
    pub trials: u32,
    /// When nothing is begun any more.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// True if no time is left.
    pub(crate) fn are_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { statements: 30_000_000, monomials: 30_000_000, trials: 8, deadline: None }
    }
}

/// The kernels to compare.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The kernels of both sides, in their order.
    pub sides: [&'a [Kernel]; 2],
    /// Preconditions that the kernels do not assume themselves ([`crate::Sequence::requires`]).
    pub requires: [&'a Preconditions; 2],
    /// A launch for each of them.
    pub launches: [&'a [ConcreteLaunch]; 2],
    /// The correspondence of parameters, with values of scalars.
    pub pairing: &'a Pairing,
    /// Assumptions that may not be used.
    pub without: &'a [Assumption],
    /// Assumptions that the kernels rest on already.
    pub assumptions: &'a [Assumption],
    /// Which conflicts of threads a run that shows a difference may have.
    pub tolerated: Benign,
}

/// An element of an output with what the two kernels leave there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element {
    pub array: usize,
    pub offset: i64,
    pub values: [NodeId; 2],
    pub written: [Option<Span>; 2],
}

/// Compares.
pub fn compare(question: &Question, limits: &Limits) -> Report {
    let mut report = Report {
        verdict: Verdict::Equivalent,
        scope: Scope::Launch(question.launches.map(<[_]>::to_vec)),
        assumptions: question.assumptions.iter().copied().collect(),
        elements: 0,
        proposal: None,
        outputs: Vec::new(),
    };
    let mut pool = Pool::default();
    let reason = match execute(question, limits, &mut pool, &mut report) {
        Err(reason) => reason,
        Ok((elements, least)) => match decide(question, limits, &pool, &elements, least, &mut report) {
            Ok(()) => return report,
            Err((reason, open)) => {
                report.verdict = replay::search(question, limits, Some((&pool, &open)), reason);
                return report;
            }
        },
    };
    report.verdict = replay::search(question, limits, None, reason);
    report
}

/// Both executions, and the elements that at least one of them wrote, with the least level at which they may be
/// compared.
fn execute(
    question: &Question,
    limits: &Limits,
    pool: &mut Pool,
    report: &mut Report,
) -> Result<(Vec<Element>, Level), Reason> {
    let bindings = question.pairing.bindings();
    if question.pairing.has_declared(&question.sides[0][0]) {
        report.assumptions.insert(Assumption::EqualGlobals);
    }
    let mut finals: Vec<BTreeMap<(usize, i64), Final>> = Vec::new();
    let mut least = Level::Bits;
    for side in [0, 1] {
        let mut execution = Formulas::new(&question.sides[side][0], &bindings[side], pool, limits);
        for (kernel, launch) in question.sides[side].iter().zip(question.launches[side]) {
            // Executed in lock-step, a copy is made at once.
            if any_stmt(&kernel.body, &|kind| matches!(kind, StmtKind::Copy(_))) {
                let text = format!("cannot execute `{}` symbolically: it has asynchronous copies", kernel.name);
                return Err(Reason { code: "execution", text, place: None });
            }
            execution.run(kernel, *launch).map_err(|stop| {
                let text = format!("cannot execute `{}` symbolically: {}", kernel.name, stop.what);
                Reason { code: "execution", text, place: Some((side, stop.span)) }
            })?;
        }
        report.assumptions.append(&mut execution.assumptions);
        if execution.reorders {
            // The order of the additions is the schedule's.
            least = Level::Real;
        }
        let mut left = BTreeMap::new();
        for (number, array) in question.pairing.arrays.iter().enumerate() {
            left.extend(execution.finals(array.objects[side]).into_iter().map(|(at, value)| ((number, at), value)));
        }
        finals.push(left);
    }
    let places: BTreeSet<(usize, i64)> = finals.iter().flat_map(|f| f.keys().copied()).collect();
    let mut elements = Vec::with_capacity(places.len());
    for (array, offset) in places {
        let found = [finals[0].get(&(array, offset)), finals[1].get(&(array, offset))];
        let ty = found.iter().flatten().map(|f| f.ty).next().unwrap_or(Type::U32);
        // An element of another size covers other bytes.
        let alike = found.iter().flatten().all(|f| plain(f.ty) == plain(ty));
        let values = [0, 1].map(|side: usize| match found[side] {
            Some(last) if !alike => pool.undefined(last.ty, "how elements of two types overlap".into(), Span::NONE),
            Some(last) => value(pool, last),
            None => pool.add(Node::Input { array, offset, ty: plain(ty) }),
        });
        elements.push(Element { array, offset, values, written: found.map(|f| f.and_then(|f| f.span)) });
    }
    report.elements = elements.len() as u64;
    let written: BTreeSet<usize> = elements.iter().map(|e| e.array).collect();
    report.outputs = written.into_iter().map(|n| question.pairing.arrays[n].names.clone()).collect();
    Ok((elements, least))
}

fn value(pool: &mut Pool, last: &Final) -> NodeId {
    match last.value {
        Scalar::Node(node) => node,
        Scalar::Known(cell) => pool.add(Node::Const(last.ty, cell)),
        // A store of a pointer stops the execution, one of an unset variable has made it an undefined value.
        Scalar::Pointer(..) | Scalar::Unset => pool.undefined(last.ty, "a value that is no number".into(), Span::NONE),
    }
}

fn plain(ty: Type) -> Type {
    match ty {
        Type::Int { bits, .. } => Type::Int { bits, signed: false },
        _ => ty,
    }
}

/// Compares at one level after the other; what is open at all of them, with the reason.
fn decide(
    question: &Question,
    limits: &Limits,
    pool: &Pool,
    elements: &[Element],
    least: Level,
    report: &mut Report,
) -> Result<(), (Reason, Vec<Element>)> {
    let reason = |code, text: &str| Reason { code, text: text.to_owned(), place: None };
    if elements.is_empty() {
        return Err((reason("empty", "neither kernel writes to an array that the other one has too"), Vec::new()));
    }
    let mut open: Vec<Element> = elements.to_vec();
    let mut too_large = false;
    for level in Level::ALL.into_iter().filter(|&level| level >= least) {
        let mut forms = Forms::new(pool, level, limits.monomials);
        let mut rest = Vec::new();
        for &element in &open {
            let [a, b] = element.values;
            let real = level == Level::Real && infinite_below(pool, &[a, b]);
            let same = match (forms.form(a), forms.form(b)) {
                (Ok(x), Ok(y)) => x == y && !real,
                (Err(TooLarge), _) | (_, Err(TooLarge)) => {
                    too_large = true;
                    false
                }
            };
            if !same {
                rest.push(element);
            }
        }
        if rest.len() < open.len() {
            report.assumptions.extend(level.assumption());
        }
        open = rest;
        if open.is_empty() {
            break;
        }
    }
    let roots: Vec<NodeId> = elements.iter().flat_map(|e| e.values).collect();
    if !report.assumptions.contains(&Assumption::RealArithmetic) && contracts(pool, &roots) {
        report.assumptions.insert(Assumption::NoContraction);
    }
    if let Some(first) = open.first() {
        if let Some(cause) = undefined_below(pool, &first.values).and_then(|number| pool.cause(number)) {
            let text = format!("an output depends on {}", cause.0);
            return Err((Reason { code: "undefined", text, place: None }, open));
        }
        return Err(match too_large {
            true => (reason("too-large", "the values are too large to be compared as polynomials"), open),
            false => (reason("normal-form", "the values have different normal forms"), open),
        });
    }
    match question.without.iter().find(|a| report.assumptions.contains(a)) {
        Some(code) => {
            let text = format!("the assumption `{code}` is switched off and the equivalence needs it");
            Err((reason("not-granted", &text), Vec::new()))
        }
        None => Ok(()),
    }
}

/// True if a compiler may fuse a multiplication and an addition of floats below these values.
fn contracts(pool: &Pool, roots: &[NodeId]) -> bool {
    let is_product = |id: NodeId| matches!(pool.node(id), Node::Binary(BinOp::Mul, ty, ..) if ty.is_float());
    pool.below(roots).into_iter().any(|id| match pool.node(id) {
        Node::Binary(BinOp::Add | BinOp::Sub, ty, a, b) => ty.is_float() && (is_product(*a) || is_product(*b)),
        _ => false,
    })
}

/// True if a constant below these values is no real number, other than as one of several of which the greatest or
/// smallest is taken.
fn infinite_below(pool: &Pool, roots: &[NodeId]) -> bool {
    let infinite = |id: NodeId| match *pool.node(id) {
        Node::Const(Type::F32, cell) => !f32::from_bits(cell as u32).is_finite(),
        Node::Const(Type::F64, cell) => !f64::from_bits(cell).is_finite(),
        Node::Const(Type::Float { .. }, _) => true,
        _ => false,
    };
    roots.iter().any(|&root| infinite(root))
        || pool.below(roots).into_iter().any(|id| match pool.node(id) {
            Node::Call(name, ..) if matches!(&**name, "fmax" | "fmin") => false,
            node => node.operands().into_iter().any(infinite),
        })
}
