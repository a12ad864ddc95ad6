//! The normal forms that users of the crate rely on.

use crate::{Class, Range, Sort, TermId, Terms};

struct Fixture {
    terms: Terms,
}

impl Fixture {
    fn new() -> Self {
        Fixture { terms: Terms::new() }
    }
    fn sym(&mut self, name: &str, lo: i128, hi: i128) -> TermId {
        self.terms.sym(name, Sort::Int, Class::Thread, Range::new(lo, hi))
    }
    fn any(&mut self, name: &str) -> TermId {
        self.terms.sym(name, Sort::Int, Class::Thread, Range::ALL)
    }
    fn int(&mut self, value: i128) -> TermId {
        self.terms.int(value)
    }
    fn text(&self, t: TermId) -> String {
        self.terms.display(t)
    }
}

#[test]
fn addresses_are_polynomials() {
    let mut f = Fixture::new();
    let (bx, dim, tx, four) = (f.any("bx"), f.any("dim"), f.any("tx"), f.int(4));
    let base = f.terms.mul(bx, dim);
    let index = f.terms.add(base, tx);
    let left = f.terms.mul(index, four);
    let (four_base, four_tx) = (f.terms.scale(4, base), f.terms.scale(4, tx));
    let right = f.terms.add(four_tx, four_base);
    assert_eq!(left, right);
    assert_eq!(f.text(left), "4 * tx + 4 * bx * dim");
}

#[test]
fn masks_and_shifts_become_arithmetic() {
    let mut f = Fixture::new();
    let x = f.sym("x", 0, 1000);
    let (seven, eight, three) = (f.int(7), f.int(8), f.int(3));
    let mask = f.terms.bit_and(x, seven);
    let modulo = f.terms.modulo(x, eight);
    assert_eq!(mask, modulo);
    let shifted = f.terms.shl(x, three);
    let low = f.terms.bit_and(shifted, seven);
    assert_eq!(f.terms.as_int(low), Some(0));
    let or = f.terms.bit_or(shifted, three);
    let sum = f.terms.add(shifted, three);
    assert_eq!(or, sum);
    let back = f.terms.shr(or, three);
    assert_eq!(back, x);
}

#[test]
fn quotient_and_remainder_of_a_mixed_radix_number() {
    let mut f = Fixture::new();
    let (q, r, m) = (f.any("q"), f.sym("r", 0, 15), f.int(16));
    let high = f.terms.mul(q, m);
    let number = f.terms.add(high, r);
    assert_eq!(f.terms.div(number, m), q);
    assert_eq!(f.terms.modulo(number, m), r);
    let dim = f.sym("dim", 16, 1024);
    let high = f.terms.mul(q, dim);
    let number = f.terms.add(high, r);
    assert_eq!(f.terms.div(number, dim), q);
    assert_eq!(f.terms.modulo(number, dim), r);
}

#[test]
fn c_division_of_known_signs_is_floor_division() {
    let mut f = Fixture::new();
    let (x, y) = (f.sym("x", 0, 100), f.sym("y", 1, 9));
    assert_eq!(f.terms.div_trunc(x, y), f.terms.div(x, y));
    assert_eq!(f.terms.rem_trunc(x, y), f.terms.modulo(x, y));
}

#[test]
fn ways_to_write_a_floor_are_one_term() {
    let mut f = Fixture::new();
    let (x, y, m) = (f.any("x"), f.any("y"), f.int(16));
    for a in [x, y] {
        // x < 0 ? -((-x + 15) div 16) : x div 16
        let minus = f.terms.neg(a);
        let fifteen = f.int(15);
        let up = f.terms.add(minus, fifteen);
        let ceiling = f.terms.div(up, m);
        assert_eq!(f.terms.neg(ceiling), f.terms.div(a, m));
        // (15 - x) mod 16 = 15 - x mod 16
        let remainder = f.terms.modulo(a, m);
        assert_eq!(f.terms.modulo(up, m), f.terms.sub(fifteen, remainder));
    }
    let (forth, back) = (f.terms.sub(x, y), f.terms.sub(y, x));
    let one = f.int(1);
    let back = f.terms.sub(back, one);
    let quotient = f.terms.div(back, m);
    let quotient = f.terms.neg(quotient);
    let quotient = f.terms.sub(quotient, one);
    assert_eq!(f.terms.div(forth, m), quotient);
}

