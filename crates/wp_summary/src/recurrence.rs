//! Closed forms of loop-carried variables.
//!
//! Input: for each variable its value before the loop and, as a term over one probe symbol per variable, its value
//! after one iteration. Output: its value at the start of iteration `k`. `a`, `b`, `c`, `d` and the conditions do
//! not change in the loop; `s` is from 1 to 8. Rows with `mod` are exact; the others are exact if no value wraps before
//! iteration `k`, which the caller states as a fact under `no-counter-wrap` or proves.
//!
//! | step                    | form                                   |
//! |-------------------------|----------------------------------------|
//! | `v' = v`                | `v0`                                   |
//! | `v' = v + c`            | `v0 + k*c`                             |
//! | `v' = b ? v + c : v + d` | `b ? v0 + k*c : v0 + k*d`             |
//! | `v' = v + a + b*k`      | `v0 + k*a + b*k*(k-1)/2`               |
//! | `v' = v * 2^s`          | `v0 * 2^(s*k)`                         |
//! | `v' = v * 2^s mod 2^b`, `v0 = 2^j` | `2^(j+s*k)` while `j+s*k < b`, then 0 |
//! | `v' = floor(v / 2^s)`   | `floor(v0 / 2^(s*k))`                  |
//! | `v' = (v + c) mod m`    | `(v0 + k*c) mod m` from the first step on |
//! | `v' = f(v)`, `f(f(v)) = v` | `v0` for even `k`, `f(v0)` for odd `k` |

use wp_kir::Type;
use wp_logic::{Sort, Term, TermId, Terms};

/// The step of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The variable keeps its value.
    Same,
    /// The variable grows by a loop-invariant term.
    Add(TermId),
    /// The variable grows by `a + b*k`.
    AddLinear(TermId, TermId),
    /// The variable is multiplied by `2^s`.
    Shl(i128),
    /// A power of two, it is multiplied by `2^s` in an unsigned type of that many bits; once shifted out it stays 0.
    ShlToZero(i128, u8),
    /// The variable is divided by `2^s`, rounding down.
    Shr(i128),
    /// The variable grows by a loop-invariant term modulo a constant: a ring buffer. `v + 1` that becomes 0 at the
    /// constant is such a step too.
    AddModulo(TermId, i128),
    /// The variable alternates between its initial value and this one.
    Alternate(TermId),
}

impl Step {
    /// True if the form has to be compared with the range of the type.
    pub(crate) fn may_leave_type(self) -> bool {
        !matches!(self, Step::Same | Step::ShlToZero(..) | Step::AddModulo(..))
    }
}

/// A variable in one iteration of a loop.
#[derive(Clone, Copy)]
pub(crate) struct Recurrence {
    /// The symbol for its value before the iteration.
    pub probe: TermId,
    /// Its value before the loop.
    pub initial: TermId,
    /// Its value after the iteration.
    pub next: TermId,
}

/// Recognises the step of a variable. In its value after the iteration everything that is already solved was replaced
/// by its form over the counter `k`.
pub(crate) fn recognise(
    terms: &mut Terms,
    Recurrence { probe, initial, next }: Recurrence,
    ty: Type,
    k: TermId,
    invariant: &dyn Fn(&Terms, TermId) -> bool,
) -> Option<Step> {
    if next == probe {
        return Some(Step::Same);
    }
    if let Some(odd) = involution(terms, probe, initial, next, invariant) {
        return Some(Step::Alternate(odd));
    }
    let Type::Int { bits, .. } = ty else { return None };
    if let Some((grown, modulus)) = modulo(terms, probe, initial, next, ty) {
        let delta = difference(terms, grown, probe, bits, invariant);
        if invariant(terms, delta) {
            return Some(Step::AddModulo(delta, modulus));
        }
    }
    // A wrap of the step itself is harmless: the closed form is compared with the type's range as a whole.
    let inner = match *terms.kind(next) {
        Term::Wrap { bits: b, arg, .. } if b == bits => arg,
        _ => next,
    };
    let delta = difference(terms, inner, probe, bits, invariant);
    if invariant(terms, delta) {
        return Some(Step::Add(delta));
    }
    if let Some((a, b)) = linear_in(terms, delta, k, invariant) {
        return Some(Step::AddLinear(a, b));
    }
    for s in 1..=8u32 {
        let factor = 1i128 << s;
        if terms.scale(factor, probe) == inner {
            return Some(Step::Shl(i128::from(s)));
        }
        let divisor = terms.int(factor);
        let floor = terms.div(probe, divisor);
        let towards_zero = terms.div_trunc(probe, divisor);
        let amount = terms.int(i128::from(s));
        let shifted = terms.shr(probe, amount);
        if next == floor || next == shifted || (next == towards_zero && terms.range(probe).lo >= Some(0)) {
            return Some(Step::Shr(i128::from(s)));
        }
    }
    None
}

