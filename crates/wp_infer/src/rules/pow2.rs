//! r14, `pow2`: a variable that is only doubled or halved is zero or a power of two.

use super::{Rule, Site};
use crate::Claim;
use wp_kir::Type;
use wp_logic::{Term, TermId};
use wp_summary::{HeadVariable, Step};

pub(crate) const RULE: Rule = Rule {
    name: "pow2",
    number: Some(14),
    about: "a variable that is doubled or halved is zero or a power of two",
    page: page!("pow2"),
    suggest,
};

wp_base::limits! {
    /// Greatest exponent, unless the initial value or the type implies a smaller one.
    const MAX_EXPONENT: u32 = 15;
}

fn suggest(site: &mut Site) {
    for variable in shifted(site) {
        let v = &site.variables()[variable];
        let zero = site.terms.int(0);
        let mut any = vec![site.terms.eq(v.value, zero)];
        for exponent in 0..=exponent_limit(site, v) {
            let power = site.terms.int(1 << exponent);
            any.push(site.terms.eq(v.value, power));
        }
        let term = site.terms.or(&any);
        site.suggest(Claim::Invariant(term));
    }
}

/// The exponent of the greatest power of two that is suggested.
fn exponent_limit(site: &Site, v: &HeadVariable) -> u32 {
    let of_type = v.ty.int_range().map_or(MAX_EXPONENT.get(), |(_, hi)| (hi + 1).ilog2() - 1);
    let of_initial = match (v.step, site.terms.as_int(v.initial)) {
        (Some(Step::Shr(_)), Some(n)) if n > 0 => n.ilog2(),
        _ => MAX_EXPONENT.get(),
    };
    of_type.min(of_initial)
}

/// Variables that every path of the loop doubles, halves, or leaves alone.
pub(super) fn shifted(site: &mut Site) -> Vec<usize> {
    let mut out = Vec::new();
    for variable in site.integers() {
        let v = &site.variables()[variable];
        if matches!(v.ty, Type::Ptr) {
            continue;
        }
        let by_step = matches!(v.step, Some(Step::Shl(_) | Step::Shr(_)));
        let leaves = site.leaves(v.next);
        let moves = leaves.iter().any(|&t| is_shift(site, t, v.value));
        if by_step || (moves && leaves.iter().all(|&t| t == v.value || is_shift(site, t, v.value))) {
            out.push(variable);
        }
    }
    out
}

/// `2^s * v` or `v / 2^s`, for some `s > 0`.
fn is_shift(site: &mut Site, t: TermId, v: TermId) -> bool {
    let power = |c: i128| c > 1 && c & (c - 1) == 0;
    match site.terms.kind(t).clone() {
        Term::Div(a, b) => a == v && site.terms.as_int(b).is_some_and(power),
        Term::Sum { constant: 0, items } => matches!(items[..], [(c, x)] if x == v && power(c)),
        _ => {
            // Division in C rounds towards zero.
            (1..=8).any(|s| {
                let divisor = site.terms.int(1 << s);
                site.terms.div_trunc(v, divisor) == t
            })
        }
    }
}

/// True if some path doubles the variable.
pub(super) fn doubles(site: &mut Site, variable: usize) -> bool {
    let v = &site.variables()[variable];
    site.leaves(v.next).into_iter().any(|t| {
        (1..=8).any(|s| {
            let factor = 1 << s;
            site.terms.scale(factor, v.value) == t
        })
    })
}
