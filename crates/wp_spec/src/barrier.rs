//! `barrier invariant E for (x), (x, y), ...;`: a condition on memory at a barrier, and the threads that it is used for
//! behind it.
//!
//! An invariant with `other(e)` in `E` is a condition on pairs of threads, and so are the instances: `(s, t)`, or
//! `((x, y), (u, v))` in blocks with several rows. Else an instance is a thread: `(x)`, `(x, y)`, `(x, y, z)`. Indices
//! that are left out at the end are those of the thread itself.

use crate::lexer::Token;
use crate::parse::Parser;
use crate::resolve::Resolver;
use crate::syntax::{At, Clause, ClauseKind, Expr, ExprKind, Instance};
use crate::term::{Term, TermKind};
use crate::Error;

/// The function of the second thread.
pub(crate) const OTHER: &str = "other";

/// True if a condition relates two threads.
fn relates(e: &Expr) -> bool {
    e.any(&|e| matches!(&e.kind, ExprKind::Call(name, _) if name == OTHER))
}

impl Clause {
    /// True if the clause is a barrier invariant on pairs of threads.
    pub fn is_of_pairs(&self) -> bool {
        self.kind == ClauseKind::Barrier && relates(&self.condition)
    }
}

impl Parser {
    /// Behind the word `barrier`.
    pub fn barrier_invariant(&mut self, start: usize) -> Result<Clause, Error> {
        if self.word().as_deref() != Some("invariant") {
            return Err(self.back("`invariant` is expected after `barrier`"));
        }
        let condition = self.expr()?;
        let mut end = condition.at.end;
        let mut instances = None;
        if matches!(self.tokens.get(self.at), Some((Token::Word(w), _)) if w == "for") {
            self.at += 1;
            let pairs = relates(&condition);
            let mut listed = Vec::new();
            while listed.is_empty() || self.sign(",") {
                let instance = self.instance(pairs)?;
                end = instance.at.end;
                listed.push(instance);
            }
            instances = Some(listed);
        }
        self.ended()?;
        Ok(Clause {
            kind: ClauseKind::Barrier,
            condition,
            target: None,
            instances,
            locations: Vec::new(),
            at: start..end,
        })
    }

    /// A thread, or a pair of threads.
    fn instance(&mut self, pairs: bool) -> Result<Instance, Error> {
        let start = self.place().start;
        if !self.sign("(") {
            return self.error("an instance in parentheses is expected: `for (t)`, `for (x, y)`");
        }
        let mut items = Vec::new();
        while items.is_empty() || self.sign(",") {
            items.push(self.indices()?);
        }
        let end = self.place().end;
        self.expect(")")?;
        let at = start..end;
        let wrong = |text: &str| Err(Error::new(at.clone(), text));
        let single = items.iter().all(|i| i.len() == 1);
        let threads = match (pairs, items.len()) {
            (true, 2) => items,
            (true, _) => {
                return wrong(
                    "an invariant with `other(..)` is used for pairs of threads: `(s, t)`, `((x, y), (u, v))`",
                )
            }
            (false, 1..=3) if single => vec![items.into_iter().flatten().collect()],
            (false, _) if !single => {
                return wrong(
                    "an invariant without `other(..)` is used for single threads: `(x)`, `(x, y)`, `(x, y, z)`",
                );
            }
            (false, _) => return wrong("a thread has at most three indices: `(x)`, `(x, y)`, `(x, y, z)`"),
        };
        if threads.iter().any(|t| t.len() > 3) {
            return wrong("a thread has at most three indices: `(x)`, `(x, y)`, `(x, y, z)`");
        }
        Ok(Instance { threads, at })
    }

    /// An expression, or several in parentheses.
    fn indices(&mut self) -> Result<Vec<Expr>, Error> {
        let (from, depth) = (self.at, self.depth);
        if self.sign("(") {
            if let Ok(tuple) = self.tuple() {
                if tuple.len() > 1 {
                    return Ok(tuple);
                }
            }
            (self.at, self.depth) = (from, depth);
        }
        Ok(vec![self.expr()?])
    }

