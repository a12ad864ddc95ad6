//! The thread whose cell an address is: `cell(t) = address`, solved for the indices of `t`.
//!
//! A heuristic: the result need not solve the equation, and no proof relies on that. The cell is
//! `rest + s_x * t_x + s_y * t_y + s_z * t_z`, where a stride is a number or a product of symbols. `address - rest` is
//! divided by the strides, the greatest first: terms that the stride divides go into the index, and so does the nearest
//! multiple of a constant.

use wp_logic::{Linear, TermId, Terms};

/// A stride: a factor and symbols, sorted.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Stride {
    factor: i128,
    symbols: Vec<TermId>,
}

/// Threads whose cell the address may be; `own` are the indices of the generic thread, in which the cell is given.
pub(crate) fn threads_at(terms: &mut Terms, own: [TermId; 3], cell: TermId, address: TermId) -> Vec<[TermId; 3]> {
    let mut found = Vec::new();
    if let Some((strides, rest)) = strides_of(terms, own, cell) {
        let distance = terms.sub(address, rest);
        for whole in [true, false] {
            let thread = divided(terms, own, distance, &strides, whole);
            found.extend(thread.filter(|t| !found.contains(t)));
        }
    }
    found
}

/// The strides of the axes that occur, the greatest first, and what does not depend on the thread.
fn strides_of(terms: &mut Terms, own: [TermId; 3], cell: TermId) -> Option<(Vec<(usize, Stride)>, TermId)> {
    let linear = terms.linear(cell);
    let mut rest = Linear::int(linear.constant);
    let mut strides: Vec<(usize, Stride)> = Vec::new();
    for (factor, monomial) in linear.items {
        let apps = terms.apps(&[monomial]);
        let axes: Vec<usize> = (0..3).filter(|&a| apps.contains(&own[a])).collect();
        let [axis] = axes[..] else {
            if !axes.is_empty() {
                return None;
            }
            rest.items.push((factor, monomial));
            continue;
        };
        let mut symbols = terms.factors(monomial);
        symbols.remove(symbols.iter().position(|&s| s == own[axis])?);
        let depends = terms.apps(&symbols).contains(&own[axis]);
        if depends || strides.iter().any(|(a, _)| *a == axis) {
            return None;
        }
        strides.push((axis, Stride { factor, symbols }));
    }
    strides.sort_by_key(|(axis, s)| (std::cmp::Reverse((s.symbols.len(), s.factor.unsigned_abs())), *axis));
    (!strides.is_empty()).then(|| (strides, terms.from_linear(rest)))
}

/// The indices for this distance; `whole`: by what each stride divides, else with remainders, of strides that are
/// numbers.
fn divided(
    terms: &mut Terms,
    own: [TermId; 3],
    distance: TermId,
    strides: &[(usize, Stride)],
    whole: bool,
) -> Option<[TermId; 3]> {
    let mut indices = own;
    let mut left = distance;
    for (n, (axis, stride)) in strides.iter().enumerate() {
        let last = n + 1 == strides.len();
        if stride.symbols.is_empty() && (last || !whole) {
            let number = terms.int(stride.factor);
            indices[*axis] = terms.div(left, number);
            let multiple = terms.mul(number, indices[*axis]);
            left = terms.sub(left, multiple);
            continue;
        }
        if !whole {
            return None;
        }
        let (index, more) = multiples(terms, left, stride)?;
        if last && terms.as_int(more) != Some(0) {
            return None;
        }
        (indices[*axis], left) = (index, more);
    }
    Some(indices)
}

/// `t = stride * q + r` by the terms of `t` that are multiples.
fn multiples(terms: &mut Terms, t: TermId, stride: &Stride) -> Option<(TermId, TermId)> {
    let linear = terms.linear(t);
    let (mut quotient, mut rest) = (Vec::new(), Linear::int(linear.constant));
    if stride.symbols.is_empty() {
        // The nearest remainder: `row[x - 1]` is a cell of the same row.
        let half = stride.factor.checked_abs()? / 2;
        let q = linear.constant.checked_add(half)?.checked_div_euclid(stride.factor)?;
        rest.constant = linear.constant.checked_sub(q.checked_mul(stride.factor)?)?;
        quotient.push(terms.int(q));
    }
    for (factor, monomial) in linear.items {
        match without(terms.factors(monomial), &stride.symbols).filter(|_| factor % stride.factor == 0) {
            Some(symbols) => {
                let times = terms.int(factor / stride.factor);
                quotient.push(symbols.into_iter().fold(times, |product, symbol| terms.mul(product, symbol)));
            }
            None => rest.items.push((factor, monomial)),
        }
    }
    Some((terms.sum(&quotient), terms.from_linear(rest)))
}

