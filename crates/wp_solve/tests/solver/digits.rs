//! Addresses as kernels write them, decided without a solver; and races that must stay open.

use crate::common::{digits_only, Pair};
use wp_logic::{Range, TermId};
use wp_solve::{Answer, Method};

fn refuted(p: &mut Pair, mine: TermId, theirs: TermId) {
    let answer = p.check(&mut digits_only(), mine, theirs);
    assert!(matches!(answer, Answer::Unsat(Method::Digits | Method::Structural)), "{answer:?}");
}

fn open(p: &mut Pair, mine: TermId, theirs: TermId) {
    let answer = p.check(&mut digits_only(), mine, theirs);
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
}

/// `row * width + column`
fn cell(p: &mut Pair, row: TermId, width: TermId, column: TermId) -> TermId {
    let base = p.t.mul(row, width);
    p.t.add(base, column)
}

#[test]
fn global_index() {
    for same_block in [false, true] {
        let mut p = Pair::new(same_block);
        p.dims(1);
        let i = p.global(0);
        refuted(&mut p, i, i);
    }
}

#[test]
fn neighbours_stay_open() {
    let mut p = Pair::new(true);
    p.dims(1);
    let one = p.t.int(1);
    let i = p.global(0);
    let next = p.t.add(i, one);
    open(&mut p, i, next);
}

#[test]
fn image_with_guard() {
    for same_block in [false, true] {
        let mut p = Pair::new(same_block);
        p.dims(2);
        let width = p.param("width", -0x8000_0000, 0x7fff_ffff);
        let (x, y) = (p.global(0), p.global(1));
        let inside = p.t.lt(x, width);
        p.fact(inside);
        let i = cell(&mut p, y, width, x);
        refuted(&mut p, i, i);
    }
}

#[test]
fn image_without_guard_stays_open() {
    let mut p = Pair::new(false);
    p.dims(2);
    let width = p.param("width", 1, 0x7fff_ffff);
    let (x, y) = (p.global(0), p.global(1));
    let i = cell(&mut p, y, width, x);
    open(&mut p, i, i);
}

#[test]
fn volume_with_guards() {
    for same_block in [false, true] {
        let mut p = Pair::new(same_block);
        let (w, h) = (p.param("w", 0, 0x7fff_ffff), p.param("h", 0, 0x7fff_ffff));
        let (x, y, z) = (p.global(0), p.global(1), p.global(2));
        for (a, b) in [(x, w), (y, h)] {
            let inside = p.t.lt(a, b);
            p.fact(inside);
        }
        let plane = cell(&mut p, z, h, y);
        let i = cell(&mut p, plane, w, x);
        refuted(&mut p, i, i);
    }
}

#[test]
fn tile_of_the_block_with_padding() {
    let mut p = Pair::new(true);
    p.dims(2);
    let one = p.t.int(1);
    let pitch = p.t.add(p.dim[0], one);
    let (x, y) = (p.tid[0], p.tid[1]);
    let i = cell(&mut p, y, pitch, x);
    refuted(&mut p, i, i);
    // Constant tiles.
    let mut p = Pair::new(true);
    p.dims(2);
    let (sixteen, seventeen) = (p.t.int(16), p.t.int(17));
    let equal = p.t.eq(p.dim[0], sixteen);
    p.fact(equal);
    let (x, y) = (p.tid[0], p.tid[1]);
    let i = cell(&mut p, y, seventeen, x);
    refuted(&mut p, i, i);
    let fifteen = p.t.int(15);
    let i = cell(&mut p, y, fifteen, x);
    open(&mut p, i, i);
}

#[test]
fn grid_stride() {
    let mut p = Pair::new(false);
    p.dims(1);
    let k = p.private("k", 0, 0x7fff_ffff);
    let stride = p.t.mul(p.grid[0], p.dim[0]);
    let step = p.t.mul(k, stride);
    let i = p.global(0);
    let i = p.t.add(i, step);
    refuted(&mut p, i, i);
    // A stride that is too small.
    let step = p.t.mul(k, p.grid[0]);
    let i = p.global(0);
    let i = p.t.add(i, step);
    open(&mut p, i, i);
}

#[test]
fn block_stride_over_rows() {
    // a[bid * n + tid + k * blockDim] with the index below n.
    let mut p = Pair::new(false);
    p.dims(1);
    let n = p.param("n", 0, 0x7fff_ffff);
    let k = p.private("k", 0, 0x7fff_ffff);
    let (dim, tid) = (p.dim[0], p.tid[0]);
    let column = cell(&mut p, k, dim, tid);
    let inside = p.t.lt(column, n);
    p.fact(inside);
    let bid = p.bid[0];
    let i = cell(&mut p, bid, n, column);
    refuted(&mut p, i, i);
}

