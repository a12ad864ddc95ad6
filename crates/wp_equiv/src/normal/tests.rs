//! The values that are equal at each level, and values that are equal at none.

use super::*;

/// A pool with inputs `x(i)`.
struct Case {
    pool: Pool,
}

impl Case {
    fn new() -> Self {
        Self { pool: Pool::default() }
    }
    fn x(&mut self, offset: i64, ty: Type) -> NodeId {
        self.pool.add(Node::Input { array: 0, offset, ty })
    }
    fn c(&mut self, ty: Type, cell: u64) -> NodeId {
        self.pool.add(Node::Const(ty, cell))
    }
    fn bin(&mut self, op: BinOp, ty: Type, a: NodeId, b: NodeId) -> NodeId {
        self.pool.add(Node::Binary(op, ty, a, b))
    }
    fn call(&mut self, name: &str, args: &[NodeId]) -> NodeId {
        self.pool.add(Node::Call(name.into(), Type::F32, args.to_vec()))
    }
    /// The strictest level at which two values have one form.
    fn level(&self, a: NodeId, b: NodeId) -> Option<Level> {
        Level::ALL.into_iter().find(|&level| {
            let mut forms = Forms::new(&self.pool, level, 1 << 20);
            forms.form(a).unwrap() == forms.form(b).unwrap()
        })
    }
}

const F: Type = Type::F32;
const I: Type = Type::I32;
const U: Type = Type::U32;

#[test]
fn swapped_and_regrouped_additions_of_floats() {
    let mut p = Case::new();
    let (a, b, c) = (p.x(0, F), p.x(4, F), p.x(8, F));
    let (ab, ba) = (p.bin(BinOp::Add, F, a, b), p.bin(BinOp::Add, F, b, a));
    assert_eq!(p.level(ab, ab), Some(Level::Bits));
    assert_eq!(p.level(ab, ba), Some(Level::Commuted));
    let bc = p.bin(BinOp::Add, F, b, c);
    let (left, right) = (p.bin(BinOp::Add, F, ab, c), p.bin(BinOp::Add, F, a, bc));
    assert_eq!(p.level(left, right), Some(Level::Real));
    let (d, e) = (p.bin(BinOp::Sub, F, a, b), p.bin(BinOp::Sub, F, b, a));
    assert_eq!(p.level(d, e), None);
}

#[test]
fn adding_zero_is_nothing_only_for_reals() {
    let mut p = Case::new();
    let (a, zero) = (p.x(0, F), p.c(F, 0));
    let sum = p.bin(BinOp::Add, F, zero, a);
    assert_eq!(p.level(sum, a), Some(Level::Real));
}

#[test]
fn integers_are_polynomials_modulo_their_width() {
    let mut p = Case::new();
    let (a, b) = (p.x(0, U), p.x(4, U));
    let two = p.c(U, 2);
    let sum = p.bin(BinOp::Add, U, a, b);
    let square = p.bin(BinOp::Mul, U, sum, sum);
    let (aa, bb, ab) = (p.bin(BinOp::Mul, U, a, a), p.bin(BinOp::Mul, U, b, b), p.bin(BinOp::Mul, U, b, a));
    let twice = p.bin(BinOp::Mul, U, two, ab);
    let outer = p.bin(BinOp::Add, U, bb, aa);
    let expanded = p.bin(BinOp::Add, U, outer, twice);
    assert_eq!(p.level(square, expanded), Some(Level::Bits));
    let one = p.c(U, 1);
    let shifted = p.bin(BinOp::Shl, U, a, one);
    let doubled = p.bin(BinOp::Add, U, a, a);
    assert_eq!(p.level(shifted, doubled), Some(Level::Bits));
    // 2^31 * 2 a = 0, but 2^31 * a is not.
    let high = p.c(U, 1 << 31);
    let (gone, there) = (p.bin(BinOp::Mul, U, high, doubled), p.bin(BinOp::Mul, U, high, a));
    let zero = p.c(U, 0);
    assert_eq!(p.level(gone, zero), Some(Level::Bits));
    assert_eq!(p.level(there, zero), None);
}

