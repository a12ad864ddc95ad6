//! The conjunctions that clients ask the solver about, as text that can be read back.
//!
//! ```text
//! f0 = function "in" (int) int launch ..
//! t0 = symbol "threadIdx.x" int thread 0..=1023
//! t1 = (<= (+ 0 (1 t0)) 7)
//! whole t1
//!   # threadIdx.x <= 7
//! ```
//!
//! First the terms of all of them ([`wp_logic::text`]), then a line for each with the terms of its conjuncts, which are
//! shown for people in the comments behind it. The text depends on nothing else of the store, so an obligation that is
//! read has the same text.

use std::fmt::Write;
use wp_logic::text::Reader;
use wp_logic::{TermId, Terms};

/// What the solver was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuestionKind {
    /// Whether the digit procedure alone refutes it; noted only if it does.
    Digits,
    /// About a part that several obligations have in common.
    Part,
    /// About an obligation with all that is known.
    Whole,
}

impl QuestionKind {
    const ALL: [(&'static str, QuestionKind); 3] =
        [("digits", QuestionKind::Digits), ("part", QuestionKind::Part), ("whole", QuestionKind::Whole)];

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// A conjunction that is to be shown unsatisfiable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// What the solver was asked.
    pub kind: QuestionKind,
    /// The conjuncts.
    pub conjuncts: Vec<TermId>,
}

/// The text of obligations over one store.
pub fn print(terms: &Terms, obligations: &[Obligation]) -> String {
    let roots: Vec<TermId> = obligations.iter().flat_map(|o| &o.conjuncts).copied().collect();
    let printed = terms.print_lines(&roots);
    let mut text = printed.lines.clone();
    // Writing to a string cannot fail.
    for obligation in obligations {
        let names: Vec<String> = obligation.conjuncts.iter().map(|&t| printed.name(t)).collect();
        let _ = writeln!(text, "{} {}", obligation.kind.name(), names.join(" "));
        for &conjunct in &obligation.conjuncts {
            let _ = writeln!(text, "  # {}", terms.display(conjunct));
        }
    }
    text
}

/// Reads obligations, and makes the store of their terms; an error is the number of the line that is malformed, from 1.
pub fn parse(text: &str) -> Result<(Terms, Vec<Obligation>), usize> {
    let mut reader = Reader::default();
    let mut obligations = Vec::new();
    for (line, number) in text.lines().zip(1usize..) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        match QuestionKind::ALL.iter().find(|(name, _)| *name == first) {
            Some(&(_, kind)) => {
                let conjuncts: Option<Vec<TermId>> = words.map(|word| reader.operand(word)).collect();
                obligations.push(Obligation { kind, conjuncts: conjuncts.ok_or(number)? });
            }
            None => reader.line(line).ok_or(number)?,
        }
    }
    Ok((reader.terms, obligations))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
f0 = function \"in\" (int) int launch ..
t0 = symbol \"threadIdx.x\" int thread 0..=1023
t1 = (f0 t0)
t2 = (+ 0 (2 t0) (-1 t1))
t3 = (<= t2 6)
t4 = (= t1 3)
whole t3 t4
  # 2 * threadIdx.x <= in(threadIdx.x) + 6
  # in(threadIdx.x) == 3
digits t4
  # in(threadIdx.x) == 3
";

    #[test]
    fn an_obligation_that_is_read_has_the_same_text() {
        let (terms, obligations) = parse(TEXT).unwrap();
        assert_eq!(obligations.len(), 2);
        assert_eq!(obligations[1].kind, QuestionKind::Digits);
        assert_eq!(print(&terms, &obligations), TEXT);
    }

    #[test]
    fn the_malformed_line_is_named() {
        assert_eq!(parse(&TEXT.replace("whole t3", "whole t9")).unwrap_err(), 7);
        assert_eq!(parse(&TEXT.replace("whole t3", "half t3")).unwrap_err(), 7);
        assert_eq!(parse(&TEXT.replace("(= t1 3)", "(= t1)")).unwrap_err(), 6);
    }
}
