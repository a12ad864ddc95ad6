//! Text to clauses. A text that is no list of clauses is an error with its place, never left out.

mod expression;

use crate::lexer::{tokens, Token};
use crate::syntax::{At, BinOp, Clause, ClauseKind, Definition, Expr, ExprKind, Parameter, Target, Text};
use crate::Error;
use crate::Sort;

/// Greatest depth of nested expressions.
const MAX_DEPTH: usize = 100;
/// The name of a function's result.
pub const RESULT: &str = "\\result";
/// Words that begin a clause.
pub(crate) const CLAUSES: [&str; 11] =
    ["requires", "ensures", "assert", "loop", "ghost", "barrier", "assigns", "reads", "logic", "predicate", "operator"];

/// The clauses and definitions of a text.
pub fn parse(text: &str) -> Result<Text, Error> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, end: text.trim_end().len(), depth: 0 };
    let mut found = Text::default();
    while let Some((token, _)) = parser.tokens.get(parser.at) {
        match token {
            Token::Word(w) if w == "logic" || w == "predicate" => found.definitions.push(parser.definition()?),
            Token::Word(w) if w == "ghost" && parser.is_arbitrary() => found.clauses.extend(parser.arbitrary()?),
            Token::Word(w) if w == "operator" => found.operators.push(parser.operator()?),
            _ => found.clauses.push(parser.clause()?),
        }
    }
    if found.clauses.is_empty() && found.definitions.is_empty() && found.operators.is_empty() {
        return Err(Error::new(0..text.len(), "the specification is empty"));
    }
    Ok(found)
}

pub(crate) struct Parser {
    pub tokens: Vec<(Token, At)>,
    pub at: usize,
    end: usize,
    pub depth: usize,
}

/// Binary operators by falling strength; those of a level associate to the left.
const LEVELS: [&[(&str, BinOp)]; 8] = [
    &[("||", BinOp::Or)],
    &[("&&", BinOp::And)],
    &[("|", BinOp::BitOr)],
    &[("^", BinOp::BitXor)],
    &[("&", BinOp::BitAnd)],
    &[("<<", BinOp::Shl), (">>", BinOp::Shr)],
    &[("+", BinOp::Add), ("-", BinOp::Sub)],
    &[("*", BinOp::Mul), ("/", BinOp::Div), ("%", BinOp::Rem)],
];
/// Comparisons stand between `&` and the shifts.
const SHIFTS: usize = 5;

impl Parser {
    fn clause(&mut self) -> Result<Clause, Error> {
        let start = self.place().start;
        let word = self.word();
        let kind = match word.as_deref() {
            Some("requires") => ClauseKind::Requires,
            Some("ensures") => ClauseKind::Ensures,
            Some("assert") => ClauseKind::Assert,
            Some("loop") => match self.word().as_deref() {
                Some("invariant") => ClauseKind::Invariant,
                _ => return Err(self.back("`invariant` is expected after `loop`")),
            },
            Some("ghost") => return self.ghost(start),
            Some("barrier") if self.is_barrier_alone() => return self.passes(start),
            Some("barrier") => return self.barrier_invariant(start),
            Some("assigns") => return self.locations(ClauseKind::Assigns, start),
            Some("reads") => return self.locations(ClauseKind::Reads, start),
            _ => {
                let text =
                    "a clause is expected: `requires`, `ensures`, `assert`, `loop invariant`, `barrier invariant`, \
                            `ghost`, `assigns`, `reads`, `barrier`, `logic`, `predicate` or `operator`";
                return Err(match word.as_deref().and_then(crate::stray::meant) {
                    Some(meant) => self.back(&format!("a clause is expected; is `{meant}` meant?")),
                    None => self.back(text),
                });
            }
        };
        let condition = self.expr()?;
        let end = condition.at.end;
        self.ended()?;
        Ok(Clause { kind, condition, target: None, instances: None, locations: Vec::new(), at: start..end })
    }

