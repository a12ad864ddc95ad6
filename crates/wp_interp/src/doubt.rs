//! Values on which devices may differ: results of float functions, sums of products that may be fused, results of what is
//! not modelled, and addresses of objects (`addresses`).
//!
//! A simulation computes one value and tracks, by register and by place in memory, the range in which a device's value
//! lies. Values that are computed from such a value have a range too. A decision (a jump, an address, a checked
//! condition, a meeting of threads) that depends on the position in the range is recorded like an invented value, so
//! that the simulation confirms nothing. Over-approximate: operations without a rule here leave an unknown range.
//!
//! Products: compilers contract `a * b + c` to one operation with one rounding, or do not. The result of a product
//! remembers its operands, for the sum that it may be fused with.

use crate::code::CallCode;
use crate::float::{from_f64, to_f64};
use crate::math::{self, Fun};
use crate::ops::wrap;
use crate::rounding::{neighbour, Rounded, Rounding};
use crate::value::Ty;
use wp_kir::{BinOp, CastKind, UnOp};

mod addresses;
mod cells;
mod follow;

pub use cells::{Cell, DoubtfulCells};

/// The possible values of a result that may differ between devices. The instruction from which it comes gives its name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Doubt {
    /// The value is that of the run, but stands for this product where it is added to something.
    Product([f64; 2], u32),
    /// A number in this range.
    Range(f64, f64, u32),
    /// Any value.
    Any(u32),
    /// The address of a place in an object: devices place objects elsewhere.
    Address(u32),
}

impl Doubt {
    /// The instruction that left the value open; `None` for a value that is the same on every device.
    fn cause(self) -> Option<u32> {
        match self {
            Doubt::Product(..) => None,
            Doubt::Range(.., cause) | Doubt::Any(cause) | Doubt::Address(cause) => Some(cause),
        }
    }
}

/// An operand: its type, its value in the simulation, and its uncertainty.
#[derive(Clone, Copy)]
struct Operand {
    ty: Ty,
    cell: u64,
    doubt: Option<Doubt>,
}

/// Above this, not every integer is a float.
const EXACT_INTEGERS: f64 = (1u64 << 53) as f64;

impl Operand {
    fn cause(&self) -> Option<u32> {
        self.doubt.and_then(Doubt::cause)
    }

    fn number(&self) -> f64 {
        match self.ty {
            t if t.is_float() => to_f64(t, self.cell),
            t if t.signed() => self.cell as i64 as f64,
            _ => self.cell as f64,
        }
    }

    /// The values that a device may have; `None` when that may be any, NaN included.
    fn range(&self) -> Option<[f64; 2]> {
        match self.doubt {
            Some(Doubt::Any(_) | Doubt::Address(_)) => None,
            Some(Doubt::Range(low, high, _)) => Some([low, high]),
            _ => {
                let x = self.number();
                let known = if self.ty.is_float() { !x.is_nan() } else { x.abs() < EXACT_INTEGERS };
                known.then_some([x, x])
            }
        }
    }

    /// The range with the exact values of a product in it, where it may be fused.
    fn range_unrounded(&self) -> Option<[f64; 2]> {
        let [low, high] = self.range()?;
        Some(match self.doubt {
            Some(Doubt::Product(..)) => [neighbour(self.ty, low, false), neighbour(self.ty, high, true)],
            _ => [low, high],
        })
    }
}

/// The range over all combinations of ends, of an operation that is monotone in each operand; `None` with NaN in it.
fn hull(ends: impl IntoIterator<Item = f64>) -> Option<[f64; 2]> {
    ends.into_iter()
        .try_fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], v| (!v.is_nan()).then(|| [low.min(v), high.max(v)]))
}

/// The uncertainty that a range leaves.
fn of_range(range: Option<[f64; 2]>, cause: u32) -> Option<Doubt> {
    match range {
        Some([low, high]) if low == high => None,
        Some([low, high]) => Some(Doubt::Range(low, high, cause)),
        None => Some(Doubt::Any(cause)),
    }
}

/// The bounds of an integer type.
fn bounds(ty: Ty) -> [f64; 2] {
    match (ty.signed(), ty.bits()) {
        (true, n) => [-(2f64.powi(n as i32 - 1)), 2f64.powi(n as i32 - 1) - 1.0],
        (false, n) => [0.0, 2f64.powi(n as i32) - 1.0],
    }
}

