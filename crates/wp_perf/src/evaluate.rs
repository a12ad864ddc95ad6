//! The accesses of each warp's lanes at a site, and their cost: evaluation of the summary of one concrete launch.
//!
//! Input: an offset with its guard, from the summary of a kernel for a launch whose extents and scalar arguments are
//! numbers. Output: the cost of the most expensive request, over all warps, blocks and iterations; or the obstacle.
//! Exact: an access that depends on a value that is not evaluated has no cost.
//!
//! Most of a launch need not be enumerated. A summand that all lanes share does not change the cost if it is a multiple
//! of a word (banks) or of a sector, and a condition on which all lanes agree decides if there is a request, not its
//! cost. So only those blocks and iterations are enumerated on which the differences between lanes depend, and of a
//! symbol that moves all lanes alike only the values with different effects.

use crate::model::{self, Request, LANES, SECTOR, WORD};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use wp_kir::Space;
use wp_logic::{gcd, Class, Evaluation, FuncId, Term, TermId, Terms, Value};
use wp_summary::Summary;

wp_base::limits! {
    /// Lanes that are evaluated for one access at most.
    const MOST_LANES: u64 = 1 << 20;
    /// Operators that are evaluated for all accesses of a launch together, once for each lane.
    const MOST_WORK: u64 = 1 << 26;
    /// Blocks and iterations that are tried for one that makes an access.
    const MOST_TRIES: u64 = 1 << 13;
}

/// Why an access has no cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The offset depends on a value that is not evaluated.
    Offset,
    /// The participating lanes depend on a value that is not evaluated.
    Condition,
    /// The number of iterations is not known.
    Iterations,
    /// There are too many blocks or iterations that differ.
    TooMany,
    /// The access is a part of a vector or structure that may be accessed as a whole.
    Parts,
    /// A pointer may point into several arrays.
    Targets,
    /// The kernel could not be summarised.
    Summary,
    /// The access is an atomic, whose cost does not depend on banks and sectors alone.
    Atomic,
    /// No launch that was tried satisfies the preconditions.
    Launch,
}

impl Obstacle {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Obstacle::Offset => "the index depends on values that are not known",
            Obstacle::Condition => "which lanes take part depends on values that are not known",
            Obstacle::Iterations => "the number of iterations of a loop is not known",
            Obstacle::TooMany => "too many blocks and iterations differ from each other",
            Obstacle::Parts => "whether the parts of a vector or structure are accessed at once is not known",
            Obstacle::Targets => "a pointer may point into several places",
            Obstacle::Summary => "the kernel could not be summarised",
            Obstacle::Atomic => "what atomics on one place cost is not modelled",
            Obstacle::Launch => "no launch was found that satisfies the preconditions",
        }
    }
}

/// The cost of a request: in shared memory steps, of which 1 is the least; in global memory sectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charge {
    /// The cost as the kernel makes the request.
    pub paid: u32,
    /// The least cost of a request for the same bytes.
    pub least: u32,
}

impl Charge {
    /// The order of costs: first by excess, then by total.
    fn rank(self) -> (u32, u32) {
        (self.paid - self.least.min(self.paid), self.paid)
    }
}

/// The request that costs most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worst {
    /// The cost of the request.
    pub charge: Charge,
    /// A block that makes it.
    pub block: [u32; 3],
    /// The warp, by its number in the block.
    pub warp: u32,
    /// Lanes that take part.
    pub lanes: u32,
}

/// The cost of an access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The request that costs most.
    pub worst: Worst,
    /// The most that each warp of a block pays, by its number; `None` for one that makes no request in any block.
    pub by_warp: Vec<Option<Charge>>,
    /// Bytes from the first to the last that one request touches, at most.
    pub reach: i128,
    /// True if the requests are certainly made: not only where a condition holds that is not known, and on which all
    /// lanes of a warp agree.
    pub certain: bool,
}

impl Cost {
    /// The cost of both.
    pub(crate) fn join(&mut self, other: &Cost) {
        self.reach = self.reach.max(other.reach);
        self.certain &= other.certain;
        if other.worst.charge.rank() > self.worst.charge.rank() {
            self.worst = other.worst;
        }
        for (own, theirs) in self.by_warp.iter_mut().zip(&other.by_warp) {
            *own = dearer(*own, *theirs);
        }
    }
}

fn dearer(a: Option<Charge>, b: Option<Charge>) -> Option<Charge> {
    a.into_iter().chain(b).max_by_key(|c| c.rank())
}

/// A launch as symbols and numbers.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Threads per block.
    pub block: [u32; 3],
    /// Blocks.
    pub grid: [u32; 3],
    tid: [TermId; 3],
    bid: [TermId; 3],
    counters: BTreeSet<TermId>,
    /// Operators that may still be evaluated.
    left: Cell<u64>,
}

