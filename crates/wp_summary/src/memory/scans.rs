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

use crate::context::Context;
use crate::scan_law::{Linear, Prefix, ScanLaw, Scanned};
use crate::state::range_of;
use crate::{Access, AccessMode, EventKind, Growth, Memory, Premise, Premises, ScanOp, ScanPlace};
use std::collections::{BTreeMap, BTreeSet};
use wp_kir::{BarrierScope, ExprKind, ObjectId, Type};
use wp_logic::{Class, FuncId, Range, Sort, Term, TermId};

/// The elements that are combined: array, operator and type, range, sizes of blocks.
type Combination = (ObjectId, (ScanOp, Type), TermId, TermId, Vec<u32>);

/// The laws that hold of arrays at the current point, and the functions that were made for laws.
#[derive(Default)]
pub(crate) struct Scans {
    /// Laws of prefix sums that hold of arrays now, by number.
    pub laws: BTreeMap<ObjectId, Vec<usize>>,
    /// Functions of combinations.
    prefixes: BTreeMap<Combination, FuncId>,
    /// Functions of what elements held, by array and sizes of blocks.
    elements: BTreeMap<(ObjectId, Vec<u32>), (FuncId, Type)>,
    /// Functions of loads that laws were applied to.
    with_law: BTreeSet<FuncId>,
}

impl Scans {
    /// The laws of a place hold from here on.
    pub(crate) fn begin_at(&mut self, cx: &Context, place: ScanPlace) {
        if cx.trial > 0 || !cx.loops.is_empty() {
            return;
        }
        for (number, law) in cx.config.scans.iter().enumerate().filter(|(_, l)| l.place == place) {
            let laws = self.laws.entry(law.object).or_default();
            if !laws.contains(&number) {
                laws.push(number);
            }
        }
    }

    /// Gives the function of loads of an object at this point the meaning that a law has for it.
    pub(crate) fn know(&mut self, cx: &mut Context, f: FuncId, object: ObjectId, ty: Type) {
        let Some(numbers) = self.laws.get(&object).cloned() else { return };
        if cx.trial > 0 || cx.config.lock_step || !self.with_law.insert(f) {
            return;
        }
        // A law is that of a block whose threads all come to its barriers, and were not disturbed before the place of the law.
        let rests_on = cx.out.functions.shared_reads.entry(f).or_default();
        rests_on.join(&Premises::of([Premise::NoDivergence, Premise::RaceFree(Memory::All)]));
        let config = cx.config;
        for law in numbers.into_iter().map(|number| &config.scans[number]).filter(|l| l.ty.size() == ty.size()) {
            self.apply_law(cx, law, f, ty);
        }
    }

    fn apply_law(&mut self, cx: &mut Context, law: &ScanLaw, f: FuncId, ty: Type) {
        let offset = cx.terms.sym("cell", Sort::Int, Class::Launch, Range::ALL);
        let unit = cx.terms.int(ty.size() as i128);
        let index = cx.terms.div(offset, unit);
        let whole = cx.terms.mul(index, unit);
        let [from, to, lo, hi] = [law.from, law.to, law.lo, law.hi].map(|form| self.linear(cx, form, index));
        let valid = self.is_size(cx, &law.sizes);
        let premise = [valid, cx.terms.eq(whole, offset), cx.terms.le(from, index), cx.terms.lt(index, to)];
        let premise = cx.terms.and(&premise);
        if let (true, Some(stores)) = (law.op.is_of(ty), self.stores_before(cx, law)) {
            let exact = law.exact && stores.iter().all(|(_, access, _)| access.ty == ty);
            let stores = stores.into_iter().map(|(event, ..)| event).collect();
            let sum = Scanned { cell: offset, op: law.op, premise, lo, hi, ty, exact, origin: law.origin, stores };
            cx.out.functions.scanned.entry(f).or_default().push(sum);
        }
        let Type::Int { bits, signed } = ty else { return };
        if law.is_copy() {
            if let Some(element) = self.element(cx, law, ty) {
                let [value, same] = [(f, offset), (element, lo)].map(|(f, x)| cx.terms.app(f, &[x]));
                let same = cx.terms.eq(value, same);
                let fact = cx.terms.implies(premise, same);
                cx.out.axioms.add(f, vec![offset], fact);
            }
            return;
        }
        let Some(prefix) = self.prefix(cx, law, ty) else { return };
        let value = cx.terms.app(f, &[offset]);
        let upper = self.up_to(cx, prefix, hi);
        let combined = if law.op == ScanOp::Add {
            let greatest = (1i128 << (bits - u8::from(signed))) - 1;
            match cx.out.functions.prefixes[&prefix].growth {
                Growth::By(most) if most * i128::from(law.longest) <= greatest => {}
                _ => return,
            }
            let lower = self.up_to(cx, prefix, lo);
            cx.terms.sub(upper, lower)
        } else {
            upper
        };
        let same = cx.terms.eq(value, combined);
        let fact = cx.terms.implies(premise, same);
        cx.out.axioms.add(f, vec![offset], fact);
    }