/// The term `g` and the constant `m` of a step `v' = g mod m`, where the value stays in the type of the variable.
fn modulo(terms: &mut Terms, probe: TermId, initial: TermId, next: TermId, ty: Type) -> Option<(TermId, i128)> {
    let (_, most) = ty.int_range()?;
    let starts = terms.range(initial);
    let ring = |modulus: i128| starts.lo >= Some(0) && starts.hi.is_some_and(|hi| hi < modulus);
    match *terms.kind(next) {
        Term::Mod(grown, m) => {
            let modulus = terms.as_int(m).filter(|&m| 0 < m && m - 1 <= most)?;
            match *terms.kind(grown) {
                // The sum does not wrap around if it fits the type from below the modulus.
                Term::Wrap { bits, signed, arg } => {
                    let delta = terms.sub(arg, probe);
                    let sum = terms.range(delta);
                    let fits = sum.lo >= Some(0)
                        && sum.hi.and_then(|hi| hi.checked_add(modulus - 1)).is_some_and(|hi| {
                            let greatest = Type::Int { bits, signed }.int_range().map_or(0, |(_, greatest)| greatest);
                            hi <= greatest
                        });
                    (ring(modulus) && fits).then_some((arg, modulus))
                }
                _ => Some((grown, modulus)),
            }
        }
        Term::Ite(condition, a, b) => {
            // C's remainder of a sum that is never negative, because both parts are not.
            for side in [a, b] {
                let Term::Mod(grown, m) = *terms.kind(side) else { continue };
                let Some(modulus) = terms.as_int(m).filter(|&m| 0 < m && m - 1 <= most) else { continue };
                let delta = terms.sub(grown, probe);
                if terms.rem_trunc(grown, m) == next && starts.lo >= Some(0) && terms.range(delta).lo >= Some(0) {
                    return Some((grown, modulus));
                }
            }
            // `v + 1 == m ? 0 : v + 1`
            let (zero, one) = (terms.int(0), terms.int(1));
            let grown = terms.add(probe, one);
            if ![a, b].contains(&zero) || ![a, b].contains(&grown) {
                return None;
            }
            let numbers = terms.subterms(&[condition], |_| false);
            let numbers: Vec<i128> = numbers.into_iter().filter_map(|t| terms.as_int(t)).collect();
            numbers.into_iter().flat_map(|n| [n, n + 1, n + 2]).find_map(|modulus| {
                let greatest = terms.int(modulus - 1);
                let at_end = [terms.eq(probe, greatest), terms.le(greatest, probe)];
                let is_step = at_end.into_iter().any(|end| terms.ite(end, zero, grown) == next);
                (is_step && ring(modulus) && modulus - 1 <= most).then_some((grown, modulus))
            })
        }
        _ => None,
    }
}

/// `f(v0)` when the step `f` is its own inverse (`v = 1 - v`, `v ^= 1`, `v = !v`).
fn involution(
    terms: &mut Terms,
    probe: TermId,
    initial: TermId,
    next: TermId,
    invariant: &dyn Fn(&Terms, TermId) -> bool,
) -> Option<TermId> {
    // A step that depends on other things than its variable is not worth the substitutions; its terms may be long.
    let depends_on_others = terms.apps(&[next]).into_iter().any(|app| app != probe && !invariant(terms, app));
    if depends_on_others {
        return None;
    }
    let apply = |terms: &mut Terms, value: TermId| {
        let map = [(probe, value)].into_iter().collect();
        terms.substitute(next, &map)
    };
    let odd = apply(terms, initial);
    let twice = apply(terms, next);
    ((twice == probe || flips_bits(terms, probe, next)) && invariant(terms, odd)).then_some(odd)
}

/// True if a step is an exclusive or with a constant, which terms state by remainders: two steps do not cancel in them.
fn flips_bits(terms: &mut Terms, probe: TermId, next: TermId) -> bool {
    if terms.sort(probe) != Sort::Int {
        return false;
    }
    let map = [(probe, terms.int(0))].into_iter().collect();
    let constant = terms.substitute(next, &map);
    terms.as_int(constant).is_some() && terms.bit_xor(probe, constant) == next
}