/// The access or branch to evaluate: a byte offset under a condition.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Byte offset.
    pub offset: TermId,
    /// When the access is made.
    pub guard: TermId,
    /// Bytes.
    pub width: u64,
    /// The address space of the array.
    pub space: Space,
}

/// The symbols that a term depends on.
#[derive(Default)]
struct Dependence {
    /// On the lane.
    lane: bool,
    /// On something that has no value.
    unknown: bool,
    /// On these blocks and iterations.
    symbols: BTreeSet<TermId>,
}

/// Symbols with the number of values each takes, from 0.
type Choices = Vec<(FuncId, u64)>;

/// The terms of a question that have to be evaluated.
struct Plan {
    offset: TermId,
    guard: TermId,
    choices: Choices,
    /// Values of further symbols with which the access is made.
    others: Vec<(FuncId, i128)>,
    /// True if every condition of the access is known.
    certain: bool,
}

/// The conjuncts of a guard.
struct Conditions {
    /// The conjuncts on which the cost depends.
    kept: Vec<TermId>,
    /// The conjuncts that only decide if there is a request.
    rest: Vec<TermId>,
    /// True if there is none that is not known.
    certain: bool,
}

impl Frame {
    /// The frame of a summary that was made for these extents.
    pub fn new(summary: &Summary, block: [u32; 3], grid: [u32; 3]) -> Self {
        let (tid, bid) = (summary.launch.tid, summary.launch.bid);
        Frame {
            block,
            grid,
            tid,
            bid,
            counters: summary.loops.values().map(|l| l.counter).collect(),
            left: Cell::new(MOST_WORK.get()),
        }
    }

    /// The launch of the kernel in which `threadIdx.x` and `threadIdx.y` are exchanged, and with them the extents of the block.
    pub fn exchanged(&self) -> Frame {
        let mut frame = self.clone();
        frame.block.swap(0, 1);
        frame.tid.swap(0, 1);
        frame
    }

    fn dependence(&self, terms: &Terms, t: TermId) -> Dependence {
        let mut out = Dependence::default();
        for app in terms.apps(&[t]) {
            let Term::App(f, _) = terms.kind(app) else { continue };
            if self.tid.contains(&app) {
                out.lane = true;
            } else if self.bid.contains(&app) || self.counters.contains(&app) {
                out.symbols.insert(app);
            } else {
                out.unknown = true;
                out.lane |= terms.func_info(*f).class == Class::Thread;
            }
        }
        out
    }

    /// The terms of a question that have to be evaluated, if equal summands of all lanes that are multiples of `unit`
    /// are ignored; `None` when no thread makes the access.
    fn plan(&self, terms: &mut Terms, question: &Question, unit: i128) -> Result<Option<Plan>, Obstacle> {
        let (constant, items) = items(terms, question.offset);
        let mut offset = terms.int(constant);
        let mut symbols = BTreeSet::new();
        let mut linear: BTreeMap<TermId, i128> = BTreeMap::new();
        for (c, t) in items {
            let on = self.dependence(terms, t);
            if !on.lane && c % unit == 0 {
                continue;
            }
            if on.unknown {
                return Err(Obstacle::Offset);
            }
            if !on.lane && on.symbols.contains(&t) {
                linear.insert(t, c);
            } else {
                symbols.extend(on.symbols);
            }
            let scaled = terms.scale(c, t);
            offset = terms.add(offset, scaled);
        }
        // A symbol that also stands in another item differs between lanes.
        linear.retain(|s, _| !symbols.contains(s));
        symbols.extend(linear.keys().copied());
        let conditions = self.conditions(terms, question.guard, &mut symbols, &mut linear)?;
        let guard = terms.and(&conditions.kept);
        let Some(others) = self.others(terms, &conditions.rest)? else { return Ok(None) };
        let mut choices = Vec::new();
        for &s in &symbols {
            let values = self.values(terms, s).ok_or(Obstacle::Iterations)?;
            let period = linear.get(&s).map(|c| unit / gcd(c.rem_euclid(unit), unit));
            let different = period.and_then(|p| u64::try_from(p).ok()).unwrap_or(u64::MAX);
            choices.extend(as_function(terms, s).map(|f| (f, values.min(different))));
        }
        Ok(Some(Plan { offset, guard, choices, others, certain: conditions.certain }))
    }

