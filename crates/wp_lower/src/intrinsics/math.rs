//! Mathematical functions of floats. Each becomes a call of a pure function of the IR, whose value depends only on its
//! arguments.

use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::Value;
use wp_base::lists;
use wp_decls::CType;
use wp_kir::{BinOp, ExprId, Type};

/// Functions whose CUDA single-precision form ends in `f`.
const PURE: &str =
    "acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh atanpi cbrt ceil copysign cos cosh cospi erf erfc \
    erfcinv erfcx erfinv exp exp10 exp2 expm1 fabs fdim fdivide floor fma fmax fmin fmod hypot ilogb j0 j1 ldexp \
    lgamma log log10 log1p log2 logb lrint lround llrint llround nan nearbyint nextafter norm3d norm4d normcdf \
    normcdfinv pow pown powr rcbrt remainder rhypot rint rnorm3d round rsqrt scalbln scalbn sin sinh sinpi sqrt tan \
    tanh tanpi tgamma trunc y0 y1 rootn maxmag minmag mad degrees radians sign mix step smoothstep cyl_bessel_i0 \
    cyl_bessel_i1 jn yn";

/// Functions without such a form.
const PURE_EXACT: &str =
    "__sinf __cosf __tanf __expf __exp10f __logf __log2f __log10f __powf __fdividef __saturatef __frsqrt_rn \
    native_sin native_cos native_tan native_exp native_exp2 native_exp10 native_log native_log2 native_log10 \
    native_sqrt native_rsqrt native_recip native_divide native_powr half_sin half_cos half_tan half_exp half_exp2 \
    half_exp10 half_log half_log2 half_log10 half_sqrt half_rsqrt half_recip half_divide half_powr";

/// Functions with a direction of rounding: `__NAME_rn`, `__NAME_rz`, `__NAME_ru`, `__NAME_rd`.
const ROUNDED: &str =
    "dadd ddiv dmul double2float drcp dsqrt dsub fadd fdiv fma fmaf fmul frcp fsqrt fsub int2double int2float \
    ll2double ll2float uint2double uint2float ull2double ull2float";

/// Functions whose result depends on all components of their arguments.
const GEOMETRIC: &[&str] =
    &["dot", "length", "distance", "fast_length", "fast_distance", "cross", "normalize", "fast_normalize"];

