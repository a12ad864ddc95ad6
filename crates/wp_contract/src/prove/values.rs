//! Values of the kernel as polynomials over its inputs.
//!
//! What a thread read from memory that is written becomes what was stored there: by the last store before it in lock-step order (events in
//! program order, iterations of common loops in order), which stands for every schedule because there are no races and no
//! divergence (premises). The writer is named ([`super::invert`]), and later stores are shown to miss. A variable that every iteration
//! increases by something becomes its value before the loop and a sum. Exact over the integers and the real numbers; what is not
//! understood stops the proof.

use super::invert::{self, Digits};
use super::real::{Atom, Poly, Ratio};
use super::session::{unknown, Point, Session, Stop, Store};
use wp_kir::{ObjectId, Space, Type};
use wp_logic::{Class, FuncId, Range, Sort, Term, TermId};
use wp_summary::{AccessMode, EventKind, LoopInst};

/// Reads and loops that are followed one inside of the other.
const MAX_DEPTH: usize = 12;

/// A thread that may make a store, with the digits that its coordinates are given by.
pub(crate) struct Guess {
    pub point: Point,
    pub digits: Vec<Digits>,
}

/// What is followed at the moment.
#[derive(Clone)]
pub(crate) struct Trail {
    /// Loop variables with the iteration at whose head they stand for themselves.
    heads: Vec<(FuncId, TermId)>,
    depth: usize,
}

impl Trail {
    pub fn new() -> Self {
        Trail { heads: Vec::new(), depth: MAX_DEPTH }
    }

    fn deeper(&self) -> Result<Self, Stop> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(Trail { heads: self.heads.clone(), depth }),
            None => unknown("values depend on each other too deeply"),
        }
    }
}

fn too_great() -> Stop {
    Stop::Unknown("numbers of the proof are too great".to_owned())
}