#[test]
fn remainders_are_no_greater_than_their_dividends() {
    let mut f = Fixture::new();
    let (x, n) = (f.sym("x", 0, 255), f.sym("n", 1, 1 << 31));
    let remainder = f.terms.modulo(x, n);
    let twice = f.terms.scale(2, x);
    let index = f.terms.sub(twice, remainder);
    assert_eq!(f.terms.range(index), Range::new(0, 510));
    assert_eq!(f.terms.wrap(32, false, index), index);
    // Bits 4 and 5.
    let (y, four) = (f.any("y"), f.int(16));
    let mask = f.int(0x30);
    let bits = f.terms.bit_and(y, mask);
    assert!(f.terms.range(bits).is_at_least(0));
    let bits = f.terms.div(bits, four);
    assert_eq!(f.terms.range(bits), Range::new(0, 3));
}

#[test]
fn ranges_of_sums_with_remainders_hold() {
    for (m, n) in [(64, 16), (12, 4), (7, 7), (16, 5)] {
        for (a, b, c) in [(1, -1, 0), (-1, 1, 3), (2, -3, 1), (-3, 2, 0), (0, 1, -1), (0, -2, 1), (1, 2, -3)] {
            let mut f = Fixture::new();
            let x = f.sym("x", -40, 40);
            let positive = f.sym("p", 0, 40);
            for (dividend, low) in [(x, -40), (positive, 0)] {
                let (by_m, by_n) = (f.int(m), f.int(n));
                let (first, second) = (f.terms.modulo(dividend, by_m), f.terms.modulo(dividend, by_n));
                let parts = [f.terms.scale(a, first), f.terms.scale(b, second), f.terms.scale(c, dividend)];
                let sum = f.terms.sum(&parts);
                let range = f.terms.range(sum);
                for value in low..=40i128 {
                    let exact = a * value.rem_euclid(m) + b * value.rem_euclid(n) + c * value;
                    assert!(range.contains(exact), "{m} {n} {a} {b} {c} at {value}: {exact} in {range:?}");
                }
            }
        }
    }
}

#[test]
fn ranges_of_sums_with_quotients_hold() {
    for n in [1, 3, 8] {
        for (a, b, c) in [(1, -8, 0), (-1, 8, 2), (1, -3, 1), (2, -16, -1), (1, 8, 0), (0, -8, 1), (-3, 24, 5)] {
            let mut f = Fixture::new();
            let (x, y) = (f.sym("x", -40, 40), f.sym("y", 0, 5));
            // The dividend has a constant and a second symbol.
            let (one, by) = (f.int(1), f.int(n));
            let twice = f.terms.scale(2, y);
            let dividend = f.terms.sum(&[x, twice, one]);
            let quotient = f.terms.div(dividend, by);
            let parts = [f.terms.scale(a, dividend), f.terms.scale(b, quotient), f.terms.scale(c, y)];
            let sum = f.terms.sum(&parts);
            let range = f.terms.range(sum);
            for (x, y) in (-40..=40i128).flat_map(|x| (0..=5i128).map(move |y| (x, y))) {
                let dividend = x + 2 * y + 1;
                let exact = a * dividend + b * dividend.div_euclid(n) + c * y;
                assert!(range.contains(exact), "{n} {a} {b} {c} at {x}, {y}: {exact} in {range:?}");
            }
        }
    }
    let mut f = Fixture::new();
    let x = f.sym("x", 0, 255);
    let by = f.int(32);
    let quotient = f.terms.div(x, by);
    let scaled = f.terms.scale(-32, quotient);
    let remainder = f.terms.add(x, scaled);
    assert_eq!(f.terms.range(remainder), Range::new(0, 31));
    let swizzled = f.terms.bit_xor(remainder, quotient);
    assert_eq!(f.terms.range(swizzled), Range::new(0, 31));
}

#[test]
fn wraps_vanish_inside_ring_operations_and_by_range() {
    let mut f = Fixture::new();
    let (a, b) = (f.any("a"), f.sym("b", 0, 10));
    let inner = f.terms.wrap(32, false, a);
    let sum = f.terms.add(inner, b);
    let outer = f.terms.wrap(32, true, sum);
    let plain = f.terms.add(a, b);
    assert_eq!(outer, f.terms.wrap(32, true, plain));
    assert_eq!(f.terms.wrap(8, false, b), b);
    // b + 0xffffffff wraps to b - 1 as a signed number.
    let big = f.int(0xffff_ffff);
    let sum = f.terms.add(b, big);
    let signed = f.terms.wrap(32, true, sum);
    let one = f.int(1);
    assert_eq!(signed, f.terms.sub(b, one));
}

