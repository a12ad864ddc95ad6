//! Values that devices may have other than the run: results of float functions, and sums of products that may be fused.
//!
//! A run computes one value and remembers, by register and by place in memory, the range in which a device's lies. What is
//! computed from such a value has a range too. A decision (a jump, an address, a checked condition, a meeting of threads) for
//! which the range matters is recorded like a made-up value, so that the run confirms nothing. Over-approximate: operations
//! without a rule here leave a value of which nothing is known.
//!
//! Products: compilers contract `a * b + c` to one operation with one rounding, or do not. The result of a product remembers its
//! operands, for the sum that it may be fused with.

use crate::block::BlockState;
use crate::code::{BarrierKind, CallCode, Op, Reg, Ty};
use crate::exec::Env;
use crate::float::{from_f64, to_f64};
use crate::math::{self, Fun};
use crate::ops::wrap;
use crate::rounding::{neighbour, Rounded, Rounding};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wp_kir::{BinOp, CastKind, Space, UnOp};

/// What is known of a value that a device may have otherwise. The instruction from which it comes gives its name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Doubt {
    /// The value is that of the run, but stands for this product where it is added to something.
    Product([f64; 2], u32),
    /// A number in this range.
    Range(f64, f64, u32),
    /// Any value.
    Any(u32),
}

impl Doubt {
    /// The instruction that left the value open; `None` for a value that is the same on every device.
    fn cause(self) -> Option<u32> {
        match self {
            Doubt::Product(..) => None,
            Doubt::Range(.., cause) | Doubt::Any(cause) => Some(cause),
        }
    }
}

/// An operand: its type, its value in the run, and what is open about it.
#[derive(Clone, Copy)]
struct Operand {
    ty: Ty,
    cell: u64,
    doubt: Option<Doubt>,
}

/// Floats that differ by less than this part of them are alike to those who compare contents.
const LEADING_DIGITS: f64 = 1e-4;

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
            Some(Doubt::Any(_)) => None,
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

/// What a range leaves open.
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

/// What is open about the result of a binary operation that stands at `pc`.
fn binary(op: BinOp, a: Operand, b: Operand, pc: u32, opencl: bool) -> Option<Doubt> {
    let ty = a.ty;
    let cause = a.cause().or(b.cause());
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
        BinOp::And if is_exactly(&a, 0) || is_exactly(&b, 0) => return None,
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
        (_, Doubt::Any(cause) | Doubt::Range(.., cause)) => Some(Doubt::Any(cause)),
    }
}

