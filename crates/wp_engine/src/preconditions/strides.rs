//! Conditions by which the rows of an array do not overlap, where a parameter is the distance between them
//! (`y * pitch + x` with `x < width`): `width <= pitch`.
//!
//! The offset of an access is a sum. Its terms are grouped by the parameter that they have as a factor, the stride of the
//! group, or none. A group spans as many elements as its guard says (`x < width`), or as the extent of the only identifier
//! in it (`blockIdx.y`: `gridDim.y`). Each stride is at least what the group within it spans. A parameter that is the limit
//! of a guard or loop of the kernel, or that the extents of its launch are computed from, is a size and no stride: where an
//! index takes the wrong size, that is an error of the kernel. `blockIdx.x * blockDim.x + threadIdx.x` without a guard gives
//! no condition either.
//!
//! A condition is only a suggestion: the class of a verdict rests on a proof under it ([`super::classes`]).

use super::fitting;
use super::usual::GREATEST_WIDE;
use crate::condition::{Condition, Monomial, Quantity, Usual};
use crate::question::Question;
use std::collections::{BTreeMap, BTreeSet};
use wp_check::SuspectKind;
use wp_kir::{Axis, Kernel, ParamId, Type};
use wp_logic::{Term, TermId};
use wp_summary::EventKind;

/// The terms of an offset without a stride, or with the same one: coefficients, and what is left of the products.
type Group = Vec<(i128, Vec<TermId>)>;

/// The conditions on the parameters that are `open`, in a fixed order.
pub(super) fn conditions(kernel: &Kernel, questions: &[Question], open: &dyn Fn(Quantity) -> bool) -> Vec<Usual> {
    let mut out: Vec<Usual> = Vec::new();
    let of_launch = fitting::sizes_of_launch(kernel);
    for question in questions {
        let reading = Reading::of(question);
        let sizes: BTreeSet<Quantity> = of_launch.iter().copied().chain(reading.limits()).collect();
        for suspect in question.confirmed_suspects() {
            let SuspectKind::Race { object, first, second, .. } = &suspect.kind else { continue };
            let guards = reading.guards(&suspect.conjuncts);
            for event in &question.summary.events {
                let EventKind::Access(access) = &event.kind else { continue };
                if access.object != *object || ![first.span, second.span].contains(&event.span) {
                    continue;
                }
                for (span, step) in reading.rows(kernel, access.offset, (&guards, &sizes)) {
                    let usual = at_most(kernel, &span, &step);
                    out.extend(
                        usual.filter(|u| !out.contains(u) && u.conditions.iter().all(|c| c.quantities().all(open))),
                    );
                }
            }
        }
    }
    out
}

/// `terms < limit`: the terms without the parameter, and the parameter.
type Guard = (Group, Quantity);

struct Reading<'q> {
    question: &'q Question,
    quantities: BTreeMap<TermId, Quantity>,
}

impl<'q> Reading<'q> {
    fn of(question: &'q Question) -> Self {
        let symbols = question.symbols.iter().chain(&question.wide);
        Self { question, quantities: symbols.map(|(&q, &t)| (t, q)).collect() }
    }

    /// The parameter that a term stands for, as it is or in another type.
    fn param(&self, t: TermId) -> Option<Quantity> {
        let t = match *self.question.terms.kind(t) {
            Term::Wrap { arg, .. } => arg,
            _ => t,
        };
        self.quantities.get(&t).copied().filter(|q| !q.is_extent())
    }

    /// The terms of a sum, as if no part of it wrapped around.
    fn items(&self, sum: TermId) -> Vec<(i128, TermId)> {
        let terms = &self.question.terms;
        let mut items = Vec::new();
        let mut open = vec![(1_i128, sum)];
        while let Some((factor, t)) = open.pop() {
            for (own, item) in terms.linear(t).items {
                let Some(factor) = factor.checked_mul(own) else { return Vec::new() };
                match *terms.kind(item) {
                    Term::Wrap { arg, .. } if self.param(item).is_none() => open.push((factor, arg)),
                    _ => items.push((factor, item)),
                }
            }
        }
        items
    }

    /// The parameters that are upper bounds in guards of accesses and loops.
    fn limits(&self) -> BTreeSet<Quantity> {
        let summary = &self.question.summary;
        let conditions: Vec<TermId> = summary.events.iter().map(|event| event.guard).collect();
        self.guards(&conditions).into_iter().map(|(_, limit)| limit).collect()
    }

    /// The upper bounds by parameters in conditions that hold.
    fn guards(&self, conditions: &[TermId]) -> Vec<Guard> {
        let terms = &self.question.terms;
        let mut found = Vec::new();
        let mut open = conditions.to_vec();
        while let Some(c) = open.pop() {
            match terms.kind(c) {
                Term::And(parts) => open.extend(parts),
                &Term::Le(a, _) => {
                    let items = self.items(a);
                    let bounding = |&&(factor, t): &&(i128, TermId)| self.param(t).filter(|_| factor == -1);
                    let mut limits = items.iter().filter_map(|item| bounding(&item));
                    let (Some(limit), None) = (limits.next(), limits.next()) else { continue };
                    let rest = items.iter().filter(|&&(_, t)| self.param(t) != Some(limit));
                    found.push((rest.map(|&(factor, t)| (factor, terms.factors(t))).collect(), limit));
                }
                _ => {}
            }
        }
        found
    }

