//! Preconditions with quantifiers as laws about the contents of inputs.
//!
//! Input: `requires` clauses. Output: [`Law`]s that follow from them. Clauses that hold for all values of some
//! variables, wherever in the clause a quantifier says so, become laws; what needs a number that exists, real numbers,
//! sums or recursive functions is left out (sound: fewer facts). From a law that compares neighbouring elements, one
//! about elements at any distance follows by induction:
//!
//! ```text
//! \forall i; P(i) ==> a[i] + m <= a[i + 1]      where P holds between any two numbers for which it holds
//! \forall i, j; i < j && P(i) && P(j - 1) ==> a[i] + m * (j - i) <= a[j]
//! ```

use crate::clauses::{condition, number, Reader};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Assumption;
use wp_kir::{Kernel, ObjectId, Special, Type};
use wp_logic::{Class, FuncId, Linear, Range, Sort, Term as Logic, TermId, Terms};
use wp_prove::instances_of_laws;
use wp_solve::Solver;
use wp_spec::{Array, BinOp, Clause, Quantifier, Relation, Scalar, Term, TermKind, Var};
use wp_summary::laws::{Cell, Law};
use wp_summary::Summary;

wp_base::limits! {
    /// The part of the effort for a query that a question about a step gets.
    const STEP_SHARE: u32 = 8;
}

/// Adds what the clauses say of the contents of arrays to what the summary knows. With it every proof rests on the
/// preconditions.
pub fn add(kernel: &Kernel, requires: &[Clause], summary: &mut Summary, terms: &mut Terms, solver: &mut Solver) {
    let mut parts = Vec::new();
    for clause in requires {
        // Less is known if a part is left out.
        let _ = split(&clause.condition, false, &Part::default(), &mut parts);
    }
    let mut laws = Vec::new();
    let mut steps = Vec::new();
    for part in &parts {
        let known = Readable { kernel, summary, terms, bound: BTreeMap::new(), cells: Vec::new() };
        if let Some(stated) = known.state(part) {
            let (more, law) = stated.take_apart(terms);
            steps.extend(more);
            laws.extend(law);
        }
    }
    let derived: Vec<Law> = steps.iter().filter_map(|s| s.law(terms, &laws, solver)).collect();
    laws.extend(derived);
    if !laws.is_empty() {
        summary.assumptions.insert(Assumption::Requires);
    }
    summary.laws = laws;
}

/// The schema that a clause states for all values of variables: that the premises imply a condition, or its negation.
#[derive(Clone, Default)]
pub(crate) struct Part<'t> {
    pub variables: Vec<(Var, &'t str)>,
    pub premises: Vec<&'t Term>,
    pub conclusion: Option<(&'t Term, bool)>,
}

/// Takes a condition, or its negation, apart where quantifiers stand inside; `None` when that leaves something out.
pub(crate) fn split<'t>(t: &'t Term, negated: bool, around: &Part<'t>, out: &mut Vec<Part<'t>>) -> Option<()> {
    let quantified = |t: &Term| t.any(&|t| matches!(t.kind, TermKind::Quantified(..)));
    match (&t.kind, negated) {
        (TermKind::Not(a), _) => split(a, !negated, around, out),
        (TermKind::Quantified(Quantifier::Forall, var, name, body), false)
        | (TermKind::Quantified(Quantifier::Exists, var, name, body), true) => {
            let mut part = around.clone();
            part.variables.push((*var, name));
            split(body, negated, &part, out)
        }
        (TermKind::Binary(BinOp::And, a, b), false) | (TermKind::Binary(BinOp::Or, a, b), true) if quantified(t) => {
            let (first, second) = (split(a, negated, around, out), split(b, negated, around, out));
            first.and(second)
        }
        (TermKind::Binary(BinOp::Implies, a, b), false) if !quantified(a) => {
            let mut part = around.clone();
            part.premises.extend(a.conjuncts());
            split(b, false, &part, out)
        }
        _ if quantified(t) => None,
        _ => {
            out.push(Part { conclusion: Some((t, negated)), ..around.clone() });
            Some(())
        }
    }
}

