//! Searches for inputs on which the interpreter leaves different values; nothing else counts as a difference.
//!
//! Inputs are determined by counts, so a search is deterministic. A simulation counts only if it completed, reported no
//! error, invented no value and noted no undefined behaviour. Float elements differ if their distance exceeds rounding
//! ([`TOLERANCE`]); all NaNs are equal.

mod launches;

use crate::concrete::{self, Element, Limits, Question};
use crate::normal::undefined_below;
use crate::pair::{cell, Pairing, ScalarPair};
use crate::relation::Condition;
use crate::report::{Difference, Reason, Shown, Verdict};
use crate::sequence::Preconditions;
use crate::value::{Node, NodeId, Pool};
use launches::{launches, number, Launches};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use wp_base::Span;
use wp_check::given::Given;
use wp_interp::{mix, scalar, Config, Contents, End, Finding, Inputs, ObjectInput, Outcome, Value};
use wp_kir::{Kernel, StmtKind, Type};
use wp_spec::{eval, Truth};

/// Floats that are closer, relative to the greater one, may differ by rounding only.
const TOLERANCE: f64 = 1e-3;
wp_base::limits! {
    /// Instructions of a run.
    const FUEL: u64 = 20_000_000;
    /// Instructions of a run of preconditions alone.
    const FUEL_OF_PRECONDITIONS: u64 = 10_000;
    /// Greatest size of an array whose contents are chosen.
    const MAX_BYTES: u64 = 1 << 20;
    /// Input elements for which more trials are made, below.
    const FEW: usize = 1024;
}
/// Input elements that are shown.
const SHOWN: usize = 8;

/// Contents of the arrays, and values of the scalars, of the pair.
struct Choice {
    arrays: Vec<Vec<u64>>,
    scalars: Vec<Option<u64>>,
}

/// The difference that is found, or the verdict without one.
pub(crate) fn search(
    question: &Question,
    limits: &Limits,
    open: Option<(&Pool, &[Element])>,
    reason: Reason,
) -> Verdict {
    // The memory that the kernels touch decides how much of it has contents.
    let extents = match footprint(question) {
        Ok(extents) => extents,
        Err(problem) => return Verdict::Unknown(problem),
    };
    // Few elements have few values in a trial.
    let few = extents.iter().sum::<usize>() < FEW.get();
    for trial in 0..limits.trials * if few { 4 } else { 1 } {
        if limits.are_late() {
            return Verdict::Unknown(reason);
        }
        let choice = choose(question, &extents, trial);
        let mut outcomes = Vec::new();
        for side in [0, 1] {
            match run(question, &choice, side) {
                Ok(outcome) => outcomes.push(outcome),
                Err(Some(problem)) => return Verdict::Unknown(problem),
                Err(None) => break,
            }
        }
        let [a, b] = outcomes.as_slice() else { continue };
        if let Some(difference) = compare(question, &choice, [a, b], open) {
            return Verdict::Different(Box::new(difference));
        }
    }
    Verdict::Unknown(reason)
}

/// A search for a difference in small launches that satisfy the preconditions of the kernels.
pub(crate) struct Search<'a> {
    question: Question<'a>,
    relations: &'a [Condition],
    launches: Vec<Launches>,
    tried: usize,
}

/// The limits of the next part of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// Comparisons of launches and scalars that the preconditions admit, at most.
    pub comparisons: usize,
    /// Statements of each side of one, and monomials.
    pub statements: u64,
    /// The last guard.
    pub deadline: Option<Instant>,
}

impl<'a> Search<'a> {
    /// A search that has not begun; `dims` are the dimensions that are read.
    pub fn new(question: Question<'a>, dims: [bool; 3], relations: &'a [Condition]) -> Self {
        Self { question, relations, launches: launches(&question, dims, relations), tried: 0 }
    }

    /// Tries the next launches until there are none, or the patience is over. A launch that is cut off is tried again
    /// by the next call.
    pub fn next_difference(&mut self, patience: Patience) -> Option<Difference> {
        let Patience { comparisons: mut left, statements, deadline } = patience;
        let limits = Limits { trials: 3, statements, monomials: statements, deadline };
        while let Some(launches) = self.launches.get(self.tried) {
            if let Some(difference) = self.difference(launches, &limits, &mut left) {
                return Some(difference);
            }
            if left == 0 || limits.are_late() {
                return None;
            }
            self.tried += 1;
        }
        None
    }