    /// `ghost int s = e;`, `ghost s = e;`, `ghost s += e;`, `ghost int b[] = a;`, `ghost b[] = a;`, behind the word.
    fn ghost(&mut self, start: usize) -> Result<Clause, Error> {
        let next = self.tokens.get(self.at + 1).map(|t| &t.0);
        let sort = if matches!(next, Some(Token::Word(_))) { Some(self.sort()?) } else { None };
        let at = self.place();
        let name = self.plain_name("a ghost variable is expected: `ghost int s = 0;`, `ghost s = s + 1;`")?;
        let own = || Expr { kind: ExprKind::Name(name.clone()), at: at.clone() };
        let array = self.is_array();
        let updates = [("+=", BinOp::Add), ("-=", BinOp::Sub), ("*=", BinOp::Mul)];
        let update =
            if sort.is_none() && !array { updates.into_iter().find(|(sign, _)| self.sign(sign)) } else { None };
        let condition = match update {
            Some((_, op)) => binary(op, own(), self.expr()?),
            None if self.sign("=") => self.expr()?,
            None if array => {
                return self
                    .error(format!("`=` is expected: a ghost array is a copy of an array, `ghost {name}[] = a;`"))
            }
            None if matches!(self.tokens.get(self.at), Some((Token::Sign("["), _))) => {
                return self.error("a ghost statement changes nothing of the program: it assigns ghost variables only");
            }
            None => {
                return self.error(format!("`=` is expected: a ghost variable is given a value, `ghost {name} = e;`"))
            }
        };
        if array && !matches!(condition.kind, ExprKind::Name(_)) {
            let text = "a ghost array is a copy of an array: `ghost int before[] = a;`";
            return Err(Error::new(condition.at, text));
        }
        let end = condition.at.end;
        self.ended()?;
        let target = Some(Target { name, sort, array, at });
        Ok(Clause {
            kind: ClauseKind::Ghost,
            condition,
            target,
            instances: None,
            locations: Vec::new(),
            at: start..end,
        })
    }

    /// True if `ghost T m`, `ghost T a[]` comes next, without a value.
    fn is_arbitrary(&self) -> bool {
        let token = |n: usize| self.tokens.get(self.at + n).map(|t| &t.0);
        let word = |n: usize| matches!(token(n), Some(Token::Word(_)));
        let array = matches!((token(3), token(4)), (Some(Token::Sign("[")), Some(Token::Sign("]"))));
        let behind = match token(if array { 5 } else { 3 }) {
            None | Some(Token::Sign(";" | ",")) => true,
            Some(Token::Word(w)) => CLAUSES.contains(&w.as_str()),
            Some(_) => false,
        };
        word(1) && word(2) && behind
    }

    /// `ghost int m;`, `ghost int m, n, a[];`: a clause for each name.
    fn arbitrary(&mut self) -> Result<Vec<Clause>, Error> {
        let start = self.place().start;
        self.at += 1;
        let sort = Some(self.sort()?);
        let mut found = Vec::new();
        loop {
            let at = self.place();
            let name = self.plain_name("a ghost variable is expected: `ghost int m;`")?;
            let array = self.is_array();
            let condition = Expr { kind: ExprKind::Name(name.clone()), at: at.clone() };
            found.push(Clause {
                kind: ClauseKind::Arbitrary,
                condition,
                at: start..at.end,
                target: Some(Target { name, sort, array, at }),
                instances: None,
                locations: Vec::new(),
            });
            if !self.sign(",") {
                break;
            }
        }
        self.ended()?;
        Ok(found)
    }

    /// `[]`, if it comes next.
    fn is_array(&mut self) -> bool {
        let next = [0, 1].map(|n| self.tokens.get(self.at + n).map(|t| &t.0));
        let found = matches!(next, [Some(Token::Sign("[")), Some(Token::Sign("]"))]);
        self.at += if found { 2 } else { 0 };
        found
    }

    /// The end of a clause or a definition.
    pub fn ended(&mut self) -> Result<(), Error> {
        if self.sign(";") {
            return Ok(());
        }
        match self.tokens.get(self.at) {
            None => Ok(()),
            Some((Token::Word(w), _)) if CLAUSES.contains(&w.as_str()) => Ok(()),
            Some((Token::Sign("="), at)) => Err(Error::new(at.clone(), "`=` is not understood: equality is `==`")),
            Some((_, at)) => Err(Error::new(at.clone(), "the clause should have ended here")),
        }
    }