/// Terms of clauses about the launch and the contents of arrays when the kernel starts.
struct Readable<'a> {
    kernel: &'a Kernel,
    summary: &'a mut Summary,
    terms: &'a mut Terms,
    bound: BTreeMap<Var, TermId>,
    cells: Vec<Cell>,
}

impl Readable<'_> {
    /// The law that a part states; the conjuncts of its conclusion that have no term are left out.
    fn state(mut self, part: &Part) -> Option<Stated> {
        let (conclusion, negated) = part.conclusion?;
        if part.variables.is_empty() {
            return None;
        }
        let mut formals = Vec::new();
        for &(var, name) in &part.variables {
            let formal = self.terms.sym(name, Sort::Int, Class::Launch, Range::ALL);
            self.bound.insert(var, formal);
            formals.push(formal);
        }
        let premises = part.premises.iter().map(|p| self.claim(p)).collect::<Option<Vec<Claim>>>()?;
        let conclusions = match negated {
            true => {
                let term = condition(&mut self, conclusion)?;
                vec![Claim { term: self.terms.not(term), differences: Vec::new() }]
            }
            false => conclusion.conjuncts().into_iter().filter_map(|c| self.claim(c)).collect(),
        };
        Some(Stated { formals, premises, conclusions, cells: self.cells })
    }

    fn claim(&mut self, t: &Term) -> Option<Claim> {
        let before = self.cells.len();
        let Some(term) = condition(self, t) else {
            self.cells.truncate(before);
            return None;
        };
        let differences = match &t.kind {
            TermKind::Compare(relation, a, b) => self.at_least_zero(*relation, a, b),
            _ => Vec::new(),
        };
        Some(Claim { term, differences })
    }

    /// Terms that are not negative where a comparison holds.
    fn at_least_zero(&mut self, relation: Relation, a: &Term, b: &Term) -> Vec<TermId> {
        if a.sort != wp_spec::Sort::Int {
            return Vec::new();
        }
        let (Some(a), Some(b)) = (number(self, a), number(self, b)) else { return Vec::new() };
        let (up, down) = (self.terms.sub(b, a), self.terms.sub(a, b));
        let minus_one = self.terms.int(-1);
        match relation {
            Relation::Le => vec![up],
            Relation::Lt => vec![self.terms.add(up, minus_one)],
            Relation::Ge => vec![down],
            Relation::Gt => vec![self.terms.add(down, minus_one)],
            Relation::Eq => vec![up, down],
            Relation::Ne => Vec::new(),
        }
    }
}

impl Reader for Readable<'_> {
    fn terms(&mut self) -> &mut Terms {
        self.terms
    }

    fn leaf(&mut self, t: &Term) -> Option<TermId> {
        let l = self.summary.launch;
        Some(match &t.kind {
            TermKind::Bound(var, _) => *self.bound.get(var)?,
            TermKind::Scalar(Scalar::Param(p), _) => *self.summary.params.get(p)?,
            TermKind::Scalar(Scalar::Special(special), _) => match special {
                Special::BlockDim(axis) => l.bdim[axis.index()],
                Special::GridDim(axis) => l.gdim[axis.index()],
                Special::GlobalOffset(axis) => l.offset[axis.index()],
                // A value that differs between threads constrains no launch.
                _ => return None,
            },
            TermKind::Element { array: Array::Object(object), elem, index, .. } => {
                let array = contents(self.kernel, self.summary, self.terms, *object, *elem)?;
                let index = number(self, index)?;
                let size = i128::from(elem.size());
                let cell = Cell { array, size, index };
                if !self.cells.contains(&cell) {
                    self.cells.push(cell);
                }
                let offset = self.terms.scale(size, index);
                self.terms.app(array, &[offset])
            }
            _ => return None,
        })
    }
}