#[test]
fn width_and_sign_matter() {
    let mut p = Case::new();
    let (a, b) = (p.x(0, U), p.x(4, U));
    let u64 = Type::U64;
    let wide = |p: &mut Case, from, x| p.pool.add(Node::Cast(CastKind::IntToInt, from, u64, x));
    // (u64)(a + b) wraps before it is widened.
    let sum = p.bin(BinOp::Add, U, a, b);
    let late = wide(&mut p, U, sum);
    let (wa, wb) = (wide(&mut p, U, a), wide(&mut p, U, b));
    let early = p.bin(BinOp::Add, u64, wa, wb);
    assert_eq!(p.level(late, early), None);
    let narrowed = p.pool.add(Node::Cast(CastKind::IntToInt, u64, U, early));
    assert_eq!(p.level(narrowed, sum), Some(Level::Bits));
    let signed = wide(&mut p, I, a);
    assert_eq!(p.level(signed, wa), None);
    let (du, di) = (p.bin(BinOp::Div, U, a, b), p.bin(BinOp::Div, I, a, b));
    assert_eq!(p.level(du, di), None);
    let (lu, li) = (p.bin(BinOp::Lt, U, a, b), p.bin(BinOp::Lt, I, a, b));
    assert_eq!(p.level(lu, li), None);
}

#[test]
fn the_smaller_of_two() {
    let mut p = Case::new();
    for (ty, expected) in [(I, Some(Level::Bits)), (F, Some(Level::Real))] {
        let (a, b) = (p.x(0, ty), p.x(4, ty));
        let less = p.bin(BinOp::Lt, ty, a, b);
        let chosen = p.pool.add(Node::Select(ty, less, a, b));
        let smaller = if ty == I { p.bin(BinOp::Min, I, b, a) } else { p.call("fmin", &[b, a]) };
        assert_eq!(p.level(chosen, smaller), expected);
        let other = p.pool.add(Node::Select(ty, less, b, a));
        assert_eq!(p.level(other, smaller), None);
    }
}

#[test]
fn exponentials() {
    let mut p = Case::new();
    let (a, m, n) = (p.x(0, F), p.x(4, F), p.x(8, F));
    let (am, mn, an) = (p.bin(BinOp::Sub, F, a, m), p.bin(BinOp::Sub, F, m, n), p.bin(BinOp::Sub, F, a, n));
    let (x, y, z) = (p.call("exp", &[am]), p.call("exp", &[mn]), p.call("exp", &[an]));
    let product = p.bin(BinOp::Mul, F, x, y);
    assert_eq!(p.level(product, z), Some(Level::Real));
    let ratio = p.bin(BinOp::Div, F, z, y);
    assert_eq!(p.level(ratio, x), Some(Level::Real));
    assert_eq!(p.level(ratio, y), None);
    // Other functions are opaque.
    let (s, t) = (p.call("sqrt", &[a]), p.call("sqrt", &[m]));
    let am = p.bin(BinOp::Mul, F, a, m);
    let (st, r) = (p.bin(BinOp::Mul, F, s, t), p.call("sqrt", &[am]));
    assert_eq!(p.level(st, r), None);
}

#[test]
fn undefined_values_equal_only_themselves() {
    let mut p = Case::new();
    let u = p.pool.undefined(F, "memory".into(), wp_base::Span::NONE);
    let v = p.pool.undefined(F, "memory".into(), wp_base::Span::NONE);
    assert_eq!(p.level(u, v), None);
    assert_eq!(p.level(u, u), Some(Level::Bits));
}

#[test]
fn truth_values_compared_as_integers() {
    let mut p = Case::new();
    let (a, b) = (p.x(0, I), p.x(4, I));
    let less = p.bin(BinOp::Lt, I, a, b);
    let number = p.pool.add(Node::Cast(CastKind::IntToInt, Type::Bool, I, less));
    let (zero, one, two) = (p.c(I, 0), p.c(I, 1), p.c(I, 2));
    let (is, is_not, never) =
        (p.bin(BinOp::Eq, I, number, one), p.bin(BinOp::Eq, I, zero, number), p.bin(BinOp::Eq, I, number, two));
    let not_less = p.pool.add(Node::Unary(UnOp::Not, Type::Bool, less));
    assert_eq!(p.level(is, less), Some(Level::Bits));
    assert_eq!(p.level(is_not, not_less), Some(Level::Bits));
    assert_eq!(p.level(is_not, less), None);
    assert_eq!(p.level(never, less), None);
}
