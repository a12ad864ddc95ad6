//! Values of the kernel as polynomials over its inputs.
//!
//! A value that a thread reads from written memory is replaced by the stored value ([`super::reads`]). A variable that
//! every iteration adds to, multiplies, lowers or raises becomes its value before the loop combined with a sum, a
//! product, a least or greatest value ([`super::folds`]). Exact over the integers and the real numbers; a value that is
//! not understood stops the proof.

use super::folds::Folded;
use super::questions::{too_great, unknown, Stop};
use super::real::{Atom, Extreme, Fold, Part, Poly};
use super::session::Session;
use crate::Floats;
use wp_base::Assumption;
use wp_kir::Operator;
use wp_logic::{Class, FuncId, Range, Ratio, Sort, Term, TermId};
use wp_prove::View;
use wp_summary::LoopInst;

wp_base::limits! {
    /// Reads and loops that are followed one inside of the other.
    const MAX_DEPTH: usize = 12;
}

/// The values that are being followed.
#[derive(Clone)]
pub(crate) struct Trail {
    heads: Vec<Head>,
    depth: usize,
}

/// A loop variable that stands for itself: that of one thread at the head of one iteration.
#[derive(Clone)]
struct Head {
    function: FuncId,
    coordinates: [[TermId; 3]; 2],
    /// The iterations of the loops around the variable, outermost first, a fresh symbol for that of its own loop.
    counters: Vec<TermId>,
}

impl Trail {
    pub fn new() -> Self {
        Trail { heads: Vec::new(), depth: MAX_DEPTH.get() }
    }

    /// True where no read and no loop is being followed: the value is one of the thread that the comparison is about,
    /// whose facts are known.
    fn is_outermost(&self) -> bool {
        self.depth == MAX_DEPTH.get() && self.heads.is_empty()
    }

    pub fn deeper(&self) -> Result<Self, Stop> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(Trail { heads: self.heads.clone(), depth }),
            None => unknown("values depend on each other too deeply"),
        }
    }
}

/// The thread whose value is asked for.
#[derive(Clone, Copy)]
pub(crate) struct At<'v> {
    pub thread: &'v View,
    /// The facts that are known of it.
    pub known: &'v [TermId],
    pub trail: &'v Trail,
}