/// The function of the initial contents of an array that all threads see.
pub(crate) fn contents(
    kernel: &Kernel,
    summary: &mut Summary,
    terms: &mut Terms,
    object: ObjectId,
    ty: Type,
) -> Option<FuncId> {
    let o = &kernel.objects[object];
    if !o.space.is_of_device() || ty == Type::Ptr {
        return None;
    }
    let known = summary.functions.contents.iter().find(|(_, at)| **at == (object, ty)).map(|(f, _)| *f);
    Some(known.unwrap_or_else(|| {
        let (sort, range) = wp_summary::value_sort(ty);
        let f = terms.func(&o.name, &[Sort::Int], sort, Class::Launch, range);
        summary.functions.contents.insert(f, (object, ty));
        f
    }))
}

/// A condition.
#[derive(Clone)]
struct Claim {
    term: TermId,
    /// If it is a comparison of order, or an equation: it says that none of these is negative.
    differences: Vec<TermId>,
}

/// A part of a clause in terms of logic.
struct Stated {
    formals: Vec<TermId>,
    premises: Vec<Claim>,
    conclusions: Vec<Claim>,
    cells: Vec<Cell>,
}

impl Stated {
    /// The steps of neighbouring elements in it, and the law itself, without what follows from steps of constant
    /// height.
    fn take_apart(mut self, terms: &mut Terms) -> (Vec<Step>, Option<Law>) {
        let mut steps = Vec::new();
        for conclusion in std::mem::take(&mut self.conclusions) {
            let found: Vec<Option<Step>> = conclusion.differences.iter().map(|&d| self.step(terms, d)).collect();
            let constant = |s: &Option<Step>| s.as_ref().is_some_and(|s| s.rest.as_int().is_some());
            if found.is_empty() || !found.iter().all(constant) {
                self.conclusions.push(conclusion);
            }
            steps.extend(found.into_iter().flatten());
        }
        let law = (!self.conclusions.is_empty()).then(|| {
            let premises: Vec<TermId> = self.premises.iter().map(|p| p.term).collect();
            let conclusions: Vec<TermId> = self.conclusions.iter().map(|c| c.term).collect();
            let (premise, conclusion) = (terms.and(&premises), terms.and(&conclusions));
            let fact = terms.implies(premise, conclusion);
            Law { formals: self.formals.clone(), cells: self.cells.clone(), fact, is_bounded: self.is_bounded(terms) }
        });
        (steps, law)
    }

    /// True if the premises bound every variable from both sides, perhaps by each other.
    fn is_bounded(&self, terms: &Terms) -> bool {
        // Variables with whether they are bounded from above.
        let mut bounded: BTreeSet<(TermId, bool)> = BTreeSet::new();
        for _ in 0..2 * self.formals.len() {
            for &difference in self.premises.iter().flat_map(|p| &p.differences) {
                let linear = terms.linear(difference);
                let items = || linear.items.iter().filter(|(_, t)| self.formals.contains(t));
                for &(factor, formal) in items() {
                    // The greatest values of what is added, and the least of what is subtracted, bound the others.
                    let others_are = |&(f, t): &(i128, TermId)| t == formal || bounded.contains(&(t, f > 0));
                    if items().all(others_are) {
                        bounded.insert((formal, factor < 0));
                    }
                }
            }
        }
        self.formals.iter().all(|&f| bounded.contains(&(f, true)) && bounded.contains(&(f, false)))
    }

    /// The comparison of neighbouring elements that says that a difference is not negative.
    fn step(&self, terms: &mut Terms, difference: TermId) -> Option<Step> {
        let linear = terms.linear(difference);
        let one = terms.int(1);
        for &formal in &self.formals {
            if !self.is_convex_in(terms, formal) {
                continue;
            }
            let next = terms.add(formal, one);
            for &(factor, before) in linear.items.iter().filter(|(f, _)| f.abs() == 1) {
                let after = terms.substitute(before, &[(formal, next)].into_iter().collect());
                let is_element = matches!(terms.kind(before), Logic::App(_, args) if args.len() == 1);
                if is_element && after != before && linear.items.contains(&(-factor, after)) {
                    let mut rest = linear.clone();
                    rest.items.retain(|&(_, t)| t != before && t != after);
                    return Some(Step {
                        formals: self.formals.clone(),
                        premises: self.premises.iter().map(|p| p.term).collect(),
                        is_bounded: self.is_bounded(terms),
                        cells: self.cells.clone(),
                        formal,
                        before,
                        rises: factor < 0,
                        rest,
                    });
                }
            }
        }
        None
    }

