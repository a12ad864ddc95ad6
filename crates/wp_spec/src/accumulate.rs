//! Values that are written as a C loop over a ghost accumulator:
//! `{ ghost int s = 0; for (integer k = 0; k < n; k++) s += a[k]; s }`.
//!
//! The loop is read as the sum or the product that it computes, as PUGpara's C-like postconditions are meant (Li and
//! Gopalakrishnan):
//!
//! | update | value in the end |
//! |---|---|
//! | `s = s + e`, `s += e`, `s = e + s`, `s = s - e` | initial value `+ Σ e` |
//! | `s = s * e`, `s *= e`, `s = e * s` | initial value `* Π e` |
//!
//! with a `for` for each range, around each other, and `if (c)` before the update (0 or 1 is added or multiplied
//! elsewhere). Exact: all bounds, conditions and `e` are free of `s`, and each loop counts one integer up by one.
//! Anything else is an error with its place.

use crate::lexer::Token;
use crate::parse::{binary, Parser};
use crate::syntax::{Aggregate, At, BinOp, Expr, ExprKind, UnOp};
use crate::{Error, Sort};

/// The accumulator of a loop.
struct Accumulator {
    name: String,
    sort: Sort,
}

impl Parser {
    /// Behind the `{`.
    pub fn accumulator(&mut self, start: usize) -> Result<Expr, Error> {
        let place = self.place();
        if self.word().as_deref() != Some("ghost") {
            return Err(Error::new(place, "`ghost` is expected: `{ ghost int s = 0; for (...) s = s + e; s }`"));
        }
        let sort = self.sort()?;
        let name = self.plain_name("the accumulator is expected: `ghost int s = 0;`")?;
        self.expect("=")?;
        let first = self.expr()?;
        self.expect(";")?;
        let own = Accumulator { name, sort };
        own.absent(&first, "its initial value")?;
        let (op, value) = self.loop_over(&own)?;
        let at = self.place();
        if self.word().as_deref() != Some(own.name.as_str()) {
            let text =
                format!("`{}` is expected, which is the value of the block: one loop and nothing else", own.name);
            return Err(Error::new(at, text));
        }
        self.sign(";");
        let end = self.place().end;
        self.expect("}")?;
        let whole = binary(op, own.typed(first), value);
        Ok(Expr { at: start..end, ..whole })
    }

    /// A loop, with the operations on the initial value.
    fn loop_over(&mut self, own: &Accumulator) -> Result<(BinOp, Expr), Error> {
        self.nested(|s| s.statement(own))
    }

    fn statement(&mut self, own: &Accumulator) -> Result<(BinOp, Expr), Error> {
        let at = self.place();
        if self.sign("{") {
            let inner = self.loop_over(own)?;
            self.expect("}")?;
            return Ok(inner);
        }
        match self.word().as_deref() {
            Some("for") => self.for_loop(own, at.start),
            Some("if") => {
                self.expect("(")?;
                let condition = self.expr()?;
                self.expect(")")?;
                own.absent(&condition, "a condition")?;
                let (op, value) = self.loop_over(own)?;
                let at = at.start..value.at.end;
                let neutral = ExprKind::Int(if op == BinOp::Add { 0 } else { 1 });
                let neutral = Expr { kind: neutral, at: at.clone() };
                let kind = ExprKind::Cond(Box::new(condition), Box::new(value), Box::new(neutral));
                Ok((op, Expr { kind, at }))
            }
            Some(word) if word == own.name => self.update(own, at),
            _ => Err(Error::new(at, format!("a loop, or an update `{0} = {0} + e;`, is expected", own.name))),
        }
    }