/// True if a conditional step is a negative constant in some case.
pub(crate) fn may_step_back(terms: &Terms, step: TermId) -> bool {
    let Term::Ite(_, a, b) = *terms.kind(step) else { return false };
    [a, b].into_iter().any(|side| terms.as_int(side).is_some_and(|c| c < 0) || may_step_back(terms, side))
}

/// `next - probe`; of a condition that the loop does not change, the difference on each side.
fn difference(
    terms: &mut Terms,
    next: TermId,
    probe: TermId,
    bits: u8,
    invariant: &dyn Fn(&Terms, TermId) -> bool,
) -> TermId {
    if let Term::Ite(condition, a, b) = *terms.kind(next) {
        if invariant(terms, condition) {
            let a = difference(terms, a, probe, bits, invariant);
            let b = difference(terms, b, probe, bits, invariant);
            return terms.ite(condition, a, b);
        }
    }
    let delta = terms.sub(next, probe);
    normalise(terms, delta, bits)
}

/// A constant step near 2^bits is a negative one (`i += -1` on an unsigned variable). Types narrower than `int` are
/// computed in `int`, where such a step is negative already.
fn normalise(terms: &mut Terms, delta: TermId, bits: u8) -> TermId {
    match *terms.kind(delta) {
        Term::Int(c) if bits >= 32 && c >= (1i128 << bits) - (1 << 16) => terms.int(c - (1i128 << bits)),
        _ => delta,
    }
}

/// `delta = a + b*k` with loop-invariant `a` and `b`.
fn linear_in(
    terms: &mut Terms,
    delta: TermId,
    k: TermId,
    invariant: &dyn Fn(&Terms, TermId) -> bool,
) -> Option<(TermId, TermId)> {
    let at = |terms: &mut Terms, value: TermId| {
        let map = [(k, value)].into_iter().collect();
        terms.substitute(delta, &map)
    };
    let (zero, one, two) = (terms.int(0), terms.int(1), terms.int(2));
    let (a, f1, f2) = (at(terms, zero), at(terms, one), at(terms, two));
    let b = terms.sub(f1, a);
    let b2 = terms.sub(f2, f1);
    let bk = terms.mul(b, k);
    let rebuilt = terms.add(a, bk);
    (b == b2 && rebuilt == delta && invariant(terms, a) && invariant(terms, b)).then_some((a, b))
}

/// The value at the start of iteration `k`.
pub(crate) fn closed_form(terms: &mut Terms, initial: TermId, step: Step, k: TermId) -> TermId {
    match step {
        Step::Same => initial,
        Step::Add(c) => {
            if let Term::Ite(condition, a, b) = *terms.kind(c) {
                let a = closed_form(terms, initial, Step::Add(a), k);
                let b = closed_form(terms, initial, Step::Add(b), k);
                return terms.ite(condition, a, b);
            }
            let grown = terms.mul(c, k);
            terms.add(initial, grown)
        }
        Step::AddLinear(a, b) => {
            let linear = terms.mul(a, k);
            let one = terms.int(1);
            let before = terms.sub(k, one);
            let square = terms.mul(k, before);
            let two = terms.int(2);
            let half = terms.div(square, two);
            let quadratic = terms.mul(b, half);
            terms.sum(&[initial, linear, quadratic])
        }
        Step::Shl(s) => {
            let amount = terms.scale(s, k);
            terms.shl(initial, amount)
        }
        Step::ShlToZero(s, bits) => {
            let amount = terms.scale(s, k);
            let shifted = terms.shl(initial, amount);
            let first = terms.as_int(initial).map_or(0, |v| i128::from(v.trailing_zeros()));
            let (last, zero) = (terms.int(i128::from(bits) - 1 - first), terms.int(0));
            let fits = terms.le(amount, last);
            terms.ite(fits, shifted, zero)
        }
        Step::Alternate(odd) => {
            let (zero, two) = (terms.int(0), terms.int(2));
            let parity = terms.modulo(k, two);
            let even = terms.eq(parity, zero);
            terms.ite(even, initial, odd)
        }
        Step::Shr(s) => {
            let amount = terms.scale(s, k);
            terms.shr(initial, amount)
        }
        Step::AddModulo(c, modulus) => {
            let grown = terms.mul(c, k);
            let sum = terms.add(initial, grown);
            let m = terms.int(modulus);
            let rest = terms.modulo(sum, m);
            let start = terms.range(initial);
            if start.lo >= Some(0) && start.hi.is_some_and(|hi| hi < modulus) {
                return rest;
            }
            let zero = terms.int(0);
            let first = terms.eq(k, zero);
            terms.ite(first, initial, rest)
        }
    }
}