#[test]
fn interleaved_reduction() {
    // if (tid % (2*s) == 0) sdata[tid] += sdata[tid + s]
    let mut p = Pair::new(true);
    p.dims(1);
    let e = p.param("e", 0, 9);
    let s = p.t.pow2(e);
    let double = p.t.scale(2, s);
    let rest = p.t.modulo(p.tid[0], double);
    let zero = p.t.int(0);
    let active = p.t.eq(rest, zero);
    p.fact(active);
    let i = p.tid[0];
    let partner = p.t.add(i, s);
    refuted(&mut p, i, partner);
}

#[test]
fn strided_index_reduction() {
    // index = 2*s*tid; if (index < blockDim) sdata[index] += sdata[index + s]
    let mut p = Pair::new(true);
    p.dims(1);
    let s = p.param("s", 0, 0x7fff_ffff);
    let one = p.t.int(1);
    let positive = p.t.ge(s, one);
    p.fact(positive);
    let index = p.t.mul(p.tid[0], s);
    let index = p.t.scale(2, index);
    let partner = p.t.add(index, s);
    refuted(&mut p, index, partner);
    refuted(&mut p, index, index);
}

#[test]
fn sequential_reduction() {
    // if (tid < s) sdata[tid] += sdata[tid + s]
    let mut p = Pair::new(true);
    p.dims(1);
    let s = p.param("s", -0x8000_0000, 0x7fff_ffff);
    let tid = p.tid[0];
    let partner = p.t.add(tid, s);
    open(&mut p, tid, partner);
    let active = p.t.lt(tid, s);
    p.fact(active);
    refuted(&mut p, tid, partner);
}

#[test]
fn tree_scan() {
    // ai = offset*(2*tid+1)-1, bi = offset*(2*tid+2)-1
    let mut p = Pair::new(true);
    p.dims(1);
    let e = p.param("e", 0, 9);
    let offset = p.t.pow2(e);
    let (one, two) = (p.t.int(1), p.t.int(2));
    let double = p.t.scale(2, p.tid[0]);
    let mut end = |k: TermId| {
        let factor = p.t.add(double, k);
        let product = p.t.mul(offset, factor);
        p.t.sub(product, one)
    };
    let (ai, bi) = (end(one), end(two));
    refuted(&mut p, ai, bi);
    refuted(&mut p, ai, ai);
    refuted(&mut p, bi, bi);
}

#[test]
fn transpose() {
    // out[x * height + y] with the roles of the blocks exchanged.
    for same_block in [false, true] {
        let mut p = Pair::new(same_block);
        p.dims(2);
        let tile = p.t.int(16);
        for d in [p.dim[0], p.dim[1]] {
            let equal = p.t.eq(d, tile);
            p.fact(equal);
        }
        let height = p.param("height", 0, 0x7fff_ffff);
        let (by, bx, ty, tx) = (p.bid[1], p.bid[0], p.tid[1], p.tid[0]);
        let x = cell(&mut p, by, tile, tx);
        let y = cell(&mut p, bx, tile, ty);
        let inside = p.t.lt(x, height);
        p.fact(inside);
        let i = cell(&mut p, y, height, x);
        refuted(&mut p, i, i);
    }
}

#[test]
fn linear_index_split_by_division() {
    // i = bid*dim + tid; a[(i / w) * pitch + i % w] with w <= pitch
    let mut p = Pair::new(false);
    p.dims(1);
    let (w, pitch) = (p.param("w", 1, 1 << 16), p.param("pitch", 1, 1 << 16));
    let fits = p.t.le(w, pitch);
    p.fact(fits);
    let i = p.global(0);
    let (row, column) = (p.t.div(i, w), p.t.modulo(i, w));
    let a = cell(&mut p, row, pitch, column);
    refuted(&mut p, a, a);
}

#[test]
fn several_elements_a_thread() {
    // a[4*i + c] for c in 0..4, as one symbol each and as constants.
    let mut p = Pair::new(false);
    p.dims(1);
    let c = p.private("c", 0, 3);
    let i = p.global(0);
    let four = p.t.int(4);
    let a = cell(&mut p, i, four, c);
    refuted(&mut p, a, a);
    let (one, three) = (p.t.int(1), p.t.int(3));
    let (a, b) = (cell(&mut p, i, four, one), cell(&mut p, i, four, three));
    refuted(&mut p, a, b);
    let c = p.private("c", 0, 4);
    let a = cell(&mut p, i, four, c);
    open(&mut p, a, a);
}