    fn linear(&mut self, cx: &mut Context, form: Linear, index: TermId) -> TermId {
        let factor = cx.terms.int(i128::from(form.per_thread));
        let threads = cx.terms.mul(factor, cx.out.launch.bdim[0]);
        let constant = cx.terms.int(i128::from(form.constant));
        let sum = cx.terms.add(threads, constant);
        if form.follows {
            cx.terms.add(sum, index)
        } else {
            sum
        }
    }

    /// The function of combinations of a law for what loads of a type read; none where a sum may wrap around, or where
    /// elements are not all combined from the same one on.
    fn prefix(&mut self, cx: &mut Context, law: &ScanLaw, ty: Type) -> Option<FuncId> {
        let sum = law.op == ScanOp::Add;
        if !law.covered || !sum && (law.lo.follows || !law.op.is_of(ty)) {
            return None;
        }
        let zero = cx.terms.int(0);
        let begin = self.linear(cx, law.from, zero);
        let end = self.linear(cx, Linear { constant: law.to.constant - 1, ..law.to }, zero);
        let (first, last) = (self.linear(cx, law.lo, begin), self.linear(cx, law.hi, end));
        // Sums are numbers whatever the sign of the type.
        let of = if sum { law.ty } else { ty };
        let key = (law.origin, (law.op, of), first, last, law.sizes.clone());
        if let Some(&known) = self.prefixes.get(&key) {
            return Some(known);
        }
        let stores = self.stores_before(cx, law)?;
        if !sum && stores.iter().any(|(_, access, _)| access.ty != ty) {
            return None;
        }
        let (mut least, mut most) = (Some(i128::MAX), Some(i128::MIN));
        for (_, access, _) in &stores {
            let range = cx.terms.range(access.value?);
            least = least.zip(range.lo).map(|(a, b)| a.min(b));
            most = most.zip(range.hi).map(|(a, b)| a.max(b));
        }
        let growth = law.op.growth(least, most);
        if sum && growth == Growth::Any {
            return None;
        }
        let name = format!("combined in {}", cx.kernel.objects[law.origin].name);
        let neutral = law.op.neutral(ty);
        let range = match law.op {
            ScanOp::Add => Range::ALL,
            // One of the elements, if there is any.
            ScanOp::Max { .. } => Range { hi: most.zip(neutral).map(|(most, least)| most.max(least)), ..range_of(ty) },
            ScanOp::Min { .. } => Range { lo: least.zip(neutral).map(|(least, most)| least.min(most)), ..range_of(ty) },
            _ => range_of(ty),
        };
        let prefix = cx.terms.func(&name, &[Sort::Int], Sort::Int, Class::Block, range);
        let valid = self.is_size(cx, &law.sizes);
        let start = neutral.map(|n| cx.terms.int(n));
        let is_own =
            |t: &TermId| matches!(cx.terms.kind(*t), Term::App(f, _) if cx.terms.func_info(*f).class != Class::Launch);
        let shared: Vec<TermId> = [first, last, valid].into_iter().chain(start).collect();
        debug_assert!(!cx.terms.apps(&shared).iter().any(is_own), "threads share what a prefix is made of");
        cx.out.functions.prefixes.insert(prefix, Prefix { first, last, start, growth, valid });
        let fact = self.meaning_of_prefix(cx, prefix, law, &stores)?;
        self.prefixes.insert(key, prefix);
        let index = cx.terms.sym("index", Sort::Int, Class::Launch, Range::ALL);
        cx.out.axioms.add(prefix, vec![index], fact);
        Some(prefix)
    }

    /// The function of what the elements held at the barrier of a law.
    fn element(&mut self, cx: &mut Context, law: &ScanLaw, ty: Type) -> Option<FuncId> {
        let key = (law.origin, law.sizes.clone());
        if let Some(&(known, of)) = self.elements.get(&key) {
            return (of == ty).then_some(known);
        }
        let stores = self.stores_before(cx, law)?;
        if stores.iter().any(|(_, access, _)| access.ty != ty) {
            return None;
        }
        let name = format!("element of {}", cx.kernel.objects[law.origin].name);
        let element = cx.terms.func(&name, &[Sort::Int], Sort::Int, Class::Block, range_of(ty));
        self.elements.insert(key, (element, ty));
        let valid = self.is_size(cx, &law.sizes);
        let mut facts = Vec::new();
        for (index, value, premise) in self.stored_elements(cx, law, &stores) {
            let holds = cx.terms.app(element, &[index]);
            let same = cx.terms.eq(holds, value);
            let premise = cx.terms.and(&[valid, premise]);
            facts.push(cx.terms.implies(premise, same));
        }
        let fact = cx.terms.and(&facts);
        let index = cx.terms.sym("index", Sort::Int, Class::Launch, Range::ALL);
        cx.out.axioms.add(element, vec![index], fact);
        Some(element)
    }

