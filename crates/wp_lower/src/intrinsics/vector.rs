//! OpenCL's vector functions and conversions: `convert_*`, `as_*`, `any`, `all`, `select`, `bitselect`, `shuffle`.

use crate::builder::Builder;
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::Value;
use wp_decls::CType;
use wp_kir::{BinOp, Type, UnOp};

impl Builder<'_> {
    /// The value of an integer type that is nearest to an integer.
    pub(crate) fn saturate(&mut self, e: wp_kir::ExprId, to: Type, span: wp_base::Span) -> wp_kir::ExprId {
        let from = self.ty(e);
        let (Some((from_lo, from_hi)), Some((lo, hi))) = (from.int_range(), to.int_range()) else { return e };
        let mut e = e;
        if from_lo < lo {
            let bound = self.int(lo, from, span);
            e = self.bin(BinOp::Max, e, bound, span);
        }
        if from_hi > hi {
            let bound = self.int(hi, from, span);
            e = self.bin(BinOp::Min, e, bound, span);
        }
        self.convert(e, to, span)
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn vector_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if self.unit.cuda || call.object.is_some() {
            return None;
        }
        let span = call.span;
        let name = call.name.as_str();
        if let Some(rest) = name.strip_prefix("convert_") {
            return Some(self.explicit_conversion(call, rest));
        }
        if name.starts_with("as_") && call.args.len() == 1 {
            let value = self.expr(call.args[0]);
            return Some(self.ir.reinterpret(value, &call.ty, span));
        }
        match name {
            "any" | "all" if call.args.len() == 1 => {
                let value = self.expr(call.args[0]);
                let any = name == "any";
                let mut out = self.ir.bool(!any, span);
                for &e in &value.leaves {
                    let ty = self.ir.ty(e);
                    let bit = self.ir.sign_bit(e, ty, span);
                    out = self.ir.bin(if any { BinOp::Or } else { BinOp::And }, out, bit, span);
                }
                Some(self.ir.value_of_truth(out, call.ty.clone(), span))
            }
            "select" if call.args.len() == 3 => {
                let scalar = !matches!(call.ty, CType::Vector(..));
                Some(self.componentwise(call, |s, a, _| {
                    let ty = s.ir.ty(a[2]);
                    let c = if scalar { s.ir.truth(a[2], span) } else { s.ir.sign_bit(a[2], ty, span) };
                    s.ir.select(c, a[1], a[0], span)
                }))
            }
            "bitselect" if call.args.len() == 3 => Some(self.componentwise(call, |s, a, elem| {
                let (Type::Int { bits, .. } | Type::Float { bits }) = elem else { return a[0] };
                let word = Type::Int { bits, signed: false };
                let (x, y, m) =
                    (s.ir.bitcast(a[0], word, span), s.ir.bitcast(a[1], word, span), s.ir.bitcast(a[2], word, span));
                let keep = s.ir.un(UnOp::BitNot, m, span);
                let x = s.ir.bin(BinOp::And, x, keep, span);
                let y = s.ir.bin(BinOp::And, y, m, span);
                let e = s.ir.bin(BinOp::Or, x, y, span);
                s.ir.bitcast(e, elem, span)
            })),
            "shuffle" | "shuffle2" => {
                let values = self.arg_values(call);
                let (mask, sources) = values.split_last()?;
                let all: Vec<_> = sources.iter().flat_map(|v| v.leaves.clone()).collect();
                let mut leaves = Vec::new();
                let count = all.len().next_power_of_two();
                for &m in &mask.leaves.clone() {
                    // Only the low bits of the mask count.
                    let ty = self.ir.ty(m);
                    let low = self.ir.int(count as i128 - 1, ty, span);
                    let index = self.ir.bin(BinOp::And, m, low, span);
                    let mut e = *all.last()?;
                    for (i, &part) in all.iter().enumerate().rev().skip(1) {
                        let k = self.ir.int(i as i128, ty, span);
                        let is = self.ir.bin(BinOp::Eq, index, k, span);
                        e = self.ir.select(is, part, e, span);
                    }
                    leaves.push(e);
                }
                Some(Value { ty: call.ty.clone(), leaves })
            }
            _ => None,
        }
    }

    /// `convert_uchar4_sat_rte(x)`. Exact between integers, and without modifiers; other conversions are pure functions
    /// that are known by name.
    fn explicit_conversion(&mut self, call: &Call<'u>, rest: &str) -> Value {
        let span = call.span;
        let saturate = rest.contains("_sat");
        let rounding = ["_rte", "_rtz", "_rtp", "_rtn"].into_iter().find(|r| rest.contains(r));
        self.componentwise(call, |s, a, elem| {
            let from = s.ir.ty(a[0]);
            match (from, elem) {
                (Type::Int { .. }, Type::Int { .. }) if saturate => s.ir.saturate(a[0], elem, span),
                (Type::Float { .. }, Type::Int { .. }) => {
                    // Without a modifier the conversion truncates.
                    let rounded = match rounding {
                        None | Some("_rtz") => a[0],
                        Some("_rte") => s.ir.call("rint", vec![a[0]], from, span),
                        Some("_rtp") => s.ir.call("ceil", vec![a[0]], from, span),
                        _ => s.ir.call("floor", vec![a[0]], from, span),
                    };
                    if saturate {
                        let name = format!("convert_sat_{elem}");
                        s.ir.call(&name, vec![rounded], elem, span)
                    } else {
                        s.ir.convert(rounded, elem, span)
                    }
                }
                (_, Type::Float { .. }) if rounding.is_some_and(|r| r != "_rte") => {
                    let name = format!("convert{}_{elem}", rounding.unwrap_or(""));
                    s.ir.call(&name, vec![a[0]], elem, span)
                }
                _ => s.ir.convert(a[0], elem, span),
            }
        })
    }
}
