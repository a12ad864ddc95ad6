//! Digits of dividends decide whether addresses differ: examples, and random conjunctions against all values.

use super::*;
use crate::digits::refute;
use proptest::prelude::*;
use wp_logic::Value;

const EXTENT: Range = Range { lo: Some(1), hi: Some((1 << 31) - 1) };

/// Two threads of one block, `i` of each, and that they differ.
struct Pair {
    terms: Terms,
    numbers: [TermId; 2],
    facts: Vec<TermId>,
}

fn pair() -> Pair {
    let mut terms = Terms::new();
    let [block, size] = [("blockIdx.x", (1 << 31) - 2), ("blockDim.x", 1024)]
        .map(|(name, most)| terms.sym(name, Sort::Int, Class::Launch, Range::new(i128::from(most == 1024), most)));
    let first = terms.mul(size, block);
    let threads = ["threadIdx.x", "threadIdx.x'"].map(|n| terms.sym(n, Sort::Int, Class::Thread, Range::new(0, 1023)));
    let numbers = threads.map(|t| terms.add(first, t));
    let mut facts: Vec<TermId> = threads.iter().map(|&t| terms.lt(t, size)).collect();
    facts.push(terms.ne(threads[0], threads[1]));
    Pair { terms, numbers, facts }
}

fn extents<const N: usize>(terms: &mut Terms, names: [&str; N]) -> [TermId; N] {
    names.map(|n| terms.sym(n, Sort::Int, Class::Launch, EXTENT))
}

fn row_major(terms: &mut Terms, digits: &[TermId], extents: &[TermId]) -> TermId {
    let mut sum = digits[0];
    for (&digit, &extent) in digits[1..].iter().zip(extents) {
        let scaled = terms.mul(sum, extent);
        sum = terms.add(scaled, digit);
    }
    sum
}

#[test]
fn flat_indices_taken_apart_and_permuted_differ() {
    let Pair { mut terms, numbers, mut facts } = pair();
    let [c, h, w] = extents(&mut terms, ["C", "H", "W"]);
    let addresses = numbers.map(|i| {
        // x = i % W, y = i / W % H, k = i / (W*H) % C, n = i / (W*H*C)
        let x = terms.modulo(i, w);
        let rows = terms.div(i, w);
        let y = terms.modulo(rows, h);
        let plane = terms.mul(w, h);
        let planes = terms.div(i, plane);
        let k = terms.modulo(planes, c);
        let volume = terms.mul(plane, c);
        let n = terms.div(i, volume);
        row_major(&mut terms, &[n, y, x, k], &[h, w, c])
    });
    facts.push(terms.eq(addresses[0], addresses[1]));
    assert!(refute(&mut terms, &facts));
}

#[test]
fn flat_indices_of_known_extents_are_permuted_too() {
    // 256 threads a block, of other and of the same blocks, and matrices of 24*42*20*32 and 6*10*12 elements.
    for (extents, same_block) in [([24, 42, 20, 32], false), ([24, 42, 20, 32], true), ([7, 6, 10, 12], false)] {
        let mut terms = Terms::new();
        let blocks: i128 = (extents.iter().product::<i128>() + 255) / 256;
        let of = |terms: &mut Terms, name: &str, most| terms.sym(name, Sort::Int, Class::Thread, Range::new(0, most));
        let block = ["blockIdx.x", "blockIdx.x'"].map(|n| of(&mut terms, n, blocks - 1));
        let blocks = if same_block { [block[0]; 2] } else { block };
        let threads = ["threadIdx.x", "threadIdx.x'"].map(|n| of(&mut terms, n, 255));
        let numbers = [0, 1].map(|i| {
            let first = terms.scale(256, blocks[i]);
            terms.add(first, threads[i])
        });
        let [d1, d2, d3, d4] = extents.map(|n| terms.int(n));
        let sizes = [d2, d3, d4].map(|d| terms.as_int(d).unwrap());
        let (low, middle, high) = (sizes[2], sizes[2] * sizes[1], sizes[2] * sizes[1] * sizes[0]);
        let mut facts = Vec::new();
        let addresses = numbers.map(|i| {
            let most = terms.int(extents.iter().product());
            facts.push(terms.lt(i, most));
            let [low, middle, high] = [low, middle, high].map(|n| terms.int(n));
            let (x1, x2, x3) = (terms.div(i, high), terms.div(i, middle), terms.div(i, low));
            let (i1, i2, i3, i4) =
                (terms.modulo(x1, d1), terms.modulo(x2, d2), terms.modulo(x3, d3), terms.modulo(i, d4));
            row_major(&mut terms, &[i4, i3, i1, i2], &[d3, d1, d2])
        });
        let distinct = if same_block { threads } else { block };
        facts.push(terms.ne(distinct[0], distinct[1]));
        facts.push(terms.eq(addresses[0], addresses[1]));
        assert!(refute(&mut terms, &facts), "{extents:?} {same_block}");
    }
}