#[test]
fn comparisons_of_residues_become_comparisons_of_their_arguments() {
    let mut w = Fixture::new();
    let n = w.sym("n", -0x8000_0000, 0x7fff_ffff);
    let wide = w.terms.wrap(64, false, n);
    let eleven = w.int(11);
    let equal = w.terms.eq(wide, eleven);
    assert_eq!(w.text(equal), "n == 11");
    let below = w.terms.le(wide, eleven);
    let zero = w.int(0);
    let (from, to) = (w.terms.le(zero, n), w.terms.le(n, eleven));
    let both = w.terms.and(&[from, to]);
    assert_eq!(below, both);
    let huge = w.int(1 << 40);
    let none = w.terms.eq(wide, huge);
    assert_eq!(w.text(none), "false");
    let u = w.sym("u", 0, 0xffff_ffff);
    let signed = w.terms.wrap(32, true, u);
    let at_most = w.terms.le(signed, eleven);
    let (small, big) = (w.terms.le(u, eleven), w.int(0x8000_0000));
    let big = w.terms.le(big, u);
    let either = w.terms.or(&[small, big]);
    assert_eq!(at_most, either);
}

#[test]
fn comparisons_are_reduced_and_decided_by_ranges() {
    let mut f = Fixture::new();
    let (x, y) = (f.sym("x", 0, 7), f.sym("y", 8, 9));
    let lt = f.terms.lt(x, y);
    assert_eq!(f.terms.as_bool(lt), Some(true));
    let (odd, twice) = (f.int(5), f.terms.scale(2, x));
    let eq = f.terms.eq(twice, odd);
    assert_eq!(f.terms.as_bool(eq), Some(false));
    let le = f.terms.le(twice, odd);
    assert_eq!(f.text(le), "x <= 2");
    let zero = f.int(0);
    let ne = f.terms.ne(x, zero);
    assert_eq!(f.text(ne), "x > 0");
}

#[test]
fn positive_factors_cancel() {
    let mut f = Fixture::new();
    let (x, y, n) = (f.any("x"), f.any("y"), f.sym("n", 1, 1 << 20));
    let (xn, yn) = (f.terms.mul(x, n), f.terms.mul(y, n));
    assert_eq!(f.terms.eq(xn, yn), f.terms.eq(x, y));
    assert_eq!(f.terms.le(xn, yn), f.terms.le(x, y));
}

#[test]
fn conjunctions_merge_bounds_and_find_contradictions() {
    let mut f = Fixture::new();
    let (x, three, five) = (f.any("x"), f.int(3), f.int(5));
    let (low, high) = (f.terms.le(x, three), f.terms.ge(x, five));
    let both = f.terms.and(&[low, high]);
    assert_eq!(f.terms.as_bool(both), Some(false));
    let (at_least, at_most) = (f.terms.ge(x, three), f.terms.le(x, three));
    assert_eq!(f.terms.and(&[at_least, at_most]), f.terms.eq(x, three));
    let either = f.terms.or(&[at_least, at_most]);
    assert_eq!(f.terms.as_bool(either), Some(true));
    let p = f.terms.sym("p", Sort::Bool, Class::Thread, Range::ALL);
    let clause = f.terms.or(&[p, high]);
    assert_eq!(f.terms.and(&[low, clause]), f.terms.and(&[low, p]));
}

#[test]
fn sums_profit_from_declared_ranges_of_parts() {
    let mut f = Fixture::new();
    let (bx, dim, tx) = (f.sym("bx", 0, 0x7fff_ffff), f.sym("dim", 1, 1024), f.sym("tx", 0, 1023));
    let base = f.terms.mul(bx, dim);
    let index = f.terms.add(base, tx);
    f.terms.assume_range(index, Range::new(0, 0x7fff_fffe));
    assert_eq!(f.terms.wrap(32, true, index), index);
    let one = f.int(1);
    let next = f.terms.add(index, one);
    assert_eq!(f.terms.wrap(32, true, next), next);
    let bytes = f.terms.scale(4, next);
    assert_eq!(f.terms.range(bytes), Range::new(4, 4 * 0x7fff_ffff));
    let width = f.sym("width", 1, 100);
    let (scaled, column) = (f.terms.mul(index, width), f.sym("column", 0, 99));
    let cell = f.terms.add(scaled, column);
    assert_eq!(f.terms.range(cell), Range::new(0, 0x7fff_fffe * 100 + 99));
}

