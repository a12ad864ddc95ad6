//! Dialects of solvers other than the live Z3: how a program is recognised, started, and told a question.
//!
//! Every question goes to a process of its own, in one piece, so that no state of an earlier question remains and no
//! command beyond the standard (`reset`, limits as options) is needed. A question that the dialect cannot express is
//! not sent.

use crate::encode::Script;

/// The commands and options that a solver understands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// Another Z3.
    Z3,
    /// cvc5.
    Cvc5,
    /// The standard, version 2.6, with the logic `ALL`: for all programs that are not known by name.
    Standard,
}

/// Conversions between integers and bit-vectors: as scripts have them (version 2.7 of the standard), and as they were
/// called before, which all versions of cvc5 read.
const CONVERSIONS: [(&str, &str); 2] = [("(ubv_to_int ", "(bv2nat "), ("(_ int_to_bv ", "(_ int2bv ")];

impl Dialect {
    /// Recognises a solver by the words of its `--version` output, not by the name of the file: the dialect, and name
    /// and version where they are known.
    pub fn recognise(said: &str) -> (Dialect, Option<(&'static str, String)>) {
        for (words, name, dialect) in [("Z3 version ", "z3", Dialect::Z3), ("cvc5 version ", "cvc5", Dialect::Cvc5)] {
            let after = said.lines().find_map(|line| line.split_once(words)).map(|(_, rest)| rest);
            if let Some(version) = after.and_then(|rest| rest.split_whitespace().next()) {
                return (dialect, Some((name, version.to_owned())));
            }
        }
        (Dialect::Standard, None)
    }

    /// Arguments that make the program read SMT-LIB from its input.
    pub fn arguments(self) -> &'static [&'static str] {
        match self {
            Dialect::Z3 => &["-in", "-smt2"],
            Dialect::Cvc5 => &["--lang=smt2", "--quiet"],
            Dialect::Standard => &[],
        }
    }

    /// The whole question: whether the script can be satisfied, and by which values. `None` if it cannot be put.
    pub fn question(self, script: &Script) -> Option<String> {
        let mut text = script.text.clone();
        match self {
            Dialect::Z3 => {}
            Dialect::Cvc5 => {
                for (new, old) in CONVERSIONS {
                    text = text.replace(new, old);
                }
            }
            Dialect::Standard if CONVERSIONS.iter().any(|(new, _)| text.contains(new)) => return None,
            Dialect::Standard => {}
        }
        let names: Vec<&str> = script.names.iter().map(|(_, n)| n.as_str()).collect();
        let values = if names.is_empty() { String::new() } else { format!("(get-value ({}))\n", names.join(" ")) };
        Some(format!("(set-option :produce-models true)\n(set-logic ALL)\n{text}(check-sat)\n{values}(exit)\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::Style;

    fn script(text: &str) -> Script {
        Script { text: text.to_owned(), names: Vec::new(), style: Style::default() }
    }

    #[test]
    fn solvers_are_recognised_by_what_they_say() {
        let cvc5 = "This is cvc5 version 1.0.3\ncompiled with GCC version 12.2.0\n";
        assert_eq!(Dialect::recognise(cvc5), (Dialect::Cvc5, Some(("cvc5", "1.0.3".to_owned()))));
        let newer = "This is cvc5 version 1.2.1 [git tag 1.2.1 branch HEAD]";
        assert_eq!(Dialect::recognise(newer).1, Some(("cvc5", "1.2.1".to_owned())));
        assert_eq!(Dialect::recognise("Z3 version 4.15.4 - 64 bit").0, Dialect::Z3);
        assert_eq!(Dialect::recognise("Yices 2.6.4"), (Dialect::Standard, None));
    }

    #[test]
    fn questions_are_put_in_words_that_are_understood() {
        let vectors = script("(assert (= 3 (ubv_to_int (bvand ((_ int_to_bv 8) x) ((_ int_to_bv 8) 7)))))\n");
        let cvc5 = Dialect::Cvc5.question(&vectors).unwrap();
        assert!(cvc5.contains("(bv2nat (bvand ((_ int2bv 8) x) ((_ int2bv 8) 7)))"), "{cvc5}");
        assert!(Dialect::Z3.question(&vectors).unwrap().contains("int_to_bv"));
        assert_eq!(Dialect::Standard.question(&vectors), None);
        assert!(Dialect::Standard.question(&script("(assert true)\n")).is_some());
    }
}