impl Session<'_> {
    /// The value that a term of the generic thread has for a thread of which these facts are known.
    pub fn expand(&mut self, t: TermId, at: At) -> Result<Poly, Stop> {
        let At { thread, trail, .. } = at;
        let one = Ratio::int(1);
        match self.terms.kind(t).clone() {
            Term::Int(v) => Ok(Poly::constant(Ratio::int(v))),
            Term::Float { .. } if self.floats == Floats::Bits => Ok(Poly::atom(Atom::Term(t))),
            Term::Float { bits, value } => {
                let number = match bits {
                    32 => f64::from(f32::from_bits(value as u32)),
                    64 => f64::from_bits(value),
                    _ => return unknown("constants of 16 bits"),
                };
                match Ratio::of_float(number) {
                    Some(c) => Ok(Poly::constant(c)),
                    None => unknown("a constant that is no simple fraction"),
                }
            }
            Term::Sum { constant, items } => {
                let mut sum = Poly::constant(Ratio::int(constant));
                for (c, item) in items.iter() {
                    let item = self.expand(*item, at)?;
                    sum = sum.plus(Ratio::int(*c), &item).ok_or_else(too_great)?;
                }
                Ok(sum)
            }
            Term::Prod(factors) => {
                let mut product = Poly::constant(one);
                for f in factors.iter() {
                    let f = self.expand(*f, at)?;
                    product = product.times(&f).ok_or_else(too_great)?;
                }
                Ok(product)
            }
            Term::Ite(c, a, b) => self.conditional([c, a, b], at),
            Term::App(f, args) => match self.expand_app(t, f, &args, at) {
                Err(Stop::Unknown(_)) if self.may_name(trail) => Ok(Poly::atom(Atom::Term(thread.at(self.terms, t)))),
                value => value,
            },
            _ => {
                self.settled_here(t, trail)?;
                Ok(Poly::atom(Atom::Term(thread.at(self.terms, t))))
            }
        }
    }

    /// `c ? a : b`: decided by the known facts; the lesser or the greater of two numbers; else split or, in a sum, a
    /// number by cases.
    fn conditional(&mut self, [c, a, b]: [TermId; 3], at: At) -> Result<Poly, Stop> {
        let At { thread, known, trail } = at;
        let settled = self.settled_here(c, trail);
        if settled.is_ok() {
            let c = thread.at(self.terms, c);
            if self.holds(known, c)? {
                return self.expand(a, at);
            }
            let not = self.terms.not(c);
            if self.holds(known, not)? {
                return self.expand(b, at);
            }
        }
        let bits = self.floats == Floats::Bits && self.terms.sort(a) != Sort::Int;
        if let Some((which, rest, [x, y])) = self.extreme_of(c, a, b).filter(|_| !bits) {
            if self.terms.sort(x) != Sort::Int {
                self.assumptions.insert(Assumption::RealArithmetic);
            }
            let (x, y) = (self.expand(x, at)?, self.expand(y, at)?);
            let both = self.extreme(which, vec![Part::single(x), Part::single(y.clone())]);
            if self.terms.as_bool(rest) == Some(true) {
                return Ok(both);
            }
            self.settled_here(rest, trail)?;
            let rest = thread.at(self.terms, rest);
            return if self.varies(rest) { self.either(rest, &both, &y) } else { Err(Stop::Split(rest)) };
        }
        settled?;
        let c = thread.at(self.terms, c);
        let not = self.terms.not(c);
        if !self.varies(c) {
            return Err(Stop::Split(c));
        }
        let a = self.expand(a, At { known: &[known, &[c]].concat(), ..at })?;
        let b = self.expand(b, At { known: &[known, &[not]].concat(), ..at })?;
        self.either(c, &a, &b)
    }

    /// True if a value that is not followed may stand for itself: its facts are among those that are known, and it is
    /// the value of one thread, not of a thread for every summand.
    fn may_name(&self, trail: &Trail) -> bool {
        self.names_values && trail.is_outermost() && self.summed.is_empty()
    }

    /// Tests if a term may be taken as it is, or names what is not followed.
    fn settled_here(&self, t: TermId, trail: &Trail) -> Result<(), Stop> {
        if self.may_name(trail) {
            return Ok(());
        }
        self.settled(t)
    }

    /// Tests if a term may be taken as it is: nothing in it was read from memory that is written or changed by a loop.
    pub fn settled(&self, t: TermId) -> Result<(), Stop> {
        for app in self.terms.apps(&[t]) {
            if let Term::App(f, _) = self.terms.kind(app) {
                if self.summary.functions.shared_reads.contains_key(f) && self.read_event(*f).is_some()
                    || self.head_of(*f).is_some()
                {
                    return unknown("a condition or an index depends on values that are not followed there");
                }
            }
        }
        Ok(())
    }

    fn expand_app(&mut self, t: TermId, f: FuncId, args: &[TermId], at: At) -> Result<Poly, Stop> {
        let At { thread, trail, .. } = at;
        let f = self.initial.common(f);
        if self.initial.is_of_device(self.kernel, f) {
            self.settled(args[0])?;
            let offset = thread.at(self.terms, args[0]);
            return Ok(Poly::atom(Atom::Read(f, offset)));
        }
        if let Some((l, variable)) = self.head_of(f) {
            return self.accumulated(l, variable, args, at);
        }
        match self.scanned(f, args, at) {
            Ok(Some(sum)) => return Ok(sum),
            // The value may be found as for any other read.
            Ok(None) | Err(Stop::Unknown(_)) => {}
            Err(stop) => return Err(stop),
        }
        if self.summary.functions.shared_reads.contains_key(&f) {
            if let Some(read) = self.read_event(f) {
                return self.read(read, args, At { trail: &trail.deeper()?, ..at });
            }
        }
        let info = self.terms.func_info(f).clone();
        if let Some(operator) = Operator::named(&info.name) {
            let mut operands = Vec::new();
            for &a in args {
                operands.push(self.expand(a, at)?);
            }
            return Ok(self.operation(&operator, operands));
        }
        if args.is_empty() || info.class != Class::Launch || !self.summary.functions.pure.contains(&f) {
            let settled = info.result == Sort::Int || self.summary.params.values().any(|&p| p == t);
            if !settled {
                return unknown(format!("the value `{}` is not known", info.name));
            }
            self.settled(t)?;
            return Ok(Poly::atom(Atom::Term(thread.at(self.terms, t))));
        }
        if info.result == Sort::Int || info.result == Sort::Bool {
            self.settled(t)?;
            return Ok(Poly::atom(Atom::Term(thread.at(self.terms, t))));
        }
        let mut operands = Vec::new();
        for &a in args {
            if self.terms.sort(a) == Sort::Bool {
                return unknown(format!("the function `{}`", info.name));
            }
            operands.push(self.expand(a, at)?);
        }
        if self.floats == Floats::Bits {
            return self.float_operation(&info.name, info.result, &info.args, operands);
        }
        self.assumptions.insert(Assumption::RealArithmetic);
        match (&*info.name, operands.as_slice()) {
            ("fmin", [_, _]) => Ok(self.extreme(Extreme::Least, operands.into_iter().map(Part::single).collect())),
            ("fmax", [_, _]) => Ok(self.extreme(Extreme::Greatest, operands.into_iter().map(Part::single).collect())),
            _ => real_function(&info.name, &operands),
        }
    }

    /// The loop variable that a function stands for.
    pub fn head_of(&self, f: FuncId) -> Option<(LoopInst, usize)> {
        self.summary.loops.iter().find_map(|(l, record)| {
            let at = record.induction.as_ref()?.variables.iter().position(|v| v.function == f)?;
            Some((l, at))
        })
    }

    /// A loop variable at the head of an iteration: its value before the loop plus the summands of the iterations
    /// since.
    fn accumulated(&mut self, l: LoopInst, variable: usize, args: &[TermId], at: At) -> Result<Poly, Stop> {
        let At { thread, known, trail } = at;
        let nest = self.summary.nest(l);
        let Some(induction) = self.summary.loops[l].induction.as_deref() else { return unknown("a loop") };
        let v = &induction.variables[variable];
        let (f, initial, next, name) = (v.function, v.initial, v.next, v.name.clone());
        if args.len() != nest.len() {
            return unknown(format!("the loop around `{name}`"));
        }
        let facts = self.facts_about(args);
        let facts: Vec<TermId> = facts.into_iter().map(|a| thread.at(self.terms, a)).collect();
        let counters: Vec<TermId> = args.iter().map(|&a| thread.at(self.terms, a)).collect();
        let Some((&count, outer)) = counters.split_last() else { return unknown("a loop") };
        let known = [known, &facts].concat();
        if let Some(head) = trail.heads.iter().find(|h| h.function == f && h.counters.last() == Some(&count)) {
            if self.is_head(head, &counters, thread, &known)? {
                return Ok(Poly::atom(Atom::Head(f, count)));
            }
            return unknown(format!("`{name}` of one thread depends on that of another one"));
        }
        let mut inside = outer.to_vec();
        let outer: Vec<(LoopInst, TermId)> = nest.iter().copied().zip(outer.iter().copied()).collect();
        let before = thread.at_counters(self.terms, self.summary, &outer);
        let count = self.iterations(l, count, &before, &known)?;
        let mut trail = trail.deeper()?;
        let around = known.clone();
        let range = Range { lo: Some(0), hi: self.summary.loops[l].bound };
        let k = self.terms.sym("j", Sort::Int, Class::Launch, range);
        inside.push(k);
        let outside = trail.clone();
        trail.heads.push(Head { function: f, coordinates: thread.coordinates, counters: inside });
        let inside = before.at_counters(self.terms, self.summary, &[(l, k)]);
        self.note_iteration(l, k, &inside);
        let zero = self.terms.int(0);
        let mut facts = known;
        facts.push(self.terms.le(zero, k));
        facts.push(self.terms.lt(k, count));
        for condition in [induction.entry, induction.head, induction.condition] {
            facts.push(inside.at(self.terms, condition));
        }
        self.summed.push(k);
        let after = self.expand(next, At { thread: &inside, known: &facts, trail: &trail });
        self.summed.pop();
        let after = after?;
        let head = Atom::Head(f, k);
        let step = self.step_of(&after, &head).ok_or_else(|| {
            let text = "is no sum, product, least or greatest value over the iterations of its loop";
            Stop::Unknown(format!("`{name}` {text}"))
        })?;
        let start = match &step {
            // The bound that no number exceeds is not among the real numbers.
            Folded::Extreme(which, _) if self.is_bound(*which, initial) => None,
            Folded::Chain(chain) if self.is_identity_of(chain, initial) => None,
            _ => Some(self.expand(initial, At { thread: &before, known: &around, trail: &outside })?),
        };
        self.folded(step, start, [zero, count, k], &around)
    }

    /// Tests if a thread is that of a head, in its iterations.
    fn is_head(&mut self, head: &Head, counters: &[TermId], thread: &View, known: &[TermId]) -> Result<bool, Stop> {
        let coordinates = head.coordinates.as_flattened().iter().zip(thread.coordinates.as_flattened());
        for (&own, &theirs) in coordinates.chain(head.counters.iter().zip(counters)) {
            if own != theirs && !self.same_term(own, theirs, known)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The number of iterations of a loop that is left, by its continue condition where that is `k < n`: as it stands
    /// otherwise.
    fn iterations(&mut self, l: LoopInst, count: TermId, at: &View, known: &[TermId]) -> Result<TermId, Stop> {
        let record = &self.summary.loops[l];
        let (Some(exit), Some(induction)) = (record.exit, record.induction.as_deref()) else { return Ok(count) };
        if at.at(self.terms, exit) != count {
            return Ok(count);
        }
        let conjuncts = match self.terms.kind(induction.condition) {
            Term::And(items) => items.to_vec(),
            _ => vec![induction.condition],
        };
        for condition in conjuncts {
            // `k + rest <= c`
            let Term::Le(sum, c) = *self.terms.kind(condition) else { continue };
            let one = self.terms.int(1);
            let last = self.terms.sub(c, sum);
            let bound = self.terms.sum(&[record.counter, last, one]);
            if self.terms.apps(&[bound]).contains(&record.counter) || self.settled(bound).is_err() {
                continue;
            }
            let bound = at.at(self.terms, bound);
            if self.same_term(count, bound, known)? {
                return Ok(bound);
            }
        }
        Ok(count)
    }

    /// True if a condition depends on the variable of a sum around it.
    pub fn varies(&self, condition: TermId) -> bool {
        self.terms.apps(&[condition]).iter().any(|app| self.summed.contains(app))
    }

    /// `c ? a : b` as `b + [c] * (a - b)`.
    pub fn either(&mut self, c: TermId, a: &Poly, b: &Poly) -> Result<Poly, Stop> {
        let one = Ratio::int(1);
        let difference = a.plus(Ratio::int(-1), b).ok_or_else(too_great)?;
        let product = difference.times(&Poly::atom(Atom::Cond(c))).ok_or_else(too_great)?;
        b.plus(one, &product).ok_or_else(too_great)
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
                Poly::atom(Atom::Fold(Fold::Sum, lo, hi, k, Box::new(body)))
            };
            let factor = Poly([(outer, *c)].into_iter().collect());
            let term = sum.times(&factor).ok_or_else(too_great)?;
            all = all.plus(Ratio::int(1), &term).ok_or_else(too_great)?;
        }
        Ok(all)
    }

    /// True if a variable occurs.
    pub fn mentions(&self, p: &Poly, k: TermId) -> bool {
        let inside = |t: TermId| self.terms.apps(&[t]).contains(&k);
        p.any(&|a| match a {
            Atom::Term(t) | Atom::Read(_, t) | Atom::Cond(t) => inside(*t),
            Atom::Fold(_, lo, hi, ..) => inside(*lo) || inside(*hi),
            Atom::Extreme(_, parts) => parts.iter().any(|p| {
                p.ranges.iter().any(|&(lo, hi, _)| inside(lo) || inside(hi)) || p.guards.iter().any(|&g| inside(g))
            }),
            Atom::Chain(chain) => chain.ranges.iter().any(|&(lo, hi, _)| inside(lo) || inside(hi)),
            Atom::Call(..) | Atom::Head(..) => false,
        })
    }
}

/// A function of real numbers.
fn real_function(name: &str, args: &[Poly]) -> Result<Poly, Stop> {
    let minus = Ratio::int(-1);
    let result = match (name, args) {
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
        ("sqrt" | "exp" | "log" | "fabs", _) => Some(Poly::atom(Atom::Call(name.to_owned(), args.to_vec()))),
        _ => return unknown(format!("the function `{name}`")),
    };
    result.ok_or_else(too_great)
}
