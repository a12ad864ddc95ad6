//! Inputs that satisfy preconditions with quantifiers: such a clause is written out for all values of its variables in
//! one small launch, and the solver chooses the contents of all cells at once.
//!
//! A variable without a range known beforehand takes as many values as there are threads, and some. Nothing is
//! concluded from that: whether inputs satisfy the clauses is evaluated afterwards ([`crate::given`]).

use crate::clauses::{condition, number, Reader};
use crate::context::Context;
use crate::given::Given;
use std::collections::{BTreeMap, BTreeSet};
use wp_interp::{ConcreteLaunch, Inputs, ObjectInput, Value as Cell};
use wp_kir::{Kernel, ObjectId, Type};
use wp_logic::{FuncId, Term as Logic, TermId, Terms};
use wp_spec::{range, Array, Clause, Quantifier, Scalar, State, Term, TermKind, Value, Var};

wp_base::limits! {
    /// Values of variables in all clauses together.
    const MAX_VALUES: usize = 9000;
    /// The bound of the contents that [`small_contents`] chooses.
    const SMALL: i128 = 4096;
    /// Values of a variable without a range, at least and at most.
    const LEAST_WINDOW: u64 = 8;
    const MOST_WINDOW: u64 = 66;
}

/// Equations that fix the launch and the scalars, and the clauses written out under them; `None` when that is too much.
pub(crate) fn written_out(ctx: &mut Context, launch: ConcreteLaunch, inputs: &Inputs) -> Option<Vec<TermId>> {
    let mut conjuncts = Vec::new();
    let l = ctx.summary.launch;
    let extents = l.bdim.into_iter().zip(launch.block).chain(l.gdim.into_iter().zip(launch.grid));
    let mut pins: Vec<(TermId, i128)> = extents.map(|(t, n)| (t, i128::from(n))).collect();
    pins.extend(l.offset.into_iter().zip(launch.offset).map(|(t, n)| (t, i128::from(n))));
    for (id, &t) in &ctx.summary.params {
        match inputs.params.get(id) {
            Some(Cell::Int(v)) if ctx.terms.sort(t) == wp_logic::Sort::Int => pins.push((t, *v)),
            Some(Cell::Bool(true)) => conjuncts.push(t),
            Some(Cell::Bool(false)) => conjuncts.push(ctx.terms.not(t)),
            _ => {}
        }
    }
    for (t, value) in pins {
        let value = ctx.terms.int(value);
        conjuncts.push(ctx.terms.eq(t, value));
    }
    let contents = ctx.summary.functions.contents.iter().map(|(&f, &at)| (at, f)).collect();
    let given = Known { given: Given { kernel: ctx.kernel, launch, inputs }, window: window(&launch) };
    let mut writer = Writer { terms: ctx.terms, contents, given, values: BTreeMap::new(), left: MAX_VALUES.get() };
    for clause in quantified(ctx.requires) {
        for part in clause.condition.conjuncts() {
            // A part without a term may hold all the same.
            if let Some(term) = condition(&mut writer, part) {
                conjuncts.push(term);
            }
            if writer.left == 0 {
                return None;
            }
        }
    }
    Some(conjuncts)
}

/// The condition that all integers in the arrays of an obligation are small and not negative.
pub(crate) fn small_contents(ctx: &mut Context, conjuncts: &[TermId]) -> Vec<TermId> {
    let mut small = Vec::new();
    for app in ctx.terms.apps(conjuncts) {
        let is_content = match ctx.terms.kind(app) {
            Logic::App(f, _) => ctx.summary.functions.contents.contains_key(f),
            _ => false,
        };
        if is_content && ctx.terms.sort(app) == wp_logic::Sort::Int {
            let (least, most) = (ctx.terms.int(0), ctx.terms.int(SMALL.get()));
            small.extend([ctx.terms.le(least, app), ctx.terms.le(app, most)]);
        }
    }
    small
}