    fn difference(&self, launches: &Launches, limits: &Limits, left: &mut usize) -> Option<Difference> {
        let first = launches[0].first()?;
        let extent = |axis: usize| i128::from(first.block[axis]) * i128::from(first.grid[axis]);
        let n = extent(0);
        let sizes = [n, extent(1), n * extent(1), n - 1, 2 * n + 1, 4 * n, 0];
        let mut tried = Vec::new();
        // Every size for every scalar would be too many: the first two are chosen freely, the others follow the first.
        // What conditions say that a scalar equals is no choice.
        for (first, second) in sizes.into_iter().flat_map(|first| sizes.map(|second| (first, second))) {
            let mut pairing = self.question.pairing.clone();
            let free = |s: &ScalarPair| s.value.is_none() && s.types.iter().flatten().any(|ty| ty.is_int());
            for number in 0.. {
                self.solve(&mut pairing, launches);
                let Some(scalar) = pairing.scalars.iter_mut().find(|s| free(s)) else { break };
                scalar.value = Some(Value::Int(if number == 1 { second } else { first }));
            }
            let excluded = |c: &Condition| c.holds(&|name| number(name, &pairing, launches)) == Some(false);
            // A value that the type does not have would be another one in the run.
            let fits = |s: &ScalarPair| match s.value {
                Some(Value::Int(v)) => {
                    s.types.iter().flatten().all(|t| t.int_range().is_none_or(|(lo, hi)| (lo..=hi).contains(&v)))
                }
                _ => true,
            };
            if !pairing.scalars.iter().all(fits)
                || tried.contains(&pairing.scalars)
                || self.relations.iter().any(excluded)
            {
                continue;
            }
            tried.push(pairing.scalars.clone());
            let launches = launches.each_ref().map(|l| &l[..]);
            let question = Question { launches, pairing: &pairing, ..self.question };
            if *left == 0 || limits.are_late() {
                return None;
            }
            if excludes(&question) {
                continue;
            }
            *left -= 1;
            if let Verdict::Different(difference) = concrete::compare(&question, limits).verdict {
                return Some(*difference);
            }
        }
        None
    }
}

impl Search<'_> {
    /// Gives scalars the values that conditions say they equal.
    fn solve(&self, pairing: &mut Pairing, launches: &Launches) {
        for condition in self.relations {
            let value = |name: &str| number(name, pairing, launches);
            if let Some((name, value)) = condition.solved(&value) {
                let named = |s: &&mut ScalarPair| s.names.iter().flatten().any(|n| n == name) && s.value.is_none();
                pairing.scalars.iter_mut().filter(named).for_each(|s| s.value = Some(Value::Int(value)));
            }
        }
    }
}

/// Elements of every array that the kernels touch on inputs of zeros.
fn footprint(question: &Question) -> Result<Vec<usize>, Reason> {
    let arrays = question.pairing.arrays.iter();
    let empty = Choice {
        arrays: arrays.clone().map(|_| Vec::new()).collect(),
        scalars: question.pairing.scalars.iter().map(|_| None).collect(),
    };
    let mut extents = vec![0; empty.arrays.len()];
    for side in [0, 1] {
        // A run on zeros may go wrong where others do not; what it touched is a guess in any case.
        let outcome = execute(question, &empty, side);
        if let Some(problem) = problem(question, side, &outcome) {
            return Err(problem);
        }
        for (extent, array) in extents.iter_mut().zip(arrays.clone()) {
            let pages = outcome.memory.get(&array.objects[side]).into_iter().flat_map(|c| &c.pages);
            let end = pages.map(|(start, bytes)| start + bytes.len() as i64).max().unwrap_or(0);
            // Constant memory is not among the results of a run.
            let size = question.sides[side][0].objects[array.objects[side]].size;
            let bytes = size.unwrap_or(u64::try_from(end).unwrap_or(0)).min(MAX_BYTES.get());
            *extent = (*extent).max((bytes / array.elem.size()) as usize);
        }
    }
    Ok(extents)
}

/// Contents for a trial ([`pick`]).
fn choose(question: &Question, extents: &[usize], trial: u32) -> Choice {
    let mut count = 0u64;
    let mut next = |ty: Type| {
        count += 1;
        pick(ty, trial, mix(u64::from(trial), count))
    };
    let arrays = question.pairing.arrays.iter().zip(extents);
    let arrays = arrays.map(|(array, &count)| (0..count).map(|_| next(array.elem)).collect()).collect();
    let scalars = question.pairing.scalars.iter();
    let scalars = scalars.map(|s| s.types[0].filter(|_| s.value.is_none()).map(&mut next)).collect();
    Choice { arrays, scalars }
}

