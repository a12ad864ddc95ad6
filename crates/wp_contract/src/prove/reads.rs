//! The values that a thread reads from memory that the kernel writes: the value of the last store before the read.
//!
//! The order is that of lock-step execution: events in program order, iterations of common loops in order. It
//! represents every schedule because there are no races and no divergence (premises). The writer is named
//! ([`super::invert`]); then every other instance of every store to the element, by any thread, is shown to come before
//! the writer or after the reader. Two instances of one store in the same iterations would be a race. Exact; a
//! condition that is not shown stops the proof.

use super::invert::{self, Digits};
use super::questions::{unknown, Stop};
use super::real::{Atom, Poly};
use super::session::{Session, Store};
use super::values::At;
use wp_kir::{ObjectId, Space, Type};
use wp_logic::{FuncId, Term, TermId};
use wp_prove::View;
use wp_summary::{AccessMode, EventKind, LoopInst};

/// A thread that may make a store, with the digits that its coordinates are given by.
pub(crate) struct Guess {
    pub thread: View,
    pub digits: Vec<Digits>,
}

/// The writer of an element.
pub(crate) enum Found<'a> {
    /// This thread by this store, with the facts of the case.
    By(Store<'a>, Guess, Vec<TermId>),
    /// Some thread may overwrite the value that the writer found has stored.
    Several,
    /// None was found; if there is a condition, some thread has when it holds.
    Nobody(Option<TermId>),
}

/// A read of an element.
pub(crate) struct Reader<'p> {
    /// Its place among the events.
    pub event: usize,
    /// The element.
    pub offset: TermId,
    /// The loops around it that may change the object, with their counters, outermost first.
    pub loops: Vec<(LoopInst, TermId)>,
    /// The thread whose block alone sees the object.
    pub block: Option<&'p View>,
}

impl<'a> Session<'a> {
    /// The first event that reads by a function, with its object and type.
    pub fn read_event(&self, f: FuncId) -> Option<(usize, ObjectId, Type)> {
        self.summary.events.iter().enumerate().find_map(|(at, event)| {
            let EventKind::Access(access) = &event.kind else { return None };
            let reads = access.mode == AccessMode::Read
                && access.value.is_some_and(|v| matches!(self.terms.kind(v), Term::App(g, _) if *g == f));
            reads.then_some((at, access.object, access.ty))
        })
    }

    /// The value of a function that stands for a read.
    pub fn read(
        &mut self,
        (event, object, ty): (usize, ObjectId, Type),
        args: &[TermId],
        at: At,
    ) -> Result<Poly, Stop> {
        let At { thread, known, trail } = at;
        self.questions.next_read()?;
        let name = self.kernel.objects[object].name.clone();
        let shared = match self.kernel.objects[object].space {
            Space::Shared => true,
            Space::Global => false,
            Space::Constant | Space::Private | Space::Image => return unknown(format!("what was read from `{name}`")),
        };
        let stores = self.stores(object, ty)?;
        self.settled(args[0])?;
        let offset = thread.at(self.terms, args[0]);
        // Loops that leave the object as it is are not among the arguments; they are the innermost ones.
        let Some(loops) = self.summary.events[event].loops.get(..args.len() - 1).map(<[LoopInst]>::to_vec) else {
            return unknown(format!("what was read from `{name}` in a loop"));
        };
        let counters: Vec<TermId> = args[1..].iter().map(|&a| thread.at(self.terms, a)).collect();
        let facts = self.facts_about(args);
        let mut known = known.to_vec();
        for a in facts {
            known.push(thread.at(self.terms, a));
        }
        let loops = loops.into_iter().zip(counters).collect();
        let reader = Reader { event, offset, loops, block: shared.then_some(thread) };
        let start = self.interval_start(object, event);
        let before = |s: &&Store| s.at < event && start.is_none_or(|start| s.at >= start);
        let earlier: Vec<Store> = stores.iter().filter(before).copied().collect();
        let undecided = match self.find_writer((&earlier, &stores), &reader, thread, &known)? {
            Found::By(store, guess, known) => {
                let mut facts = known;
                facts.extend(self.facts(&guess.thread, store.at));
                let value = self.expand(store.value, At { thread: &guess.thread, known: &facts, trail })?;
                return Ok(self.without_remainders(value, &guess.digits));
            }
            Found::Several => return unknown(format!("several stores to `{name}` may meet in one element")),
            Found::Nobody(undecided) => undecided,
        };
        if let Some(condition) = undecided {
            return Err(Stop::Split(condition));
        }
        if shared && start.is_none() {
            return unknown(format!("who wrote the element of `{name}` that is read"));
        }
        for store in stores.iter().filter(|s| start.is_none_or(|start| s.at >= start)) {
            if self.may_hit(store, &reader, None, &known)? {
                return unknown(format!("who wrote the element of `{name}` that is read"));
            }
        }
        if start.is_some() {
            return self.at_cut(object, ty, event, thread, offset);
        }
        let read = self.initially(object, ty, offset);
        let Term::App(f, _) = self.terms.kind(read).clone() else { return unknown("a constant") };
        Ok(Poly::atom(Atom::Read(f, offset)))
    }

