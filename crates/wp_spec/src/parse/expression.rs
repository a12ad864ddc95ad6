//! Expressions, by the precedence of C and ACSL.

use super::{binary, Parser, LEVELS, MAX_DEPTH, RESULT, SHIFTS};
use crate::lexer::Token;
use crate::syntax::{Aggregate, At, BinOp, Expr, ExprKind, Quantifier, Relation, UnOp};
use crate::Error;

impl Parser {
    pub fn expr(&mut self) -> Result<Expr, Error> {
        self.nested(Self::conditional)
    }

    /// Parses a nested construct, up to a limit of the depth.
    pub fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.error("the expression is nested too deeply");
        }
        let found = inner(self);
        self.depth -= 1;
        found
    }

    fn conditional(&mut self) -> Result<Expr, Error> {
        let condition = self.implication()?;
        if !self.sign("?") {
            return Ok(condition);
        }
        let yes = self.expr()?;
        self.expect(":")?;
        let no = self.expr()?;
        let at = condition.at.start..no.at.end;
        Ok(Expr { kind: ExprKind::Cond(Box::new(condition), Box::new(yes), Box::new(no)), at })
    }

    /// `==>` and `<==>`, to the right.
    fn implication(&mut self) -> Result<Expr, Error> {
        let left = self.binary(0)?;
        let op = if self.sign("==>") || self.sign("->") {
            BinOp::Implies
        } else if self.sign("<==>") {
            BinOp::Iff
        } else {
            return Ok(left);
        };
        let right = self.nested(Self::implication)?;
        Ok(binary(op, left, right))
    }

    fn binary(&mut self, level: usize) -> Result<Expr, Error> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let operand = |s: &mut Self| if level + 1 == SHIFTS { s.chain() } else { s.binary(level + 1) };
        let mut left = operand(self)?;
        while let Some(&(_, op)) = operators.iter().find(|(sign, _)| self.sign(sign)) {
            let right = operand(self)?;
            left = binary(op, left, right);
        }
        Ok(left)
    }

    fn relation(&mut self) -> Option<Relation> {
        let all = [
            ("<=", Relation::Le),
            (">=", Relation::Ge),
            ("==", Relation::Eq),
            ("!=", Relation::Ne),
            ("<", Relation::Lt),
            (">", Relation::Gt),
        ];
        all.into_iter().find(|(sign, _)| self.sign(sign)).map(|(_, r)| r)
    }

    fn chain(&mut self) -> Result<Expr, Error> {
        let first = self.binary(SHIFTS)?;
        let mut links: Vec<(Relation, Expr)> = Vec::new();
        loop {
            let at = self.place();
            let Some(relation) = self.relation() else { break };
            links.push((relation, self.binary(SHIFTS)?));
            if links.len() > 1 {
                let all = |allowed: &[Relation]| links.iter().all(|(r, _)| allowed.contains(r));
                let rises = all(&[Relation::Lt, Relation::Le, Relation::Eq]);
                let falls = all(&[Relation::Gt, Relation::Ge, Relation::Eq]);
                if !rises && !falls {
                    return Err(Error::new(at, "comparisons of several directions in a row: use parentheses"));
                }
            }
        }
        match links.last() {
            None => Ok(first),
            Some((_, last)) => {
                let at = first.at.start..last.at.end;
                Ok(Expr { kind: ExprKind::Chain(Box::new(first), links), at })
            }
        }
    }

    fn unary(&mut self) -> Result<Expr, Error> {
        let start = self.place().start;
        if self.sign("*") {
            let pointer = self.nested_unary()?;
            let at = start..pointer.at.end;
            let zero = Expr { kind: ExprKind::Int(0), at: at.clone() };
            return Ok(Expr { kind: ExprKind::Index(Box::new(pointer), Box::new(zero)), at });
        }
        let op = [("-", UnOp::Neg), ("!", UnOp::Not), ("~", UnOp::BitNot)].into_iter().find(|(s, _)| self.sign(s));
        let Some((_, op)) = op else {
            return if self.sign("+") { self.nested_unary() } else { self.postfix() };
        };
        let operand = self.nested_unary()?;
        let at = start..operand.at.end;
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(operand)), at })
    }

    fn nested_unary(&mut self) -> Result<Expr, Error> {
        self.nested(Self::unary)
    }

    fn postfix(&mut self) -> Result<Expr, Error> {
        let mut expr = self.primary()?;
        loop {
            let start = expr.at.start;
            if self.sign("[") {
                let index = self.expr()?;
                let end = self.place().end;
                self.expect("]")?;
                expr = Expr { kind: ExprKind::Index(Box::new(expr), Box::new(index)), at: start..end };
            } else if self.sign("@") {
                let at = self.place();
                let name = self.plain_name("a thread is expected: `e@t` in `\\forall t : thread; ...`")?;
                expr = Expr { at: start..at.end, kind: ExprKind::AtThread(Box::new(expr), name, at) };
            } else {
                return Ok(expr);
            }
        }
    }

    fn primary(&mut self) -> Result<Expr, Error> {
        let at = self.place();
        let Some((token, _)) = self.tokens.get(self.at).cloned() else {
            return self.error("an expression is expected");
        };
        self.at += 1;
        let kind = match token {
            Token::Int(value) => ExprKind::Int(value),
            Token::Real(value) => ExprKind::Real(value),
            Token::Sign("(") => {
                let inner = self.expr()?;
                let end = self.place().end;
                self.expect(")")?;
                return Ok(Expr { at: at.start..end, ..inner });
            }
            Token::Sign("{") => return self.nested(|s| s.accumulator(at.start)),
            Token::Sign(_) => return Err(self.back("an expression is expected")),
            Token::Word(word) => return self.word_expr(&word, at),
        };
        Ok(Expr { kind, at })
    }

    fn word_expr(&mut self, word: &str, at: At) -> Result<Expr, Error> {
        let kind = match word {
            "true" | "\\true" => ExprKind::Bool(true),
            "false" | "\\false" => ExprKind::Bool(false),
            "\\result" => ExprKind::Name(RESULT.to_owned()),
            "\\forall" | "forall" => return self.quantified(Quantifier::Forall, at.start),
            "\\exists" | "exists" => return self.quantified(Quantifier::Exists, at.start),
            "\\old" => {
                self.expect("(")?;
                let inner = self.expr()?;
                self.expect(")")?;
                ExprKind::Old(Box::new(inner))
            }
            _ if word.starts_with('\\') => {
                let aggregate = Aggregate::ALL.into_iter().find(|a| a.name() == &word[1..]);
                match aggregate {
                    Some(aggregate) => self.aggregate(aggregate)?,
                    None => return Err(Error::new(at, format!("`{word}` is not supported"))),
                }
            }
            _ if self.sign("(") => {
                let mut args = Vec::new();
                while !self.sign(")") {
                    if !args.is_empty() {
                        self.expect(",")?;
                    }
                    args.push(self.expr()?);
                }
                ExprKind::Call(word.to_owned(), args)
            }
            _ => ExprKind::Name(word.to_owned()),
        };
        let end = self.tokens.get(self.at.wrapping_sub(1)).map_or(at.end, |t| t.1.end);
        Ok(Expr { kind, at: at.start..end })
    }

    /// `(lo, hi, \lambda integer k; e)`
    fn aggregate(&mut self, aggregate: Aggregate) -> Result<ExprKind, Error> {
        self.expect("(")?;
        let lo = self.expr()?;
        self.expect(",")?;
        let hi = self.expr()?;
        self.expect(",")?;
        let place = self.place();
        if self.word().as_deref() != Some("\\lambda") {
            return Err(Error::new(place, "`\\lambda integer k; e` is expected"));
        }
        let (mut names, threads) = self.binder()?;
        let (Some((name, _)), true, false) = (names.pop(), names.is_empty(), threads) else {
            return Err(Error::new(place, format!("`\\{}` has one variable, an integer", aggregate.name())));
        };
        let body = self.expr()?;
        self.expect(")")?;
        Ok(ExprKind::Aggregate(aggregate, Box::new(lo), Box::new(hi), name, Box::new(body)))
    }

    /// `integer i, j;` with the places of the names; whether they are threads (`t, u : thread;`).
    fn binder(&mut self) -> Result<(Vec<(String, At)>, bool), Error> {
        let mut names = Vec::new();
        let typed =
            matches!(self.tokens.get(self.at), Some((Token::Word(w), _)) if matches!(w.as_str(), "integer" | "int"));
        self.at += usize::from(typed);
        loop {
            let at = self.place();
            match self.word() {
                Some(name) if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => names.push((name, at)),
                _ => return Err(Error::new(at, "a variable is expected: `integer i`")),
            }
            if !self.sign(",") {
                break;
            }
        }
        self.triggers()?;
        let mut threads = false;
        if self.sign(":") {
            let place = self.place();
            threads = match self.word().as_deref() {
                Some("thread") => !typed,
                Some("integer" | "int") => false,
                _ => return Err(Error::new(place, "variables are integers or threads: `\\forall t : thread; ...`")),
            };
        }
        self.expect(";")?;
        Ok((names, threads))
    }

    /// `[C[i], f(i)]` behind the variables of a quantifier: a hint at a solver that means nothing.
    fn triggers(&mut self) -> Result<(), Error> {
        if !self.sign("[") {
            return Ok(());
        }
        self.expr()?;
        while self.sign(",") {
            self.expr()?;
        }
        self.expect("]")
    }

    fn quantified(&mut self, quantifier: Quantifier, start: usize) -> Result<Expr, Error> {
        let (names, threads) = self.binder()?;
        let body = self.expr()?;
        let at = start..body.at.end;
        let wrap = |body: Expr, (name, _): (String, At)| {
            let body = Box::new(body);
            let kind = match threads {
                true => ExprKind::Threads(quantifier, name, body),
                false => ExprKind::Quantified(quantifier, name, body),
            };
            Expr { kind, at: at.clone() }
        };
        Ok(names.into_iter().rev().fold(body, wrap))
    }
}