/// A cell by a hash: small numbers that are not negative first, which are indices and with which floats compute
/// exactly; then numbers of both signs; then any bits of integers, on which wrap-around and divisions show, a quarter
/// of them at the ends of the type and around 0.
fn pick(ty: Type, trial: u32, hash: u64) -> u64 {
    let (word, choice) = (hash >> 8, hash & 15);
    match ty {
        Type::Bool => word & 1,
        Type::Float { .. } => match trial {
            0 => float_cell(ty, (word % 64) as f64),
            _ => float_cell(ty, (word % 256) as f64 / 4.0 - 32.0),
        },
        Type::Int { bits, signed } => {
            let most = u64::MAX >> (64 - u32::from(bits) + u32::from(signed));
            let cell = match (trial % 3, choice) {
                (0, _) => word % 100,
                (1, _) if signed => (word % 100).wrapping_sub(50),
                (1, _) => word % 100,
                (_, 0) => most,
                (_, 1) => most.wrapping_add(1),
                (_, 2) => 0,
                (_, 3) => u64::MAX,
                _ => hash.rotate_left(29),
            };
            scalar::wrap(ty, cell).unwrap_or(0)
        }
        Type::Ptr => 0,
    }
}

fn float_cell(ty: Type, number: f64) -> u64 {
    match ty {
        Type::Float { bits: 64 } => number.to_bits(),
        Type::Float { bits: 32 } => u64::from((number as f32).to_bits()),
        // Halves: small integers by way of the conversion that the interpreter makes.
        _ => scalar::cast(wp_kir::CastKind::FloatToFloat, Type::F64, ty, number.to_bits()).map_or(0, |(cell, _)| cell),
    }
}

fn inputs(question: &Question, choice: &Choice, side: usize) -> Inputs {
    let mut inputs = Inputs { seed: 1 + side as u64, ..Inputs::default() };
    for (array, contents) in question.pairing.arrays.iter().zip(&choice.arrays) {
        let size = array.elem.size() as usize;
        let bytes: Vec<u8> = contents.iter().flat_map(|v| v.to_le_bytes().into_iter().take(size)).collect();
        let input = ObjectInput { cells: BTreeMap::from([(0, bytes)]), ..ObjectInput::default() };
        inputs.objects.insert(array.objects[side], input);
    }
    for (scalar, chosen) in question.pairing.scalars.iter().zip(&choice.scalars) {
        let (Some(param), Some(ty)) = (scalar.params[side], scalar.types[side]) else { continue };
        let value = scalar.value.and_then(|v| cell(v, ty)).or(*chosen).unwrap_or(0);
        let value = match ty {
            Type::Bool => Value::Bool(value != 0),
            Type::Float { .. } => Value::Float(value),
            _ => Value::Int(i128::from(value as i64)),
        };
        inputs.params.insert(param, value);
    }
    inputs
}

/// Runs the kernels of a side one after the other; what all of them left in memory, and everything that was noted.
fn execute(question: &Question, choice: &Choice, side: usize) -> Outcome {
    let config = Config { fuel: FUEL.get(), contents_matter: true, benign: question.tolerated, ..Config::default() };
    let mut inputs = inputs(question, choice, side);
    let mut all = Outcome { skips_assumption: !is_admitted(question, &inputs, side), ..Outcome::default() };
    for (kernel, launch) in question.sides[side].iter().zip(question.launches[side]) {
        for (&object, contents) in &all.memory {
            inputs.objects.entry(object).or_default().overlay(contents);
        }
        let next = wp_interp::run(kernel, launch, &inputs, &config);
        all.findings.extend(next.findings);
        if all.end == End::Completed {
            all.end = next.end;
        }
        for (object, contents) in next.memory {
            all.memory.entry(object).or_default().pages.extend(contents.pages);
        }
        all.havocked.extend(next.havocked);
        all.skips_assumption |= next.skips_assumption;
        all.notes.extend(next.notes);
    }
    all
}

/// True if the first kernel of a side assumes something that its launch and its scalars contradict, whatever the
/// arrays hold: a comparison would come to nothing.
fn excludes(question: &Question) -> bool {
    if question.pairing.scalars.iter().any(|s| s.value.is_none()) {
        return false;
    }
    let arrays = question.pairing.arrays.iter().map(|_| Vec::new()).collect();
    let choice = Choice { arrays, scalars: question.pairing.scalars.iter().map(|_| None).collect() };
    let config = Config { fuel: FUEL_OF_PRECONDITIONS.get(), races: false, ..Config::default() };
    [0, 1].into_iter().any(|side: usize| {
        let ([kernel, ..], &[launch, ..]) = (question.sides[side], question.launches[side]) else { return false };
        // What follows the first statement that is no precondition may depend on the arrays.
        let front = kernel.body.iter().take_while(|s| matches!(s.kind, StmtKind::Assume { .. })).cloned();
        let front = Kernel { body: front.collect(), ..kernel.clone() };
        let outcome = wp_interp::run(&front, &launch, &inputs(question, &choice, side), &config);
        matches!(outcome.end, End::AssumptionViolated { .. })
    })
}

