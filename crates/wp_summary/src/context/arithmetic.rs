//! Operations on numbers, with C semantics.
//!
//! Integers are mathematical; a result of an unsigned operation is wrapped explicitly, a signed one is taken as it is
//! under the assumption `no-signed-overflow` when its range does not show that it fits. Under the assumption
//! `no-unsigned-wrap` ([`crate::Config::sizes_fit`]) unsigned sums and products of sizes are taken as they are, too.

use crate::context::Context;
use crate::seeded;
use crate::state::{range_of, sort_of};
use wp_base::Assumption;
use wp_kir::{BinOp, CastKind, Dim, Special, Type, UnOp};
use wp_logic::{Range, Sort, Term, TermId};

/// The greatest constant of a sum or product of sizes. Greater ones are made for hashes.
const GREATEST_FACTOR: i128 = 1 << 16;

impl Context<'_> {
    pub(crate) fn special(&mut self, s: Special) -> TermId {
        let l = self.out.launch;
        match s {
            Special::ThreadIdx(a) => l.tid[a.index()],
            Special::BlockIdx(a) => l.bid[a.index()],
            Special::BlockDim(a) => l.bdim[a.index()],
            Special::GridDim(a) => l.gdim[a.index()],
            Special::GlobalOffset(a) => l.offset[a.index()],
            Special::LaneId => {
                let linear = self.linear_tid();
                let warp = self.terms.int(i128::from(l.lanes));
                self.terms.modulo(linear, warp)
            }
        }
    }

    /// `threadIdx` linearised: `x + bx * (y + by * z)`.
    pub(crate) fn linear_tid(&mut self) -> TermId {
        self.out.launch.linear_thread(self.terms)
    }

    /// The two values are equal.
    pub(crate) fn same_value(&mut self, a: TermId, b: TermId) -> TermId {
        match self.terms.sort(a) {
            Sort::Bool => self.terms.iff(a, b),
            Sort::Int | Sort::Float(_) => self.terms.eq(a, b),
        }
    }

    /// Wraps a result into its type: exactly for unsigned, by assumption for signed.
    fn in_type(&mut self, t: TermId, ty: Type) -> TermId {
        match ty {
            Type::Int { bits, signed: false } => {
                if seeded!(self.config.fault, NoWrap) {
                    return t;
                }
                self.terms.wrap(bits, false, t)
            }
            Type::Int { bits, signed: true } => {
                if !self.terms.range(t).within(bits, true) {
                    self.rest_on(Assumption::NoSignedOverflow);
                }
                t
            }
            _ => t,
        }
    }

    /// [`Self::in_type`] for a sum or a product.
    fn sum_in_type(&mut self, t: TermId, ty: Type) -> TermId {
        let wrapped = self.in_type(t, ty);
        match ty {
            Type::Int { signed: false, .. } => self.or_size(wrapped, t, ty),
            _ => wrapped,
        }
    }

    /// `wrapped`, or `t` where it is a size, which is taken to fit the type (assumption `no-unsigned-wrap`).
    fn or_size(&mut self, wrapped: TermId, t: TermId, ty: Type) -> TermId {
        let Type::Int { bits: bits @ (32 | 64), .. } = ty else { return wrapped };
        let always_wraps = self.terms.range(t).lo.is_some_and(|least| least >= 1 << bits);
        if wrapped == t || always_wraps || !self.is_size(t) {
            return wrapped;
        }
        if !self.config.sizes_fit {
            self.out.fits.sizes_may_wrap = true;
            return wrapped;
        }
        self.rest_on(Assumption::NoUnsignedWrap);
        self.out.fits.sizes.insert((t, bits));
        t
    }

    /// True if nothing but indices of the launch, extents, parameters, counters of loops and small constants is added
    /// and multiplied, as they are or divided, and one of them is not bounded by the given launch.
    fn is_size(&self, t: TermId) -> bool {
        let is_small = |c: i128| (0..=GREATEST_FACTOR).contains(&c);
        let sum = self.terms.linear(t);
        is_small(sum.constant)
            && sum.items.iter().all(|&(c, _)| is_small(c))
            && self.terms.every_subterm(t, |part| self.is_part_of_size(part))
            && !self.terms.apps(&[t]).iter().all(|&app| self.is_of_given_launch(app))
    }

    /// False for what is no size, for what a wrap-around may have left (of a difference, too), and for what bits are
    /// combined to.
    fn is_part_of_size(&self, part: TermId) -> bool {
        let is_small = |c: i128| (-GREATEST_FACTOR..=GREATEST_FACTOR).contains(&c);
        match *self.terms.kind(part) {
            Term::App(..) => self.is_name_of_size(part),
            // A signed parameter as an unsigned number; a quotient, which wraps around only where the divisor is 0.
            Term::Wrap { arg, .. } => self.is_name_of_size(arg) || matches!(self.terms.kind(arg), Term::Div(..)),
            Term::Sum { .. } => {
                let sum = self.terms.linear(part);
                is_small(sum.constant) && sum.items.iter().all(|&(c, _)| is_small(c))
            }
            Term::BitXor(..) | Term::BitOr(..) => false,
            _ => true,
        }
    }

    fn is_name_of_size(&self, t: TermId) -> bool {
        let launch = self.out.launch;
        let extents = [launch.tid, launch.bid, launch.bdim, launch.gdim, launch.offset];
        extents.as_flattened().contains(&t)
            || self.counters.contains(&t)
            || self.out.params.values().any(|&param| param == t)
    }

    /// True for an index of the launch whose extent is given.
    fn is_of_given_launch(&self, app: TermId) -> bool {
        let (launch, given) = (self.out.launch, self.config.launch);
        let axes = launch.tid.into_iter().zip(given.block).chain(launch.bid.into_iter().zip(given.grid));
        axes.into_iter().any(|(t, extent)| t == app && matches!(extent, Dim::Known(_)))
    }

    pub(crate) fn unary(&mut self, op: UnOp, a: TermId, ty: Type) -> TermId {
        match op {
            UnOp::Not => self.terms.not(a),
            UnOp::Neg if ty.is_float() => self.float_call("fneg", &[a], sort_of(ty)),
            UnOp::Neg => {
                let t = self.terms.neg(a);
                self.in_type(t, ty)
            }
            UnOp::BitNot => match ty {
                Type::Int { bits, signed: false } => {
                    let max = self.terms.int((1i128 << bits) - 1);
                    self.terms.sub(max, a)
                }
                _ => self.terms.bit_not(a),
            },
        }
    }

    pub(crate) fn float_binary(&mut self, op: BinOp, x: TermId, y: TermId, ty: Type) -> TermId {
        let name = match op {
            BinOp::Add => "fadd",
            BinOp::Sub => "fsub",
            BinOp::Mul => "fmul",
            BinOp::Div => "fdiv",
            BinOp::Rem => "frem",
            BinOp::Lt => "flt",
            BinOp::Le => "fle",
            BinOp::Eq => "feq",
            BinOp::Ne => {
                let eq = self.float_call("feq", &[x, y], Sort::Bool);
                return self.terms.not(eq);
            }
            BinOp::Min => "fmin",
            BinOp::Max => "fmax",
            BinOp::Shl | BinOp::Shr | BinOp::And | BinOp::Or | BinOp::Xor => "fbits",
        };
        self.float_call(name, &[x, y], sort_of(ty))
    }

    pub(crate) fn int_binary(&mut self, op: BinOp, x: TermId, y: TermId, operand: Type, ty: Type) -> TermId {
        if operand == Type::Bool {
            return match op {
                BinOp::And => self.terms.and(&[x, y]),
                BinOp::Or => self.terms.or(&[x, y]),
                BinOp::Xor | BinOp::Ne => {
                    let same = self.terms.iff(x, y);
                    self.terms.not(same)
                }
                BinOp::Eq => self.terms.iff(x, y),
                BinOp::Lt => {
                    let nx = self.terms.not(x);
                    self.terms.and(&[nx, y])
                }
                BinOp::Le => self.terms.implies(x, y),
                _ => self.unknown_term("arithmetic on bool", ty),
            };
        }
        match op {
            BinOp::Add => {
                let t = self.terms.add(x, y);
                self.sum_in_type(t, ty)
            }
            BinOp::Sub => {
                let t = self.terms.sub(x, y);
                self.in_type(t, ty)
            }
            BinOp::Mul => {
                let t = self.terms.mul(x, y);
                self.sum_in_type(t, ty)
            }
            BinOp::Div => {
                let t = self.terms.div_trunc(x, y);
                self.in_type(t, ty)
            }
            BinOp::Rem => self.terms.rem_trunc(x, y),
            BinOp::Shl => {
                if !self.shift_amount_ok(y, ty) {
                    self.rest_on(Assumption::NoSignedOverflow);
                }
                let t = self.terms.shl(x, y);
                self.sum_in_type(t, ty)
            }
            BinOp::Shr => {
                if !self.shift_amount_ok(y, ty) {
                    self.rest_on(Assumption::NoSignedOverflow);
                }
                self.terms.shr(x, y)
            }
            BinOp::And => {
                if seeded!(self.config.fault, MaskToParity) {
                    let two = self.terms.int(2);
                    return self.terms.modulo(x, two);
                }
                self.terms.bit_and(x, y)
            }
            BinOp::Or => self.terms.bit_or(x, y),
            BinOp::Xor => self.terms.bit_xor(x, y),
            BinOp::Lt => self.terms.lt(x, y),
            BinOp::Le => self.terms.le(x, y),
            BinOp::Eq => self.terms.eq(x, y),
            BinOp::Ne => self.terms.ne(x, y),
            BinOp::Min => self.terms.min(x, y),
            BinOp::Max => self.terms.max(x, y),
        }
    }

    fn shift_amount_ok(&self, amount: TermId, ty: Type) -> bool {
        let range = self.terms.range(amount);
        matches!((range.lo, range.hi), (Some(lo), Some(hi)) if lo >= 0 && hi < ty.size() as i128 * 8)
    }

    pub(crate) fn cast_term(&mut self, kind: CastKind, x: TermId, from: Type, ty: Type) -> TermId {
        match kind {
            CastKind::IntToInt => {
                let x = if from == Type::Bool { self.bool_to_int(x) } else { x };
                match ty {
                    Type::Int { .. } if seeded!(self.config.fault, NoTruncation) => x,
                    Type::Int { bits, signed: true } if holds_all_of(bits, from) => self.in_type(x, from),
                    // A value of a signed type that is not negative fits the unsigned one of the same width.
                    Type::Int { bits, signed: false }
                        if matches!(from, Type::Int { bits: of, signed: true } if of <= bits)
                            && self.terms.range(x).lo.is_some_and(|least| least >= 0) =>
                    {
                        self.in_type(x, from)
                    }
                    Type::Int { bits, signed } => {
                        let wrapped = self.terms.wrap(bits, signed, x);
                        // A size that fits the unsigned type fits the signed one of the same width, or a greater one.
                        let keeps_width = matches!(from, Type::Int { bits: of, signed: false } if of <= bits);
                        if keeps_width {
                            self.or_size(wrapped, x, ty)
                        } else {
                            wrapped
                        }
                    }
                    _ => {
                        let zero = self.terms.int(0);
                        self.terms.ne(x, zero)
                    }
                }
            }
            CastKind::ToBool if from == Type::Bool => x,
            CastKind::ToBool if from.is_float() => {
                let zero = self.terms.float((from.size() * 8) as u8, 0);
                let eq = self.float_call("feq", &[x, zero], Sort::Bool);
                self.terms.not(eq)
            }
            CastKind::ToBool => {
                let zero = self.terms.int(0);
                self.terms.ne(x, zero)
            }
            CastKind::IntToFloat => {
                let x = if from == Type::Bool { self.bool_to_int(x) } else { x };
                self.float_call("i2f", &[x], sort_of(ty))
            }
            CastKind::FloatToInt => self.ranged_call("f2i", &[x], from, ty),
            CastKind::FloatToFloat => match self.normal(x).filter(|_| ty == Type::F64) {
                Some(value) => self.terms.float(64, value.to_bits()),
                None => self.float_call("f2f", &[x], sort_of(ty)),
            },
            CastKind::Bitcast if from == ty => x,
            CastKind::Bitcast if from.is_int() && ty.is_int() => match ty {
                Type::Int { bits, signed } => self.terms.wrap(bits, signed, x),
                _ => x,
            },
            CastKind::Bitcast => self.ranged_call("bits", &[x], from, ty),
            CastKind::PtrToInt | CastKind::IntToPtr | CastKind::PtrToShared | CastKind::SharedToPtr => {
                self.unknown_term("pointer conversion", ty)
            }
        }
    }

    fn bool_to_int(&mut self, b: TermId) -> TermId {
        let (one, zero) = (self.terms.int(1), self.terms.int(0));
        self.terms.ite(b, one, zero)
    }

    /// A float operation: an uninterpreted function of its arguments, the same for all threads.
    fn float_call(&mut self, name: &str, args: &[TermId], result: Sort) -> TermId {
        if let [x, y] = args[..] {
            if let Some(truth) = self.normal(x).zip(self.normal(y)).and_then(|(x, y)| compare(name, x, y)) {
                return self.terms.bool(truth);
            }
        }
        let f = self.pure_function(name, args, &[], result, Range::ALL);
        self.terms.app(f, args)
    }

    /// The value of a constant of type `float` or `double` that is finite, and zero or normal.
    fn normal(&self, x: TermId) -> Option<f64> {
        let value = match *self.terms.kind(x) {
            Term::Float { bits: 32, value } => {
                let value = f32::from_bits(u32::try_from(value).ok()?);
                f64::from(Some(value).filter(|value| *value == 0.0 || value.is_normal())?)
            }
            Term::Float { bits: 64, value } => f64::from_bits(value),
            _ => return None,
        };
        Some(value).filter(|value| *value == 0.0 || value.is_normal())
    }

    /// A conversion between types.
    pub(crate) fn ranged_call(&mut self, name: &str, args: &[TermId], from: Type, ty: Type) -> TermId {
        let f = self.pure_function(name, args, &[from, ty], sort_of(ty), range_of(ty));
        self.terms.app(f, args)
    }

    pub(crate) fn pure_call(&mut self, name: &str, args: &[TermId], types: &[Type], ty: Type) -> TermId {
        // For non-negative numbers the results do not depend on the width.
        if let Some(value @ 0..) = args.first().and_then(|&a| self.terms.as_int(a)) {
            match name {
                "popc" => return self.terms.int(i128::from(value.count_ones())),
                "ffs" if value == 0 => return self.terms.int(0),
                "ffs" => return self.terms.int(i128::from(value.trailing_zeros()) + 1),
                _ => {}
            }
        }
        let range = match name {
            "popc" | "clz" => Range::new(0, 64),
            "ffs" => Range::new(0, 64),
            _ => range_of(ty),
        };
        let f = self.pure_function(name, args, &[types, &[ty]].concat(), sort_of(ty), range);
        self.terms.app(f, args)
    }
}

/// True if a signed type of this width holds every value of the signed type `from`.
fn holds_all_of(bits: u8, from: Type) -> bool {
    matches!(from, Type::Int { bits: narrow, signed: true } if narrow <= bits)
}

/// The truth of a comparison of floats.
fn compare(name: &str, x: f64, y: f64) -> Option<bool> {
    match name {
        "feq" => Some(x == y),
        "flt" => Some(x < y),
        "fle" => Some(x <= y),
        _ => None,
    }
}