    /// `logic integer f(integer a, float *x) = e;`, `predicate p(integer a) = e;`
    fn definition(&mut self) -> Result<Definition, Error> {
        let start = self.place().start;
        let result = match self.word().as_deref() {
            Some("logic") => self.sort()?,
            _ => Sort::Bool,
        };
        let name = self.plain_name("a name is expected")?;
        let mut parameters = Vec::new();
        if self.sign("(") {
            while !self.sign(")") {
                if !parameters.is_empty() {
                    self.expect(",")?;
                }
                let sort = self.sort()?;
                let pointer = self.sign("*");
                let name = self.plain_name("a parameter is expected: `integer i`")?;
                let array = pointer || self.sign("[") && self.expect("]").map(|()| true)?;
                parameters.push(Parameter { name, sort, array });
            }
        }
        self.expect("=")?;
        let body = self.expr()?;
        let at = start..body.at.end;
        self.ended()?;
        Ok(Definition { name, parameters, result, body, at })
    }

    pub fn sort(&mut self) -> Result<Sort, Error> {
        let place = self.place();
        match self.word().as_deref() {
            Some("integer" | "int") => Ok(Sort::Int),
            Some("real" | "float" | "double") => Ok(Sort::Real),
            Some("boolean" | "bool") => Ok(Sort::Bool),
            _ => Err(Error::new(place, "a type is expected: `integer`, `real` or `boolean`")),
        }
    }

    pub fn plain_name(&mut self, otherwise: &str) -> Result<String, Error> {
        let place = self.place();
        match self.word() {
            Some(name) if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => Ok(name),
            _ => Err(Error::new(place, otherwise)),
        }
    }

    // ---- tokens ----

    pub fn place(&self) -> At {
        self.tokens.get(self.at).map_or(self.end..self.end, |t| t.1.clone())
    }

    pub fn error<T>(&self, text: impl Into<String>) -> Result<T, Error> {
        Err(Error::new(self.place(), text))
    }

    /// An error at the token before.
    pub fn back(&mut self, text: &str) -> Error {
        self.at = self.at.saturating_sub(1);
        Error::new(self.place(), text)
    }

    pub fn word(&mut self) -> Option<String> {
        let word = match self.tokens.get(self.at) {
            Some((Token::Word(w), _)) => Some(w.clone()),
            _ => None,
        };
        self.at += 1;
        word
    }

    pub fn sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some((Token::Sign(s), _)) if *s == sign);
        self.at += usize::from(found);
        found
    }

    pub fn expect(&mut self, sign: &str) -> Result<(), Error> {
        if self.sign(sign) {
            Ok(())
        } else {
            self.error(format!("`{sign}` is expected"))
        }
    }
}