    /// Names the thread whose store to an element is the last one before a reader, among some stores and before all
    /// that it might be overwritten by.
    pub fn find_writer(
        &mut self,
        (candidates, stores): (&[Store<'a>], &[Store<'a>]),
        reader: &Reader,
        like: &View,
        known: &[TermId],
    ) -> Result<Found<'a>, Stop> {
        let mut undecided = None;
        for store in candidates.iter().rev() {
            let common = self.common(store, reader);
            let (offset, around) = (reader.offset, &reader.loops[..common]);
            for guess in self.writers(store, offset, around, reader.block, Some(like))? {
                let Some(digits) = self.digit_facts(&guess.digits, known)? else { continue };
                let known = [known, &digits].concat();
                let missing = self.missing(&guess.thread, store, offset, &known)?;
                if !missing.is_empty() {
                    if undecided.is_none() {
                        undecided = self.undecided(&missing, &guess.digits, &known)?;
                    }
                    continue;
                }
                for other in stores {
                    if self.may_hit(other, reader, Some((store, &guess.thread)), &known)? {
                        return Ok(Found::Several);
                    }
                }
                return Ok(Found::By(*store, guess, known));
            }
        }
        Ok(Found::Nobody(undecided))
    }

    /// The condition under which a guess is right, if it may be, without the digits: they are chosen anew each time.
    fn undecided(&mut self, missing: &[TermId], digits: &[Digits], known: &[TermId]) -> Result<Option<TermId>, Stop> {
        let mut condition = self.terms.and(missing);
        for d in digits.iter().rev() {
            let high = self.terms.mul(d.modulus, d.q);
            let remainder = self.terms.sub(d.target, high);
            condition = self.terms.substitute(condition, &[(d.r, remainder)].into_iter().collect());
        }
        let below = self.terms.subterms(&[condition], |_| false);
        if digits.iter().any(|d| below.contains(&d.q) || below.contains(&d.r)) {
            return Ok(None);
        }
        let facts = [known, missing].concat();
        Ok(if self.refuted(&facts)? { None } else { Some(condition) })
    }

    /// Names the thread that writes an element last, among some stores, by threads of a block if one is given; with the
    /// facts of the case.
    pub fn final_writer(
        &mut self,
        stores: &[Store<'a>],
        (offset, like): (TermId, &View),
        block: Option<&View>,
        known: &[TermId],
    ) -> Result<Option<(Store<'a>, Guess, Vec<TermId>)>, Stop> {
        let reader = Reader { event: self.summary.events.len(), offset, loops: Vec::new(), block };
        match self.find_writer((stores, stores), &reader, like, known)? {
            Found::By(store, guess, mut known) => {
                known.extend(self.facts(&guess.thread, store.at));
                Ok(Some((store, guess, known)))
            }
            Found::Several | Found::Nobody(_) => Ok(None),
        }
    }

    /// A value with `target - modulus * q` for every remainder: digits that were put together are the target again.
    pub fn without_remainders(&mut self, mut value: Poly, digits: &[Digits]) -> Poly {
        for d in digits.iter().rev() {
            let high = self.terms.mul(d.modulus, d.q);
            let remainder = self.terms.sub(d.target, high);
            value = self.replaced(&value, d.r, remainder).unwrap_or(value);
        }
        value
    }

    /// The number of loops that a store has in common with a reader.
    fn common(&self, store: &Store, reader: &Reader) -> usize {
        let loops = &self.summary.events[store.at].loops;
        loops.iter().zip(&reader.loops).take_while(|(a, (b, _))| *a == b).count()
    }

    /// Guesses who makes a store to an element: the loops in common have given counters, the block may be given.
    pub fn writers(
        &mut self,
        store: &Store,
        offset: TermId,
        common: &[(LoopInst, TermId)],
        block: Option<&View>,
        like: Option<&View>,
    ) -> Result<Vec<Guess>, Stop> {
        let base = self.anybody(block);
        let base = base.at_counters(self.terms, self.summary, common);
        let loops = self.summary.events[store.at].loops[common.len()..].to_vec();
        // Unknowns are symbols of the base; what is given is not among them.
        let mut unknowns: Vec<TermId> = base.coordinates[0].to_vec();
        if block.is_none() {
            unknowns.extend(base.coordinates[1]);
        }
        let counters: Vec<TermId> = loops.iter().map(|&l| self.counter(&base, l)).collect();
        unknowns.extend(&counters);
        unknowns.retain(|&u| matches!(self.terms.kind(u), Term::App(..)));
        let address = base.at(self.terms, store.access.offset);
        let width = i128::from(store.access.width);
        let mut points = Vec::new();
        for solution in invert::solve(self.terms, address, offset, &unknowns, width) {
            // The writers that the address leaves open: the first thread, the thread that asks.
            for own in [false, true] {
                let open = unknowns.iter().any(|u| !solution.values.contains_key(u));
                if own && (!open || like.is_none()) {
                    continue;
                }
                let zero = self.terms.int(0);
                let value = |given: TermId, similar: TermId| match solution.values.get(&given) {
                    Some(&v) => v,
                    None if !unknowns.contains(&given) => given,
                    None if own => similar,
                    None => zero,
                };
                let similar = like.map_or(base.coordinates, |p| p.coordinates);
                let mut coordinates = base.coordinates;
                for side in 0..2 {
                    for axis in 0..3 {
                        coordinates[side][axis] = value(base.coordinates[side][axis], similar[side][axis]);
                    }
                }
                let fixed: Vec<(LoopInst, TermId)> = loops
                    .iter()
                    .zip(&counters)
                    .map(|(&l, &k)| (l, solution.values.get(&k).copied().unwrap_or(zero)))
                    .collect();
                // The read of one thread implies nothing about another thread: each has unknowns of its own.
                let fresh = self.anybody(block);
                let fresh = fresh.at_counters(self.terms, self.summary, common);
                let thread = fresh.at_coordinates(self.terms, self.summary, coordinates);
                let thread = thread.at_counters(self.terms, self.summary, &fixed);
                points.push(Guess { thread, digits: solution.digits.clone() });
            }
        }
        Ok(points)
    }

    /// The conditions that a thread exists and makes a store to an element.
    pub fn hit(&mut self, writer: &View, store: &Store, offset: TermId) -> Vec<TermId> {
        let event = &self.summary.events[store.at];
        let mut conditions = writer.exists(self.terms, self.summary);
        conditions.extend(self.counters_in_range(writer, &event.loops));
        conditions.push(writer.at(self.terms, event.guard));
        let address = writer.at(self.terms, store.access.offset);
        conditions.push(self.terms.eq(address, offset));
        conditions
    }

    /// The conditions of [`Session::hit`] that are not known to hold.
    fn missing(&mut self, writer: &View, store: &Store, offset: TermId, known: &[TermId]) -> Result<Vec<TermId>, Stop> {
        let mut missing = Vec::new();
        for condition in self.hit(writer, store, offset) {
            if !self.holds(known, condition)? {
                missing.push(condition);
            }
        }
        Ok(missing)
    }

    /// The equations and ranges that digits satisfy; `None` when a modulus is not known to be positive.
    pub fn digit_facts(&mut self, digits: &[Digits], known: &[TermId]) -> Result<Option<Vec<TermId>>, Stop> {
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let mut facts = Vec::new();
        for d in digits {
            let positive = self.terms.le(one, d.modulus);
            if !self.holds(known, positive)? {
                return Ok(None);
            }
            let high = self.terms.mul(d.modulus, d.q);
            let sum = self.terms.add(high, d.r);
            facts.push(self.terms.eq(d.target, sum));
            facts.push(self.terms.le(zero, d.r));
            facts.push(self.terms.lt(d.r, d.modulus));
        }
        Ok(Some(facts))
    }

    /// Tests if any thread may make a store to the element before the reader, and after a writer if one is given.
    fn may_hit(
        &mut self,
        store: &Store,
        reader: &Reader,
        writer: Option<(&Store, &View)>,
        known: &[TermId],
    ) -> Result<bool, Stop> {
        let common = self.common(store, reader);
        let other = self.anybody(reader.block);
        // In the same iterations of the loops around both, then in earlier ones of each.
        let mut cases = Vec::new();
        if store.at < reader.event {
            cases.push((other.at_counters(self.terms, self.summary, &reader.loops[..common]), None));
        }
        for j in 0..common {
            let thread = other.at_counters(self.terms, self.summary, &reader.loops[..j]);
            let (l, now) = reader.loops[j];
            // Where the writer is in the iteration of the reader, earlier ones come before both; those of the loops
            // inside may not.
            if writer.is_some_and(|(first, from)| self.same_iterations(first, from, &reader.loops[..=j])) {
                continue;
            }
            let k = self.counter(&thread, l);
            cases.push((thread, Some(self.terms.lt(k, now))));
        }
        for (thread, earlier) in cases {
            let mut facts = known.to_vec();
            facts.extend(earlier);
            if let Some(writer) = writer {
                facts.push(self.follows((store, &thread), writer));
            }
            if facts.iter().any(|&f| self.terms.as_bool(f) == Some(false)) {
                continue;
            }
            facts.extend(self.facts(&thread, store.at));
            facts.extend(self.hit(&thread, store, reader.offset));
            if !self.refuted(&facts)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// True if a store is made in these iterations.
    fn same_iterations(&mut self, store: &Store, thread: &View, loops: &[(LoopInst, TermId)]) -> bool {
        let around = &self.summary.events[store.at].loops;
        around.len() >= loops.len()
            && loops.iter().zip(around).all(|((l, k), own)| l == own && self.counter(thread, *l) == *k)
    }

    /// The condition that one instance of a store comes after another one.
    fn follows(&mut self, (later, at): (&Store, &View), (first, from): (&Store, &View)) -> TermId {
        let summary = self.summary;
        let (a, b) = (&summary.events[later.at].loops, &summary.events[first.at].loops);
        let mut cases = Vec::new();
        let mut same = Vec::new();
        for (&l, _) in a.iter().zip(b).take_while(|(a, b)| a == b) {
            let (k, j) = (self.counter(at, l), self.counter(from, l));
            let mut case = same.clone();
            case.push(self.terms.lt(j, k));
            cases.push(self.terms.and(&case));
            same.push(self.terms.eq(k, j));
        }
        if later.at > first.at {
            cases.push(self.terms.and(&same));
        }
        self.terms.or(&cases)
    }
}