#[test]
fn flags_become_conditions() {
    let mut f = Fixture::new();
    let (x, y, n) = (f.any("x"), f.any("y"), f.any("n"));
    let (p, q) = (f.terms.lt(x, n), f.terms.lt(y, n));
    let (one, zero) = (f.int(1), f.int(0));
    let (a, b) = (f.terms.ite(p, one, zero), f.terms.ite(q, one, zero));
    let both = f.terms.bit_and(a, b);
    let truth = f.terms.ne(both, zero);
    assert_eq!(truth, f.terms.and(&[p, q]));
}

#[test]
fn renaming_keeps_shared_symbols() {
    let mut f = Fixture::new();
    let n = f.any("n");
    let old = f.terms.func("tid", &[], Sort::Int, Class::Thread, Range::new(0, 1023));
    let new = f.terms.func("tid'", &[], Sort::Int, Class::Thread, Range::new(0, 1023));
    let tid = f.terms.app(old, &[]);
    let sum = f.terms.add(tid, n);
    f.terms.assume_range(sum, Range::new(0, 99));
    let mut renaming = crate::Renaming::of([(old, new)].into_iter().collect());
    f.terms.rename_assumptions(&mut renaming);
    let renamed = f.terms.rename(sum, &mut renaming);
    assert_eq!(f.text(renamed), "n + tid'");
    assert_eq!(f.terms.range(renamed), Range::new(0, 99));
}

#[test]
fn nested_conditionals_stay_cheap() {
    // Each level doubles the number of paths; only the number of nodes may count.
    let mut f = Fixture::new();
    let (zero, one) = (f.int(0), f.int(1));
    let (mut t, mut u) = (f.any("x"), f.any("y"));
    for i in 0..60 {
        let c = f.any(&format!("c{i}"));
        let (low, high) = (f.terms.lt(c, t), f.terms.eq(c, u));
        let condition = f.terms.and(&[low, high]);
        let next = f.terms.add(u, one);
        (t, u) = (f.terms.ite(condition, t, next), f.terms.ite(condition, next, t));
        t = f.terms.wrap(32, true, t);
        let equal = f.terms.eq(t, zero);
        let below = f.terms.le(u, one);
        let both = f.terms.and(&[equal, below, low]);
        let either = f.terms.or(&[both, high]);
        f.terms.not(either);
    }
    assert!(f.terms.len() < 20_000, "{}", f.terms.len());
}

#[test]
fn subterms_come_operands_first_and_once() {
    let mut f = Fixture::new();
    let symbols: Vec<TermId> = (0..150).map(|i| f.any(&format!("x{i}"))).collect();
    let mut t = symbols[0];
    for &x in &symbols {
        let product = f.terms.mul(x, x);
        let sum = f.terms.add(product, t);
        t = f.terms.modulo(sum, symbols[149]);
    }
    let found = f.terms.subterms(&[t, symbols[3]], |_| false);
    let mut seen = std::collections::BTreeSet::new();
    for &s in &found {
        assert!(f.terms.children(s).iter().all(|c| seen.contains(c)));
        assert!(seen.insert(s));
    }
    assert!(symbols.iter().all(|s| seen.contains(s)) && seen.contains(&t));
    assert_eq!(f.terms.apps(&[t]), symbols);
    let some: std::collections::BTreeSet<TermId> = [symbols[7], symbols[149], f.any("elsewhere")].into();
    assert_eq!(f.terms.occurring(&some, &[t, symbols[3]]), [symbols[7], symbols[149]].into());
    assert!(f.terms.occurring(&some, &[symbols[3]]).is_empty() && f.terms.occurring(&[].into(), &[t]).is_empty());
    assert_eq!(f.terms.subterms(&[t], |s| s == t), Vec::new());
    // Each subterm is visited once, up to the first for which the condition is false.
    let mut asked = Vec::new();
    let visit = |s| {
        asked.push(s);
        true
    };
    assert!(f.terms.every_subterm(t, visit));
    asked.reverse();
    assert_eq!(asked, f.terms.subterms(&[t], |_| false));
    let mut count = 0;
    let is_early = |s| {
        count += 1;
        s == t
    };
    assert!(!f.terms.every_subterm(t, is_early) && count == 2);
}
