//! Conditions on launches and scalars as the user writes them: `blockDim.x == blockDim.y && n <= 4 * gridDim.x`.
//!
//! A condition becomes a precondition of a kernel, so that everything that reads the kernel knows it. It is evaluated in 64-bit
//! integers. Exact; `&&`, one comparison each, `+ - * / %`, parentheses, numbers, built-in extents and scalar parameters.

use wp_base::Span;
use wp_kir::{
    AssumeKind, Axis, BinOp, CastKind, ExprId, ExprKind, Kernel, ParamId, Special, Stmt, StmtKind, Type, UnOp,
};

/// Adds a condition to a kernel; `parameter` finds a scalar parameter by a name.
pub fn require(kernel: &mut Kernel, text: &str, parameter: &dyn Fn(&str) -> Option<ParamId>) -> Result<(), String> {
    for part in text.split("&&") {
        let mut reader = Reader { kernel, tokens: tokens(part)?, at: 0, parameter };
        let cond = reader.comparison().map_err(|e| format!("`{text}`: {e}"))?;
        if reader.at != reader.tokens.len() {
            return Err(format!("`{text}`: `{}` is not expected", reader.tokens[reader.at]));
        }
        let kind = StmtKind::Assume { cond, kind: AssumeKind::Requires };
        kernel.body.insert(0, Stmt { kind, span: kernel.span });
    }
    Ok(())
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let len = match first {
            c if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            _ if ["==", "!=", "<=", ">="].iter().any(|op| rest.starts_with(op)) => 2,
            '+' | '-' | '*' | '/' | '%' | '(' | ')' | '<' | '>' => 1,
            c => return Err(format!("`{text}`: `{c}` is not understood")),
        };
        found.push(rest[..len].to_owned());
        rest = rest[len..].trim_start();
    }
    Ok(found)
}

struct Reader<'a> {
    kernel: &'a mut Kernel,
    tokens: Vec<String>,
    at: usize,
    parameter: &'a dyn Fn(&str) -> Option<ParamId>,
}

impl Reader<'_> {
    fn take(&mut self, among: &[&str]) -> Option<String> {
        let token = self.tokens.get(self.at).filter(|t| among.contains(&t.as_str()))?.clone();
        self.at += 1;
        Some(token)
    }

    fn add(&mut self, kind: ExprKind, ty: Type) -> ExprId {
        self.kernel.expr(kind, ty, Span::NONE)
    }

    fn comparison(&mut self) -> Result<ExprId, String> {
        let left = self.sum()?;
        let op = self.take(&["==", "!=", "<=", ">=", "<", ">"]).ok_or("a comparison is expected")?;
        let right = self.sum()?;
        let (op, a, b) = match op.as_str() {
            "==" => (BinOp::Eq, left, right),
            "!=" => (BinOp::Ne, left, right),
            "<=" => (BinOp::Le, left, right),
            ">=" => (BinOp::Le, right, left),
            "<" => (BinOp::Lt, left, right),
            _ => (BinOp::Lt, right, left),
        };
        Ok(self.add(ExprKind::Binary(op, a, b), Type::Bool))
    }

    fn sum(&mut self) -> Result<ExprId, String> {
        let mut left = self.product()?;
        while let Some(op) = self.take(&["+", "-"]) {
            let right = self.product()?;
            let op = if op == "+" { BinOp::Add } else { BinOp::Sub };
            left = self.add(ExprKind::Binary(op, left, right), Type::I64);
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<ExprId, String> {
        let mut left = self.factor()?;
        while let Some(op) = self.take(&["*", "/", "%"]) {
            let right = self.factor()?;
            let op = match op.as_str() {
                "*" => BinOp::Mul,
                "/" => BinOp::Div,
                _ => BinOp::Rem,
            };
            left = self.add(ExprKind::Binary(op, left, right), Type::I64);
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<ExprId, String> {
        if self.take(&["("]).is_some() {
            let inner = self.sum()?;
            self.take(&[")"]).ok_or("`)` is expected")?;
            return Ok(inner);
        }
        if self.take(&["-"]).is_some() {
            let inner = self.factor()?;
            return Ok(self.add(ExprKind::Unary(UnOp::Neg, inner), Type::I64));
        }
        let word = self.tokens.get(self.at).ok_or("a number or a name is expected")?.clone();
        self.at += 1;
        if let Ok(number) = word.parse::<i64>() {
            return Ok(self.add(ExprKind::Int(i128::from(number)), Type::I64));
        }
        let (kind, ty) = match extent(&word) {
            Some(special) => (ExprKind::Special(special), Type::U32),
            None => {
                let param = (self.parameter)(&word).ok_or_else(|| format!("there is no scalar `{word}`"))?;
                let param = &self.kernel.params[param];
                if !param.ty.is_int() {
                    return Err(format!("`{word}` is no integer"));
                }
                (ExprKind::Var(param.var), param.ty)
            }
        };
        let value = self.add(kind, ty);
        Ok(match ty {
            Type::I64 => value,
            _ => self.add(ExprKind::Cast(CastKind::IntToInt, value), Type::I64),
        })
    }
}

fn extent(word: &str) -> Option<Special> {
    let (name, axis) = word.split_once('.')?;
    let axis = Axis::ALL.into_iter().find(|a| axis == a.letter().to_string())?;
    match name {
        "blockDim" => Some(Special::BlockDim(axis)),
        "gridDim" => Some(Special::GridDim(axis)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_kir::Dialect;

    #[test]
    fn conditions_become_preconditions() {
        let mut kernel = Kernel::new("k", Dialect::Cuda, Span::NONE);
        let none = |_: &str| None;
        require(&mut kernel, "blockDim.x == blockDim.y && 2 * (gridDim.x + 1) >= 4", &none).unwrap();
        assert_eq!(kernel.body.len(), 2);
        wp_kir::verify(&kernel).unwrap();
        for bad in ["blockDim.x", "blockDim.x == ", "m == 1", "1 == 2 3", "(1 == 2", "1 = 2"] {
            assert!(require(&mut kernel, bad, &none).is_err(), "{bad}");
        }
    }
}