    /// The stores to the origin before the barrier of a law with positions and guards, where they are all that changed
    /// it by then: the execution that made the law has seen that none of them is in a loop.
    fn stores_before(&self, cx: &mut Context, law: &ScanLaw) -> Option<Vec<(usize, Access, TermId)>> {
        if !cx.out.memory.unresolved_writes.is_empty() {
            return None;
        }
        let mut stores = Vec::new();
        for (at, event) in cx.out.events.iter().enumerate() {
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
        cx: &mut Context,
        prefix: FuncId,
        law: &ScanLaw,
        stores: &[(usize, Access, TermId)],
    ) -> Option<TermId> {
        let Prefix { first, last, valid, growth, .. } = cx.out.functions.prefixes[&prefix].clone();
        let one = cx.terms.int(1);
        let mut facts = Vec::new();
        for (index, value, stored) in self.stored_elements(cx, law, stores) {
            let premise = [valid, stored, cx.terms.le(first, index), cx.terms.lt(index, last)];
            let next = cx.terms.add(index, one);
            let [before, behind] = [index, next].map(|x| self.up_to(cx, prefix, x));
            let more = match (law.op, &cx.kernel.exprs) {
                (ScanOp::Stated(stated), exprs) => {
                    let ExprKind::Call(name, _) = &exprs[stated.call].kind else { return None };
                    cx.operator(name, [before, value], stated.ty)?
                }
                (op, _) => op.apply(cx.terms, before, value)?,
            };
            let mut says = vec![cx.terms.eq(behind, more)];
            for part in [before, value] {
                match growth {
                    Growth::Up => says.push(cx.terms.le(part, behind)),
                    Growth::Down => says.push(cx.terms.le(behind, part)),
                    Growth::By(_) | Growth::Any => {}
                }
            }
            let (premise, says) = (cx.terms.and(&premise), cx.terms.and(&says));
            facts.push(cx.terms.implies(premise, says));
        }
        Some(cx.terms.and(&facts))
    }

    /// The elements that stores of a thread leave at the barrier behind them: index, value, and under which condition.
    fn stored_elements(
        &mut self,
        cx: &mut Context,
        law: &ScanLaw,
        stores: &[(usize, Access, TermId)],
    ) -> Vec<(TermId, TermId, TermId)> {
        let unit = cx.terms.int(law.ty.size() as i128);
        let mut elements = Vec::new();
        for (number, (_, access, guard)) in stores.iter().enumerate() {
            let Some(value) = access.value else { continue };
            let index = cx.terms.div(access.offset, unit);
            let whole = cx.terms.mul(index, unit);
            let mut premise = vec![*guard, cx.terms.eq(whole, access.offset)];
            for (_, later, when) in &stores[number + 1..] {
                let again = cx.terms.eq(later.offset, access.offset);
                let overwritten = cx.terms.and(&[*when, again]);
                premise.push(cx.terms.not(overwritten));
            }
            elements.push((index, value, cx.terms.and(&premise)));
        }
        elements
    }

    /// The combination of the elements below an index.
    fn up_to(&mut self, cx: &mut Context, prefix: FuncId, index: TermId) -> TermId {
        let Prefix { first, start, .. } = cx.out.functions.prefixes[&prefix];
        match start {
            Some(start) if index == first => start,
            _ => cx.terms.app(prefix, &[index]),
        }
    }

    /// The block has one of these numbers of threads, along one dimension.
    fn is_size(&mut self, cx: &mut Context, sizes: &[u32]) -> TermId {
        let one = cx.terms.int(1);
        let [x, y, z] = cx.out.launch.bdim;
        let mut conditions = vec![cx.terms.eq(y, one), cx.terms.eq(z, one)];
        let (Some(&least), Some(&most)) = (sizes.first(), sizes.last()) else { return cx.terms.fls() };
        let bounds = [least, most].map(|n| cx.terms.int(i128::from(n)));
        conditions.extend([cx.terms.le(bounds[0], x), cx.terms.le(x, bounds[1])]);
        if sizes.len() > 2 && least.is_power_of_two() && sizes.windows(2).all(|w| w[1] == 2 * w[0]) {
            // As preconditions say it.
            let (below, zero) = (cx.terms.sub(x, one), cx.terms.int(0));
            let shared_bits = cx.terms.bit_and(x, below);
            conditions.push(cx.terms.eq(shared_bits, zero));
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
                let ends = [from, to].map(|n| cx.terms.int(i128::from(n)));
                let inside = [cx.terms.le(ends[0], x), cx.terms.le(x, ends[1])];
                among.push(cx.terms.and(&inside));
            }
            conditions.push(cx.terms.or(&among));
        }
        cx.terms.and(&conditions)
    }
}
