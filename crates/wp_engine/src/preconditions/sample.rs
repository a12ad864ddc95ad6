//! Concrete launches and inputs that satisfy or violate conditions, close to their borders.
//!
//! A sample is evaluated again before it is used, so that nothing rests on its construction.

use crate::condition::{Condition, Monomial, Quantity, Valuation};
use wp_interp::{ConcreteLaunch, Inputs, Value};
use wp_kir::device::{MAX_BLOCK, MAX_BLOCK_THREADS};
use wp_kir::{Axis, Kernel, Type};

wp_base::limits! {
    /// Threads of a launch that is run, at most.
    const MAX_THREADS: u64 = 4096;
}

/// The quantities of a launch with inputs.
pub(super) fn valuation(kernel: &Kernel, launch: &ConcreteLaunch, inputs: &Inputs) -> Valuation {
    let mut out = Valuation::new();
    for axis in Axis::ALL {
        out.insert(Quantity::BlockDim(axis), i128::from(launch.block[axis.index()]));
        out.insert(Quantity::GridDim(axis), i128::from(launch.grid[axis.index()]));
    }
    for (id, param) in kernel.params.iter() {
        let Type::Int { bits, signed } = param.ty else { continue };
        let raw = match inputs.params.get(&id) {
            Some(Value::Int(v)) => *v,
            Some(_) => continue,
            None => 0,
        };
        let value = raw.rem_euclid(1i128 << bits);
        let negative = signed && value >= 1i128 << (bits - 1);
        out.insert(Quantity::Param(id), if negative { value - (1i128 << bits) } else { value });
    }
    out
}

/// Changes quantities that are `free` so that all conditions hold and, if one is named, that one does not; `None` when
/// that did not come about.
pub(super) fn adjust(
    mut v: Valuation,
    inside: &[&Condition],
    outside: Option<&Condition>,
    free: &dyn Fn(Quantity) -> bool,
) -> Option<Valuation> {
    let outside = outside.map(|c| (c, false));
    let sides = || outside.into_iter().chain(inside.iter().map(|c| (*c, true)));
    for _ in 0..3 {
        for (c, holds) in sides() {
            if c.holds(&v)? != holds {
                meet(c, holds, &mut v, free);
            }
        }
    }
    sides().all(|(c, holds)| c.holds(&v) == Some(holds)).then_some(v)
}

/// The valuation with the parameters that were changed rounded up to powers of two: what wraps around then meets what
/// does not.
pub(super) fn rounded(v: &Valuation, before: &Valuation) -> Valuation {
    let round = |q: Quantity, value: i128| match before.get(&q) {
        Some(&old) if !q.is_extent() && old != value && value > 0 => (value as u128).next_power_of_two() as i128,
        _ => value,
    };
    v.iter().map(|(&q, &value)| (q, round(q, value))).collect()
}

/// The launch of a valuation at an offset, with the inputs changed to fit; `None` beyond what can be run.
pub(super) fn launch_of(v: &Valuation, offset: [u64; 3], inputs: &mut Inputs) -> Option<ConcreteLaunch> {
    let mut launch = ConcreteLaunch { offset, ..ConcreteLaunch::linear(1, 1) };
    for (&q, &value) in v {
        match q {
            Quantity::BlockDim(axis) => launch.block[axis.index()] = u32::try_from(value).ok().filter(|&n| n > 0)?,
            Quantity::GridDim(axis) => launch.grid[axis.index()] = u32::try_from(value).ok().filter(|&n| n > 0)?,
            Quantity::Param(param) => drop(inputs.params.insert(param, Value::Int(value))),
        }
    }
    let total = launch.threads_per_block().saturating_mul(launch.blocks());
    let on_device = launch.threads_per_block() <= u64::from(MAX_BLOCK_THREADS) && launch.block[2] <= MAX_BLOCK[2];
    (on_device && total <= MAX_THREADS.get()).then_some(launch)
}

/// The last free quantity of a monomial, with the value of the rest.
fn handle(m: &Monomial, v: &Valuation, free: &dyn Fn(Quantity) -> bool) -> Option<(Quantity, i128)> {
    let at = m.of.iter().rposition(|&q| free(q))?;
    let mut rest = m.factor;
    for (i, q) in m.of.iter().enumerate() {
        rest = if i == at { rest } else { rest.checked_mul(*v.get(q)?)? };
    }
    Some((m.of[at], rest)).filter(|&(_, rest)| rest != 0)
}

fn value(m: &Monomial, v: &Valuation) -> Option<i128> {
    m.of.iter().try_fold(m.factor, |product, q| product.checked_mul(*v.get(q)?))
}

fn set(v: &mut Valuation, q: Quantity, value: i128) {
    v.insert(q, if q.is_extent() { value.max(1) } else { value });
}

/// Changes a free quantity so that a condition holds, or just does not; `None` where nothing can be changed.
fn meet(c: &Condition, holds: bool, v: &mut Valuation, free: &dyn Fn(Quantity) -> bool) -> Option<()> {
    let beyond = i128::from(!holds);
    match c {
        Condition::Le(a, b) => {
            let (left, right) = (value(a, v)?, value(b, v)?);
            let least = |rest| if holds { -(-left).div_euclid(rest) } else { (left - 1).div_euclid(rest) };
            match (handle(b, v, free), handle(a, v, free)) {
                (Some((q, rest)), other) if !q.is_extent() || other.is_none() => set(v, q, least(rest)),
                (_, Some((q, rest))) => set(v, q, right.div_euclid(rest) + beyond),
                _ => return None,
            }
        }
        Condition::Eq(a, b) => {
            let (left, right) = (value(a, v)?, value(b, v)?);
            match (handle(a, v, free), handle(b, v, free)) {
                (Some((q, rest)), _) => set(v, q, right.div_euclid(rest) + beyond),
                (None, Some((q, rest))) => set(v, q, left.div_euclid(rest) + beyond),
                (None, None) => return None,
            }
        }
        Condition::Ne(a, b) => {
            let right = value(b, v)?;
            let (q, rest) = handle(a, v, free)?;
            let other = if holds { v.get(&q)? + 1 } else { right.div_euclid(rest) };
            set(v, q, other);
        }
        Condition::Multiple(a, b) => {
            let (left, right) = (value(a, v)?, value(b, v)?);
            let divides = |d: &i128| left.rem_euclid(*d) == 0;
            match (handle(a, v, free), handle(b, v, free)) {
                (Some((q, 1)), _) if holds && right > 0 => set(v, q, left.div_euclid(right).max(1) * right),
                (None, Some((q, 1))) if holds => set(v, q, (1..=right.max(1)).rev().find(divides)?),
                _ if holds => return None,
                (Some((q, _)), _) => {
                    let next = v.get(&q)? + 1;
                    set(v, q, next);
                }
                (None, Some((q, _))) => set(v, q, (2..=right + left.abs()).find(|d| !divides(d))?),
                (None, None) => return None,
            }
        }
        Condition::Power(q) => {
            let now = *v.get(q)?;
            let power = 1i128 << (127 - now.max(1).leading_zeros());
            set(
                v,
                *q,
                if holds {
                    power
                } else if now < 4 {
                    3
                } else {
                    now + now / 2
                },
            );
        }
    }
    Some(())
}

#[cfg(test)]
mod tests;