fn within(range: Option<[f64; 2]>, ty: Ty) -> Option<[f64; 2]> {
    let [least, greatest] = bounds(ty);
    range.filter(|[low, high]| {
        *low >= least && *high <= greatest && low.abs() < EXACT_INTEGERS && high.abs() < EXACT_INTEGERS
    })
}

/// The uncertainty of the result of the binary operation at `pc`.
fn binary(op: BinOp, a: Operand, b: Operand, pc: u32, opencl: bool) -> Option<Doubt> {
    let ty = a.ty;
    let cause = a.cause().or(b.cause());
    if let [Some(Doubt::Address(cause)), _] | [_, Some(Doubt::Address(cause))] = [a.doubt, b.doubt] {
        return addresses::binary(op, a, b, cause);
    }
    if op.is_comparison() {
        let cause = cause?;
        let decided = a.range().zip(b.range()).is_some_and(|([al, ah], [bl, bh])| match op {
            BinOp::Lt => ah < bl || al >= bh,
            BinOp::Le => ah <= bl || al > bh,
            _ => ah < bl || bh < al,
        });
        return (!decided).then_some(Doubt::Range(0.0, 1.0, cause));
    }
    if ty.is_float() {
        return float_binary(op, a, b, pc, opencl);
    }
    let cause = cause?;
    let is_exactly = |x: &Operand, n: u64| x.cause().is_none() && x.cell == n;
    let is_truth = |x: &Operand| x.range().is_some_and(|[low, high]| low >= 0.0 && high <= 1.0);
    let range = match op {
        BinOp::And | BinOp::Mul if is_exactly(&a, 0) || is_exactly(&b, 0) => return None,
        BinOp::Or if is_truth(&a) && is_truth(&b) && (is_exactly(&a, 1) || is_exactly(&b, 1)) => return None,
        BinOp::And | BinOp::Or | BinOp::Xor if is_truth(&a) && is_truth(&b) => Some([0.0, 1.0]),
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Min | BinOp::Max => {
            let both = a.range().zip(b.range());
            both.and_then(|(x, y)| {
                hull(x.into_iter().flat_map(|x| {
                    y.map(|y| match op {
                        BinOp::Add => x + y,
                        BinOp::Sub => x - y,
                        BinOp::Mul => x * y,
                        BinOp::Min => x.min(y),
                        _ => x.max(y),
                    })
                }))
            })
        }
        BinOp::Div if b.cause().is_none() && b.cell != 0 => {
            a.range().and_then(|r| hull(r.map(|x| (x / b.number()).trunc())))
        }
        _ => None,
    };
    of_range(within(range, ty), cause)
}