#[test]
fn remainders_by_subtraction_are_slices() {
    let Pair { mut terms, numbers, mut facts } = pair();
    let [h, w] = extents(&mut terms, ["H", "W"]);
    let addresses = numbers.map(|i| {
        // c = i / (H*W), r = i - c*H*W, y = r / W, x = r - y*W
        let plane = terms.mul(h, w);
        let c = terms.div(i, plane);
        let before = terms.mul(c, plane);
        let rest = terms.sub(i, before);
        let y = terms.div(rest, w);
        let row = terms.mul(y, w);
        let x = terms.sub(rest, row);
        row_major(&mut terms, &[c, x, y], &[w, h])
    });
    facts.push(terms.eq(addresses[0], addresses[1]));
    assert!(refute(&mut terms, &facts));
}

#[test]
fn divisors_may_be_quotients() {
    let Pair { mut terms, numbers, mut facts } = pair();
    let [heads, width] = extents(&mut terms, ["heads", "width"]);
    let two = terms.int(2);
    let half = terms.div(width, two);
    facts.push(terms.lt(two, width));
    let conjunction = terms.and(&facts);
    // Each index is t, h, d with d = i % half, h = i / half % heads, t = i / (half*heads).
    let parts = numbers.map(|i| {
        let d = terms.modulo(i, half);
        let rows = terms.div(i, half);
        let h = terms.modulo(rows, heads);
        let plane = terms.mul(half, heads);
        [terms.div(i, plane), h, d]
    });
    let addresses = parts.map(|[t, h, d]| row_major(&mut terms, &[h, t, d], &[width, half]));
    let same = terms.eq(addresses[0], addresses[1]);
    let facts = [conjunction, same];
    assert!(!refute(&mut terms, &facts), "t may be as great as the width");
    let addresses = parts.map(|[t, h, d]| row_major(&mut terms, &[t, d, h], &[half, heads]));
    let same = terms.eq(addresses[0], addresses[1]);
    let conjunction = crate::slice::members(&terms, conjunction);
    let facts = [&conjunction[..], &[same]].concat();
    let facts = crate::simplify::simplify(&mut terms, &facts).map_or(facts, |s| s.conjuncts);
    assert!(refute(&mut terms, &facts));
}

#[test]
fn the_guard_of_a_flat_index_bounds_its_highest_digit() {
    let Pair { mut terms, numbers, mut facts } = pair();
    let [c, h, w] = extents(&mut terms, ["C", "H", "W"]);
    let plane = terms.mul(h, w);
    let volume = terms.mul(c, plane);
    facts.extend(numbers.map(|i| terms.lt(i, volume)));
    // From (k*H + y)*W + x to (x*H + y)*C + k, which is one to one only as k < C.
    let addresses = numbers.map(|i| {
        let x = terms.modulo(i, w);
        let rows = terms.div(i, w);
        let y = terms.modulo(rows, h);
        let k = terms.div(i, plane);
        row_major(&mut terms, &[x, y, k], &[h, c])
    });
    let same = terms.eq(addresses[0], addresses[1]);
    assert!(!refute(&mut terms, &[facts[0], facts[1], facts[2], same]), "without the guard");
    facts.push(same);
    assert!(refute(&mut terms, &facts));
}

