//! `operator f: associative, commutative, identity 0, upper bound;`: which laws a function of the program has.

use crate::parse::Parser;
use crate::syntax::Operator;
use crate::Error;

impl Parser {
    /// Parses the laws that a clause states of an operator.
    pub(crate) fn operator(&mut self) -> Result<Operator, Error> {
        self.word();
        let at = self.place();
        let name = self.plain_name("the name of a function is expected: `operator f: associative;`")?;
        if !self.sign(":") {
            return self.error("`:` and laws are expected: `operator f: associative, identity 0;`");
        }
        let mut operator = Operator { name, laws: Vec::new(), identity: None, at };
        loop {
            let at = self.place();
            let words = "a law is expected: `associative`, `commutative`, `idempotent`, `identity` with a number, `upper bound` or `lower bound`";
            let word = self.plain_name(words)?;
            let whole = match word.as_str() {
                "upper" | "lower" => {
                    let second = self.plain_name("`bound` is expected")?;
                    format!("{word} {second}")
                }
                _ => word,
            };
            let Some(law) = Operator::LAWS.into_iter().find(|l| *l == whole) else {
                return Err(Error::new(at, words));
            };
            if operator.laws.iter().any(|(l, _)| *l == law) {
                return Err(Error::new(at, format!("`{law}` is stated twice")));
            }
            if law == "identity" {
                operator.identity = Some(self.expr()?);
            }
            operator.laws.push((law, at));
            if !self.sign(",") {
                break;
            }
        }
        if !operator.laws.iter().any(|(law, _)| *law == "associative") {
            return Err(Error::new(
                operator.at,
                "an operator has to be `associative`: nothing follows from the other laws alone",
            ));
        }
        self.ended()?;
        Ok(operator)
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;

    #[test]
    fn laws_are_words() {
        let text = parse("operator op: associative, identity -1, upper bound; requires n > 0;").unwrap();
        let laws: Vec<&str> = text.operators[0].laws.iter().map(|l| l.0).collect();
        assert_eq!((text.operators[0].name.as_str(), text.clauses.len()), ("op", 1));
        assert_eq!(laws, ["associative", "identity", "upper bound"]);
        assert!(text.operators[0].identity.is_some());
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        let error = |text: &str| parse(text).unwrap_err().message;
        assert!(error("operator op: asociative;").contains("a law is expected"));
        assert!(error("operator op;").contains("`:`"));
        assert!(error("operator op: commutative;").contains("has to be `associative`"));
        assert!(error("operator op: associative, associative;").contains("twice"));
        assert!(error("operator op: associative, upper limit;").contains("a law is expected"));
        assert!(error("operator op: associative, identity;").contains("expected"));
        assert!(error("operator: associative;").contains("name of a function"));
    }
}