fn cast(kind: CastKind, a: Operand, to: Ty) -> Option<Doubt> {
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
        CastKind::Bitcast | CastKind::PtrToInt | CastKind::IntToPtr => None,
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

/// Doubts about memory, by object, instance and offset, with the width.
pub type DoubtfulCells = FxHashMap<(usize, u64, i64), (u32, Doubt)>;

impl Env<'_> {
    /// Records that a decision rests on a value that a device may have otherwise.
    #[cold]
    pub fn decide_in_doubt(&mut self, cause: u32) {
        let what = match self.code.ops[cause as usize] {
            Op::Call { index, .. } => {
                format!("decision within the error of `{}`", self.code.calls[index as usize].name)
            }
            Op::Bin { op: BinOp::Div, .. } => "decision within the error of a division".to_owned(),
            _ => "decision that depends on whether a product and a sum are fused".to_owned(),
        };
        self.havocked.insert((self.code.spans[cause as usize], what.into()));
    }

    fn decide(&mut self, doubt: Option<Doubt>) {
        if let Some(cause) = doubt.and_then(Doubt::cause) {
            self.decide_in_doubt(cause);
        }
    }

    /// The key of a place in memory, if the pointer leads to an object.
    fn doubt_key(&self, blk: &BlockState, pos: usize, ptr: u64) -> Option<(usize, u64, i64)> {
        let (tag, offset) = crate::code::unpack(ptr);
        let object = (tag as usize).checked_sub(1)?;
        let thread = u64::from(blk.threads[pos].linear);
        let instance = match self.objects.get(object)?.space {
            Space::Shared => 1 + u64::from(blk.linear),
            Space::Private => (1 + u64::from(blk.linear)) << 32 | thread,
            Space::Global | Space::Constant | Space::Image => 0,
        };
        Some((object, instance, offset))
    }

    fn load_doubt(&self, blk: &BlockState, pos: usize, ptr: u64, width: u32) -> Option<Doubt> {
        if self.doubtful.is_empty() {
            return None;
        }
        let (object, instance, offset) = self.doubt_key(blk, pos, ptr)?;
        if let Some(&(w, doubt)) = self.doubtful.get(&(object, instance, offset)) {
            return if w == width { Some(doubt) } else { Some(Doubt::Any(doubt.cause()?)) };
        }
        let near = (offset - 7..offset + i64::from(width)).filter(|at| *at != offset);
        let mut overlapping = near.filter_map(|at| {
            let &(w, doubt) = self.doubtful.get(&(object, instance, at))?;
            (at + i64::from(w) > offset).then_some(doubt)
        });
        overlapping.find_map(Doubt::cause).map(Doubt::Any)
    }

    fn store_doubt(&mut self, blk: &BlockState, pos: usize, ptr: u64, width: u32, doubt: Option<Doubt>) {
        if self.doubtful.is_empty() && doubt.is_none() {
            return;
        }
        let Some((object, instance, offset)) = self.doubt_key(blk, pos, ptr) else { return };
        for at in offset - 7..offset + i64::from(width) {
            let key = (object, instance, at);
            let Some(&(w, old)) = self.doubtful.get(&key) else { continue };
            let end = at + i64::from(w);
            if end <= offset {
                continue;
            }
            if at >= offset && end <= offset + i64::from(width) {
                self.doubtful.remove(&key);
            } else if let Some(cause) = old.cause() {
                self.doubtful.insert(key, (w, Doubt::Any(cause)));
            }
        }
        if let Some(doubt) = doubt {
            self.doubtful.insert((object, instance, offset), (width, doubt));
        }
    }

    /// Follows an instruction that is about to be executed.
    pub fn follow_doubt(&mut self, blk: &mut BlockState, pos: usize, regs: &[u64], pc: usize) {
        let code = self.code;
        let op = code.ops[pc];
        let mut doubts = std::mem::take(&mut blk.threads[pos].doubts);
        let at = pc as u32;
        let opencl = self.masked_shifts;
        let get = |doubts: &FxHashMap<Reg, Doubt>, r: Reg| doubts.get(&r).copied();
        let operand = |doubts: &FxHashMap<Reg, Doubt>, ty: Ty, r: Reg| Operand {
            ty,
            cell: regs[r as usize],
            doubt: doubts.get(&r).copied(),
        };
        let as_binary = match op {
            Op::AddI32 { d, a, b } => Some((BinOp::Add, Ty::I32, d, a, b)),
            Op::AddU32 { d, a, b } => Some((BinOp::Add, Ty::U32, d, a, b)),
            Op::SubI32 { d, a, b } => Some((BinOp::Sub, Ty::I32, d, a, b)),
            Op::SubU32 { d, a, b } => Some((BinOp::Sub, Ty::U32, d, a, b)),
            Op::MulI32 { d, a, b } => Some((BinOp::Mul, Ty::I32, d, a, b)),
            Op::MulU32 { d, a, b } => Some((BinOp::Mul, Ty::U32, d, a, b)),
            Op::Add64 { d, a, b } => Some((BinOp::Add, Ty::U64, d, a, b)),
            Op::Mul64 { d, a, b } => Some((BinOp::Mul, Ty::U64, d, a, b)),
            Op::LtS { d, a, b } => Some((BinOp::Lt, Ty::I64, d, a, b)),
            Op::LtU { d, a, b } => Some((BinOp::Lt, Ty::U64, d, a, b)),
            Op::LeS { d, a, b } => Some((BinOp::Le, Ty::I64, d, a, b)),
            Op::LeU { d, a, b } => Some((BinOp::Le, Ty::U64, d, a, b)),
            Op::Eq { d, a, b } => Some((BinOp::Eq, Ty::I64, d, a, b)),
            Op::Ne { d, a, b } => Some((BinOp::Ne, Ty::I64, d, a, b)),
            Op::And { d, a, b } => Some((BinOp::And, Ty::U64, d, a, b)),
            Op::Or { d, a, b } => Some((BinOp::Or, Ty::U64, d, a, b)),
            Op::Xor { d, a, b } => Some((BinOp::Xor, Ty::U64, d, a, b)),
            Op::AddF32 { d, a, b } => Some((BinOp::Add, Ty::F32, d, a, b)),
            Op::MulF32 { d, a, b } => Some((BinOp::Mul, Ty::F32, d, a, b)),
            Op::Bin { op, ty, d, a, b } => Some((op, ty, d, a, b)),
            _ => None,
        };
        let mut result: Option<(Reg, Option<Doubt>)> = None;
        if let Some((op, ty, d, a, b)) = as_binary {
            result = Some((d, binary(op, operand(&doubts, ty, a), operand(&doubts, ty, b), at, opencl)));
        }
        match op {
            Op::Mov { d, s } => result = Some((d, get(&doubts, s))),
            Op::CMov { d, c, s } => match get(&doubts, c).and_then(Doubt::cause) {
                None if regs[c as usize] != 0 => result = Some((d, get(&doubts, s))),
                None => {}
                Some(cause) => {
                    let open = |r| get(&doubts, r).and_then(Doubt::cause).is_some();
                    let same = regs[d as usize] == regs[s as usize] && !open(d) && !open(s);
                    result = Some((d, (!same).then_some(Doubt::Any(cause))));
                }
            },
            Op::Un { op, ty, d, a } => result = Some((d, unary(op, operand(&doubts, ty, a)))),
            Op::Wrap { ty, d, a } => {
                // The cell is read as the type that it is wrapped to: inside of its bounds that changes nothing.
                let a = Operand { ty: Ty::I64, ..operand(&doubts, Ty::I64, a) };
                result = Some((d, cast(CastKind::IntToInt, a, ty)));
            }
            Op::Cast { kind, from, to, d, a } => result = Some((d, cast(kind, operand(&doubts, from, a), to))),
            Op::PtrAdd { d, p: a, o: b } | Op::PtrDiff { d, a, b } => {
                let cause = [a, b].iter().find_map(|&r| get(&doubts, r).and_then(Doubt::cause));
                result = Some((d, cause.map(Doubt::Any)));
            }
            Op::PtrOffset { d, p } | Op::PtrBase { d, p } => {
                result = Some((d, get(&doubts, p).and_then(Doubt::cause).map(Doubt::Any)));
            }
            Op::Call { d, index } => {
                let of = &code.calls[index as usize];
                let args: Vec<Operand> = of.args.iter().map(|&(r, ty)| operand(&doubts, ty, r)).collect();
                result = Some((d, call(of, &args, at)));
            }
            Op::Load { d, p, site } => {
                self.decide(get(&doubts, p));
                let ty = code.sites[site as usize].ty;
                result = Some((d, self.load_doubt(blk, pos, regs[p as usize], ty.bytes())));
            }
            Op::SpecLoad { d, p, ty } => {
                self.decide(get(&doubts, p));
                result = Some((d, self.load_doubt(blk, pos, regs[p as usize], ty.bytes())));
            }
            Op::Store { p, v, site } => {
                self.decide(get(&doubts, p));
                let width = code.sites[site as usize].ty.bytes();
                self.store_doubt(blk, pos, regs[p as usize], width, get(&doubts, v));
            }
            Op::Atomic { index } => {
                let a = code.atomics[index as usize];
                self.decide(get(&doubts, a.p));
                let width = code.sites[a.site as usize].ty.bytes();
                let ptr = regs[a.p as usize];
                let old = self.load_doubt(blk, pos, ptr, width);
                let causes = [old, get(&doubts, a.x), get(&doubts, a.y)];
                let cause = causes.into_iter().find_map(|d| d.and_then(Doubt::cause));
                if let Some(cause) = cause {
                    self.store_doubt(blk, pos, ptr, width, Some(Doubt::Any(cause)));
                }
                result = a.result.map(|d| (d, old));
            }
            Op::OtherThread { d, position, reg } => {
                let other = &blk.threads[regs[position as usize] as usize].doubts;
                result = Some((d, other.get(&reg).copied()));
            }
            Op::JumpIf { c, .. }
            | Op::JumpUnless { c, .. }
            | Op::Assert { c, .. }
            | Op::AssertPair { c, .. }
            | Op::Assume { c, .. } => self.decide(get(&doubts, c)),
            Op::JumpUnlessLtS { a, b, .. } => {
                self.decide(binary(BinOp::Lt, operand(&doubts, Ty::I64, a), operand(&doubts, Ty::I64, b), at, opencl));
            }
            Op::JumpUnlessLtU { a, b, .. } => {
                self.decide(binary(BinOp::Lt, operand(&doubts, Ty::U64, a), operand(&doubts, Ty::U64, b), at, opencl));
            }
            Op::Increment { d } => {
                let one = Operand { ty: Ty::U64, cell: 1, doubt: None };
                result = Some((d, binary(BinOp::Add, operand(&doubts, Ty::U64, d), one, at, opencl)));
            }
            Op::Barrier { index } => {
                let barrier = &code.barriers[index as usize];
                barrier.loops.iter().for_each(|&r| self.decide(get(&doubts, r)));
                if let BarrierKind::Warp { mask } = barrier.kind {
                    self.decide(get(&doubts, mask));
                }
            }
            Op::Warp { index } => {
                let warp = &code.warps[index as usize];
                let deciding = warp.loops.iter().chain(&warp.mask).chain(&warp.width).chain(&warp.operands[1..]);
                deciding.for_each(|&r| self.decide(get(&doubts, r)));
            }
            Op::Havoc { d, .. } | Op::DeclareVar { d, .. } | Op::NextThread { d, .. } | Op::SpecAccess { d, .. } => {
                result = Some((d, None))
            }
            Op::DeclareObject { object } => {
                let thread = u64::from(blk.threads[pos].linear);
                let instance = (1 + u64::from(blk.linear)) << 32 | thread;
                self.doubtful.retain(|(o, i, _), _| (*o, *i) != (object as usize, instance));
            }
            _ => {}
        }
        match result {
            Some((d, Some(doubt))) => {
                doubts.insert(d, doubt);
            }
            Some((d, None)) if !doubts.is_empty() => {
                doubts.remove(&d);
            }
            _ => {}
        }
        blk.threads[pos].doubts = doubts;
    }

    /// Records contents of global memory that matter and are in doubt.
    pub fn decide_contents(&mut self) {
        let objects = &self.objects;
        let is_open = |&(&(object, ..), &(width, doubt)): &(&(usize, u64, i64), &(u32, Doubt))| {
            let info = &objects[object];
            let of_floats = info.elem.is_float() && info.elem.bytes() == width;
            info.space.is_of_device()
                && match doubt {
                    Doubt::Product(..) => false,
                    Doubt::Range(low, high, _) if of_floats => high - low > LEADING_DIGITS * low.abs().max(high.abs()),
                    Doubt::Range(..) | Doubt::Any(_) => true,
                }
        };
        let causes: BTreeSet<u32> =
            self.doubtful.iter().filter(is_open).filter_map(|(_, (_, doubt))| doubt.cause()).collect();
        causes.into_iter().for_each(|cause| self.decide_in_doubt(cause));
    }

    /// What an operation of a warp leaves in the lanes that took part.
    pub fn doubt_of_warp(&self, blk: &mut BlockState, members: &[usize], operand: Reg, result: Reg) {
        let cause = members.iter().find_map(|&p| blk.threads[p].doubts.get(&operand).and_then(|d| d.cause()));
        for &p in members {
            match cause {
                Some(cause) => blk.threads[p].doubts.insert(result, Doubt::Any(cause)),
                None => blk.threads[p].doubts.remove(&result),
            };
        }
    }
}
