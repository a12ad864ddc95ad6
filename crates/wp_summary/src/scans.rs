//! What shared arrays hold after prefix sums and reductions: laws from outside become axioms of the values that are read.
//!
//! A law says that elements of an array are sums of neighbouring elements of what an array held at an earlier barrier
//! (Chong et al. 2013, section 4.2). The sum of the elements from the first one up to `x` becomes a function `T(x)` that the threads of a block share:
//! element `i` holds `T(hi(i)) - T(lo(i))`. A store before that barrier says what one element adds, `T(x + 1) = T(x) + v`; where
//! no element is negative `T` is monotone, which [`crate::pair`] says of all pairs of its applications. All of this holds where no sum
//! wraps around, which the ranges of what was stored have to show; else a law is not used.
//!
//! What is proved with it rests on the freedom from misbehaviour before the place of the law, as all that is known of
//! values that threads share.

use crate::eval::range_of;
use crate::exec::Exec;
use crate::{Access, AccessMode, Axiom, EventKind};
use wp_base::Span;
use wp_kir::{BarrierScope, BinOp, LoopId, ObjectId, Type};
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
    /// Whether the index is added.
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

/// At a place, each element `from..to` of an array is a combination of the elements `lo..hi` of what another array, or the same one, held
/// at a barrier before.
#[derive(Clone, PartialEq, Debug)]
pub struct ScanLaw {
    /// Where it holds, until something is stored to the array.
    pub place: ScanPlace,
    /// The array.
    pub object: ObjectId,
    /// The array whose elements are combined.
    pub origin: ObjectId,
    /// The barrier at which it held them: the first one behind a store to it, and the only one at its place of the text.
    pub barrier: Span,
    /// Type of the elements, integers as unsigned ones. Of floats a law speaks over the real numbers.
    pub ty: Type,
    /// The operator, modulo the width of the elements.
    pub op: BinOp,
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
    /// Whether threads have stored to all elements that are combined, whatever their conditions.
    pub covered: bool,
    /// Whether all operations were those of signed numbers or floats of this width.
    pub exact: bool,
    /// The numbers of threads, in order, for which it holds.
    pub sizes: Vec<u32>,
}

impl ScanLaw {
    /// Whether every element is what one element was.
    pub fn is_copy(&self) -> bool {
        let bounds = [self.lo, self.hi].map(|b| (b.follows, b.per_thread));
        bounds[0] == bounds[1] && bounds[0].0 && self.hi.constant == self.lo.constant + 1
    }
}

/// A function of an index: the sum of elements, none of which is negative, from the first one up to there.
#[derive(Clone, Debug)]
pub struct PrefixSum {
    /// The index of the first element.
    pub first: TermId,
    /// Behind the last one.
    pub last: TermId,
    /// Greatest value of an element.
    pub most: i128,
    /// When it is one.
    pub valid: TermId,
}

/// A function of loads whose cells hold sums of what stores before left in other cells.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// The symbol that stands for the byte offset of the cell below.
    pub cell: TermId,
    /// When the cell holds such a sum.
    pub premise: TermId,
    /// Index of the first element of the sum.
    pub lo: TermId,
    /// Behind the last one.
    pub hi: TermId,
    /// Type of the elements, of those that were stored and of the sum.
    pub ty: Type,
    /// Whether all additions were those of this type.
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
        if let (BinOp::Add, Some(stores)) = (law.op, self.stores_before(law)) {
            let exact = law.exact && stores.iter().all(|(_, access, _)| access.ty == ty);
            let stores = stores.into_iter().map(|(event, ..)| event).collect();
            let sum = Scanned { cell: offset, premise, lo, hi, ty, exact, origin: law.origin, stores };
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
        let Some(sum) = self.prefix_sum(law) else { return };
        let greatest = (1i128 << (bits - u8::from(signed))) - 1;
        if self.out.prefix_sums[&sum].most * i128::from(law.longest) > greatest {
            return;
        }
        let value = self.terms.app(f, &[offset]);
        let [upper, lower] = [hi, lo].map(|x| self.sum_below(sum, x));
        let difference = self.terms.sub(upper, lower);
        let same = self.terms.eq(value, difference);
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

    /// The function of sums of a law; none where it cannot be told that no sum wraps around.
    fn prefix_sum(&mut self, law: &ScanLaw) -> Option<FuncId> {
        if !law.covered || law.op != BinOp::Add {
            return None;
        }
        let zero = self.terms.int(0);
        let start = self.linear(law.from, zero);
        let end = self.linear(Linear { constant: law.to.constant - 1, ..law.to }, zero);
        let (first, last) = (self.linear(law.lo, start), self.linear(law.hi, end));
        let key = (law.origin, first, last, law.sizes.clone());
        if let Some(&known) = self.sums.get(&key) {
            return Some(known);
        }
        let stores = self.stores_before(law)?;
        let mut most = 0;
        for (_, access, _) in &stores {
            let range = self.terms.range(access.value?);
            match (range.lo, range.hi) {
                (Some(0..), Some(hi)) => most = most.max(hi),
                _ => return None,
            }
        }
        let name = format!("sum in {}", self.kernel.objects[law.origin].name);
        let sum = self.terms.func(&name, &[Sort::Int], Sort::Int, Class::Block, Range::ALL);
        let valid = self.is_size(&law.sizes);
        self.out.prefix_sums.insert(sum, PrefixSum { first, last, most, valid });
        self.sums.insert(key, sum);
        let fact = self.meaning_of_sum(sum, law, &stores);
        let index = self.terms.sym("index", Sort::Int, Class::Launch, Range::ALL);
        self.out.axioms.entry(sum).or_default().push(Axiom { formals: vec![index], fact });
        Some(sum)
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

    /// The stores to the origin before the barrier of a law with positions and guards, where they are all that changed it by then: the execution that made the
    /// law has seen that none of them is in a loop.
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

    /// What stores say of single elements.
    fn meaning_of_sum(&mut self, sum: FuncId, law: &ScanLaw, stores: &[(usize, Access, TermId)]) -> TermId {
        let PrefixSum { first, last, valid, .. } = self.out.prefix_sums[&sum].clone();
        let one = self.terms.int(1);
        let mut facts = Vec::new();
        for (index, value, stored) in self.stored_elements(law, stores) {
            let premise = [valid, stored, self.terms.le(first, index), self.terms.lt(index, last)];
            let next = self.terms.add(index, one);
            let [before, behind] = [index, next].map(|x| self.sum_below(sum, x));
            let more = self.terms.add(before, value);
            let adds = self.terms.eq(behind, more);
            let premise = self.terms.and(&premise);
            facts.push(self.terms.implies(premise, adds));
        }
        self.terms.and(&facts)
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

    /// The sum of the elements below an index.
    fn sum_below(&mut self, sum: FuncId, index: TermId) -> TermId {
        if index == self.out.prefix_sums[&sum].first {
            return self.terms.int(0);
        }
        self.terms.app(sum, &[index])
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
