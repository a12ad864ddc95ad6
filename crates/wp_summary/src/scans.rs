//! The contents of shared arrays after prefix sums and reductions: laws from outside become axioms of the values that
//! are read.
//!
//! A law states that elements of an array are combinations of neighbouring elements that an array held at an earlier
//! barrier (Chong et al. 2013, section 4.2). The combination of the elements from the first one up to `x` becomes a
//! function `T(x)` that the threads of a block share: element `i` holds `T(hi(i))`, for sums `T(hi(i)) - T(lo(i))`. A
//! store of `v` before that barrier gives `T(x + 1) = T(x) + v` for its element. `T` is monotone if further elements
//! only raise it (sums of non-negative elements, the greatest element, bits of non-negative numbers) or only lower it;
//! `wp_prove::Pair` states the monotonicity for all pairs of its applications. A law of sums is used only if the ranges
//! of the stored values show that no sum wraps around.
//!
//! A proof with such an axiom rests on freedom from misbehaviour before the place of the law, as do all facts about
//! values that threads share.

use crate::eval::range_of;
use crate::exec::Exec;
use crate::{Access, AccessMode, Axiom, EventKind, Growth, Memory, Premise, Premises, ScanOp};
use wp_base::Span;
use wp_kir::{BarrierScope, ExprKind, LoopId, ObjectId, Type};
use wp_logic::{Class, FuncId, Range, Sort, TermId};

/// A place outside of loops where all threads of a block meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ScanPlace {
    /// The only barrier at this place of the text.
    Barrier(Span),
    /// Behind a loop.
    AfterLoop(LoopId),
}

/// `constant + per_thread * blockDim.x`, and the index of the element where it follows that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Linear {
    /// True if the index is added.
    pub follows: bool,
    /// Factor of the number of threads.
    pub per_thread: i64,
    /// The rest.
    pub constant: i64,
}

impl Linear {
    /// The value for an element in a block.
    pub fn at(&self, index: i64, threads: u32) -> i64 {
        self.constant + self.per_thread * i64::from(threads) + if self.follows { index } else { 0 }
    }
}

/// At a place, each element `from..to` of an array is a combination of the elements `lo..hi` of what another array, or
/// the same one, held at a barrier before.
#[derive(Clone, PartialEq, Debug)]
pub struct ScanLaw {
    /// The place from which on the law holds, until a store to the array.
    pub place: ScanPlace,
    /// The array.
    pub object: ObjectId,
    /// The array whose elements are combined.
    pub origin: ObjectId,
    /// The barrier at which it held them: the first one behind a store to it, and the only one at its place of the
    /// text.
    pub barrier: Span,
    /// Type of the elements, integers as unsigned ones. Of floats a law speaks over the real numbers.
    pub ty: Type,
    /// The operator, modulo the width of the elements.
    pub op: ScanOp,
    /// First element.
    pub from: Linear,
    /// Behind the last one.
    pub to: Linear,
    /// First element that is combined.
    pub lo: Linear,
    /// Behind the last one.
    pub hi: Linear,
    /// Greatest number of elements that are combined.
    pub longest: u64,
    /// True if threads have stored to all elements that are combined, whatever their conditions.
    pub covered: bool,
    /// True if all operations were those of signed numbers or floats of this width.
    pub exact: bool,
    /// The numbers of threads, in order, for which it holds.
    pub sizes: Vec<u32>,
}

impl ScanLaw {
    /// True if every element is what one element was.
    pub fn is_copy(&self) -> bool {
        let bounds = [self.lo, self.hi].map(|b| (b.follows, b.per_thread));
        bounds[0] == bounds[1] && bounds[0].0 && self.hi.constant == self.lo.constant + 1
    }
}

/// A function of an index: the elements from the first one up to there, combined.
#[derive(Clone, Debug)]
pub struct Prefix {
    /// The index of the first element.
    pub first: TermId,
    /// Behind the last one.
    pub last: TermId,
    /// Its value at the first one, where the operator has an identity.
    pub start: Option<TermId>,
    /// The growth with the index.
    pub growth: Growth,
    /// When it is one.
    pub valid: TermId,
}

/// A function of loads whose cells hold combinations of what stores before left in other cells.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// The symbol that stands for the byte offset of the cell below.
    pub cell: TermId,
    /// The operator.
    pub op: ScanOp,
    /// When the cell holds such a combination.
    pub premise: TermId,
    /// Index of the first element that is combined.
    pub lo: TermId,
    /// Behind the last one.
    pub hi: TermId,
    /// Type of the elements, of those that were stored and of the combination.
    pub ty: Type,
    /// True if no operation was that of another type, or wrapped around by what its type says.
    pub exact: bool,
    /// The array of the elements.
    pub origin: ObjectId,
    /// The stores to it, by position of their events.
    pub stores: Vec<usize>,
}