    /// Behind the parenthesis.
    fn tuple(&mut self) -> Result<Vec<Expr>, Error> {
        let mut items = Vec::new();
        while items.is_empty() || self.sign(",") {
            items.push(self.expr()?);
        }
        self.expect(")")?;
        Ok(items)
    }
}

impl Resolver<'_> {
    /// `other(e)`: the value that `e` has for the second thread.
    pub fn other(&mut self, args: &[Expr], at: &At) -> Result<Term, Error> {
        let wrong = |text: &str| Err(Error::new(at.clone(), text));
        if !self.frames.is_empty() {
            return wrong("definitions do not speak of threads");
        }
        if !self.scope.relates_pairs() {
            return wrong("`other(..)` stands in barrier invariants on pairs of threads only");
        }
        if !self.threads.is_empty() {
            return wrong("`other(..)` does not stand under a quantifier over threads");
        }
        let [arg] = args else { return wrong("`other` takes one expression: its value in the second thread") };
        if relates(arg) {
            return wrong("`other(..)` does not stand in another one: there are two threads");
        }
        let term = self.term(arg)?;
        let sort = term.sort;
        Ok(Term { kind: TermKind::Other(Box::new(term)), sort, at: at.clone() })
    }
}

#[cfg(test)]
mod tests {
    use crate::{parse, syntax::Clause};

    fn clause(text: &str) -> Result<Clause, (String, std::ops::Range<usize>)> {
        parse(text).map(|mut t| t.clauses.remove(0)).map_err(|e| (e.message, e.at))
    }

    /// The numbers of indices of the threads of each instance.
    fn shape(text: &str) -> Option<Vec<Vec<usize>>> {
        let instances = clause(text).unwrap_or_else(|e| panic!("{text}: {e:?}")).instances?;
        Some(instances.iter().map(|i| i.threads.iter().map(Vec::len).collect()).collect())
    }

    #[test]
    fn instances_are_threads_or_pairs() {
        assert_eq!(shape("barrier invariant a[t] == t;"), None);
        assert_eq!(
            shape("barrier invariant a[t] == t -> t > 0 for (t + 1), (x, y), ((x), (y + 1), z);").unwrap(),
            [[1], [2], [3]]
        );
        let pairs =
            "barrier invariant a[t] != other(a[t]) for (t, other(t)), ((x, y), (u, v)), ((x) + 1, (y)), ((t), (u, v))";
        assert_eq!(shape(pairs).unwrap(), [[1, 1], [2, 2], [1, 1], [1, 2]]);
        assert!(clause(pairs).unwrap().is_of_pairs());
        assert_eq!(clause("barrier invariant p(x) assert q").unwrap().instances, None);
    }

    #[test]
    fn errors_have_places() {
        let error = |text: &str| clause(text).unwrap_err();
        assert_eq!(error("barrier x"), ("`invariant` is expected after `barrier`".to_owned(), 8..9));
        assert_eq!(error("barrier invariant x for t").1, 24..25);
        assert_eq!(error("barrier invariant x for ()").1, 25..26);
        assert_eq!(
            error("barrier invariant x for (a, b, c, d)").0,
            "a thread has at most three indices: `(x)`, `(x, y)`, `(x, y, z)`"
        );
        assert_eq!(error("barrier invariant x for ((a, b), (c, d))").1, 24..40);
        let pairs = "an invariant with `other(..)` is used for pairs of threads: `(s, t)`, `((x, y), (u, v))`";
        assert_eq!(error("barrier invariant other(x) for (a)").0, pairs);
        assert_eq!(error("barrier invariant other(x) for (a, b, c)").0, pairs);
        assert_eq!(error("barrier invariant other(x) for ((a, b, c, d), e)").1, 31..48);
        assert_eq!(error("barrier invariant x for (a),").1, 28..28);
        assert_eq!(error("barrier invariant x && 1 (a)").0, "the clause should have ended here");
    }
}
