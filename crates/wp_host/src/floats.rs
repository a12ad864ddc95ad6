//! Constants of type `float` and `double` in host code, and quotients of integers that are rounded up.
//!
//! Exact: literals and conversions round as IEEE 754 says, to the nearest; of arithmetic only results without rounding
//! are followed, for a compiler may contract or reassociate operations that round. Only finite values that are zero or
//! normal count; everything else is unknown.

use crate::state::{Flow, State};
use crate::value::{Expr, Float, Int, Value};
use wp_clang::Node;
use wp_decls::strip;
use wp_kir::{BinOp, Type};

/// Results of products and quotients that are nearer to zero are not followed.
const SMALLEST: f64 = 1e-200;

impl Float {
    /// The value in a type: rounded to the nearest one; `None` for other types and for values that do not count.
    fn rounded(value: f64, ty: Type) -> Option<Float> {
        let value = match ty {
            Type::F32 => f64::from(value as f32),
            Type::F64 => value,
            _ => return None,
        };
        let is_normal = value == 0.0 || if ty == Type::F32 { (value as f32).is_normal() } else { value.is_normal() };
        is_normal.then_some(Float { value, ty })
    }

    /// The result of an operation, where it needs no rounding. `error`: the difference to the exact result, which both
    /// types can hold.
    fn exact(value: f64, error: f64, ty: Type) -> Option<Float> {
        let rounded = Float::rounded(value, ty)?;
        (error == 0.0 && rounded.value == value).then_some(rounded)
    }
}

impl Flow<'_, '_> {
    /// `ceil(a / b)` for integers of 32 bits: a quotient that is not whole is further from the next whole number than
    /// rounding can bring it, in double precision, and in single precision for dividends of up to 24 bits.
    pub(crate) fn rounded_up(&mut self, st: &mut State, node: &Node, ty: Type) -> Option<Int> {
        let call = strip(node);
        let is_ceil = &*call.kind == "CallExpr"
            && matches!(wp_decls::callee_name(call), "ceil" | "ceilf")
            && self.is_library(call);
        let mut division = strip(call.inner.get(1).filter(|_| is_ceil && call.inner.len() == 2)?);
        // The conversion to `double` keeps the quotient.
        while let (Some("FloatingCast"), "double", Some(inner)) =
            (division.cast_kind.as_deref(), division.type_str(), division.inner.last())
        {
            division = strip(inner);
        }
        let is_division = &*division.kind == "BinaryOperator" && division.opcode.as_deref() == Some("/");
        // The operands are evaluated again when the form does not fit.
        let is_single = division.type_str() == "float";
        let is_of_floats = is_single || division.type_str() == "double";
        if !is_division || !self.changed_by(st, division).is_empty() || !is_of_floats || !ty.is_int() {
            return None;
        }
        let [a, b] = &division.inner[..] else { return None };
        let (a, b) = (self.whole(st, a)?, self.whole(st, b)?);
        // Only for a positive constant divisor and a dividend that is not negative.
        let divisor = b.constant().filter(|b| *b > 0)?;
        let zero = Expr::int(0, Type::I64);
        let one_less = Expr::int(divisor - 1, Type::I64);
        let up = Expr::binary(BinOp::Div, &Expr::binary(BinOp::Add, &a, &one_less)?, &b)?;
        let toward_zero = Expr::binary(BinOp::Div, &a, &b)?;
        let negative = Expr::binary(BinOp::Lt, &a, &zero)?;
        let rounded = Expr::select(&negative, &toward_zero, &up)?;
        if !is_single {
            return Some(rounded.cast(ty));
        }
        let exact = |e: &Int| {
            let most = Expr::int(1 << 24, Type::I64);
            let least = Expr::int(-(1 << 24), Type::I64);
            Expr::binary(BinOp::And, &Expr::binary(BinOp::Le, &least, e)?, &Expr::binary(BinOp::Le, e, &most)?)
        };
        let (is_exact, other) = (exact(&a)?, self.symbol(Type::I64, "ceil"));
        (divisor <= 1 << 24).then_some(())?;
        Expr::select(&is_exact, &rounded, &other).map(|e| e.cast(ty))
    }

    /// The integer of 64 bits whose conversion gives this floating-point number.
    fn whole(&mut self, st: &mut State, node: &Node) -> Option<Int> {
        let mut node = strip(node);
        // `(double)n` is a cast that does nothing, of a conversion.
        while let (true, Some("NoOp"), Some(inner)) =
            (node.kind.ends_with("CastExpr"), node.cast_kind.as_deref(), node.inner.last())
        {
            node = strip(inner);
        }
        if &*node.kind == "FloatingLiteral" {
            let value: f64 = node.value.as_deref()?.parse().ok()?;
            let fits = value.fract() == 0.0 && value.abs() < f64::from(1 << 30);
            return fits.then(|| Expr::int(value as i128, Type::I64));
        }
        let is_conversion = matches!(&*node.kind, "ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr")
            && node.cast_kind.as_deref() == Some("IntegralToFloating")
            && matches!(node.type_str(), "double" | "float");
        let inner = node.inner.last().filter(|_| is_conversion)?;
        if !self.type_of(inner).is_some_and(|t| t.is_int() && t.size() <= 4) {
            return None;
        }
        Some(self.int_value(st, inner).cast(Type::I64))
    }