    /// The conjuncts of a guard. Symbols of kept conjuncts are added, and no longer count as equal for all lanes.
    fn conditions(
        &self,
        terms: &Terms,
        guard: TermId,
        symbols: &mut BTreeSet<TermId>,
        linear: &mut BTreeMap<TermId, i128>,
    ) -> Result<Conditions, Obstacle> {
        let all: Vec<TermId> = match terms.kind(guard) {
            Term::And(items) => items.to_vec(),
            _ => vec![guard],
        };
        let mut rest: Vec<(TermId, Dependence)> = all.into_iter().map(|c| (c, self.dependence(terms, c))).collect();
        let mut kept = Vec::new();
        while let Some(i) = rest.iter().position(|(_, on)| on.lane || !on.symbols.is_disjoint(symbols)) {
            let (c, on) = rest.swap_remove(i);
            if on.unknown {
                return Err(Obstacle::Condition);
            }
            linear.retain(|s, _| !on.symbols.contains(s));
            symbols.extend(on.symbols);
            kept.push(c);
        }
        // An unknown on which all lanes agree decides whether there is a request, for a reason of its own.
        let certain = rest.iter().all(|(_, on)| !on.unknown);
        let rest = rest.into_iter().filter(|(_, on)| !on.unknown).map(|(c, _)| c).collect();
        Ok(Conditions { kept, rest, certain })
    }

    /// Values with which conditions hold on which all lanes agree; `None` when there are none.
    fn others(&self, terms: &mut Terms, conditions: &[TermId]) -> Result<Option<Vec<(FuncId, i128)>>, Obstacle> {
        let all = terms.and(conditions);
        let mut choices = Vec::new();
        let mut complete = true;
        for s in self.dependence(terms, all).symbols {
            let values = self.values(terms, s);
            complete &= values.is_some();
            choices.extend(as_function(terms, s).map(|f| (f, values.unwrap_or(MOST_TRIES.get()))));
        }
        let mut tries = 0;
        let mut found = None;
        let mut evaluation = Evaluation::new(terms, all);
        each_choice(&choices, |values| {
            tries += 1;
            let held = evaluation.under(terms, &mut |f, _| value_of(values, f));
            if held == Some(Value::Bool(true)) {
                found = Some(values.to_vec());
            }
            found.is_none() && tries < MOST_TRIES.get()
        });
        if found.is_none() && (tries >= MOST_TRIES.get() || !complete) {
            return Err(Obstacle::TooMany);
        }
        Ok(found)
    }

    /// The number of values of a symbol.
    fn values(&self, terms: &Terms, s: TermId) -> Option<u64> {
        match self.bid.iter().position(|b| *b == s) {
            Some(axis) => Some(u64::from(self.grid[axis])),
            None => terms.range(s).hi.and_then(|hi| u64::try_from(hi.checked_add(1)?).ok()),
        }
    }

    /// The coordinates of a thread of a block.
    fn thread(&self, linear: u64) -> [i128; 3] {
        let [x, y, _] = self.block.map(u64::from);
        [linear % x, linear / x % y, linear / (x * y)].map(i128::from)
    }

    /// Shows every request that may cost something of its own: the values of symbols, the number of the warp, the offsets.
    fn each_request(
        &self,
        terms: &Terms,
        plan: &Plan,
        mut see: impl FnMut(&[(FuncId, i128)], u32, &Request),
    ) -> Result<(), Obstacle> {
        let threads: u64 = self.block.iter().map(|&n| u64::from(n)).product();
        let moments = plan.choices.iter().try_fold(1u64, |n, (_, values)| n.checked_mul(*values));
        let lanes = moments.and_then(|n| n.checked_mul(threads)).filter(|n| *n <= MOST_LANES.get());
        let operators = terms.subterms(&[plan.guard, plan.offset], |_| false).len() as u64;
        let left = lanes.and_then(|n| self.left.get().checked_sub(n.checked_mul(operators)?));
        self.left.set(left.ok_or(Obstacle::TooMany)?);
        let axes: Vec<(FuncId, usize)> =
            (0..3).filter_map(|a| as_function(terms, self.tid[a]).map(|f| (f, a))).collect();
        let [mut guard, mut offset] = [plan.guard, plan.offset].map(|t| Evaluation::new(terms, t));
        let mut failed = None;
        each_choice(&plan.choices, |values| {
            for warp in 0..threads.div_ceil(LANES as u64) {
                let mut request: Request = [None; LANES];
                for (lane, at) in (0u64..).zip(&mut request) {
                    let linear = warp * LANES as u64 + lane;
                    if linear >= threads {
                        break;
                    }
                    let thread = self.thread(linear);
                    let mut symbol = |f: FuncId, _: &[Value]| {
                        let axis = axes.iter().find(|(g, _)| *g == f).map(|(_, a)| Value::Int(thread[*a]));
                        axis.or_else(|| value_of(values, f))
                    };
                    match guard.under(terms, &mut symbol) {
                        Some(Value::Bool(false)) => continue,
                        Some(Value::Bool(true)) => {}
                        _ => failed = Some(Obstacle::Condition),
                    }
                    match offset.under(terms, &mut symbol) {
                        Some(Value::Int(offset)) => *at = Some(offset),
                        _ => failed = Some(Obstacle::Offset),
                    }
                }
                if failed.is_some() {
                    return false;
                }
                see(values, warp as u32, &request);
            }
            true
        });
        failed.map_or(Ok(()), Err)
    }