    /// `(integer k = lo; k < hi; k++) statement`
    fn for_loop(&mut self, own: &Accumulator, start: usize) -> Result<(BinOp, Expr), Error> {
        self.expect("(")?;
        let typed =
            matches!(self.tokens.get(self.at), Some((Token::Word(w), _)) if matches!(w.as_str(), "integer" | "int"));
        self.at += usize::from(typed);
        let variable = self.plain_name("the variable of the loop is expected: `integer k = 0`")?;
        self.expect("=")?;
        let lo = self.expr()?;
        self.expect(";")?;
        self.same_name(&variable, "the condition of the loop is `k < n` or `k <= n`")?;
        let strict = self.sign("<");
        if !strict && !self.sign("<=") {
            return self.error("the condition of the loop is `k < n` or `k <= n`");
        }
        let hi = self.expr()?;
        self.expect(";")?;
        self.step(&variable)?;
        self.expect(")")?;
        for bound in [&lo, &hi] {
            own.absent(bound, "a bound of the loop")?;
            if bound.mentions(&variable) {
                return Err(Error::new(bound.at.clone(), format!("`{variable}` occurs in a bound of its own loop")));
            }
        }
        if variable == own.name {
            return Err(Error::new(lo.at, format!("`{variable}` is the accumulator: count with another variable")));
        }
        let (op, body) = self.loop_over(own)?;
        let at = start..body.at.end;
        let one = Expr { kind: ExprKind::Int(1), at: hi.at.clone() };
        let last = if strict { binary(BinOp::Sub, hi, one) } else { hi };
        let aggregate = if op == BinOp::Add { Aggregate::Sum } else { Aggregate::Product };
        let kind = ExprKind::Aggregate(aggregate, Box::new(lo), Box::new(last), variable, Box::new(own.typed(body)));
        Ok((op, Expr { kind, at }))
    }

    fn same_name(&mut self, name: &str, otherwise: &str) -> Result<(), Error> {
        let place = self.place();
        if self.word().as_deref() == Some(name) {
            return Ok(());
        }
        Err(Error::new(place, otherwise))
    }

    /// `k++`, `++k`, `k += 1`
    fn step(&mut self, variable: &str) -> Result<(), Error> {
        let otherwise = format!("the step of the loop is `{variable}++`");
        let before = self.sign("+") && self.sign("+");
        self.same_name(variable, &otherwise)?;
        let one = |s: &mut Self| {
            let found = matches!(s.tokens.get(s.at), Some((Token::Int(1), _)));
            s.at += usize::from(found);
            found
        };
        if before || self.sign("+") && self.sign("+") || self.sign("+=") && one(self) {
            return Ok(());
        }
        self.error(otherwise)
    }

    /// `= s + e;`, `+= e;` behind the name.
    fn update(&mut self, own: &Accumulator, at: At) -> Result<(BinOp, Expr), Error> {
        let name = &own.name;
        let (op, value) = if self.sign("+=") {
            (BinOp::Add, self.expr()?)
        } else if self.sign("*=") {
            (BinOp::Mul, self.expr()?)
        } else {
            self.expect("=")?;
            let value = self.expr()?;
            let parts = [BinOp::Add, BinOp::Mul].map(|op| without(&value, name, op).map(|rest| (op, rest)));
            let text = format!(
                "this is no sum and no product: `{name} = {name} + e` and `{name} = {name} * e` are understood"
            );
            parts.into_iter().flatten().next().ok_or_else(|| Error::new(value.at.clone(), text))?
        };
        own.absent(&value, "what is added or multiplied")?;
        self.expect(";")?;
        let value = own.typed(value);
        Ok((op, Expr { at: at.start..value.at.end, ..value }))
    }
}

impl Accumulator {
    fn absent(&self, e: &Expr, what: &str) -> Result<(), Error> {
        match e.mentions(&self.name) {
            true => Err(Error::new(e.at.clone(), format!("`{}` occurs in {what}", self.name))),
            false => Ok(()),
        }
    }

    fn typed(&self, e: Expr) -> Expr {
        Expr { at: e.at.clone(), kind: ExprKind::Typed(self.sort, Box::new(e)) }
    }
}

/// The summand (or factor) that a sum (or product) combines with a name that is one of its terms (factors).
fn without(e: &Expr, name: &str, op: BinOp) -> Option<Expr> {
    rest_of(e, op, &|e| matches!(&e.kind, ExprKind::Name(n) if n == name))
}

