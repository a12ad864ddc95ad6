//! Obligations about stores: who else stores there, which value was read, which stores never meet.

use super::side::{Coordinates, Side, Store};
use crate::pair::ArrayPair;
use crate::report::Reason;
use wp_kir::{ObjectId, Space, Type};
use wp_logic::{Sort, Term, TermId, Terms};
use wp_solve::Solver;
use wp_summary::pair::{Pair, PairKind};
use wp_summary::{AccessMode, EventKind};

/// Stores through which one value is followed.
const MAX_DEPTH: usize = 8;
/// Ways to permute three coordinates.
const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]];

/// Proves what the comparison of two kernels asks.
pub(super) struct Prover<'a> {
    terms: &'a mut Terms,
    solver: &'a mut Solver,
    sides: [&'a Side<'a>; 2],
    /// Whether products of floats are added somewhere.
    pub contracts: bool,
}

/// A thread at a point, and what is known there.
#[derive(Clone)]
struct Point {
    thread: Coordinates,
    known: Vec<TermId>,
}

impl<'a> Prover<'a> {
    pub fn new(terms: &'a mut Terms, solver: &'a mut Solver, sides: [&'a Side<'a>; 2]) -> Self {
        Self { terms, solver, sides, contracts: false }
    }

    /// One output, as said in [`super`]; whether it is written at all.
    pub fn output(&mut self, array: &ArrayPair) -> Result<bool, Reason> {
        let sides = self.sides;
        let stores = [sides[0].stores(array.objects[0])?, sides[1].stores(array.objects[1])?];
        for number in [0, 1] {
            sides[number].uniform(self.terms, array.objects[number])?;
            self.apart(sides[number], &stores[number])?;
        }
        for from in [0, 1] {
            for store in &stores[from] {
                let same = stores[1 - from].iter().any(|other| other.access.width == store.access.width);
                let found = same && stores[1 - from].iter().any(|other| self.corresponds(from, store, other));
                if !found {
                    let (a, b) = (&sides[from].kernel.name, &sides[1 - from].kernel.name);
                    let text = format!(
                        "what this store of `{a}` to `{}` leaves was not found among the stores of `{b}`",
                        array.names[from]
                    );
                    let place = Some((from, sides[from].summary.events[store.at].span));
                    return Err(Reason { code: "value-chase", text, place });
                }
            }
        }
        Ok(stores.iter().any(|s| !s.is_empty()))
    }