    /// The cost of an access; `None` when no thread makes it.
    pub fn cost(&self, terms: &mut Terms, question: &Question) -> Result<Option<Cost>, Obstacle> {
        let unit = if question.space == Space::Shared { WORD } else { SECTOR };
        let Some(plan) = self.plan(terms, question, unit)? else { return Ok(None) };
        let blocks = self.bid.map(|b| as_function(terms, b));
        let mut by_warp: Vec<Option<Charge>> = Vec::new();
        let mut worst: Option<Worst> = None;
        let mut reach = 0;
        self.each_request(terms, &plan, |values, warp, request| {
            let charge = charge(request, question);
            let slot = warp as usize;
            if by_warp.len() <= slot {
                by_warp.resize(slot + 1, None);
            }
            if charge.paid == 0 {
                return;
            }
            by_warp[slot] = dearer(by_warp[slot], Some(charge));
            let offsets = || request.iter().flatten();
            if let Some((first, last)) = offsets().min().zip(offsets().max()) {
                reach = reach.max(last - first + i128::from(question.width));
            }
            if worst.is_none_or(|w| charge.rank() > w.charge.rank()) {
                let known = |f: FuncId| value_of(values, f).or_else(|| value_of(&plan.others, f));
                let block = blocks.map(|f| match f.and_then(known) {
                    Some(Value::Int(b)) => u32::try_from(b).unwrap_or_default(),
                    _ => 0,
                });
                let lanes = request.iter().flatten().count() as u32;
                worst = Some(Worst { charge, block, warp, lanes });
            }
        })?;
        Ok(worst.map(|worst| Cost { worst, by_warp, reach, certain: plan.certain }))
    }
}

impl Frame {
    /// The least and the greatest value of a term, over all threads that satisfy a guard; `None` when there are none.
    pub fn bounds(&self, terms: &mut Terms, t: TermId, guard: TermId) -> Result<Option<(i128, i128)>, Obstacle> {
        let question = Question { offset: t, guard, width: 1, space: Space::Private };
        let Some(plan) = self.plan(terms, &question, i128::MAX)? else { return Ok(None) };
        let mut bounds: Option<(i128, i128)> = None;
        self.each_request(terms, &plan, |_, _, request| {
            for &at in request.iter().flatten() {
                let (low, high) = bounds.unwrap_or((at, at));
                bounds = Some((low.min(at), high.max(at)));
            }
        })?;
        Ok(bounds)
    }
}

/// The cost of a request in the memory of a question.
fn charge(request: &Request, question: &Question) -> Charge {
    if question.space == Space::Shared {
        let paid = model::degree(request, question.width);
        Charge { paid, least: paid.min(1) }
    } else {
        let (paid, least) = model::sectors(request, question.width);
        Charge { paid, least }
    }
}

/// A term as a constant and multiples of others.
pub fn items(terms: &Terms, t: TermId) -> (i128, Vec<(i128, TermId)>) {
    match terms.kind(t) {
        Term::Int(c) => (*c, Vec::new()),
        Term::Sum { constant, items } => (*constant, items.to_vec()),
        _ => (0, vec![(1, t)]),
    }
}

fn as_function(terms: &Terms, t: TermId) -> Option<FuncId> {
    match terms.kind(t) {
        Term::App(f, _) => Some(*f),
        _ => None,
    }
}

fn value_of(values: &[(FuncId, i128)], f: FuncId) -> Option<Value> {
    values.iter().find(|(g, _)| *g == f).map(|(_, v)| Value::Int(*v))
}

/// All combinations of values, the last symbol fastest, until `see` has enough.
fn each_choice(choices: &[(FuncId, u64)], mut see: impl FnMut(&[(FuncId, i128)]) -> bool) {
    if choices.iter().any(|(_, n)| *n == 0) {
        return;
    }
    let mut values: Vec<(FuncId, i128)> = choices.iter().map(|(f, _)| (*f, 0)).collect();
    loop {
        if !see(&values) {
            return;
        }
        let mut at = choices.len();
        loop {
            let Some(next) = at.checked_sub(1) else { return };
            at = next;
            values[at].1 += 1;
            if values[at].1 < i128::from(choices[at].1) {
                break;
            }
            values[at].1 = 0;
        }
    }
}