fn float_binary(op: BinOp, a: Operand, b: Operand, pc: u32, opencl: bool) -> Option<Doubt> {
    let ty = a.ty;
    let rounded = |op: Rounded, args: [f64; 3]| Rounding::Nearest.apply(op, ty, args);
    let Some(cause) = a.cause().or(b.cause()) else {
        let (x, y) = (a.number(), b.number());
        return match op {
            BinOp::Mul if x.mul_add(y, -rounded(Rounded::Mul, [x, y, 0.0])) != 0.0 => Some(Doubt::Product([x, y], pc)),
            BinOp::Add | BinOp::Sub => {
                let y = if op == BinOp::Sub { -y } else { y };
                let mut results = vec![rounded(Rounded::Add, [x, y, 0.0])];
                if let Some(Doubt::Product([u, v], _)) = a.doubt {
                    results.push(rounded(Rounded::Fma, [u, v, y]));
                }
                if let Some(Doubt::Product([u, v], _)) = b.doubt {
                    results.push(rounded(Rounded::Fma, [if op == BinOp::Sub { -u } else { u }, v, x]));
                }
                // With NaN in all of them there is nothing to tell apart.
                if results.iter().all(|r| r.is_nan()) {
                    return None;
                }
                of_range(hull(results), pc)
            }
            BinOp::Div if opencl && ty == Ty::F32 => {
                let quotient = rounded(Rounded::Div, [x, y, 0.0]);
                let accuracy = crate::accuracy::accuracy("fdivide", Fun::Fdivide, ty, wp_kir::Dialect::OpenCl);
                let range = accuracy.range(Fun::Fdivide, ty, quotient, (x, Some(y)));
                range.map_or(Some(Doubt::Any(pc)), |(low, high)| {
                    if quotient.is_nan() {
                        None
                    } else {
                        of_range(Some([low, high]), pc)
                    }
                })
            }
            _ => None,
        };
    };
    let sums = matches!(op, BinOp::Add | BinOp::Sub);
    let range = |x: Operand| if sums { x.range_unrounded() } else { x.range() };
    let both = range(a).zip(range(b)).filter(|(_, [low, high])| op != BinOp::Div || *low > 0.0 || *high < 0.0);
    let result = both.and_then(|(x, y)| {
        hull(x.into_iter().flat_map(|x| {
            y.map(|y| match op {
                BinOp::Add => rounded(Rounded::Add, [x, y, 0.0]),
                BinOp::Sub => rounded(Rounded::Sub, [x, y, 0.0]),
                BinOp::Mul => rounded(Rounded::Mul, [x, y, 0.0]),
                BinOp::Div => rounded(Rounded::Div, [x, y, 0.0]),
                BinOp::Min => x.min(y),
                BinOp::Max => x.max(y),
                _ => f64::NAN,
            })
        }))
    });
    // The unrounded product may be added to something.
    let slack = match op {
        BinOp::Mul => 1,
        BinOp::Div if opencl && ty == Ty::F32 => 4,
        _ => 0,
    };
    let result = result.map(|[mut low, mut high]| {
        for _ in 0..slack {
            (low, high) = (neighbour(ty, low, false), neighbour(ty, high, true));
        }
        [low, high]
    });
    of_range(result, cause)
}

fn unary(op: UnOp, a: Operand) -> Option<Doubt> {
    match (op, a.doubt?) {
        (UnOp::Neg, Doubt::Product([x, y], pc)) => Some(Doubt::Product([-x, y], pc)),
        (_, Doubt::Product(..)) => None,
        (UnOp::Neg, Doubt::Range(low, high, cause)) if a.ty.is_float() => Some(Doubt::Range(-high, -low, cause)),
        (UnOp::Neg, Doubt::Range(low, high, cause)) => of_range(within(Some([-high, -low]), a.ty), cause),
        (UnOp::Not, doubt) => Some(doubt),
        (_, Doubt::Any(cause) | Doubt::Address(cause) | Doubt::Range(.., cause)) => Some(Doubt::Any(cause)),
    }
}

fn cast(kind: CastKind, a: Operand, to: Ty, pc: u32) -> Option<Doubt> {
    let of_pointers =
        matches!(kind, CastKind::PtrToInt | CastKind::PtrToShared | CastKind::IntToPtr | CastKind::SharedToPtr);
    if of_pointers || matches!(a.doubt, Some(Doubt::Address(_))) {
        return addresses::cast(kind, a, to, pc);
    }
    let cause = a.cause()?;
    let range = match kind {
        CastKind::FloatToFloat | CastKind::IntToFloat => {
            a.range().and_then(|r| hull(r.map(|x| to_f64(to, from_f64(to, x)))))
        }
        CastKind::FloatToInt => {
            let [least, greatest] = bounds(to);
            let result = a.range().and_then(|r| hull(r.map(|x| x.trunc().clamp(least, greatest))));
            within(result, to)
        }
        CastKind::IntToInt => within(a.range(), to),
        CastKind::ToBool => match a.range() {
            Some([low, high]) if low > 0.0 || high < 0.0 => return None,
            _ => Some([0.0, 1.0]),
        },
        CastKind::Bitcast | CastKind::PtrToInt | CastKind::IntToPtr | CastKind::PtrToShared | CastKind::SharedToPtr => {
            None
        }
    };
    of_range(range, cause)
}