    /// Different stores never meet, whoever makes them.
    fn apart(&mut self, side: &Side, stores: &[Store]) -> Result<(), Reason> {
        for (i, first) in stores.iter().enumerate() {
            for second in &stores[i + 1..] {
                for kind in [PairKind::SameBlock, PairKind::OtherBlock, PairKind::SameThread] {
                    let mut pair = Pair::new(self.terms, &side.summary, kind, &[]);
                    let mut known = pair.facts(self.terms, first.at, second.at);
                    let (offset, guard) = (second.access.offset, second.guard);
                    let (offset, guard) = (pair.second(self.terms, offset), pair.second(self.terms, guard));
                    known.extend([first.guard, guard, pair.distinct(self.terms)]);
                    known.push(self.terms.eq(first.access.offset, offset));
                    if !self.refuted(&known) {
                        return Err(side.reason(Some(second.at), "two stores may meet in one element"));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether for every thread that makes a store some thread of the other kernel makes the other one to the same element, with
    /// the same value when the question is asked from the first kernel.
    fn corresponds(&mut self, from: usize, store: &Store, other: &Store) -> bool {
        let (side, partner) = (self.sides[from], self.sides[1 - from]);
        let thread = [side.summary.launch.tid, side.summary.launch.bid];
        let mut known = side.facts(self.terms, store.at, thread);
        known.push(side.at(self.terms, store.guard, thread));
        known.extend(side.exists(self.terms, thread));
        let offset = side.at(self.terms, store.access.offset, thread);
        let here = Point { thread, known };
        for candidate in permuted(thread) {
            let Some(there) = self.makes(&here, partner, other, candidate, offset) else { continue };
            if from == 1 || self.same_value(store, other, &here, &there) {
                return true;
            }
        }
        false
    }

    /// The other point, when a thread of these coordinates exists and makes the store at this address.
    fn makes(
        &mut self,
        here: &Point,
        side: &Side,
        store: &Store,
        candidate: Coordinates,
        offset: TermId,
    ) -> Option<Point> {
        let mut known = here.known.clone();
        known.extend(side.launch_facts(self.terms, candidate));
        for condition in side.exists(self.terms, candidate) {
            self.holds(&known, condition).then_some(())?;
        }
        // What is known only of threads that get there must not help to show that this one does.
        known.extend(side.facts(self.terms, 0, candidate));
        let guard = side.at(self.terms, store.guard, candidate);
        let theirs = side.at(self.terms, store.access.offset, candidate);
        let meets = self.terms.eq(theirs, offset);
        (self.holds(&known, guard) && self.holds(&known, meets)).then_some(())?;
        known.push(guard);
        known.extend(side.facts(self.terms, store.at, candidate));
        Some(Point { thread: candidate, known })
    }

    fn same_value(&mut self, store: &Store, other: &Store, here: &Point, there: &Point) -> bool {
        let [first, second] = self.sides;
        if store.access.ty.is_float() != other.access.ty.is_float() {
            return false;
        }
        let (x, y) = (first.at(self.terms, store.value, here.thread), second.at(self.terms, other.value, there.thread));
        let Some(x) = self.chase(first, store.at, x, there.known.clone(), here.thread, MAX_DEPTH) else { return false };
        let Some(y) = self.chase(second, other.at, y, there.known.clone(), there.thread, MAX_DEPTH) else {
            return false;
        };
        self.note_products(&[x, y]);
        let (a, b) = (self.sort(x), self.sort(y));
        if a != b {
            return false;
        }
        let same = match a {
            Sort::Bool => self.terms.iff(x, y),
            Sort::Int | Sort::Float(_) => self.terms.eq(x, y),
        };
        self.holds(&there.known, same)
    }

    fn sort(&self, t: TermId) -> Sort {
        self.terms.sort(t)
    }

    fn note_products(&mut self, values: &[TermId]) {
        let names: Vec<&str> = self
            .terms
            .apps(values)
            .into_iter()
            .filter_map(|app| match self.terms.kind(app) {
                Term::App(f, _) => Some(&*self.terms.func_info(*f).name),
                _ => None,
            })
            .collect();
        self.contracts |= names.contains(&"fmul") && (names.contains(&"fadd") || names.contains(&"fsub"));
    }

    /// Replaces what a thread read from shared memory by what was stored there.
    fn chase(
        &mut self,
        side: &Side,
        before: usize,
        mut value: TermId,
        known: Vec<TermId>,
        thread: Coordinates,
        depth: usize,
    ) -> Option<TermId> {
        loop {
            // One that reads at an address which is not itself read comes first.
            let read = self.terms.apps(&[value]).into_iter().find_map(|app| match self.terms.kind(app) {
                Term::App(f, args) if side.summary.shared_reads.contains(f) => Some((app, *f, args.clone())),
                _ => None,
            });
            let Some((app, f, args)) = read else { return Some(value) };
            let depth = depth.checked_sub(1)?;
            // All reads by one function are of one object at one point between stores and barriers.
            let (at, object, ty) = side.summary.events.iter().take(before).enumerate().find_map(|(at, event)| {
                let EventKind::Access(access) = &event.kind else { return None };
                let reads = access.mode == AccessMode::Read
                    && access.value.is_some_and(|v| matches!(self.terms.kind(v), Term::App(g, _) if *g == f));
                reads.then_some((at, access.object, access.ty))
            })?;
            if side.kernel.objects[object].space != Space::Shared || args.len() != 1 {
                return None;
            }
            let stored = self.last_store(side, (at, object, ty), args[0], &known, thread, depth)?;
            if self.sort(stored) != self.sort(app) {
                return None;
            }
            let map = std::iter::once((app, stored)).collect();
            value = self.terms.substitute(value, &map);
        }
    }

    /// What the last store to an address of a shared object before an event left there.
    fn last_store(
        &mut self,
        side: &Side,
        (at, object, ty): (usize, ObjectId, Type),
        offset: TermId,
        known: &[TermId],
        thread: Coordinates,
        depth: usize,
    ) -> Option<TermId> {
        side.uniform(self.terms, object).ok()?;
        let stores = side.stores(object).ok()?;
        let earlier: Vec<&Store> = stores.iter().filter(|s| s.at < at).collect();
        let here = Point { thread, known: known.to_vec() };
        for (i, store) in earlier.iter().enumerate().rev() {
            for candidate in permuted(thread).into_iter().filter(|c| c[1] == thread[1]) {
                let Some(there) = self.makes(&here, side, store, candidate, offset) else { continue };
                // Nobody of the block overwrites it before the read.
                if !earlier[i + 1..].iter().all(|later| self.misses(side, later, offset, &there.known, thread)) {
                    return None;
                }
                if store.access.ty != ty {
                    return None;
                }
                let value = side.at(self.terms, store.value, candidate);
                return self.chase(side, store.at, value, there.known, candidate, depth);
            }
            // A later store that may meet the address hides earlier ones.
            if !self.misses(side, store, offset, known, thread) {
                return None;
            }
        }
        None
    }

    /// Whether no thread of the block makes a store to this address.
    fn misses(&mut self, side: &Side, store: &Store, offset: TermId, known: &[TermId], thread: Coordinates) -> bool {
        let fresh = side.summary.launch.tid.map(|t| match self.terms.kind(t).clone() {
            Term::App(f, _) => {
                let info = self.terms.func_info(f).clone();
                self.terms.sym(&info.name, info.result, info.class, info.range)
            }
            _ => t,
        });
        let other = [fresh, thread[1]];
        let mut all = known.to_vec();
        all.extend(side.exists(self.terms, other));
        all.extend(side.facts(self.terms, store.at, other));
        all.push(side.at(self.terms, store.guard, other));
        let theirs = side.at(self.terms, store.access.offset, other);
        all.push(self.terms.eq(theirs, offset));
        self.refuted(&all)
    }

    fn holds(&mut self, known: &[TermId], condition: TermId) -> bool {
        let not = self.terms.not(condition);
        let mut all = known.to_vec();
        all.push(not);
        self.refuted(&all)
    }

    fn refuted(&mut self, conjuncts: &[TermId]) -> bool {
        if conjuncts.iter().any(|&c| self.terms.as_bool(c) == Some(false)) {
            return true;
        }
        matches!(self.solver.refutes(self.terms, conjuncts, 1), Ok(Some(_)))
    }
}

/// A thread with permuted coordinates, itself first.
fn permuted(thread: Coordinates) -> Vec<Coordinates> {
    let mut found: Vec<Coordinates> = Vec::new();
    for block in PERMUTATIONS {
        for own in PERMUTATIONS {
            let candidate = [own.map(|axis| thread[0][axis]), block.map(|axis| thread[1][axis])];
            if !found.contains(&candidate) {
                found.push(candidate);
            }
        }
    }
    found
}
