//! Integer functions with an exact meaning as expressions.
//!
//! The product of a signed 24-bit multiplication is assumed not to overflow, like every other signed product. (CUDA
//! keeps its low 32 bits; OpenCL does not define it.)

use crate::builder::Builder;
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::state::CallStack;
use crate::values::Value;
use wp_base::Span;
use wp_decls::CType;
use wp_kir::{BinOp, CastKind, ExprId, ExprKind, Type, UnOp};

impl<'u> CallStack<'u> {
    fn scalar_arg(&self, call: &Call<'u>) -> bool {
        call.args.first().is_some_and(|a| self.ctype(a).scalar().is_some())
    }
}

impl Builder<'_> {
    /// The low 24 bits of both, extended by the signedness of the result, multiplied to 32 bits.
    fn mul24(&mut self, a: ExprId, b: ExprId, ty: Type, span: Span) -> ExprId {
        let cut = |s: &mut Self, e: ExprId| {
            let e = s.convert(e, ty, span);
            if let Type::Int { signed: false, .. } = ty {
                let mask = s.int(0x00ff_ffff, ty, span);
                if let Some(v) = s.const_int(e) {
                    return s.int(v & 0x00ff_ffff, ty, span);
                }
                return s.bin(BinOp::And, e, mask, span);
            }
            if let Some(v) = s.const_int(e) {
                let low = v & 0x00ff_ffff;
                return s.int(if low & 0x0080_0000 != 0 { low - (1 << 24) } else { low }, ty, span);
            }
            // Sign extension of 24 bits: shift up as unsigned, down as signed.
            let word = s.convert(e, Type::U32, span);
            let by = s.int(8, Type::U32, span);
            let up = s.bin(BinOp::Shl, word, by, span);
            let signed = s.expr(ExprKind::Cast(CastKind::IntToInt, up), Type::I32, span);
            let cut = s.bin(BinOp::Shr, signed, by, span);
            // Most operands fit in 24 bits. If their range is known, the value is simplified to the plain product.
            let (low, high) = (s.int(-(1 << 23), ty, span), s.int((1 << 23) - 1, ty, span));
            let above = s.bin(BinOp::Le, low, e, span);
            let below = s.bin(BinOp::Le, e, high, span);
            let fits = s.bin(BinOp::And, above, below, span);
            s.select(fits, e, cut, span)
        };
        let (x, y) = (cut(self, a), cut(self, b));
        self.bin(BinOp::Mul, x, y, span)
    }

    fn rotate(&mut self, a: ExprId, by: ExprId, ty: Type, span: Span) -> ExprId {
        let Type::Int { bits, .. } = ty else { return a };
        let word = Type::Int { bits, signed: false };
        let x = self.convert(a, word, span);
        let n = self.convert(by, word, span);
        let low = self.int(i128::from(bits) - 1, word, span);
        let n = self.bin(BinOp::And, n, low, span);
        let minus = self.un(UnOp::Neg, n, span);
        let m = self.bin(BinOp::And, minus, low, span);
        let up = self.bin(BinOp::Shl, x, n, span);
        let down = self.bin(BinOp::Shr, x, m, span);
        let e = self.bin(BinOp::Or, up, down, span);
        self.convert(e, ty, span)
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn integer_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if call.object.is_some() {
            return None;
        }
        let span = call.span;
        let integral = super::components(&call.ty).is_some_and(|(t, _)| t.is_int());
        let n = call.args.len();
        let name = call.name.as_str();
        if call.ty == CType::Scalar(Type::Bool) {
            let op = match (name, n) {
                ("min", 2) => BinOp::And,
                ("max", 2) => BinOp::Or,
                _ => return None,
            };
            return Some(self.componentwise(call, |s, a, t| {
                let (x, y) = (s.ir.convert(a[0], t, span), s.ir.convert(a[1], t, span));
                s.ir.bin(op, x, y, span)
            }));
        }
        if !integral {
            // Reinterpretations that give floats.
            return match name {
                "__int_as_float" | "__uint_as_float" | "__longlong_as_double" if n == 1 => {
                    Some(self.componentwise(call, |s, a, t| s.ir.bitcast(a[0], t, span)))
                }
                "__hiloint2double" if n == 2 => Some(self.componentwise(call, |s, a, t| {
                    let [high, low] = [a[0], a[1]].map(|half| {
                        let word = s.ir.convert(half, Type::U32, span);
                        s.ir.convert(word, Type::U64, span)
                    });
                    let by = s.ir.int(32, Type::I32, span);
                    let high = s.ir.bin(BinOp::Shl, high, by, span);
                    let bits = s.ir.bin(BinOp::Or, high, low, span);
                    s.ir.bitcast(bits, t, span)
                })),
                _ => None,
            };
        }
        Some(match (name, n) {
            ("min" | "umin" | "llmin" | "ullmin" | "__min", 2) => self.min_max(call, BinOp::Min),
            ("max" | "umax" | "llmax" | "ullmax" | "__max", 2) => self.min_max(call, BinOp::Max),
            ("clamp", 3) => self.componentwise(call, |s, a, t| {
                let (x, lo, hi) =
                    (s.ir.convert(a[0], t, span), s.ir.convert(a[1], t, span), s.ir.convert(a[2], t, span));
                // The bounds may be in the wrong order: the headers of CUDA's samples apply the upper one first, OpenCL
                // the lower one (section 6.15.3 of its C language; what the result is then is undefined).
                if s.unit.cuda {
                    let e = s.ir.bin(BinOp::Min, x, hi, span);
                    return s.ir.bin(BinOp::Max, e, lo, span);
                }
                let e = s.ir.bin(BinOp::Max, x, lo, span);
                s.ir.bin(BinOp::Min, e, hi, span)
            }),
            ("abs" | "labs" | "llabs" | "__builtin_abs" | "iabs", 1) => self.componentwise(call, |s, a, t| {
                let from = s.ir.ty(a[0]);
                match from {
                    Type::Int { signed: true, bits } => {
                        let zero = s.ir.zero(from, span);
                        let negative = s.ir.bin(BinOp::Lt, a[0], zero, span);
                        // OpenCL's result is unsigned, so that the least value has a magnitude too.
                        let word = if let Type::Int { signed: false, .. } = t {
                            Type::Int { bits, signed: false }
                        } else {
                            from
                        };
                        let x = s.ir.convert(a[0], word, span);
                        let minus = s.ir.un(UnOp::Neg, x, span);
                        s.ir.select(negative, minus, x, span)
                    }
                    Type::Float { .. } => {
                        let e = s.ir.call("fabs", vec![a[0]], from, span);
                        s.ir.convert(e, t, span)
                    }
                    _ => a[0],
                }
            }),
            ("__mul24" | "__umul24" | "mul24", 2) => {
                self.componentwise(call, |s, a, t| s.ir.mul24(a[0], a[1], t, span))
            }
            ("mad24", 3) => self.componentwise(call, |s, a, t| {
                let product = s.ir.mul24(a[0], a[1], t, span);
                let c = s.ir.convert(a[2], t, span);
                s.ir.bin(BinOp::Add, product, c, span)
            }),
            ("__usad" | "__sad", 3) => self.componentwise(call, |s, a, t| {
                let less = s.ir.bin(BinOp::Lt, a[0], a[1], span);
                let d1 = s.ir.bin(BinOp::Sub, a[1], a[0], span);
                let d2 = s.ir.bin(BinOp::Sub, a[0], a[1], span);
                let d = s.ir.select(less, d1, d2, span);
                let d = s.ir.convert(d, t, span);
                let c = s.ir.convert(a[2], t, span);
                s.ir.bin(BinOp::Add, d, c, span)
            }),
            ("rotate", 2) => self.componentwise(call, |s, a, t| s.ir.rotate(a[0], a[1], t, span)),
            ("add_sat" | "sub_sat", 2) => {
                let add = name == "add_sat";
                self.componentwise(call, |s, a, t| match t {
                    Type::Int { bits, .. } if bits <= 32 => {
                        let wide = Type::I64;
                        let (x, y) = (s.ir.convert(a[0], wide, span), s.ir.convert(a[1], wide, span));
                        let e = s.ir.bin(if add { BinOp::Add } else { BinOp::Sub }, x, y, span);
                        s.ir.saturate(e, t, span)
                    }
                    _ => s.ir.call(if add { "add_sat" } else { "sub_sat" }, a.to_vec(), t, span),
                })
            }
            ("hadd" | "rhadd" | "__hadd" | "__rhadd" | "__uhadd" | "__urhadd", 2) => {
                let round = i128::from(name.contains("rhadd"));
                self.componentwise(call, |s, a, t| match t {
                    Type::Int { bits, .. } if bits <= 32 => {
                        let (x, y) = (s.ir.convert(a[0], Type::I64, span), s.ir.convert(a[1], Type::I64, span));
                        let sum = s.ir.bin(BinOp::Add, x, y, span);
                        let one = s.ir.int(round, Type::I64, span);
                        let sum = s.ir.bin(BinOp::Add, sum, one, span);
                        let by = s.ir.int(1, Type::I64, span);
                        let e = s.ir.bin(BinOp::Shr, sum, by, span);
                        s.ir.convert(e, t, span)
                    }
                    _ => s.ir.call(if round == 1 { "rhadd" } else { "hadd" }, a.to_vec(), t, span),
                })
            }
            ("mul_hi" | "__mulhi" | "__umulhi" | "__mul64hi" | "__umul64hi", 2) => {
                self.componentwise(call, |s, a, t| match t {
                    Type::Int { bits, signed } if bits <= 32 => {
                        let wide = Type::Int { bits: 64, signed };
                        let (x, y) = (s.ir.convert(a[0], t, span), s.ir.convert(a[1], t, span));
                        let (x, y) = (s.ir.convert(x, wide, span), s.ir.convert(y, wide, span));
                        let p = s.ir.bin(BinOp::Mul, x, y, span);
                        let by = s.ir.int(i128::from(bits), Type::I32, span);
                        let e = s.ir.bin(BinOp::Shr, p, by, span);
                        s.ir.convert(e, t, span)
                    }
                    _ => s.ir.call("mul_hi", a.to_vec(), t, span),
                })
            }
            ("mad_hi" | "mad_sat", 3) => {
                let f = name.to_owned();
                self.componentwise(call, move |s, a, t| s.ir.call(&f, a.to_vec(), t, span))
            }
            ("popcount" | "__popc" | "__popcll" | "__builtin_popcount", 1) => self.counted(call, "popc"),
            ("clz" | "__clz" | "__clzll" | "__builtin_clz", 1) => self.counted(call, "clz"),
            ("ctz" | "__builtin_ctz", 1) => self.counted(call, "ctz"),
            ("__ffs" | "__ffsll" | "__builtin_ffs" | "ffs", 1) => self.counted(call, "ffs"),
            ("__brev" | "__brevll", 1) => self.counted(call, "brev"),
            ("__byte_perm" | "__funnelshift_l" | "__funnelshift_r" | "__funnelshift_lc" | "__funnelshift_rc", 3) => {
                let f = name.trim_start_matches('_').to_owned();
                self.componentwise(call, move |s, a, t| s.ir.call(&f, a.to_vec(), t, span))
            }
            (
                "__float_as_int" | "__float_as_uint" | "__double_as_longlong" | "__half_as_short" | "__half_as_ushort",
                1,
            ) if self.stack.scalar_arg(call) => self.componentwise(call, |s, a, t| s.ir.bitcast(a[0], t, span)),
            ("__double2hiint" | "__double2loint", 1) => {
                let high = name.ends_with("hiint");
                self.componentwise(call, |s, a, t| {
                    let bits = s.ir.bitcast(a[0], Type::U64, span);
                    let by = s.ir.int(if high { 32 } else { 0 }, Type::I32, span);
                    let e = s.ir.bin(BinOp::Shr, bits, by, span);
                    s.ir.convert(e, t, span)
                })
            }
            (
                "__float2int_rz" | "__float2uint_rz" | "__double2int_rz" | "__float2ll_rz" | "__float2ull_rz"
                | "__double2uint_rz" | "__double2ll_rz" | "__double2ull_rz",
                1,
            ) => self.componentwise(call, |s, a, t| s.ir.convert(a[0], t, span)),
            (
                "__float2int_rn" | "__float2uint_rn" | "__double2int_rn" | "__double2uint_rn" | "__float2ll_rn"
                | "__double2ll_rn" | "__float2ull_rn" | "__double2ull_rn",
                1,
            ) => self.rounded(call, "rint"),
            (
                "__float2int_rd" | "__float2uint_rd" | "__double2int_rd" | "__double2uint_rd" | "__float2ll_rd"
                | "__double2ll_rd" | "__float2ull_rd" | "__double2ull_rd",
                1,
            ) => self.rounded(call, "floor"),
            (
                "__float2int_ru" | "__float2uint_ru" | "__double2int_ru" | "__double2uint_ru" | "__float2ll_ru"
                | "__double2ll_ru" | "__float2ull_ru" | "__double2ull_ru",
                1,
            ) => self.rounded(call, "ceil"),
            _ => return None,
        })
    }

    fn rounded(&mut self, call: &Call<'u>, by: &'static str) -> Value {
        let span = call.span;
        self.componentwise(call, |s, a, t| {
            let from = s.ir.ty(a[0]);
            let e = s.ir.call(by, vec![a[0]], from, span);
            s.ir.convert(e, t, span)
        })
    }

    fn counted(&mut self, call: &Call<'u>, name: &'static str) -> Value {
        let span = call.span;
        self.componentwise(call, |s, a, t| s.ir.call(name, vec![a[0]], t, span))
    }

    fn min_max(&mut self, call: &Call<'u>, op: BinOp) -> Value {
        let span = call.span;
        self.componentwise(call, |s, a, t| {
            // Clang converted both to the parameter type, which is the result type.
            let (x, y) = (s.ir.convert(a[0], t, span), s.ir.convert(a[1], t, span));
            s.ir.bin(op, x, y, span)
        })
    }
}