    /// True if the premises hold between any two values of a variable for which they hold: those about it are linear
    /// comparisons.
    fn is_convex_in(&self, terms: &Terms, formal: TermId) -> bool {
        let only: BTreeSet<TermId> = [formal].into();
        let is_linear = |&d: &TermId| {
            let others = terms.linear(d).items.into_iter().map(|(_, t)| t).filter(|&t| t != formal);
            terms.occurring(&only, &others.collect::<Vec<_>>()).is_empty()
        };
        self.premises.iter().all(|p| {
            let is_about_it = !terms.occurring(&only, &[p.term]).is_empty();
            !is_about_it || !p.differences.is_empty() && p.differences.iter().all(is_linear)
        })
    }
}

/// `premises ==> rest + (after - before) >= 0`, or with `before - after` where nothing rises: `before` is an element
/// whose index has the variable `formal`, `after` is that with `formal + 1`.
struct Step {
    formals: Vec<TermId>,
    premises: Vec<TermId>,
    is_bounded: bool,
    cells: Vec<Cell>,
    formal: TermId,
    before: TermId,
    rises: bool,
    rest: Linear,
}

impl Step {
    /// A relation between two elements at any distance, if every step has a least height.
    fn law(&self, terms: &mut Terms, laws: &[Law], solver: &mut Solver) -> Option<Law> {
        let height = match self.rest.as_int() {
            Some(rest) => rest.checked_neg()?,
            None if self.is_never_positive(terms, laws, solver) => 0,
            None => return None,
        };
        let far = terms.sym("far", Sort::Int, Class::Launch, Range::ALL);
        let one = terms.int(1);
        let last = terms.sub(far, one);
        let to = |value: TermId| -> FxHashMap<TermId, TermId> { [(self.formal, value)].into_iter().collect() };
        let mut premises = self.premises.clone();
        premises.push(terms.lt(self.formal, far));
        for premise in &self.premises {
            premises.push(terms.substitute(*premise, &to(last)));
        }
        let end = terms.substitute(self.before, &to(far));
        let difference = if self.rises { terms.sub(end, self.before) } else { terms.sub(self.before, end) };
        let distance = terms.sub(far, self.formal);
        let least = terms.scale(height, distance);
        let conclusion = terms.le(least, difference);
        let premise = terms.and(&premises);
        let fact = terms.implies(premise, conclusion);
        let Logic::App(array, args) = terms.kind(self.before).clone() else { return None };
        let size = self.cells.iter().find(|c| c.array == array)?.size;
        let (index, _) = terms.linear(args[0]).split(size);
        let index = terms.from_linear(index);
        let cells = [index, terms.substitute(index, &to(far))].map(|index| Cell { array, size, index });
        let formals = [&self.formals[..], &[far]].concat();
        Some(Law { formals, cells: cells.to_vec(), fact, is_bounded: self.is_bounded })
    }

    /// True if what stands beside the two elements is never positive where the premises hold.
    fn is_never_positive(&self, terms: &mut Terms, laws: &[Law], solver: &mut Solver) -> bool {
        let rest = terms.from_linear(self.rest.clone());
        let one = terms.int(1);
        let mut question = self.premises.clone();
        question.push(terms.le(one, rest));
        question.extend(instances_of_laws(terms, laws, &question));
        matches!(solver.refutes(terms, &question, STEP_SHARE.get()), Ok(Some(_)))
    }
}