pub(crate) fn binary(op: BinOp, left: Expr, right: Expr) -> Expr {
    let at = left.at.start..right.at.end;
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), at }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn error(text: &str) -> (String, At) {
        let e = parse(text).unwrap_err();
        (e.message, e.at)
    }

    #[test]
    fn clauses_end_where_the_next_begins() {
        let text = "requires n > 0; ensures \\forall integer i, j; 0 <= i < n ==> a[i] == b[j]\n requires m == 1";
        let kinds: Vec<ClauseKind> = parse(text).unwrap().clauses.iter().map(|c| c.kind).collect();
        assert_eq!(kinds, [ClauseKind::Requires, ClauseKind::Ensures, ClauseKind::Requires]);
    }

    #[test]
    fn operators_bind_as_in_c_and_acsl() {
        let of = |text: &str| parse(&format!("assert {text}")).unwrap().clauses.remove(0).condition;
        let ExprKind::Binary(BinOp::Implies, a, b) = of("a < b && c ==> d -> e").kind else { panic!() };
        assert!(matches!(a.kind, ExprKind::Binary(BinOp::And, ..)));
        assert!(matches!(b.kind, ExprKind::Binary(BinOp::Implies, ..)));
        let ExprKind::Chain(_, links) = of("0 <= i + 1 < n * 2").kind else { panic!() };
        assert_eq!(links.len(), 2);
        assert!(matches!(of("(n & (n - 1)) == 0").kind, ExprKind::Chain(..)));
        assert!(matches!(of("\\forall i. a[i] == 0 ? b : c").kind, ExprKind::Quantified(..)));
    }

    #[test]
    fn ghosts_without_values_are_clauses_of_their_own() {
        let text = parse("ghost int m, a[]\n requires 0 < m; ghost real r; ghost int g = m;").unwrap();
        let of = |c: &Clause| (c.kind, c.target.as_ref().map(|t| (t.name.clone(), t.array)));
        let found: Vec<_> = text.clauses.iter().map(of).collect();
        let named = |name: &str, array| Some((name.to_owned(), array));
        assert_eq!(found[0], (ClauseKind::Arbitrary, named("m", false)));
        assert_eq!(found[1], (ClauseKind::Arbitrary, named("a", true)));
        assert_eq!(found[2], (ClauseKind::Requires, None));
        assert_eq!(found[3], (ClauseKind::Arbitrary, named("r", false)));
        assert_eq!(found[4], (ClauseKind::Ghost, named("g", false)));
    }

    #[test]
    fn triggers_mean_nothing() {
        let of = |text: &str| {
            let condition = parse(text).unwrap().clauses.remove(0).condition;
            match condition.kind {
                ExprKind::Quantified(_, name, body) => (name, body.kind),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(of("ensures \\forall i [1]; true"), of("ensures \\forall i; true"));
        assert_eq!(of("ensures \\forall i [a[i], b[i + 1]]; true"), of("ensures \\forall i; true"));
    }

    #[test]
    fn errors_have_places() {
        assert_eq!(error("requies n > 0").1, 0..7);
        assert_eq!(error("requires n >"), ("an expression is expected".to_owned(), 12..12));
        assert_eq!(error("requires n > 0 m").1, 15..16);
        assert_eq!(error("requires a < b > c").1, 15..16);
        let (message, at) = error("ensures \\forall t : float; t");
        assert_eq!(message, "variables are integers or threads: `\\forall t : thread; ...`");
        assert_eq!(at, 20..25);
        assert_eq!(error("ensures x@ == 1").1, 11..13);
        assert_eq!(
            error("ghost s;"),
            ("`=` is expected: a ghost variable is given a value, `ghost s = e;`".to_owned(), 7..8)
        );
        assert_eq!(
            error("ghost s[];"),
            ("`=` is expected: a ghost array is a copy of an array, `ghost s[] = a;`".to_owned(), 9..10)
        );
        assert_eq!(error("ghost int m, ;").1, 13..14);
        assert_eq!(error("ghost char m;").0, "a type is expected: `integer`, `real` or `boolean`");
        assert_eq!(error("ensures \\forall i [a[i]; i > 0").0, "`]` is expected");
        let (message, at) = error("ghost int s[] = a[0];");
        assert_eq!((&*message, at), ("a ghost array is a copy of an array: `ghost int before[] = a;`", 16..20));
        let (message, at) = error("ghost a[i] = 1");
        assert_eq!(message, "a ghost statement changes nothing of the program: it assigns ghost variables only");
        assert_eq!(at, 7..8);
        assert_eq!(error("ghost = 1").1, 6..7);
        assert_eq!(error("ghost char s = 1").0, "a type is expected: `integer`, `real` or `boolean`");
        assert_eq!(error("ensures \\frobnicate(n)").1, 8..19);
        assert_eq!(error("requires n = 0").0, "`=` is not understood: equality is `==`");
        assert_eq!(error("logic f(integer i) = i").0, "a type is expected: `integer`, `real` or `boolean`");
        assert_eq!(error("predicate p(integer i) { i > 0 }").0, "`=` is expected");
        assert_eq!(error("predicate p(integer i)").0, "`=` is expected");
        assert_eq!(error("logic integer f(integer) = 1").0, "a parameter is expected: `integer i`");
        assert_eq!(error("requires 12ab > 0").1, 9..13);
        assert_eq!(error("  ").0, "the specification is empty");
        let deep = format!("assert {}1{}", "(".repeat(5000), ")".repeat(5000));
        assert_eq!(error(&deep).0, "the expression is nested too deeply");
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,60}") {
            let _ = parse(&text);
            let _ = crate::comments(&text);
        }

        #[test]
        fn no_words_make_it_panic(words in proptest::collection::vec(
            prop::sample::select(vec!["requires", "ensures", "logic", "predicate", "=", "*", "\\forall", "integer", "i", ";", "(", ")", "[", "]", "==>",
                "<=", "&&", "-", "!", "\\sum", "\\min", "\\lambda", ",", "?", ":", "1", "2.5", "\\old", "a", ".", "é", "//@", "/*@", "\"", "ghost", "{", "}", "@", "for", "s", "+=", "+", "<", "thread", "if", "barrier", "invariant", "other", "assigns", "reads", "..", "\\nothing", "\\result"]), 0..32)) {
            let text = words.join(" ");
            if let Err(e) = parse(&text) {
                prop_assert!(e.at.end <= text.len());
            }
            let _ = crate::comments(&text);
        }
    }
}