#[test]
fn bytes_of_elements() {
    // 8-byte elements written at byte offset o, read as 4-byte halves.
    let mut p = Pair::new(false);
    p.dims(1);
    let i = p.global(0);
    let byte = p.t.scale(8, i);
    let (c, d) = (p.private("c", 0, 7), p.private("d", 0, 7));
    let (mine, theirs) = (p.t.add(byte, c), p.t.add(byte, d));
    refuted(&mut p, mine, theirs);
}

#[test]
fn in_bounds() {
    let mut p = Pair::new(false);
    p.dims(2);
    let (w, h) = (p.param("w", 0, 0x7fff_ffff), p.param("h", 0, 0x7fff_ffff));
    let (x, y) = (p.global(0), p.global(1));
    for (a, b) in [(x, w), (y, h)] {
        let inside = p.t.lt(a, b);
        p.fact(inside);
    }
    let i = cell(&mut p, y, w, x);
    let extent = p.t.mul(w, h);
    let outside = p.t.ge(i, extent);
    let mut conjuncts = p.facts.clone();
    conjuncts.push(outside);
    assert!(digits_only().check(&mut p.t, &conjuncts).is_unsat());
    // One row too many.
    let one = p.t.int(1);
    let below = p.t.add(y, one);
    let i = cell(&mut p, below, w, x);
    *conjuncts.last_mut().unwrap() = p.t.ge(i, extent);
    assert!(matches!(digits_only().check(&mut p.t, &conjuncts), Answer::Unknown(_)));
}

#[test]
fn chosen_side_of_a_condition() {
    // i = b ? 2*tid : 2*tid + 1 for a shared b.
    let mut p = Pair::new(true);
    p.dims(1);
    let b = p.param("b", 0, 1);
    let (one, two) = (p.t.int(1), p.t.int(2));
    let even = p.t.mul(p.tid[0], two);
    let odd = p.t.add(even, one);
    let condition = p.t.eq(b, one);
    let i = p.t.ite(condition, odd, even);
    refuted(&mut p, i, i);
    let own = p.private("own", 0, 1);
    let condition = p.t.eq(own, one);
    let i = p.t.ite(condition, odd, even);
    refuted(&mut p, i, i);
    let i = p.t.ite(condition, odd, p.tid[0]);
    open(&mut p, i, i);
}

#[test]
fn blocks_over_a_declared_grid() {
    let mut p = Pair::new(false);
    p.dims(1);
    let stride = p.t.mul(p.grid[0], p.dim[0]);
    p.t.assume_range(stride, Range::new(1, 0x7fff_ffff));
    let k = p.private("k", 0, 0x7fff_ffff);
    let step = p.t.mul(k, stride);
    let i = p.global(0);
    let i = p.t.add(i, step);
    refuted(&mut p, i, i);
}

#[test]
fn quotient_and_remainder_of_one_number() {
    for same_block in [false, true] {
        let mut p = Pair::new(same_block);
        p.dims(1);
        let (x, y) = (p.private("x", 0, 255), p.private("y", 0, 0xffff));
        let mine = [p.tid[0], p.bid[0]];
        // The number is the thread's own: x + 256*y.
        for (a, b) in [(x, mine[0]), (y, mine[1])] {
            let fact = p.t.eq(a, b);
            p.fact(fact);
        }
        let high = p.t.scale(256, y);
        let number = p.t.add(high, x);
        for (divisor, width, fine) in [(175, 219, true), (175, 174, false)] {
            let divisor = p.t.int(divisor);
            let (row, column) = (p.t.div(number, divisor), p.t.modulo(number, divisor));
            let width = p.t.int(width);
            let i = cell(&mut p, row, width, column);
            if fine {
                refuted(&mut p, i, i);
            } else {
                open(&mut p, i, i);
            }
        }
    }
}

/// The work of the digit procedure counts against the budget, and a solver whose budget is spent does not start it.
#[test]
fn the_digit_procedure_is_limited_by_the_budget() {
    let mut p = Pair::new(false);
    p.dims(2);
    let width = p.param("width", 1, 0x7fff_ffff);
    let (x, y) = (p.global(0), p.global(1));
    let inside = p.t.lt(x, width);
    p.fact(inside);
    let i = cell(&mut p, y, width, x);
    let mut solver = digits_only();
    solver.set_budget(0);
    let answer = p.check(&mut solver, i, i);
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    let steps = |p: &Pair| p.t.work() - p.t.len() as u64;
    let before = steps(&p);
    refuted(&mut p, i, i);
    assert!(steps(&p) > before, "the inequalities that were looked at are counted");
}
