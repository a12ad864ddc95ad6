//! Expressions and addresses.

use super::lexer::Token;
use super::{Parsed, Parser};
use crate::names::{self, implied_type, value};
use crate::{Expr, ExprId, ExprKind, SpecOp, Type};

impl<'t> Parser<'t> {
    pub(super) fn address(&mut self) -> Parsed<ExprId> {
        self.expect("[")?;
        let ptr = self.expr()?;
        self.expect("]")?;
        Ok(ptr)
    }

    pub(super) fn args(&mut self) -> Parsed<Vec<ExprId>> {
        self.expect("(")?;
        let mut args = Vec::new();
        if !self.eat(")")? {
            loop {
                args.push(self.expr()?);
                if self.eat(")")? {
                    break;
                }
                self.expect(",")?;
            }
        }
        Ok(args)
    }

    fn fixed<const N: usize>(&mut self) -> Parsed<[ExprId; N]> {
        let at = self.start;
        let args = self.args()?;
        args.try_into().map_err(|_| self.error_at(at, format!("expected {N} operands")))
    }

    pub(super) fn expr(&mut self) -> Parsed<ExprId> {
        self.enter()?;
        let start = self.start;
        let kind = self.expr_kind()?;
        let ty = if self.eat(":")? {
            self.ty()?
        } else if matches!(self.kernel_truth(&kind, start), Some(true)) {
            Type::Bool
        } else {
            match implied_type(&self.kernel, &kind) {
                Some(ty) => ty,
                None => return Err(self.unexpected("`:` and a type")),
            }
        };
        self.depth -= 1;
        Ok(self.kernel.exprs.push(Expr { kind, ty, span: self.span_from(start) }))
    }

    /// Tests if the expression was written `true` or `false`, whose type needs no words.
    fn kernel_truth(&self, kind: &ExprKind, start: u32) -> Option<bool> {
        matches!(kind, ExprKind::Int(_)).then(|| self.lexer.starts_with_letter(start))
    }

    fn expr_kind(&mut self) -> Parsed<ExprKind> {
        match self.token {
            Token::Int(number) => {
                self.next()?;
                Ok(ExprKind::Int(number))
            }
            Token::Float(text) => self.float(text),
            Token::Symbol("&") => {
                self.next()?;
                Ok(ExprKind::AddrOf(self.id("o")?))
            }
            Token::Symbol("(") => {
                self.next()?;
                let a = self.expr()?;
                let op = match self.token {
                    Token::Symbol(symbol) => value(names::INFIX, symbol),
                    _ => None,
                };
                let Some(op) = op else { return Err(self.unexpected("a binary operation")) };
                self.next()?;
                let b = self.expr()?;
                self.expect(")")?;
                Ok(ExprKind::Binary(op, a, b))
            }
            Token::Word(word) => {
                if let Some(var) = self.id_here("v") {
                    self.next()?;
                    return Ok(ExprKind::Var(var));
                }
                self.named(word)
            }
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn named(&mut self, word: &'t str) -> Parsed<ExprKind> {
        if let Some(special) = value(names::SPECIALS, word) {
            self.next()?;
            return Ok(ExprKind::Special(special));
        }
        if let Some(op) = value(names::UNARIES, word) {
            self.next()?;
            let [a] = self.fixed()?;
            return Ok(ExprKind::Unary(op, a));
        }
        if let Some(op) = value(names::PREFIX, word) {
            self.next()?;
            let [a, b] = self.fixed()?;
            return Ok(ExprKind::Binary(op, a, b));
        }
        if let Some(kind) = value(names::CASTS, word) {
            self.next()?;
            let [a] = self.fixed()?;
            return Ok(ExprKind::Cast(kind, a));
        }
        let wanted = match word {
            "true" | "false" | "null" | "ptradd" | "ptrdiff" | "select" | "call" | "spec" | "bits" => self.next()?,
            _ => return Err(self.unexpected("an expression")),
        };
        debug_assert!(matches!(wanted, Token::Word(_)));
        Ok(match word {
            "true" => ExprKind::Int(1),
            "false" => ExprKind::Int(0),
            "null" => ExprKind::Null,
            "ptradd" => {
                let [a, b] = self.fixed()?;
                ExprKind::PtrAdd(a, b)
            }
            "ptrdiff" => {
                let [a, b] = self.fixed()?;
                ExprKind::PtrDiff(a, b)
            }
            "select" => {
                let [c, a, b] = self.fixed()?;
                ExprKind::Select(c, a, b)
            }
            "call" => ExprKind::Call(self.string()?, self.args()?),
            "bits" => {
                self.expect("(")?;
                let bits = self.number("64 bits")?;
                self.expect(")")?;
                ExprKind::Float(bits)
            }
            _ => match self.token {
                Token::Text(_) => ExprKind::Spec(SpecOp::Unmodelled(self.string()?), self.args()?),
                _ => ExprKind::Spec(self.table(names::SPECS, "a specification operation")?, self.args()?),
            },
        })
    }

    /// A decimal float takes its width from the type that must follow.
    fn float(&mut self, text: &str) -> Parsed<ExprKind> {
        let at = self.start;
        self.next()?;
        if !self.is(":") {
            return Err(self.unexpected("`:` and a type"));
        }
        let bits = match self.lexer.rest().trim_start() {
            rest if rest.starts_with("f32") => text.parse::<f32>().ok().map(|v| u64::from(v.to_bits())),
            rest if rest.starts_with("f64") => text.parse::<f64>().ok().map(f64::to_bits),
            _ => None,
        };
        bits.map(ExprKind::Float).ok_or_else(|| self.error_at(at, "a decimal float has type f32 or f64"))
    }
}
