//! Facts instantiated for what a script contains: products, powers of two and bitwise ands.
//!
//! Each is a theorem of the integers, so adding one never makes a satisfiable conjunction unsatisfiable.

use crate::encode::{nary, numeral, Writer};
use rustc_hash::FxHashSet;
use wp_logic::Range;

wp_base::limits! {
    /// Pairs of products that get the mixed-radix lemma.
    const MAX_PRODUCT_PAIRS: usize = 150;
    /// Exponents up to this have their powers spelled out.
    const MAX_EXPONENT: i128 = 64;
    /// Powers that are related pairwise.
    const MAX_POWERS: usize = 6;
    /// Ands that are related pairwise.
    const MAX_ANDS: usize = 8;
}

pub(crate) fn write(writer: &mut Writer<'_>) {
    mixed_radix(writer);
    powers(writer);
    ands(writer);
}

/// `y < v  =>  y*w + w <= v*w` for `w >= 0`, for each pair of products with the factor `w`, and symmetrically.
fn mixed_radix(writer: &mut Writer<'_>) {
    let products = std::mem::take(&mut writer.products);
    let mut lemmas: Vec<String> = Vec::new();
    let mut done: FxHashSet<(String, String, String)> = FxHashSet::default();
    'pairs: for (i, left) in products.iter().enumerate() {
        for right in &products[..i] {
            let common = common(&left.factors, &right.factors);
            if common.is_empty() {
                continue;
            }
            let (y, v) = (without(&left.factors, &common), without(&right.factors, &common));
            if y == v {
                continue;
            }
            let (w, y, v) = (nary("*", &common, "1"), nary("*", &y, "1"), nary("*", &v, "1"));
            if !done.insert((w.clone(), y.clone(), v.clone())) {
                continue;
            }
            let positive = common.iter().all(|f| writer.ranges.get(f).is_some_and(|r| r.is_at_least(0)));
            let guard = |order: String| if positive { order } else { format!("(and (<= 0 {w}) {order})") };
            for (a, b, p, q) in [(&y, &v, left, right), (&v, &y, right, left)] {
                lemmas.push(format!(
                    "(assert (=> {} (<= (+ {} {w}) {})))",
                    guard(format!("(< {a} {b})")),
                    p.text,
                    q.text
                ));
            }
            if lemmas.len() >= 2 * MAX_PRODUCT_PAIRS.get() {
                break 'pairs;
            }
        }
    }
    for lemma in lemmas {
        writer.line(&lemma);
    }
    writer.products = products;
}

fn common(a: &[String], b: &[String]) -> Vec<String> {
    let mut rest = b.to_vec();
    let mut common = Vec::new();
    for factor in a {
        if let Some(position) = rest.iter().position(|f| f == factor) {
            rest.remove(position);
            common.push(factor.clone());
        }
    }
    common
}

fn without(factors: &[String], remove: &[String]) -> Vec<String> {
    let mut rest = factors.to_vec();
    for factor in remove {
        if let Some(position) = rest.iter().position(|f| f == factor) {
            rest.remove(position);
        }
    }
    rest
}

/// `2^e` is positive; its value for small exponents; it doubles, grows and divides.
fn powers(writer: &mut Writer<'_>) {
    let powers = writer.powers.clone();
    // The next power, too, is a number of 127 bits.
    let most = MAX_EXPONENT.get().min(125);
    for (t, e) in &powers {
        let p = format!("(pow2 {e})");
        writer.line(&format!("(assert (<= 1 {p}))"));
        let range = writer.terms.range(*t).intersect(Range::new(0, most));
        let (lo, hi) = (range.lo.unwrap_or(0), range.hi.unwrap_or(most));
        for exponent in lo..=hi {
            writer.line(&format!("(assert (=> (= {e} {exponent}) (= {p} {})))", 1i128 << exponent));
        }
        if !writer.terms.range(*t).is_at_most(most) {
            writer.line(&format!("(assert (=> (< {most} {e}) (<= {} {p})))", 1i128 << (most + 1)));
        }
        writer.line(&format!("(assert (=> (<= 0 {e}) (< {e} {p})))"));
    }
    for (i, (_, e)) in powers.iter().take(MAX_POWERS.get()).enumerate() {
        for (j, (_, d)) in powers[..i].iter().enumerate() {
            let (p, q) = (format!("(pow2 {e})"), format!("(pow2 {d})"));
            let k = format!("k{i}_{j}");
            writer.line(&format!("(declare-fun {k} () Int)"));
            for (e, d, p, q) in [(e, d, &p, &q), (d, e, &q, &p)] {
                writer.line(&format!("(assert (=> (and (<= 0 {e}) (< {e} {d})) (and (<= (* 2 {p}) {q}) (= {q} (* {k} {p})) (<= 2 {k}))))"));
                writer.line(&format!("(assert (=> (and (<= 0 {e}) (= {d} (+ {e} 1))) (= {q} (* 2 {p}))))"));
            }
        }
    }
}

/// Bounds, signs, neutral elements, the lowest bit, and that `x ^ c` is injective in `x`.
fn ands(writer: &mut Writer<'_>) {
    let ands = writer.ands.clone();
    for &(a, b) in &ands {
        let (x, y) = (writer.name(a), writer.name(b));
        let and = format!("(band {x} {y})");
        let range = writer.terms.range(a).and_bits(writer.terms.range(b));
        writer.assert_range(&and, range);
        for (x, y) in [(&x, &y), (&y, &x)] {
            writer.line(&format!("(assert (=> (<= 0 {x}) (and (<= 0 {and}) (<= {and} {x}))))"));
            writer.line(&format!("(assert (=> (= {x} 0) (= {and} 0)))"));
            writer.line(&format!("(assert (=> (= {x} (- 1)) (= {and} {y})))"));
            // A single bit of the other operand.
            for bit in 0..=10 {
                let power = 1i128 << bit;
                writer.line(&format!("(assert (=> (= {x} {power}) (= {and} (* {power} (mod (div {y} {power}) 2)))))"));
                writer.line(&format!("(assert (=> (= {x} {}) (= {and} (mod {y} {power}))))", numeral(power - 1)));
            }
        }
        writer
            .line(&format!("(assert (=> (and (< {x} 0) (< {y} 0)) (and (< {and} 0) (<= {and} {x}) (<= {and} {y}))))"));
        writer.line(&format!("(assert (=> (= {x} {y}) (= {and} {x})))"));
        writer.line(&format!("(assert (= (mod {and} 2) (ite (and (= (mod {x} 2) 1) (= (mod {y} 2) 1)) 1 0)))"));
    }
    for (i, &(a, b)) in ands.iter().take(MAX_ANDS.get()).enumerate() {
        for &(c, d) in &ands[..i] {
            let [x, y, u, v] = [a, b, c, d].map(|t| writer.name(t));
            let xor = |x: &str, y: &str| format!("(- (+ {x} {y}) (* 2 (band {x} {y})))");
            let equal = format!("(= {} {})", xor(&x, &y), xor(&u, &v));
            // p ^ q = r ^ s and q = s imply p = r, for every way to pair the operands.
            for (p, q, r, s) in [(&x, &y, &u, &v), (&x, &y, &v, &u), (&y, &x, &u, &v), (&y, &x, &v, &u)] {
                writer.line(&format!("(assert (=> (and (= {q} {s}) {equal}) (= {p} {r})))"));
            }
        }
    }
}