/// True if inputs are known to satisfy the preconditions that no run checks.
fn is_admitted(question: &Question, inputs: &Inputs, side: usize) -> bool {
    let Preconditions::Of(requires) = question.requires[side] else { return false };
    let ([kernel, ..], &[launch, ..]) = (question.sides[side], question.launches[side]) else { return false };
    let given = Given { kernel, launch, inputs };
    requires.iter().all(|clause| eval(&clause.condition, &given) == Truth::True)
}

/// The error of a kernel in this launch, which rules a comparison out.
fn problem(question: &Question, side: usize, outcome: &Outcome) -> Option<Reason> {
    if outcome.skips_assumption {
        return None;
    }
    // For other values of a scalar that is not given it may be right.
    if question.pairing.scalars.iter().any(|s| s.value.is_none()) {
        return None;
    }
    let name = question.sides[side].iter().map(|k| &*k.name).collect::<Vec<_>>().join(",");
    let (what, span) = outcome.findings.iter().find_map(|finding| match finding {
        Finding::Race { second, .. } => Some(("a data race", second.span)),
        Finding::Divergence { barrier, .. } => Some(("barrier divergence", *barrier)),
        Finding::OutOfBounds { site, .. } | Finding::BadPointer { site, .. } | Finding::ConstantWrite { site, .. } => {
            Some(("an invalid access", site.span))
        }
        Finding::Misaligned { site, .. } => Some(("a misaligned access", site.span)),
        Finding::Unwritten { .. } | Finding::AssertFailed { .. } => None,
    })?;
    let text = format!(
        "`{name}` has {what} in this launch, so that its result is not determined; `warpproof check` says more"
    );
    Some(Reason { code: "premise", text, place: Some((side, span)) })
}

/// A run that counts; else `None`, or what is wrong with the kernel.
fn run(question: &Question, choice: &Choice, side: usize) -> Result<Outcome, Option<Reason>> {
    let outcome = execute(question, choice, side);
    if let Some(problem) = problem(question, side, &outcome) {
        return Err(Some(problem));
    }
    let asserted = |f: &Finding| matches!(f, Finding::AssertFailed { .. });
    let clean = outcome.end == End::Completed
        && outcome.findings.iter().all(asserted)
        && outcome.havocked.is_empty()
        && !outcome.skips_assumption
        && outcome.notes.iter().all(|n| n.kind.is_behaviour());
    if clean {
        Ok(outcome)
    } else {
        Err(None)
    }
}

/// The first element that differs.
fn compare(
    question: &Question,
    choice: &Choice,
    outcomes: [&Outcome; 2],
    open: Option<(&Pool, &[Element])>,
) -> Option<Difference> {
    for (number, array) in question.pairing.arrays.iter().enumerate() {
        let size = array.elem.size();
        let touched = |side: usize| {
            let pages = outcomes[side].memory.get(&array.objects[side]).into_iter().flat_map(|c| &c.pages);
            pages.flat_map(move |(start, bytes)| {
                let first = start.div_euclid(size as i64);
                first..first + (bytes.len() as u64 / size) as i64
            })
        };
        let indices: BTreeSet<i64> = touched(0).chain(touched(1)).collect();
        for index in indices {
            let [a, b] = [0, 1].map(|side: usize| {
                let left = outcomes[side].memory.get(&array.objects[side]);
                left_at(left, index, size, &choice.arrays[number])
            });
            if differ(array.elem, a, b) {
                return Some(describe(question, choice, (number, index), [a, b], open));
            }
        }
    }
    None
}

fn left_at(contents: Option<&Contents>, index: i64, size: u64, initial: &[u64]) -> u64 {
    let mask = if size >= 8 { u64::MAX } else { (1 << (8 * size)) - 1 };
    let before = || usize::try_from(index).ok().and_then(|i| initial.get(i)).copied().unwrap_or(0);
    contents.and_then(|c| c.read(index * size as i64, size as u32)).unwrap_or_else(before) & mask
}