#[test]
fn the_guard_bounds_the_sign_of_an_extent() {
    let Pair { mut terms, numbers, mut facts } = pair();
    let [w] = extents(&mut terms, ["W"]);
    let h = terms.sym("H", Sort::Int, Class::Launch, Range::new(-(1 << 31), (1 << 31) - 1));
    // As W stands for the opposite number of a negative extent, H is negative.
    let product = terms.mul(w, h);
    let product = terms.scale(-1, product);
    facts.extend(numbers.map(|i| terms.lt(i, product)));
    let addresses = numbers.map(|i| {
        let x = terms.modulo(i, w);
        let y = terms.div(i, w);
        let row = terms.mul(x, h);
        terms.sub(row, y)
    });
    facts.push(terms.eq(addresses[0], addresses[1]));
    assert!(refute(&mut terms, &facts));
}

#[test]
fn a_guard_does_not_hide_digits() {
    let Pair { mut terms, numbers, mut facts } = pair();
    let [n, c, h, w] = extents(&mut terms, ["N", "C", "H", "W"]);
    let plane = terms.mul(w, h);
    let volume = terms.mul(plane, c);
    let whole = terms.mul(volume, n);
    facts.extend(numbers.map(|i| terms.lt(i, whole)));
    let addresses = numbers.map(|i| {
        let x = terms.modulo(i, w);
        let rows = terms.div(i, w);
        let y = terms.modulo(rows, h);
        let planes = terms.div(i, plane);
        let k = terms.modulo(planes, c);
        let image = terms.div(i, volume);
        row_major(&mut terms, &[image, y, x, k], &[h, w, c])
    });
    facts.push(terms.eq(addresses[0], addresses[1]));
    assert!(refute(&mut terms, &facts));
}

#[test]
fn a_lost_digit_is_not_refuted() {
    let Pair { mut terms, numbers, mut facts } = pair();
    let [h, w] = extents(&mut terms, ["H", "W"]);
    let addresses = numbers.map(|i| {
        let x = terms.modulo(i, w);
        let rows = terms.div(i, w);
        let y = terms.modulo(rows, h);
        row_major(&mut terms, &[y, x], &[w])
    });
    facts.push(terms.eq(addresses[0], addresses[1]));
    assert!(!refute(&mut terms, &facts));
}

#[test]
fn signs_of_extents_are_cases() {
    let Pair { mut terms, numbers, mut facts } = pair();
    let any = Range::new(-(1 << 31), (1 << 31) - 1);
    let [c, h, w] = ["C", "H", "W"].map(|n| terms.sym(n, Sort::Int, Class::Launch, any));
    let zero = terms.int(0);
    let addresses = numbers.map(|i| {
        let x = terms.rem_trunc(i, w);
        let rows = terms.div_trunc(i, w);
        let y = terms.rem_trunc(rows, h);
        let plane = terms.mul(w, h);
        let planes = terms.div_trunc(i, plane);
        let k = terms.rem_trunc(planes, c);
        let volume = terms.mul(plane, c);
        let n = terms.div_trunc(i, volume);
        for divisor in [w, h, plane, c, volume] {
            let fact = terms.ne(divisor, zero);
            facts.push(fact);
        }
        row_major(&mut terms, &[n, y, x, k], &[h, w, c])
    });
    facts.push(terms.eq(addresses[0], addresses[1]));
    let conjunction = terms.and(&facts);
    let facts = crate::slice::members(&terms, conjunction);
    let facts = crate::simplify::simplify(&mut terms, &facts).map_or(facts, |s| s.conjuncts);
    let mut leaves = crate::cases::Leaves::of(&mut terms, &facts).expect("cases");
    let open = leaves.next_open(&mut terms);
    for t in open.iter().flatten() {
        eprintln!("  | {}", terms.display(*t));
    }
    assert!(open.is_none());
}