/// Functions that do not fall where their first operand grows, and have no other.
fn is_increasing(fun: Fun) -> bool {
    matches!(
        fun,
        Fun::Sqrt
            | Fun::Cbrt
            | Fun::Exp
            | Fun::Exp2
            | Fun::Exp10
            | Fun::Expm1
            | Fun::Log
            | Fun::Log2
            | Fun::Log10
            | Fun::Log1p
            | Fun::Asin
            | Fun::Atan
            | Fun::Sinh
            | Fun::Tanh
            | Fun::Asinh
            | Fun::Acosh
            | Fun::Atanh
            | Fun::Erf
            | Fun::Floor
            | Fun::Ceil
            | Fun::Trunc
            | Fun::Rint
            | Fun::Round
            | Fun::Saturate
            | Fun::Convert
            | Fun::Fmin
            | Fun::Fmax
            | Fun::Add
    )
}

fn call(code: &CallCode, args: &[Operand], pc: u32) -> Option<Doubt> {
    let fun = code.function.fun;
    let cause = args.iter().find_map(Operand::cause);
    if code.is_input || !code.ty.is_float() && cause.is_none() {
        return cause.map(Doubt::Any);
    }
    let evaluate = |values: &[f64]| -> Option<[f64; 2]> {
        let cells: Vec<(u64, Ty)> = args
            .iter()
            .zip(values)
            .map(|(a, &v)| (if a.ty.is_float() { from_f64(a.ty, v) } else { wrap(a.ty, v as i64 as u64) }, a.ty))
            .collect();
        let value = to_f64(code.ty, math::apply(code.function, code.ty, &cells)?);
        let others = (values.first().copied().unwrap_or(0.0), values.get(1).copied());
        let (low, high) = code.accuracy.range(fun, code.ty, value, others)?;
        (!value.is_nan()).then_some([low, high])
    };
    let Some(cause) = cause else {
        let values: Vec<f64> = args.iter().map(Operand::number).collect();
        let cells: Vec<(u64, Ty)> = args.iter().map(|a| (a.cell, a.ty)).collect();
        let value = to_f64(code.ty, math::apply(code.function, code.ty, &cells)?);
        // `mad` is fused or not.
        if &*code.name == "mad" {
            if let [x, y, z] = values[..] {
                let product = Rounding::Nearest.apply(Rounded::Mul, code.ty, [x, y, 0.0]);
                let separate = Rounding::Nearest.apply(Rounded::Add, code.ty, [product, z, 0.0]);
                return if value.is_nan() { None } else { of_range(hull([value, separate]), pc) };
            }
        }
        let others = (values.first().copied().unwrap_or(0.0), values.get(1).copied());
        let range = code.accuracy.range(fun, code.ty, value, others);
        if value.is_nan() && range.is_some() {
            return None;
        }
        return of_range(range.map(|(low, high)| [low, high]), pc);
    };
    if !code.ty.is_float() || &*code.name == "mad" {
        return match fun {
            Fun::IsNan | Fun::IsInf | Fun::IsFinite
                if args[0].range().is_some_and(|r| r.iter().all(|x| x.is_finite())) =>
            {
                None
            }
            _ => Some(Doubt::Any(cause)),
        };
    }
    let ranges: Option<Vec<[f64; 2]>> = args.iter().map(Operand::range).collect();
    let result = match (fun, ranges.as_deref()) {
        (Fun::Fabs, Some([[low, high]])) => Some(match (*low >= 0.0, *high <= 0.0) {
            (true, _) => [*low, *high],
            (_, true) => [-high, -low],
            _ => [0.0, high.max(-low)],
        }),
        (Fun::Sin | Fun::Cos, Some([r])) if r.iter().all(|x| x.is_finite()) => {
            (code.accuracy != crate::accuracy::Accuracy::Unknown && !code.name.starts_with("__")).then_some([-1.0, 1.0])
        }
        (f, Some(ranges)) if is_increasing(f) || matches!(f, Fun::Sub | Fun::Mul | Fun::Fma) => {
            let combinations = 1usize << ranges.len().min(4);
            let ends = (0..combinations).map(|n| {
                let values: Vec<f64> = ranges.iter().enumerate().map(|(i, r)| r[n >> i & 1]).collect();
                evaluate(&values)
            });
            let ends: Option<Vec<[f64; 2]>> = ends.collect();
            ends.and_then(|ends| hull(ends.into_iter().flatten()))
        }
        _ => None,
    };
    of_range(result, cause)
}
