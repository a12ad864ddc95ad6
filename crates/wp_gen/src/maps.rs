//! Index maps that give different threads different elements: what race-free kernels write through.

use crate::build::{add, and, div, int, mul, rem, shl, sub, wrap, xor};
use crate::program::{Expr, Wrap};
use crate::rng::Rng;

/// An injective map from ids `0..count` (times slots `0..slots`) into `0..size`.
#[derive(Clone, PartialEq, Debug)]
pub enum Map {
    /// `id * mul + add`
    Affine(i64, i64),
    /// `top - id`
    Reverse(i64),
    /// `id ^ mask`; the count is a power of two
    Flip(i64),
    /// `(id + shift) % count`
    Rotate(i64),
    /// `(id + variable) % count`
    RotateBy(String),
    /// Even and odd ids exchanged; the count is even
    Swap,
    /// `(id % 2) * (count / 2) + id / 2`; the count is even
    Halves,
    /// `id * factor % count`, with a factor that has no common divisor with the count
    Scatter(i64),
    /// `id * slots + slot`
    Tile(i64),
    /// `slot * count + id`
    Stride(i64),
}

impl Map {
    /// A map that fits.
    pub fn choose(rng: &mut Rng, count: i64, size: i64, variables: &[String]) -> Map {
        loop {
            let map = match rng.below(14) {
                0..=2 => Map::Affine(1, 0),
                3 => Map::Affine(rng.within(2, 3), rng.within(0, 3)),
                4 => Map::Affine(1, rng.within(0, 5)),
                5 => Map::Reverse(count - 1 + rng.within(0, 2)),
                6 => Map::Flip(rng.within(1, count.max(2) - 1)),
                7 => Map::Rotate(rng.within(1, 5)),
                8 if !variables.is_empty() => Map::RotateBy(rng.pick(variables).clone()),
                9 => Map::Swap,
                10 => Map::Halves,
                11 => Map::Scatter(*rng.pick(&[3, 5, 7])),
                12 => Map::Tile(rng.within(2, 4)),
                _ => Map::Stride(rng.within(2, 4)),
            };
            if map.fits(count, size) {
                return map;
            }
        }
    }

    fn fits(&self, count: i64, size: i64) -> bool {
        let in_range = count <= size;
        match self {
            Map::Affine(factor, offset) => factor * (count - 1) + offset < size,
            Map::Reverse(top) => *top < size,
            Map::Flip(mask) => count.count_ones() == 1 && *mask < count && in_range,
            Map::Rotate(_) | Map::RotateBy(_) => in_range,
            Map::Swap | Map::Halves => count % 2 == 0 && in_range,
            Map::Scatter(factor) => gcd(*factor, count) == 1 && in_range,
            Map::Tile(slots) | Map::Stride(slots) => slots * count <= size,
        }
    }

    /// Elements per id.
    pub fn slots(&self) -> i64 {
        match self {
            Map::Tile(slots) | Map::Stride(slots) => *slots,
            _ => 1,
        }
    }

    /// The index of an id; `slot` lies in `0..slots`.
    pub fn apply(&self, rng: &mut Rng, id: Expr, count: Expr, number: i64, slot: Expr) -> Expr {
        let halves = rng.chance(50);
        match self {
            Map::Affine(1, 0) => id,
            Map::Affine(1, offset) => add(id, int(*offset)),
            Map::Affine(2, 0) if halves => shl(id, int(1)),
            Map::Affine(factor, offset) if halves => add(int(*offset), mul(int(*factor), id)),
            Map::Affine(factor, offset) => add(mul(id, int(*factor)), int(*offset)),
            Map::Reverse(top) => sub(int(*top), id),
            Map::Flip(mask) => xor(id, int(*mask)),
            Map::Rotate(shift) => rem(add(id, int(*shift)), count),
            Map::RotateBy(variable) => rem(add(id, Expr::Var(variable.clone())), count),
            Map::Swap if halves => add(sub(id.clone(), rem(id.clone(), int(2))), sub(int(1), and(id, int(1)))),
            Map::Swap => add(mul(div(id.clone(), int(2)), int(2)), sub(int(1), rem(id, int(2)))),
            Map::Halves => add(mul(and(id.clone(), int(1)), int(number / 2)), div(id, int(2))),
            Map::Scatter(factor) => wrap(Wrap::Plain, mul(id, int(*factor)), number),
            Map::Tile(slots) => add(mul(id, int(*slots)), slot),
            Map::Stride(_) => add(mul(slot, count), id),
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 {
        a
    } else {
        gcd(b, a % b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Op;
    use std::collections::BTreeSet;

    fn eval(expr: &Expr, id: i64, n: i64) -> i64 {
        match expr {
            Expr::Int(value) => *value,
            Expr::Var(name) => {
                if name == "id" {
                    id
                } else {
                    n
                }
            }
            Expr::Bin(op, a, b) => {
                let (a, b) = (eval(a, id, n), eval(b, id, n));
                match op {
                    Op::Add => a + b,
                    Op::Sub => a - b,
                    Op::Mul => a * b,
                    Op::Div => a / b,
                    Op::Rem => a % b,
                    Op::And => a & b,
                    Op::Xor => a ^ b,
                    Op::Shl => a << b,
                    other => panic!("maps do not use {other:?}"),
                }
            }
            Expr::Wrap(_, a, size) => eval(a, id, n) % i64::from(*size),
            other => panic!("maps do not use {other:?}"),
        }
    }

    #[test]
    fn maps_are_injective_and_in_range() {
        let mut rng = Rng::new(7);
        for _ in 0..3000 {
            let count = rng.within(1, 12);
            let size = count * rng.within(1, 4);
            let map = Map::choose(&mut rng, count, size, &["n".to_owned()]);
            let n = rng.within(0, 5);
            let mut seen = BTreeSet::new();
            for slot in 0..map.slots() {
                for id in 0..count {
                    let id_expr = Expr::Var("id".to_owned());
                    let index = map.apply(&mut rng, id_expr, int(count), count, int(slot));
                    let index = eval(&index, id, n);
                    assert!((0..size).contains(&index), "{map:?} of {count} in {size}");
                    assert!(seen.insert(index), "{map:?} of {count} repeats {index}");
                }
            }
        }
    }
}