    /// The terms of an offset by their strides, `None` where one has several.
    fn groups(&self, offset: TermId) -> Option<BTreeMap<Option<ParamId>, Group>> {
        let terms = &self.question.terms;
        let mut groups: BTreeMap<Option<ParamId>, Group> = BTreeMap::new();
        for (factor, t) in self.items(offset) {
            let (params, rest): (Vec<TermId>, Vec<TermId>) =
                terms.factors(t).into_iter().partition(|&f| self.param(f).is_some());
            let stride = match params[..] {
                [] => None,
                [param] => match self.param(param)? {
                    Quantity::Param(param) => Some(param),
                    _ => return None,
                },
                _ => return None,
            };
            groups.entry(stride).or_default().push((factor, rest));
        }
        Some(groups)
    }

    /// For each stride of an offset what it is at least, and the stride, the innermost first.
    fn rows(
        &self,
        kernel: &Kernel,
        offset: TermId,
        (guards, sizes): (&[Guard], &BTreeSet<Quantity>),
    ) -> Vec<(Monomial, Monomial)> {
        let Some(mut groups) = self.groups(offset) else { return Vec::new() };
        let mut within = match groups.remove(&None) {
            Some(group) => match self.span(&group, guards) {
                Some(span) => Some(span),
                None => return Vec::new(),
            },
            None => None,
        };
        let mut out = Vec::new();
        for (stride, group) in self.inner_first(kernel, groups) {
            let (Some(stride), Some(&(factor, _))) = (stride, group.first()) else { break };
            let step = Monomial { factor: factor.abs(), of: vec![Quantity::Param(stride)] };
            if sizes.contains(&Quantity::Param(stride)) || group.iter().any(|(other, _)| other % factor != 0) {
                break;
            }
            out.extend(within.map(|within| (within, step)));
            let Some(span) = self.span(&group, guards) else { break };
            let Some(next) = span.times(&Monomial::of(Quantity::Param(stride))) else { break };
            within = Some(next);
        }
        out
    }

    /// What the terms of a group span, in bytes (of a stride: in steps that count bytes): the limit of their guard, or
    /// the extent of the only identifier.
    fn span(&self, group: &Group, guards: &[Guard]) -> Option<Monomial> {
        let guarded = guards.iter().find_map(|(bounded, limit)| {
            let &(unit, _) = bounded.first()?;
            let (factor, _) = group.iter().find(|(_, rest)| *rest == bounded[0].1)?;
            let ratio = factor.checked_div(unit).filter(|ratio| *ratio > 0 && ratio * unit == *factor)?;
            let scaled: Group = bounded.iter().map(|(c, t)| (c.saturating_mul(ratio), t.clone())).collect();
            let is_same = scaled.len() == group.len() && scaled.iter().all(|item| group.contains(item));
            is_same.then_some(Monomial { factor: ratio, of: vec![*limit] })
        });
        guarded.or_else(|| match &group[..] {
            [(factor, rest)] if *factor > 0 => match rest[..] {
                [identifier] => Some(Monomial { factor: *factor, of: vec![self.extent_of(identifier)?] }),
                _ => None,
            },
            _ => None,
        })
    }

    fn extent_of(&self, identifier: TermId) -> Option<Quantity> {
        let launch = &self.question.summary.launch;
        Axis::ALL.into_iter().find_map(|axis| match axis.index() {
            i if launch.tid[i] == identifier => Some(Quantity::BlockDim(axis)),
            i if launch.bid[i] == identifier => Some(Quantity::GridDim(axis)),
            _ => None,
        })
    }

    /// Groups with strides, the innermost first: by the axes of their identifiers (x, y, z), then as names count
    /// (`s1, s2`), else the parameter that is declared last first.
    fn inner_first(&self, kernel: &Kernel, groups: BTreeMap<Option<ParamId>, Group>) -> Vec<(Option<ParamId>, Group)> {
        let number = |param: Option<ParamId>| {
            let name = param.map(|param| kernel.params[param].name.clone()).unwrap_or_default();
            let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
            digits.parse::<u32>().ok()
        };
        let axis = |group: &Group| {
            let identifiers = group.iter().flat_map(|(_, rest)| rest).filter_map(|&t| self.extent_of(t));
            identifiers.filter_map(Quantity::axis).map(Axis::index).max()
        };
        let mut groups: Vec<_> = groups.into_iter().rev().collect();
        groups.sort_by_key(|(stride, group)| (axis(group), number(*stride)));
        groups
    }
}

/// `span <= step`, without a common factor.
///
/// Comparisons take parameters of 64 unsigned bits for signed numbers, which says nothing of those from 2^63 on. So where
/// one of the two is such a parameter, both are bounded; products of them give no condition.
fn at_most(kernel: &Kernel, span: &Monomial, step: &Monomial) -> Option<Usual> {
    let common = wp_logic::gcd(span.factor, step.factor);
    let [span, step] = [span, step].map(|m| Monomial { factor: m.factor / common, of: m.of.clone() });
    let is_wide = |q: &Quantity| matches!(q, Quantity::Param(param) if kernel.params[*param].ty == Type::U64);
    let is_single = |m: &Monomial| m.factor == 1 && m.of.len() == 1;
    let mut conditions = Vec::new();
    if span.of.iter().chain(&step.of).any(is_wide) {
        if !is_single(&span) || !is_single(&step) {
            return None;
        }
        conditions.push(Condition::Le(Monomial::constant(1), step.clone()));
        conditions.extend([&span, &step].map(|m| Condition::Le(m.clone(), Monomial::constant(GREATEST_WIDE))));
    }
    let (stride, least) = (step.text(kernel), span.text(kernel));
    conditions.push(Condition::Le(span, step));
    Some(Usual { conditions, otherwise: format!("`{stride}` is less than `{least}`, so that rows overlap") })
}
