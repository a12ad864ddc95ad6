//! `assigns a[i], s[t .. t + 3];`, `reads *p;`, `assigns \nothing;` and `barrier;`: the accesses of a function, in
//! front of it.
//!
//! A range includes both of its ends. In arrays with several dimensions the last index may be a range.

use crate::lexer::Token;
use crate::parse::{Parser, CLAUSES};
use crate::syntax::{At, Clause, ClauseKind, Expr, ExprKind, Location};
use crate::Error;

impl Parser {
    /// True if `barrier`, which was just read, is a clause by itself.
    pub fn is_barrier_alone(&self) -> bool {
        match self.tokens.get(self.at) {
            None => true,
            Some((Token::Word(w), _)) => CLAUSES.contains(&w.as_str()),
            Some((token, _)) => *token == Token::Sign(";"),
        }
    }

    /// `barrier;`, behind the word.
    pub fn passes(&mut self, start: usize) -> Result<Clause, Error> {
        let end = self.place().start.max(start + 1);
        self.ended()?;
        Ok(without_condition(ClauseKind::Passes, Vec::new(), start..end))
    }

    /// Behind the word `assigns` or `reads`.
    pub fn locations(&mut self, kind: ClauseKind, start: usize) -> Result<Clause, Error> {
        let mut locations = Vec::new();
        let mut end = self.place().end;
        if matches!(self.tokens.get(self.at), Some((Token::Word(w), _)) if w == "\\nothing") {
            self.at += 1;
        } else {
            while locations.is_empty() || self.sign(",") {
                let location = self.location()?;
                end = location.at.end;
                locations.push(location);
            }
        }
        self.ended()?;
        Ok(without_condition(kind, locations, start..end))
    }

    fn location(&mut self) -> Result<Location, Error> {
        let start = self.place().start;
        let all = self.sign("*");
        let at = self.place();
        let expected = "an element is expected: `a[i]`, `a[i .. j]` or `*a`";
        let name = self.plain_name(expected)?;
        let mut first = Expr { kind: ExprKind::Name(name), at: at.clone() };
        let mut last = None;
        let mut indices = 0;
        if all {
            let zero = Expr { kind: ExprKind::Int(0), at: at.clone() };
            return Ok(Location { first: element(&first, zero, start..at.end), last, at: start..at.end });
        }
        while last.is_none() && self.sign("[") {
            let low = self.expr()?;
            let high = if self.sign("..") { Some(self.expr()?) } else { None };
            let place = start..self.place().end;
            self.expect("]")?;
            last = high.map(|high| element(&first, high, place.clone()));
            first = element(&first, low, place);
            indices += 1;
        }
        if indices == 0 {
            return Err(Error::new(at, expected));
        }
        let at = first.at.clone();
        Ok(Location { first, last, at })
    }
}

fn element(array: &Expr, index: Expr, at: At) -> Expr {
    Expr { kind: ExprKind::Index(Box::new(array.clone()), Box::new(index)), at }
}

fn without_condition(kind: ClauseKind, locations: Vec<Location>, at: At) -> Clause {
    let condition = Expr { kind: ExprKind::Bool(true), at: at.clone() };
    Clause { kind, condition, target: None, instances: None, locations, at }
}

#[cfg(test)]
mod tests {
    use crate::parse;
    use crate::syntax::ClauseKind;

    #[test]
    fn elements_and_ranges() {
        let text = "assigns a[i], s[t .. t + 3], m[i][0..n-1]; reads *p; barrier; assigns \\nothing barrier invariant s[0] == 1";
        let clauses = parse(text).unwrap().clauses;
        let kinds: Vec<ClauseKind> = clauses.iter().map(|c| c.kind).collect();
        use ClauseKind::{Assigns, Barrier, Passes, Reads};
        assert_eq!(kinds, [Assigns, Reads, Passes, Assigns, Barrier]);
        let ranges: Vec<bool> = clauses[0].locations.iter().map(|l| l.last.is_some()).collect();
        assert_eq!(ranges, [false, true, true]);
        assert_eq!((clauses[1].locations.len(), clauses[3].locations.len()), (1, 0));
        assert_eq!(&text[clauses[0].locations[1].at.clone()], "s[t .. t + 3]");
    }

    #[test]
    fn what_is_no_element_is_an_error() {
        for text in
            ["assigns", "assigns a", "assigns a[i", "assigns a[0 .. 1][2]", "reads *", "barrier 3", "reads a[1 ..]"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