impl Session<'_> {
    /// The value of a term of the generic thread, at a point of which these facts are known.
    pub fn expand(&mut self, t: TermId, point: &Point, known: &[TermId], trail: &Trail) -> Result<Poly, Stop> {
        let one = Ratio::int(1);
        match self.terms.kind(t).clone() {
            Term::Int(v) => Ok(Poly::constant(Ratio::int(v))),
            Term::Float { bits, value } => {
                let number = match bits {
                    32 => f64::from(f32::from_bits(value as u32)),
                    64 => f64::from_bits(value),
                    _ => return unknown("constants of 16 bits"),
                };
                match Ratio::of(number).filter(|_| number.is_finite()) {
                    Some(c) => Ok(Poly::constant(c)),
                    None => unknown("a constant that is no simple fraction"),
                }
            }
            Term::Sum { constant, items } => {
                let mut sum = Poly::constant(Ratio::int(constant));
                for (c, item) in items.iter() {
                    let item = self.expand(*item, point, known, trail)?;
                    sum = sum.plus(Ratio::int(*c), &item).ok_or_else(too_great)?;
                }
                Ok(sum)
            }
            Term::Prod(factors) => {
                let mut product = Poly::constant(one);
                for f in factors.iter() {
                    let f = self.expand(*f, point, known, trail)?;
                    product = product.times(&f).ok_or_else(too_great)?;
                }
                Ok(product)
            }
            Term::Ite(c, a, b) => {
                self.settled(c)?;
                let c = self.at(point, c);
                if self.holds(known, c)? {
                    return self.expand(a, point, known, trail);
                }
                let not = self.terms.not(c);
                if self.holds(known, not)? {
                    return self.expand(b, point, known, trail);
                }
                Err(Stop::Split(c))
            }
            Term::App(f, args) => self.expand_app(t, f, &args, point, known, trail),
            _ => {
                self.settled(t)?;
                Ok(Poly::atom(Atom::Term(self.at(point, t))))
            }
        }
    }

    /// Whether a term may be taken as it is: nothing in it was read from memory that is written or changed by a loop.
    fn settled(&mut self, t: TermId) -> Result<(), Stop> {
        for app in self.terms.apps(&[t]) {
            if let Term::App(f, _) = self.terms.kind(app) {
                if self.summary.shared_reads.contains(f) && self.read_event(*f).is_some() || self.head_of(*f).is_some()
                {
                    return unknown("a condition or an index depends on values that are not followed there");
                }
            }
        }
        Ok(())
    }

    fn expand_app(
        &mut self,
        t: TermId,
        f: FuncId,
        args: &[TermId],
        point: &Point,
        known: &[TermId],
        trail: &Trail,
    ) -> Result<Poly, Stop> {
        if self.is_initial(f) {
            self.settled(args[0])?;
            let offset = self.at(point, args[0]);
            return Ok(Poly::atom(Atom::Read(f, offset)));
        }
        if let Some((l, variable)) = self.head_of(f) {
            return self.accumulated(l, variable, args, point, known, trail);
        }
        if self.summary.shared_reads.contains(&f) {
            if let Some((event, object, ty)) = self.read_event(f) {
                return self.read(event, object, ty, args, point, known, &trail.deeper()?);
            }
        }
        let info = self.terms.func_info(f).clone();
        if args.is_empty() || info.class != Class::Launch || !self.summary.pure.contains(&f) {
            let settled = info.result == Sort::Int || self.summary.params.values().any(|&p| p == t);
            if !settled {
                return unknown(format!("the value `{}` is not known", info.name));
            }
            self.settled(t)?;
            return Ok(Poly::atom(Atom::Term(self.at(point, t))));
        }
        if info.result == Sort::Int || info.result == Sort::Bool {
            self.settled(t)?;
            return Ok(Poly::atom(Atom::Term(self.at(point, t))));
        }
        let mut operands = Vec::new();
        for &a in args {
            if self.terms.sort(a) == Sort::Bool {
                return unknown(format!("the function `{}`", info.name));
            }
            operands.push(self.expand(a, point, known, trail)?);
        }
        self.assumptions.insert("real-arithmetic");
        real_function(&info.name, operands)
    }

    /// The loop variable that a function stands for.
    fn head_of(&self, f: FuncId) -> Option<(LoopInst, usize)> {
        self.summary.loops.iter().find_map(|(l, record)| {
            let at = record.induction.as_ref()?.variables.iter().position(|v| v.function == f)?;
            Some((l, at))
        })
    }

    /// A loop variable at the head of an iteration: its value before the loop and what the iterations since have added.
    fn accumulated(
        &mut self,
        l: LoopInst,
        variable: usize,
        args: &[TermId],
        point: &Point,
        known: &[TermId],
        trail: &Trail,
    ) -> Result<Poly, Stop> {
        let nest = self.summary.nest(l);
        let Some(induction) = self.summary.loops[l].induction.as_deref() else { return unknown("a loop") };
        let v = &induction.variables[variable];
        let (f, initial, next, name) = (v.function, v.initial, v.next, v.name.clone());
        if args.len() != nest.len() {
            return unknown(format!("the loop around `{name}`"));
        }
        let axioms = self.axioms(args);
        let axioms: Vec<TermId> = axioms.into_iter().map(|a| self.at(point, a)).collect();
        let counters: Vec<TermId> = args.iter().map(|&a| self.at(point, a)).collect();
        let Some((&count, outer)) = counters.split_last() else { return unknown("a loop") };
        if trail.heads.contains(&(f, count)) {
            return Ok(Poly::atom(Atom::Head(f)));
        }
        let known = [known, &axioms].concat();
        let outer: Vec<(LoopInst, TermId)> = nest.iter().copied().zip(outer.iter().copied()).collect();
        let before = self.at_counters(point, &outer);
        let mut trail = trail.deeper()?;
        let start = self.expand(initial, &before, &known, &trail)?;
        let range = Range { lo: Some(0), hi: self.summary.loops[l].bound };
        let k = self.terms.sym("j", Sort::Int, Class::Launch, range);
        let inside = self.at_counters(&before, &[(l, k)]);
        let zero = self.terms.int(0);
        let mut facts = known;
        facts.push(self.terms.le(zero, k));
        facts.push(self.terms.lt(k, count));
        for condition in [induction.entry, induction.head, induction.condition] {
            facts.push(self.at(&inside, condition));
        }
        trail.heads.push((f, k));
        let after = self.expand(next, &inside, &facts, &trail)?;
        let head = Poly::atom(Atom::Head(f));
        let added = after.plus(Ratio::int(-1), &head).ok_or_else(too_great)?;
        if added.any(&|a| *a == Atom::Head(f)) {
            return unknown(format!("`{name}` is not a sum over the iterations of its loop"));
        }
        let sum = self.sum(zero, count, k, &added)?;
        start.plus(Ratio::int(1), &sum).ok_or_else(too_great)
    }

    /// `Σ body` for `lo <= k < hi`, in normal form.
    pub fn sum(&mut self, lo: TermId, hi: TermId, k: TermId, body: &Poly) -> Result<Poly, Stop> {
        let mut all = Poly::default();
        for (monomial, c) in &body.0 {
            let (inner, outer): (Vec<Atom>, Vec<Atom>) =
                monomial.iter().cloned().partition(|a| self.mentions(&Poly::atom(a.clone()), k));
            let sum = if inner.is_empty() {
                // As often as there are iterations.
                let count = self.terms.sub(hi, lo);
                let zero = self.terms.int(0);
                let count = self.terms.max(zero, count);
                Poly::atom(Atom::Term(count))
            } else {
                let body = Poly([(inner, Ratio::int(1))].into_iter().collect());
                Poly::atom(Atom::Sum(lo, hi, k, Box::new(body)))
            };
            let factor = Poly([(outer, *c)].into_iter().collect());
            let term = sum.times(&factor).ok_or_else(too_great)?;
            all = all.plus(Ratio::int(1), &term).ok_or_else(too_great)?;
        }
        Ok(all)
    }

    /// Whether a variable occurs.
    pub fn mentions(&self, p: &Poly, k: TermId) -> bool {
        let inside = |t: TermId| self.terms.apps(&[t]).contains(&k);
        p.any(&|a| match a {
            Atom::Term(t) | Atom::Read(_, t) => inside(*t),
            Atom::Sum(lo, hi, ..) => inside(*lo) || inside(*hi),
            Atom::Call(..) | Atom::Head(_) => false,
        })
    }

    // ---- reads of memory that is written ----

    /// The first event that reads by a function, with its object and type.
    fn read_event(&self, f: FuncId) -> Option<(usize, ObjectId, Type)> {
        self.summary.events.iter().enumerate().find_map(|(at, event)| {
            let EventKind::Access(access) = &event.kind else { return None };
            let reads = access.mode == AccessMode::Read
                && access.value.is_some_and(|v| matches!(self.terms.kind(v), Term::App(g, _) if *g == f));
            reads.then_some((at, access.object, access.ty))
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn read(
        &mut self,
        event: usize,
        object: ObjectId,
        ty: Type,
        args: &[TermId],
        point: &Point,
        known: &[TermId],
        trail: &Trail,
    ) -> Result<Poly, Stop> {
        let name = self.kernel.objects[object].name.clone();
        let shared = match self.kernel.objects[object].space {
            Space::Shared => true,
            Space::Global => false,
            Space::Constant | Space::Private => return unknown(format!("what was read from `{name}`")),
        };
        let stores = self.stores(object, ty)?;
        self.settled(args[0])?;
        let offset = self.at(point, args[0]);
        let loops = self.summary.events[event].loops.clone();
        if loops.len() + 1 != args.len() {
            return unknown(format!("what was read from `{name}` in a loop"));
        }
        let counters: Vec<TermId> = args[1..].iter().map(|&a| self.at(point, a)).collect();
        let axioms = self.axioms(args);
        let mut known = known.to_vec();
        for a in axioms {
            known.push(self.at(point, a));
        }
        let reader: Vec<(LoopInst, TermId)> = loops.iter().copied().zip(counters).collect();
        let block = shared.then_some(point);
        let mut undecided = None;
        for (i, store) in stores.iter().enumerate().rev().filter(|(_, s)| s.at < event) {
            let common = self.common(store, &reader);
            for guess in self.writers(store, offset, &reader[..common], block, Some(point))? {
                let Some(digits) = self.digit_facts(&guess.digits, &known)? else { continue };
                let (writer, known) = (guess.point, [&known[..], &digits].concat());
                let missing = self.missing(&writer, store, offset, &known)?;
                if !missing.is_empty() {
                    // It may be this one under a condition; digits are chosen anew each time, so none may occur there.
                    if digits.is_empty() && undecided.is_none() {
                        let facts = [&known[..], &missing].concat();
                        if !self.refuted(&facts)? {
                            undecided = Some(self.terms.and(&missing));
                        }
                    }
                    continue;
                }
                let mut later: Vec<Store> = stores[i + 1..].iter().copied().filter(|s| s.at < event).collect();
                let deeper = &self.summary.events[store.at].loops[common..];
                if let Some(inner) = deeper.first() {
                    // Other iterations of its own loops may come after it, and so may stores in them.
                    later.extend(stores[..i].iter().filter(|s| self.summary.events[s.at].loops.contains(inner)));
                    if !self.last_of_its_loops(store, &writer, offset, &reader[..common], block, &known)? {
                        return unknown(format!("which store to `{name}` is the last one"));
                    }
                }
                for other in later {
                    if self.may_hit(&other, offset, &reader, block, &known, [true, false])? {
                        return unknown(format!("several stores to `{name}` may meet in one element"));
                    }
                }
                let mut facts = known.clone();
                facts.extend(self.facts(&writer, store.at));
                return self.expand(store.value, &writer, &facts, trail);
            }
        }
        if let Some(condition) = undecided {
            return Err(Stop::Split(condition));
        }
        if shared {
            return unknown(format!("who wrote the element of `{name}` that is read"));
        }
        for store in &stores {
            if self.may_hit(store, offset, &reader, None, &known, [store.at < event, true])? {
                return unknown(format!("who wrote the element of `{name}` that is read"));
            }
        }
        let read = self.initially(object, ty, offset);
        let Term::App(f, _) = self.terms.kind(read).clone() else { return unknown("a constant") };
        Ok(Poly::atom(Atom::Read(f, offset)))
    }

    /// The number of loops that a store has in common with a reader.
    fn common(&self, store: &Store, reader: &[(LoopInst, TermId)]) -> usize {
        let loops = &self.summary.events[store.at].loops;
        loops.iter().zip(reader).take_while(|(a, (b, _))| *a == b).count()
    }

    /// Guesses who makes a store to an element: the loops in common have given counters, the block may be given.
    pub fn writers(
        &mut self,
        store: &Store,
        offset: TermId,
        common: &[(LoopInst, TermId)],
        block: Option<&Point>,
        like: Option<&Point>,
    ) -> Result<Vec<Guess>, Stop> {
        let base = self.anybody(block);
        let base = self.at_counters(&base, common);
        let loops = self.summary.events[store.at].loops[common.len()..].to_vec();
        // Unknowns are symbols of the base; what is given is not among them.
        let mut unknowns: Vec<TermId> = base.coordinates[0].to_vec();
        if block.is_none() {
            unknowns.extend(base.coordinates[1]);
        }
        let counters: Vec<TermId> = loops.iter().map(|&l| self.counter(&base, l)).collect();
        unknowns.extend(&counters);
        unknowns.retain(|&u| matches!(self.terms.kind(u), Term::App(..)));
        let address = self.at(&base, store.access.offset);
        let width = i128::from(store.access.width);
        let mut points = Vec::new();
        for solution in invert::solve(self.terms, address, offset, &unknowns, width) {
            // What the address leaves open: the first thread, the thread that asks.
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
                let point = self.at_coordinates(&base, coordinates[0], coordinates[1]);
                let point = self.at_counters(&point, &fixed);
                points.push(Guess { point, digits: solution.digits.clone() });
            }
        }
        Ok(points)
    }

    /// That a thread exists and makes a store to an element, as conditions.
    pub fn hit(&mut self, writer: &Point, store: &Store, offset: TermId) -> Vec<TermId> {
        let event = &self.summary.events[store.at];
        let mut conditions = self.exists(writer);
        conditions.extend(self.counters_in_range(writer, &event.loops));
        conditions.push(self.at(writer, event.guard));
        let address = self.at(writer, store.access.offset);
        conditions.push(self.terms.eq(address, offset));
        conditions
    }

    /// What is not known of the conditions of [`Session::hit`].
    fn missing(
        &mut self,
        writer: &Point,
        store: &Store,
        offset: TermId,
        known: &[TermId],
    ) -> Result<Vec<TermId>, Stop> {
        let mut missing = Vec::new();
        for condition in self.hit(writer, store, offset) {
            if !self.holds(known, condition)? {
                missing.push(condition);
            }
        }
        Ok(missing)
    }

    /// What digits satisfy; `None` when a modulus is not known to be positive.
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

    /// Whether anybody may make a store to an element before the reader: in the same iteration of common loops, in earlier ones.
    fn may_hit(
        &mut self,
        store: &Store,
        offset: TermId,
        reader: &[(LoopInst, TermId)],
        block: Option<&Point>,
        known: &[TermId],
        [now, earlier]: [bool; 2],
    ) -> Result<bool, Stop> {
        let common = self.common(store, reader);
        let other = self.anybody(block);
        let mut order = Vec::new();
        let same = self.at_counters(&other, &reader[..common]);
        let mut cases: Vec<(Point, Option<TermId>)> = if now { vec![(same, None)] } else { Vec::new() };
        if earlier {
            for j in 0..common {
                let point = self.at_counters(&other, &reader[..j]);
                let k = self.counter(&point, reader[j].0);
                order.push(self.terms.lt(k, reader[j].1));
                cases.push((point, order.last().copied()));
            }
        }
        for (point, before) in cases {
            let mut facts = known.to_vec();
            facts.extend(before);
            facts.extend(self.facts(&point, store.at));
            facts.extend(self.hit(&point, store, offset));
            if !self.refuted(&facts)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether nobody makes the same store to the element in other iterations of the loops that hold it and not the reader.
    fn last_of_its_loops(
        &mut self,
        store: &Store,
        writer: &Point,
        offset: TermId,
        common: &[(LoopInst, TermId)],
        block: Option<&Point>,
        known: &[TermId],
    ) -> Result<bool, Stop> {
        let other = self.anybody(block);
        let other = self.at_counters(&other, common);
        let mut differs = Vec::new();
        for l in self.summary.events[store.at].loops[common.len()..].iter().copied() {
            let (a, b) = (self.counter(writer, l), self.counter(&other, l));
            differs.push(self.terms.ne(a, b));
        }
        let mut facts = known.to_vec();
        facts.push(self.terms.or(&differs));
        facts.extend(self.facts(&other, store.at));
        facts.extend(self.hit(&other, store, offset));
        self.refuted(&facts)
    }
}

/// A function of real numbers.
fn real_function(name: &str, mut args: Vec<Poly>) -> Result<Poly, Stop> {
    let minus = Ratio::int(-1);
    let result = match (name, args.as_slice()) {
        ("fadd", [a, b]) => a.plus(Ratio::int(1), b),
        ("fsub", [a, b]) => a.plus(minus, b),
        ("fmul", [a, b]) => a.times(b),
        ("fneg", [a]) => Poly::default().plus(minus, a),
        ("fma" | "fmaf", [a, b, c]) => a.times(b).and_then(|p| p.plus(Ratio::int(1), c)),
        ("f2f" | "i2f", [a]) => Some(a.clone()),
        ("fdiv", [a, b]) => match b.as_constant().map(Ratio::inverse) {
            Some(Some(c)) => Poly::default().plus(c, a),
            Some(None) => return unknown("a division by zero"),
            None => a.times(&Poly::atom(Atom::Call("inverse".to_owned(), vec![b.clone()]))),
        },
        ("sqrt" | "exp" | "log" | "fabs" | "fmax" | "fmin", _) => {
            if matches!(name, "fmax" | "fmin") {
                args.sort();
            }
            Some(Poly::atom(Atom::Call(name.to_owned(), args)))
        }
        _ => return unknown(format!("the function `{name}`")),
    };
    result.ok_or_else(too_great)
}