/// The other terms of a sum, or factors of a product, one of which satisfies a test.
pub(crate) fn rest_of(e: &Expr, op: BinOp, test: &dyn Fn(&Expr) -> bool) -> Option<Expr> {
    let ExprKind::Binary(found, a, b) = &e.kind else { return None };
    let minus = *found == BinOp::Sub && op == BinOp::Add;
    if *found != op && !minus {
        return None;
    }
    if test(a) {
        let negated = || ExprKind::Unary(UnOp::Neg, b.clone());
        return Some(if minus { Expr { kind: negated(), at: b.at.clone() } } else { (**b).clone() });
    }
    if test(b) {
        return (!minus).then(|| (**a).clone());
    }
    if let Some(rest) = rest_of(a, op, test) {
        return Some(binary(*found, rest, (**b).clone()));
    }
    let rest = rest_of(b, op, test).filter(|_| !minus)?;
    Some(binary(op, (**a).clone(), rest))
}

#[cfg(test)]
mod tests {
    use crate::parse;
    use std::ops::Range;

    fn error(text: &str) -> (String, Range<usize>) {
        let e = parse(&format!("ensures {text} == 0")).unwrap_err();
        (e.message, e.at)
    }

    #[test]
    fn loops_are_sums_and_products() {
        let aggregates = |text: &str| {
            let parsed = format!("{:?}", parse(&format!("ensures {text} == 0")).unwrap());
            ["Sum", "Product"].map(|aggregate| parsed.matches(&format!("Aggregate({aggregate}")).count())
        };
        for (text, expected) in [
            ("{ ghost int s = 0; for (integer k = 0; k < m; k++) s = s + a[k]; s }", [1, 0]),
            ("{ ghost real p = 1; for (k = 0; k <= m; ++k) { p *= a[k]; } p; }", [0, 1]),
            (
                "{ ghost int s = 5; for (int i = 0; i < m; i += 1) for (int j = 0; j < i; j++) if (i > j) s = a[i] - b[j] + s; s }",
                [2, 0],
            ),
        ] {
            assert_eq!(aggregates(text), expected, "{text}");
        }
    }

    #[test]
    fn anything_else_is_an_error() {
        let of = |body: &str| error(&format!("{{ ghost int s = 0; {body} s }}")).0;
        let loops = |update: &str| of(&format!("for (integer k = 0; k < m; k++) {update}"));
        let neither = "this is no sum and no product: `s = s + e` and `s = s * e` are understood";
        assert_eq!(loops("s = a[k];"), neither);
        assert_eq!(loops("s = a[k] - s;"), neither);
        assert_eq!(loops("s = s / 2;"), neither);
        assert_eq!(loops("s = s + s;"), "`s` occurs in what is added or multiplied");
        assert_eq!(loops("s = 2 * s + a[k];"), neither);
        assert_eq!(loops("s += s * a[k];"), "`s` occurs in what is added or multiplied");
        assert_eq!(loops("if (s > 0) s += 1;"), "`s` occurs in a condition");
        assert_eq!(loops("t += 1;"), "a loop, or an update `s = s + e;`, is expected");
        assert_eq!(of("for (integer k = 0; k < s; k++) s += 1;"), "`s` occurs in a bound of the loop");
        assert_eq!(of("for (integer k = 0; k < k; k++) s += 1;"), "`k` occurs in a bound of its own loop");
        assert_eq!(of("for (integer k = 0; k != m; k++) s += 1;"), "the condition of the loop is `k < n` or `k <= n`");
        assert_eq!(of("for (integer k = 0; k < m; k += 2) s += 1;"), "the step of the loop is `k++`");
        assert_eq!(of("for (integer k = 0; j < m; k++) s += 1;"), "the condition of the loop is `k < n` or `k <= n`");
        assert_eq!(of("for (integer k = 0; k < m; k++) { s += 1; s += 2; }"), "`}` is expected");
        let (message, at) = error("{ ghost int s = 0; for (integer k = 0; k < m; k++) s += 1; m }");
        assert_eq!(message, "`s` is expected, which is the value of the block: one loop and nothing else");
        assert_eq!(at, 67..68);
        assert_eq!(error("{ int s = 0; s }").1, 10..13);
    }
}