    /// A literal of type `float` or `double`.
    pub(crate) fn float_literal(&mut self, node: &Node) -> Value {
        let parsed = node.value.as_deref().and_then(|text| text.parse::<f64>().ok());
        let float = parsed.zip(self.float_type(node)).and_then(|(value, ty)| Float::rounded(value, ty));
        float.map_or_else(|| self.fresh(node), Value::Float)
    }

    fn float_type(&self, node: &Node) -> Option<Type> {
        let is_long =
            node.type_str().contains("long") || node.desugared.as_deref().is_some_and(|ty| ty.contains("long"));
        self.type_of(node).filter(|ty| !is_long && matches!(*ty, Type::F32 | Type::F64))
    }

    /// A conversion from or to a type of floats.
    pub(crate) fn float_cast(&mut self, node: &Node, kind: &str, value: &Value) -> Option<Value> {
        let float = |value: f64| self.float_type(node).and_then(|ty| Float::rounded(value, ty)).map(Value::Float);
        match (kind, value) {
            ("FloatingCast", Value::Float(from)) => float(from.value),
            // Every `f64` holds these numbers; a type of fewer digits rounds once.
            ("IntegralToFloating", Value::Int(e)) => {
                e.constant().filter(|v| v.unsigned_abs() < 1 << 53).and_then(|v| float(v as f64))
            }
            ("FloatingToIntegral", Value::Float(from)) => {
                let ty = self.type_of(node).filter(|ty| ty.is_int())?;
                let whole = from.value.trunc();
                let fits = whole.abs() < 9.0e18 && ty.wrap(whole as i128) == whole as i128;
                fits.then(|| Value::Int(Expr::int(whole as i128, ty)))
            }
            ("FloatingToBoolean", Value::Float(from)) => {
                Some(Value::Int(Expr::int(i128::from(from.value != 0.0), Type::Bool)))
            }
            _ => None,
        }
    }

    /// `-a` and `a op b` of constants.
    pub(crate) fn float_operation(&self, op: &str, a: &Float, b: Option<&Float>) -> Option<Value> {
        let Some(b) = b else {
            return (op == "-").then_some(Value::Float(Float { value: -a.value, ty: a.ty }));
        };
        let (x, y) = (a.value, b.value);
        let truth = match op {
            "<" => Some(x < y),
            "<=" => Some(x <= y),
            ">" => Some(x > y),
            ">=" => Some(x >= y),
            "==" => Some(x == y),
            "!=" => Some(x != y),
            _ => None,
        };
        if let (Some(truth), true) = (truth, a.ty == b.ty) {
            return Some(Value::Int(Expr::int(i128::from(truth), Type::Bool)));
        }
        let (value, error) = match op {
            "+" => (x + y, sum_error(x, y)),
            "-" => (x - y, sum_error(x, -y)),
            // The error of a smaller result would be rounded to zero.
            "*" if x == 0.0 || y == 0.0 || (x * y).abs() > SMALLEST => (x * y, x.mul_add(y, -(x * y))),
            "/" if y != 0.0 && (x == 0.0 || x.abs() > SMALLEST && (x / y).abs() > SMALLEST) => {
                (x / y, (x / y).mul_add(y, -x))
            }
            _ => return None,
        };
        Float::exact(value, error, a.ty).filter(|_| a.ty == b.ty).map(Value::Float)
    }
}

/// The rounding error of `a + b` (Knuth's sum of two numbers).
fn sum_error(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let b_part = sum - a;
    (a - (sum - b_part)) + (b - b_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: f64, ty: Type) -> Float {
        Float::rounded(value, ty).unwrap()
    }

    #[test]
    fn literals_round_to_their_types() {
        assert_eq!(of(0.1, Type::F32).value, f64::from(0.1f32));
        assert_eq!(of(0.1, Type::F64).value, 0.1);
        assert_eq!(Float::rounded(1e300, Type::F32), None);
        assert_eq!(Float::rounded(1e-40, Type::F32), None);
        assert_eq!(Float::rounded(f64::NAN, Type::F64), None);
        assert_eq!(Float::rounded(1.0, Type::I32), None);
    }

    #[test]
    fn only_results_without_rounding_are_exact() {
        let sum = |a: f64, b: f64, ty| Float::exact(a + b, sum_error(a, b), ty).map(|f| f.value);
        assert_eq!(sum(0.5, 3.0, Type::F32), Some(3.5));
        assert_eq!(sum(0.1, 0.2, Type::F64), None);
        assert_eq!(sum(16_777_216.0, 1.0, Type::F32), None);
        assert_eq!(sum(16_777_216.0, 1.0, Type::F64), Some(16_777_217.0));
    }
}