/// The inputs, if they satisfy the clauses: as they are, or where arrays of unknown size that the clauses name end
/// behind the cells that were written out.
pub(crate) fn admitted(
    kernel: &Kernel,
    requires: &[Clause],
    launch: ConcreteLaunch,
    inputs: &Inputs,
) -> Option<Inputs> {
    if (Given { kernel, launch, inputs }).satisfies(requires) {
        return Some(inputs.clone());
    }
    let mut arrays = BTreeSet::new();
    quantified(requires).for_each(|c| arrays_in(&c.condition, &mut arrays));
    let mut inputs = inputs.clone();
    for object in arrays.into_iter().filter(|&o| is_of_unknown_size(kernel, o)) {
        let input: &mut ObjectInput = inputs.objects.entry(object).or_default();
        input.size = Some(window(&launch) * kernel.objects[object].elem.size());
    }
    (Given { kernel, launch, inputs: &inputs }).satisfies(requires).then_some(inputs)
}

/// True if nothing tells the size of an object: runs that leave one that [`admitted`] chose show nothing.
pub(crate) fn is_of_unknown_size(kernel: &Kernel, object: ObjectId) -> bool {
    kernel.objects[object].size.is_none() && kernel.objects[object].bytes.is_none()
}

fn quantified(requires: &[Clause]) -> impl Iterator<Item = &Clause> {
    requires.iter().filter(|c| !c.condition.is_quantifier_free())
}

fn arrays_in(t: &Term, found: &mut BTreeSet<ObjectId>) {
    if let TermKind::Element { array: Array::Object(object), .. } = &t.kind {
        found.insert(*object);
    }
    t.kind.children().into_iter().for_each(|c| arrays_in(c, found));
}

/// The number of elements of an array that a launch is taken to use.
pub(crate) fn window(launch: &ConcreteLaunch) -> u64 {
    let threads = launch.threads_per_block().saturating_mul(launch.blocks());
    threads.saturating_add(2).clamp(LEAST_WINDOW.get(), MOST_WINDOW.get())
}

/// The launch and the scalars; contents are not known yet.
struct Known<'a> {
    given: Given<'a>,
    window: u64,
}

impl State for Known<'_> {
    fn scalar(&self, scalar: Scalar) -> Option<Value> {
        self.given.scalar(scalar)
    }

    fn element(&self, _: Array, _: Type, _: i128, _: bool) -> Option<Value> {
        None
    }

    fn extent(&self, array: Array, elem: Type) -> Option<i128> {
        Some(self.given.extent(array, elem).unwrap_or(i128::from(self.window)))
    }
}

/// Clauses with values for their variables.
struct Writer<'a> {
    terms: &'a mut Terms,
    contents: BTreeMap<(ObjectId, Type), FuncId>,
    given: Known<'a>,
    values: BTreeMap<Var, i128>,
    /// The number of values that may still be taken.
    left: usize,
}

impl Reader for Writer<'_> {
    fn terms(&mut self) -> &mut Terms {
        self.terms
    }

    fn leaf(&mut self, t: &Term) -> Option<TermId> {
        match &t.kind {
            TermKind::Bound(var, _) => {
                let value = *self.values.get(var)?;
                Some(self.terms.int(value))
            }
            TermKind::Scalar(scalar, _) => match self.given.scalar(*scalar)? {
                Value::Int(v) => Some(self.terms.int(v)),
                Value::Truth(truth) => Some(self.terms.bool(truth == wp_spec::Truth::True)),
                Value::Real(..) => None,
            },
            TermKind::Element { array: Array::Object(object), elem, index, .. } => {
                let f = *self.contents.get(&(*object, *elem))?;
                let index = number(self, index)?;
                let offset = self.terms.scale(i128::from(elem.size()), index);
                Some(self.terms.app(f, &[offset]))
            }
            _ => None,
        }
    }

    fn quantified(&mut self, quantifier: Quantifier, var: Var, body: &Term) -> Option<TermId> {
        let (lo, hi) = range((quantifier, var, body), &self.values, &self.given);
        let width = i128::from(self.given.window) - 1;
        let (lo, hi) = match (lo, hi) {
            (Some(lo), Some(hi)) => (lo, hi),
            (Some(lo), None) => (lo, lo + width),
            (None, Some(hi)) => (hi - width, hi),
            (None, None) => (0, width),
        };
        let mut all = Vec::new();
        for value in lo..=hi {
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                return None;
            }
            self.values.insert(var, value);
            let term = condition(self, body);
            self.values.remove(&var);
            all.push(term?);
        }
        Some(match quantifier {
            Quantifier::Forall => self.terms.and(&all),
            Quantifier::Exists => self.terms.or(&all),
        })
    }
}
