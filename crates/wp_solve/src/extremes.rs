//! Comparisons with minima and maxima as comparisons with both operands: `max(a, b) <= c` iff `a <= c` and `b <= c`.
//!
//! Only where that gives a conjunction, so that each part is a fact of its own. Exact.

use wp_logic::{Linear, Term, TermId, Terms};

wp_base::limits! {
    /// Comparisons that one member may become.
    const MAX_PARTS: usize = 16;
}

/// The members, with comparisons of that kind taken apart.
pub(crate) fn split(terms: &mut Terms, conjuncts: &[TermId]) -> Vec<TermId> {
    let mut result = Vec::with_capacity(conjuncts.len());
    for &t in conjuncts {
        let mut open = vec![t];
        let mut parts = Vec::new();
        while let Some(t) = open.pop() {
            match halves(terms, t).filter(|_| open.len() + parts.len() < MAX_PARTS.get()) {
                Some(halves) => open.extend(halves),
                None => parts.push(t),
            }
        }
        result.extend(parts);
    }
    result
}

/// The two comparisons that are together equivalent to this one.
fn halves(terms: &mut Terms, t: TermId) -> Option<[TermId; 2]> {
    let Term::Le(left, right) = *terms.kind(t) else { return None };
    let difference = terms.linear(left).plus(-1, &terms.linear(right))?;
    for &(c, item) in &difference.items {
        let Term::Ite(condition, a, b) = *terms.kind(item) else { continue };
        // A conditional is the greater of its sides if its condition compares them so.
        let greater = [terms.le(b, a), terms.lt(b, a)].contains(&condition);
        let smaller = [terms.le(a, b), terms.lt(a, b)].contains(&condition);
        if (c > 0 && greater) || (c < 0 && smaller) {
            let rest = difference.plus(-c, &Linear::atom(item))?;
            let zero = terms.int(0);
            let with = |terms: &mut Terms, side: TermId| -> Option<TermId> {
                let sum = rest.plus(c, &terms.linear(side))?;
                let sum = terms.from_linear(sum);
                Some(terms.le(sum, zero))
            };
            return Some([with(terms, a)?, with(terms, b)?]);
        }
    }
    None
}