/// The factors that are left when these are taken away, if they are all there.
fn without(mut factors: Vec<TermId>, away: &[TermId]) -> Option<Vec<TermId>> {
    for symbol in away {
        factors.remove(factors.iter().position(|f| f == symbol)?);
    }
    Some(factors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_logic::{Class, Range, Sort};

    struct Fixture {
        terms: Terms,
        own: [TermId; 3],
        n: TermId,
        i: TermId,
    }

    fn fixture() -> Fixture {
        let mut terms = Terms::new();
        let own = ["x", "y", "z"].map(|a| terms.sym(a, Sort::Int, Class::Thread, Range::new(0, 63)));
        let n = terms.sym("n", Sort::Int, Class::Launch, Range::new(1, 64));
        let i = terms.sym("i", Sort::Int, Class::Thread, Range::ALL);
        Fixture { terms, own, n, i }
    }

    impl Fixture {
        /// `constant + a * x + b * y + c * n * x + d * n * y + e * i`
        fn sum(&mut self, constant: i128, [a, b, c, d, e]: [i128; 5]) -> TermId {
            let [x, y, _] = self.own;
            let t = &mut self.terms;
            let (nx, ny) = (t.mul(self.n, x), t.mul(self.n, y));
            let parts = [(a, x), (b, y), (c, nx), (d, ny), (e, self.i)];
            let start = t.int(constant);
            parts.into_iter().fold(start, |sum, (k, m)| {
                let part = t.scale(k, m);
                t.add(sum, part)
            })
        }

        fn solved(&mut self, cell: TermId, address: TermId) -> Vec<[String; 3]> {
            let found = threads_at(&mut self.terms, self.own, cell, address);
            found.iter().map(|t| t.map(|index| self.terms.display(index))).collect()
        }
    }

    #[test]
    fn shifts_and_scales_are_undone() {
        let mut f = fixture();
        let (cell, address) = (f.sum(4, [8, 0, 0, 0, 0]), f.sum(12, [16, 0, 0, 0, 8]));
        let expected = f.sum(1, [2, 0, 0, 0, 1]);
        let expected = f.terms.display(expected);
        assert_eq!(f.solved(cell, address), [[expected, "y".into(), "z".into()]]);
        // From the end: `a[63 - x]` read at `a[i]`.
        let (cell, address) = (f.sum(252, [-4, 0, 0, 0, 0]), f.sum(0, [0, 0, 0, 0, 4]));
        let expected = f.sum(63, [0, 0, 0, 0, -1]);
        let expected = f.terms.display(expected);
        assert_eq!(f.solved(cell, address), [[expected, "y".into(), "z".into()]]);
    }

    #[test]
    fn rows_and_columns_are_taken_apart() {
        let mut f = fixture();
        // Rows of 64 elements of 4 bytes, read in a column, and one element to the left.
        let cell = f.sum(0, [4, 256, 0, 0, 0]);
        let turned = f.sum(0, [256, 4, 0, 0, 0]);
        assert_eq!(f.solved(cell, turned)[0], ["y", "x", "z"]);
        let (left, before) = (f.sum(-4, [4, 256, 0, 0, 0]), f.sum(-1, [1, 0, 0, 0, 0]));
        let before = f.terms.display(before);
        assert_eq!(f.solved(cell, left)[0], [before.as_str(), "y", "z"]);
        // Rows of n elements.
        let cell = f.sum(0, [4, 0, 0, 4, 0]);
        let turned = f.sum(0, [0, 4, 4, 0, 0]);
        assert_eq!(f.solved(cell, turned), [["y", "x", "z"]]);
    }

    #[test]
    fn other_cells_find_nothing() {
        let mut f = fixture();
        let address = f.sum(0, [4, 0, 0, 0, 0]);
        // None of the thread, a square, two strides of one axis, a stride that the address has not.
        let constant = f.sum(4, [0, 0, 0, 0, 4]);
        let square = f.terms.mul(f.own[0], f.own[0]);
        let twice = f.sum(0, [4, 0, 4, 0, 0]);
        let of_n = f.sum(0, [0, 0, 4, 0, 0]);
        for cell in [constant, square, twice, of_n] {
            assert_eq!(f.solved(cell, address), [[""; 3]; 0]);
        }
    }
}