fn differ(ty: Type, a: u64, b: u64) -> bool {
    if a == b {
        return false;
    }
    let number = |cell: u64| match ty {
        Type::Float { bits: 32 } => Some(f64::from(f32::from_bits(cell as u32))),
        Type::Float { bits: 64 } => Some(f64::from_bits(cell)),
        Type::Float { .. } => {
            scalar::cast(wp_kir::CastKind::FloatToFloat, ty, Type::F64, cell).map(|(c, _)| f64::from_bits(c))
        }
        _ => None,
    };
    match (number(a), number(b)) {
        (Some(x), Some(y)) if x.is_nan() || y.is_nan() => x.is_nan() != y.is_nan(),
        (Some(x), Some(y)) if x.is_infinite() || y.is_infinite() => x != y,
        (Some(x), Some(y)) => (x - y).abs() > TOLERANCE * x.abs().max(y.abs()),
        _ => true,
    }
}

fn describe(
    question: &Question,
    choice: &Choice,
    (number, index): (usize, i64),
    values: [u64; 2],
    open: Option<(&Pool, &[Element])>,
) -> Difference {
    let pairing = question.pairing;
    let array = &pairing.arrays[number];
    let offset = index * array.elem.size() as i64;
    let element = open.and_then(|(pool, open)| {
        open.iter().find(|e| (e.array, e.offset) == (number, offset)).map(|element| (pool, element))
    });
    let shown = |array: usize, index: i64| {
        let bits = usize::try_from(index).ok().and_then(|i| choice.arrays[array].get(i)).copied().unwrap_or(0);
        (pairing.arrays[array].names[0].clone(), index, Shown { bits, ty: pairing.arrays[array].elem })
    };
    let all: Vec<(String, i64, Shown)> = match element {
        Some((pool, element)) => leaves(pool, &element.values)
            .into_iter()
            .map(|(array, offset)| shown(array, offset / pairing.arrays[array].elem.size() as i64))
            .collect(),
        None => (0..pairing.arrays.len())
            .flat_map(|a| (0..choice.arrays[a].len() as i64).map(move |i| (a, i)))
            .map(|(a, i)| shown(a, i))
            .collect(),
    };
    let omitted = all.len().saturating_sub(SHOWN);
    let scalars = pairing.scalars.iter().zip(&choice.scalars).filter_map(|(scalar, chosen)| {
        let (name, ty) = scalar.names.iter().flatten().next().zip(scalar.types.iter().flatten().next())?;
        let bits = scalar.value.and_then(|v| cell(v, *ty)).or(*chosen)?;
        Some((name.clone(), Shown { bits, ty: *ty }))
    });
    Difference {
        launches: question.launches.map(<[_]>::to_vec),
        array: array.names.clone(),
        index,
        values: values.map(|bits| Shown { bits, ty: array.elem }),
        written: element.map_or([None::<Span>; 2], |(_, e)| e.written),
        traced: element.is_some(),
        undetermined: element.and_then(|(pool, e)| {
            let number = undefined_below(pool, &e.values)?;
            pool.cause(number).map(|cause| cause.0.to_string())
        }),
        scalars: scalars.collect(),
        inputs: all.into_iter().take(SHOWN).collect(),
        omitted,
    }
}

/// The input elements that values depend on.
fn leaves(pool: &Pool, roots: &[NodeId]) -> BTreeSet<(usize, i64)> {
    let inputs = pool.below(roots).into_iter().filter_map(|id| match pool.node(id) {
        Node::Input { array, offset, .. } => Some((*array, *offset)),
        _ => None,
    });
    inputs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_an_integer_is_chosen_both_ways() {
        for bits in [8, 16, 32, 64] {
            for signed in [false, true] {
                let ty = Type::Int { bits, signed };
                let cells: Vec<u64> = (0..200).map(|n| pick(ty, 2, mix(7, n))).collect();
                let all = u64::MAX >> (64 - u32::from(bits));
                let (ones, zeros) = cells.iter().fold((0, 0), |(ones, zeros), c| (ones | c, zeros | !c));
                assert_eq!((ones & all, zeros & all), (all, all), "{ty:?}");
            }
        }
    }

    #[test]
    fn small_numbers_come_first_and_then_both_signs() {
        let int = |trial, n| pick(Type::I32, trial, mix(3, n)) as i32;
        assert!((0..100).all(|n| (0..100).contains(&int(0, n))));
        assert!((0..100).any(|n| int(1, n) < 0) && (0..100).any(|n| int(1, n) > 0));
        assert!((0..100).any(|n| int(2, n) == i32::MAX) && (0..100).any(|n| int(2, n) == i32::MIN));
        let float = |trial, n| f64::from_bits(pick(Type::F64, trial, mix(3, n)));
        assert!((0..100).all(|n| float(0, n) >= 0.0) && (0..100).any(|n| float(1, n) < 0.0));
    }
}