impl Exec<'_> {
    /// The laws of a place hold from here on.
    pub(crate) fn scans_at(&mut self, place: ScanPlace) {
        if self.trial > 0 || !self.loops.is_empty() {
            return;
        }
        for (number, law) in self.config.scans.iter().enumerate().filter(|(_, l)| l.place == place) {
            let laws = self.scans.entry(law.object).or_default();
            if !laws.contains(&number) {
                laws.push(number);
            }
        }
    }

    /// Gives the function of loads of an object at this point the meaning that a law has for it.
    pub(crate) fn know_scan(&mut self, f: FuncId, object: ObjectId, ty: Type) {
        let Some(numbers) = self.scans.get(&object).cloned() else { return };
        if self.trial > 0 || self.config.lock_step || !self.with_law.insert(f) {
            return;
        }
        // A law is that of a block whose threads all come to its barriers, and were not disturbed before the place of the law.
        let rests_on = self.out.shared_reads.entry(f).or_default();
        rests_on.join(&Premises::of([Premise::NoDivergence, Premise::RaceFree(Memory::All)]));
        let config = self.config;
        for law in numbers.into_iter().map(|number| &config.scans[number]).filter(|l| l.ty.size() == ty.size()) {
            self.apply_law(law, f, ty);
        }
    }

    fn apply_law(&mut self, law: &ScanLaw, f: FuncId, ty: Type) {
        let offset = self.terms.sym("cell", Sort::Int, Class::Launch, Range::ALL);
        let unit = self.terms.int(ty.size() as i128);
        let index = self.terms.div(offset, unit);
        let whole = self.terms.mul(index, unit);
        let [from, to, lo, hi] = [law.from, law.to, law.lo, law.hi].map(|form| self.linear(form, index));
        let valid = self.is_size(&law.sizes);
        let premise = [valid, self.terms.eq(whole, offset), self.terms.le(from, index), self.terms.lt(index, to)];
        let premise = self.terms.and(&premise);
        if let (true, Some(stores)) = (law.op.is_of(ty), self.stores_before(law)) {
            let exact = law.exact && stores.iter().all(|(_, access, _)| access.ty == ty);
            let stores = stores.into_iter().map(|(event, ..)| event).collect();
            let sum = Scanned { cell: offset, op: law.op, premise, lo, hi, ty, exact, origin: law.origin, stores };
            self.out.scanned.entry(f).or_default().push(sum);
        }
        let Type::Int { bits, signed } = ty else { return };
        if law.is_copy() {
            if let Some(element) = self.element(law, ty) {
                let [value, same] = [(f, offset), (element, lo)].map(|(f, x)| self.terms.app(f, &[x]));
                let same = self.terms.eq(value, same);
                let fact = self.terms.implies(premise, same);
                self.out.axioms.entry(f).or_default().push(Axiom { formals: vec![offset], fact });
            }
            return;
        }
        let Some(prefix) = self.prefix(law, ty) else { return };
        let value = self.terms.app(f, &[offset]);
        let upper = self.up_to(prefix, hi);
        let combined = if law.op == ScanOp::Add {
            let greatest = (1i128 << (bits - u8::from(signed))) - 1;
            match self.out.prefixes[&prefix].growth {
                Growth::By(most) if most * i128::from(law.longest) <= greatest => {}
                _ => return,
            }
            let lower = self.up_to(prefix, lo);
            self.terms.sub(upper, lower)
        } else {
            upper
        };
        let same = self.terms.eq(value, combined);
        let fact = self.terms.implies(premise, same);
        self.out.axioms.entry(f).or_default().push(Axiom { formals: vec![offset], fact });
    }

    fn linear(&mut self, form: Linear, index: TermId) -> TermId {
        let factor = self.terms.int(i128::from(form.per_thread));
        let threads = self.terms.mul(factor, self.out.launch.bdim[0]);
        let constant = self.terms.int(i128::from(form.constant));
        let sum = self.terms.add(threads, constant);
        if form.follows {
            self.terms.add(sum, index)
        } else {
            sum
        }
    }

    /// The function of combinations of a law for what loads of a type read; none where a sum may wrap around, or where
    /// elements are not all combined from the same one on.
    fn prefix(&mut self, law: &ScanLaw, ty: Type) -> Option<FuncId> {
        let sum = law.op == ScanOp::Add;
        if !law.covered || !sum && (law.lo.follows || !law.op.is_of(ty)) {
            return None;
        }
        let zero = self.terms.int(0);
        let begin = self.linear(law.from, zero);
        let end = self.linear(Linear { constant: law.to.constant - 1, ..law.to }, zero);
        let (first, last) = (self.linear(law.lo, begin), self.linear(law.hi, end));
        // Sums are numbers whatever the sign of the type.
        let of = if sum { law.ty } else { ty };
        let key = (law.origin, (law.op, of), first, last, law.sizes.clone());
        if let Some(&known) = self.prefixes.get(&key) {
            return Some(known);
        }
        let stores = self.stores_before(law)?;
        if !sum && stores.iter().any(|(_, access, _)| access.ty != ty) {
            return None;
        }
        let (mut least, mut most) = (Some(i128::MAX), Some(i128::MIN));
        for (_, access, _) in &stores {
            let range = self.terms.range(access.value?);
            least = least.zip(range.lo).map(|(a, b)| a.min(b));
            most = most.zip(range.hi).map(|(a, b)| a.max(b));
        }
        let growth = law.op.growth(least, most);
        if sum && growth == Growth::Any {
            return None;
        }
        let name = format!("combined in {}", self.kernel.objects[law.origin].name);
        let neutral = law.op.neutral(ty);
        let range = match law.op {
            ScanOp::Add => Range::ALL,
            // One of the elements, if there is any.
            ScanOp::Max { .. } => Range { hi: most.zip(neutral).map(|(most, least)| most.max(least)), ..range_of(ty) },
            ScanOp::Min { .. } => Range { lo: least.zip(neutral).map(|(least, most)| least.min(most)), ..range_of(ty) },
            _ => range_of(ty),
        };
        let prefix = self.terms.func(&name, &[Sort::Int], Sort::Int, Class::Block, range);
        let valid = self.is_size(&law.sizes);
        let start = neutral.map(|n| self.terms.int(n));
        self.out.prefixes.insert(prefix, Prefix { first, last, start, growth, valid });
        let fact = self.meaning_of_prefix(prefix, law, &stores)?;
        self.prefixes.insert(key, prefix);
        let index = self.terms.sym("index", Sort::Int, Class::Launch, Range::ALL);
        self.out.axioms.entry(prefix).or_default().push(Axiom { formals: vec![index], fact });
        Some(prefix)
    }

    /// The function of what the elements held at the barrier of a law.
    fn element(&mut self, law: &ScanLaw, ty: Type) -> Option<FuncId> {
        let key = (law.origin, law.sizes.clone());
        if let Some(&(known, of)) = self.elements.get(&key) {
            return (of == ty).then_some(known);
        }
        let stores = self.stores_before(law)?;
        if stores.iter().any(|(_, access, _)| access.ty != ty) {
            return None;
        }
        let name = format!("element of {}", self.kernel.objects[law.origin].name);
        let element = self.terms.func(&name, &[Sort::Int], Sort::Int, Class::Block, range_of(ty));
        self.elements.insert(key, (element, ty));
        let valid = self.is_size(&law.sizes);
        let mut facts = Vec::new();
        for (index, value, premise) in self.stored_elements(law, &stores) {
            let holds = self.terms.app(element, &[index]);
            let same = self.terms.eq(holds, value);
            let premise = self.terms.and(&[valid, premise]);
            facts.push(self.terms.implies(premise, same));
        }
        let fact = self.terms.and(&facts);
        let index = self.terms.sym("index", Sort::Int, Class::Launch, Range::ALL);
        self.out.axioms.entry(element).or_default().push(Axiom { formals: vec![index], fact });
        Some(element)
    }

    /// The stores to the origin before the barrier of a law with positions and guards, where they are all that changed
    /// it by then: the execution that made the law has seen that none of them is in a loop.
    fn stores_before(&self, law: &ScanLaw) -> Option<Vec<(usize, Access, TermId)>> {
        if !self.out.unresolved_writes.is_empty() {
            return None;
        }
        let mut stores = Vec::new();
        for (at, event) in self.out.events.iter().enumerate() {
            match &event.kind {
                EventKind::Access(a) if a.object == law.origin && a.mode != AccessMode::Read => {
                    let whole = a.mode == AccessMode::Write && a.exact && a.width == law.ty.size();
                    if !whole || !event.loops.is_empty() {
                        return None;
                    }
                    stores.push((at, a.clone(), event.guard));
                }
                // The order of stores to one element by several threads is not looked at.
                EventKind::Barrier { scope: BarrierScope::Warp { .. } | BarrierScope::Grid, .. }
                    if !stores.is_empty() =>
                {
                    return None;
                }
                EventKind::Barrier { scope: BarrierScope::Block, .. } if !stores.is_empty() => {
                    return (event.span == law.barrier).then_some(stores);
                }
                _ => {}
            }
        }
        None
    }

    /// The facts about single elements that follow from stores; none for an operator that has no term.
    fn meaning_of_prefix(
        &mut self,
        prefix: FuncId,
        law: &ScanLaw,
        stores: &[(usize, Access, TermId)],
    ) -> Option<TermId> {
        let Prefix { first, last, valid, growth, .. } = self.out.prefixes[&prefix].clone();
        let one = self.terms.int(1);
        let mut facts = Vec::new();
        for (index, value, stored) in self.stored_elements(law, stores) {
            let premise = [valid, stored, self.terms.le(first, index), self.terms.lt(index, last)];
            let next = self.terms.add(index, one);
            let [before, behind] = [index, next].map(|x| self.up_to(prefix, x));
            let more = match (law.op, &self.kernel.exprs) {
                (ScanOp::Stated(stated), exprs) => {
                    let ExprKind::Call(name, _) = &exprs[stated.call].kind else { return None };
                    self.operator(name, [before, value], stated.ty)?
                }
                (op, _) => op.apply(self.terms, before, value)?,
            };
            let mut says = vec![self.terms.eq(behind, more)];
            for part in [before, value] {
                match growth {
                    Growth::Up => says.push(self.terms.le(part, behind)),
                    Growth::Down => says.push(self.terms.le(behind, part)),
                    Growth::By(_) | Growth::Any => {}
                }
            }
            let (premise, says) = (self.terms.and(&premise), self.terms.and(&says));
            facts.push(self.terms.implies(premise, says));
        }
        Some(self.terms.and(&facts))
    }

    /// The elements that stores of a thread leave at the barrier behind them: index, value, and under which condition.
    fn stored_elements(&mut self, law: &ScanLaw, stores: &[(usize, Access, TermId)]) -> Vec<(TermId, TermId, TermId)> {
        let unit = self.terms.int(law.ty.size() as i128);
        let mut elements = Vec::new();
        for (number, (_, access, guard)) in stores.iter().enumerate() {
            let Some(value) = access.value else { continue };
            let index = self.terms.div(access.offset, unit);
            let whole = self.terms.mul(index, unit);
            let mut premise = vec![*guard, self.terms.eq(whole, access.offset)];
            for (_, later, when) in &stores[number + 1..] {
                let again = self.terms.eq(later.offset, access.offset);
                let overwritten = self.terms.and(&[*when, again]);
                premise.push(self.terms.not(overwritten));
            }
            elements.push((index, value, self.terms.and(&premise)));
        }
        elements
    }

    /// The combination of the elements below an index.
    fn up_to(&mut self, prefix: FuncId, index: TermId) -> TermId {
        let Prefix { first, start, .. } = self.out.prefixes[&prefix];
        match start {
            Some(start) if index == first => start,
            _ => self.terms.app(prefix, &[index]),
        }
    }

    /// The block has one of these numbers of threads, along one dimension.
    fn is_size(&mut self, sizes: &[u32]) -> TermId {
        let one = self.terms.int(1);
        let [x, y, z] = self.out.launch.bdim;
        let mut conditions = vec![self.terms.eq(y, one), self.terms.eq(z, one)];
        let (Some(&least), Some(&most)) = (sizes.first(), sizes.last()) else { return self.terms.fls() };
        let bounds = [least, most].map(|n| self.terms.int(i128::from(n)));
        conditions.extend([self.terms.le(bounds[0], x), self.terms.le(x, bounds[1])]);
        if sizes.len() > 2 && least.is_power_of_two() && sizes.windows(2).all(|w| w[1] == 2 * w[0]) {
            // As preconditions say it.
            let (below, zero) = (self.terms.sub(x, one), self.terms.int(0));
            let shared_bits = self.terms.bit_and(x, below);
            conditions.push(self.terms.eq(shared_bits, zero));
        } else {
            let mut runs: Vec<(u32, u32)> = Vec::new();
            for &n in sizes {
                match runs.last_mut() {
                    Some((_, last)) if *last + 1 == n => *last = n,
                    _ => runs.push((n, n)),
                }
            }
            let mut among = Vec::new();
            for (from, to) in runs {
                let ends = [from, to].map(|n| self.terms.int(i128::from(n)));
                let inside = [self.terms.le(ends[0], x), self.terms.le(x, ends[1])];
                among.push(self.terms.and(&inside));
            }
            conditions.push(self.terms.or(&among));
        }
        self.terms.and(&conditions)
    }
}