impl<'u> Lowerer<'u> {
    pub(crate) fn math_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if call.object.is_some() {
            return None;
        }
        let span = call.span;
        let raw = call.name.as_str();
        let name = raw.strip_prefix("__builtin_").unwrap_or(raw);
        if GEOMETRIC.contains(&name) && !self.unit.cuda {
            return Some(self.geometric(call, name));
        }
        if let Some(value) = self.predicate(call, name) {
            return Some(value);
        }
        if let Some(value) = self.through_pointer(call, name) {
            return Some(value);
        }
        let (elem, _) = super::components(&call.ty)?;
        if raw.starts_with("__builtin_") && elem.is_float() {
            let constant = match name.trim_end_matches(['f', 'l']) {
                "in" | "inf" | "huge_va" | "huge_val" => Some(f64::INFINITY),
                "nan" => Some(f64::NAN),
                _ => None,
            };
            if let Some(v) = constant {
                return Some(self.ir.scalar_value(call.ty.clone(), |s| s.float(v, elem, span)));
            }
        }
        // CUDA's half types are structs, whose functions are not handled here.
        let base = pure_name(name)?;
        if !elem.is_float() && !matches!(base, "ilogb" | "lrint" | "lround" | "llrint" | "llround" | "sign" | "mad") {
            // Functions of integers are handled in `integer`. Other combinations of name and type are not known.
            if !matches!(base, "fabs" | "floor" | "ceil") {
                return None;
            }
        }
        if call
            .args
            .iter()
            .any(|a| matches!(self.stack.ctype(a), CType::Pointer(_) | CType::Record(_) | CType::Array(..)))
        {
            return None;
        }
        let base = base.to_owned();
        Some(self.componentwise(call, |s, a, t| match (base.as_str(), a) {
            ("mad", [x, y, z]) => {
                // It is unspecified whether the operation is fused.
                let args = vec![*x, *y, *z];
                s.ir.call("mad", args, t, span)
            }
            _ => {
                let args: Vec<ExprId> = a.to_vec();
                s.ir.call(&base, args, t, span)
            }
        }))
    }

    /// Tests and comparisons of floats (`isnan`, `isless`), and `min`, `max`, `abs`, `clamp` and `saturate` of floats.
    fn predicate(&mut self, call: &Call<'u>, name: &str) -> Option<Value> {
        let span = call.span;
        let n = call.args.len();
        let float_result = super::components(&call.ty).is_some_and(|(t, _)| t.is_float());
        let short = name.trim_start_matches('_');
        let test = match short {
            "isnan" | "isnanf" | "isnand" => "isnan",
            "isinf" | "isinff" | "isinfd" => "isinf",
            "isfinite" | "finite" | "finitef" | "isfinited" | "finitel" => "isfinite",
            "isnormal" => "isnormal",
            "signbit" | "signbitf" | "signbitd" => "signbit",
            _ => "",
        };
        if !test.is_empty() && n == 1 {
            let vector = matches!(call.ty, CType::Vector(..));
            return Some(self.componentwise(call, |s, a, t| {
                let e = s.ir.call(test, vec![a[0]], Type::Bool, span);
                if vector {
                    s.ir.mask(e, t, span)
                } else {
                    s.ir.convert(e, t, span)
                }
            }));
        }
        let compare = match (name, n) {
            ("isless", 2) => "<",
            ("isgreater", 2) => ">",
            ("islessequal", 2) => "<=",
            ("isgreaterequal", 2) => ">=",
            ("isequal", 2) => "==",
            ("isnotequal", 2) => "!=",
            _ => "",
        };
        if !compare.is_empty() {
            let vector = matches!(call.ty, CType::Vector(..));
            return Some(self.componentwise(call, |s, a, t| {
                let e = s.ir.compare(compare, a[0], a[1], span);
                if vector {
                    s.ir.mask(e, t, span)
                } else {
                    s.ir.convert(e, t, span)
                }
            }));
        }
        if !float_result {
            return None;
        }
        let renamed = match (name, n) {
            ("min", 2) => "fmin",
            ("max", 2) => "fmax",
            ("abs", 1) => "fabs",
            ("clamp", 3) => "clamp",
            ("saturate", 1) => "saturatef",
            _ => return None,
        };
        Some(self.componentwise(call, |s, a, t| {
            let args: Vec<ExprId> = a.iter().map(|&e| s.ir.convert(e, t, span)).collect();
            if renamed == "clamp" && s.unit.cuda {
                let high = s.ir.call("fmin", vec![args[0], args[2]], t, span);
                return s.ir.call("fmax", vec![args[1], high], t, span);
            }
            if renamed == "clamp" {
                let low = s.ir.call("fmax", vec![args[0], args[1]], t, span);
                return s.ir.call("fmin", vec![low, args[2]], t, span);
            }
            s.ir.call(renamed, args, t, span)
        }))
    }

    fn geometric(&mut self, call: &Call<'u>, name: &str) -> Value {
        let span = call.span;
        let values = self.arg_values(call);
        let Some((elem, n)) = super::components(&call.ty) else {
            return self.ir.unsupported_value(format!("`{name}`"), &call.ty, span);
        };
        if let ("dot", [a, b]) = (name, values.as_slice()) {
            // The order of the sum is unspecified; compilers add from left to right.
            let mut sum: Option<ExprId> = None;
            for (&x, &y) in a.leaves.iter().zip(&b.leaves) {
                let p = self.ir.bin(BinOp::Mul, x, y, span);
                sum = Some(match sum {
                    Some(s) => self.ir.bin(BinOp::Add, s, p, span),
                    None => p,
                });
            }
            let e = match sum {
                Some(e) => e,
                None => self.ir.zero(elem, span),
            };
            return Value { ty: call.ty.clone(), leaves: vec![e] };
        }
        let args: Vec<ExprId> = values.iter().flat_map(|v| v.leaves.clone()).collect();
        let leaves = (0..n)
            .map(|i| {
                let full = if n == 1 { name.to_owned() } else { format!("{name}.{i}") };
                self.ir.call(&full, args.clone(), elem, span)
            })
            .collect();
        Value { ty: call.ty.clone(), leaves }
    }

    /// Functions with a second result: `sincos`, `fract`, `modf`, `frexp`, `remquo`, `lgamma_r`.
    fn through_pointer(&mut self, call: &Call<'u>, name: &str) -> Option<Value> {
        let span = call.span;
        let base = name.trim_start_matches("__");
        match (base, call.args.len()) {
            ("sincos" | "sincosf" | "sincospi" | "sincospif", 3) => {
                let x = self.scalar(call.args[0]);
                let x = self.ir.freeze_expr(x, span);
                let ty = self.ir.ty(x);
                let (sin, cos) = if base.contains("pi") {
                    ("sinpi", "cospi")
                } else if name.starts_with("__") {
                    ("__sinf", "__cosf")
                } else {
                    ("sin", "cos")
                };
                for (f, pointer) in [(sin, call.args[1]), (cos, call.args[2])] {
                    let e = self.ir.call(f, vec![x], ty, span);
                    self.store_through(pointer, Value { ty: CType::Scalar(ty), leaves: vec![e] }, span);
                }
                Some(Value { ty: CType::Void, leaves: Vec::new() })
            }
            ("sincos" | "fract" | "modf" | "modff" | "frexp" | "frexpf" | "lgamma_r", 2)
            | ("remquo" | "remquof", 3) => {
                let (pointer, rest) = call.args.split_last()?;
                let target = self.stack.ctype(pointer).pointee()?.ty.clone();
                let mut inputs = Vec::new();
                for arg in rest {
                    let v = self.expr(arg);
                    inputs.push(self.ir.freeze_value(v, span));
                }
                let (elem, n) = super::components(&call.ty)?;
                let (out, _) = super::components(&target)?;
                let f = base.strip_suffix('f').filter(|b| pure_pair(b)).unwrap_or(base).to_owned();
                let (mut first, mut second) = (Vec::new(), Vec::new());
                for i in 0..n {
                    let args: Vec<ExprId> =
                        inputs.iter().filter_map(|v| v.leaves.get(i).or(v.leaves.first()).copied()).collect();
                    let (a, b) = if f == "sincos" {
                        ("sin".to_owned(), "cos".to_owned())
                    } else {
                        (f.clone(), format!("{f}.1"))
                    };
                    first.push(self.ir.call(&a, args.clone(), elem, span));
                    second.push(self.ir.call(&b, args, out, span));
                }
                self.store_through(pointer, Value { ty: target, leaves: second }, span);
                Some(Value { ty: call.ty.clone(), leaves: first })
            }
            _ => None,
        }
    }
}

fn pure_pair(name: &str) -> bool {
    matches!(name, "modf" | "frexp" | "remquo")
}

/// The name without CUDA's single-precision suffix.
fn pure_name(name: &str) -> Option<&str> {
    let rounded = ["_rn", "_rz", "_ru", "_rd"].iter().find_map(|s| name.strip_prefix("__")?.strip_suffix(s));
    if lists(PURE_EXACT, name) || rounded.is_some_and(|base| lists(ROUNDED, base)) || lists(PURE, name) {
        return Some(name);
    }
    name.strip_suffix('f').filter(|base| lists(PURE, base))
}