/// A quotient or remainder of `i`, or of one of those before it, by `w`, `h`, their product or a constant.
fn operation(terms: &mut Terms, known: &[TermId], extents: [TermId; 2], (op, of, by): (u8, usize, u8)) -> TermId {
    let number = known[of % known.len()];
    let divisor = match by % 5 {
        0 => extents[0],
        1 => extents[1],
        2 => terms.mul(extents[0], extents[1]),
        3 => terms.int(2),
        _ => terms.scale(3, extents[0]),
    };
    match op % 4 {
        0 => terms.div(number, divisor),
        1 => terms.modulo(number, divisor),
        2 => {
            // What the quotient leaves.
            let quotient = terms.div(number, divisor);
            let multiple = terms.mul(quotient, divisor);
            terms.sub(number, multiple)
        }
        _ => {
            let one = terms.int(1);
            let next = terms.add(number, one);
            terms.div(next, divisor)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Two numbers that are said to have different addresses have them, for all extents.
    #[test]
    fn refuted_conjunctions_have_no_solution(
        operations in proptest::collection::vec((0u8..4, 0usize..8, 0u8..5), 1..5),
        weights in proptest::collection::vec((0usize..8, 0u8..4), 1..5),
        least in 0i128..2,
        guard in proptest::option::of((0usize..4, -1i128..2)),
    ) {
        let mut terms = Terms::new();
        let extents = ["w", "h"].map(|n| terms.sym(n, Sort::Int, Class::Launch, Range::new(1, 4)));
        let numbers = ["i", "j"].map(|n| terms.sym(n, Sort::Int, Class::Thread, Range::new(-least * 5, 25)));
        let addresses = numbers.map(|i| {
            let mut known = vec![i];
            for &of in &operations {
                let next = operation(&mut terms, &known, extents, of);
                known.push(next);
            }
            let mut sum = terms.int(0);
            for &(of, weight) in &weights {
                let extent = match weight {
                    0 => terms.int(1),
                    1 => extents[0],
                    2 => extents[1],
                    _ => terms.mul(extents[0], extents[1]),
                };
                let scaled = terms.mul(sum, extent);
                sum = terms.add(scaled, known[of % known.len()]);
            }
            sum
        });
        let mut facts = vec![terms.ne(numbers[0], numbers[1]), terms.eq(addresses[0], addresses[1])];
        let whole = terms.mul(extents[0], extents[1]);
        let limit = guard.map(|(which, more)| {
            let square = terms.mul(extents[1], extents[1]);
            let product = [extents[0], whole, square, terms.mul(whole, extents[0])][which];
            let more = terms.int(more);
            terms.add(product, more)
        });
        if let Some(limit) = limit {
            facts.extend(numbers.map(|i| terms.lt(i, limit)));
        }
        if refute(&mut terms, &facts) {
            for (w, h) in (1..=4).flat_map(|w| (1..=4).map(move |h| (w, h))) {
                let mut seen: FxHashMap<Value, i128> = FxHashMap::default();
                for i in -least * 5..=25 {
                    let value = |t: TermId| {
                        terms.eval(t, &mut |f, _| {
                            Some(Value::Int(match &*terms.func_info(f).name {
                                "w" => w,
                                "h" => h,
                                _ => i,
                            }))
                        })
                    };
                    if limit.and_then(value).is_some_and(|limit| Value::Int(i) >= limit) {
                        continue;
                    }
                    let address = value(addresses[0]);
                    let earlier = address.and_then(|address| seen.insert(address, i));
                    prop_assert!(earlier.is_none(), "w = {w}, h = {h}: {earlier:?} and {i}");
                }
            }
        }
    }
}
