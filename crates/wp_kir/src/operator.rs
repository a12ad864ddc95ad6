//! Binary operators with laws stated in the source.
//!
//! A call of such an operator is a [`crate::ExprKind::Call`] whose name carries the stated laws, so that every copy of
//! a kernel has them. Its arguments are the two operands and, if the function has a body, the result that the body
//! computes: simulations take that value, proofs use only the laws.

use crate::{ExprId, Type};
use std::fmt::Write;
use wp_base::Assumption;

/// Starts the names of operators; no name of the source has a space.
const PREFIX: &str = "operator ";

/// A law of an operator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OperatorLaw {
    /// `(x . y) . z == x . (y . z)`
    Associative,
    /// `x . y == y . x`
    Commutative,
    /// `x . x == x`
    Idempotent,
    /// `x . e == x` and `e . x == x`
    Identity,
    /// `x <= x . y` and `y <= x . y`
    UpperBound,
    /// `x . y <= x` and `x . y <= y`
    LowerBound,
}

impl OperatorLaw {
    /// All of them.
    pub const ALL: [OperatorLaw; 6] = [
        OperatorLaw::Associative,
        OperatorLaw::Commutative,
        OperatorLaw::Idempotent,
        OperatorLaw::Identity,
        OperatorLaw::UpperBound,
        OperatorLaw::LowerBound,
    ];

    /// As the source states it.
    pub fn words(self) -> &'static str {
        match self {
            OperatorLaw::Associative => "associative",
            OperatorLaw::Commutative => "commutative",
            OperatorLaw::Idempotent => "idempotent",
            OperatorLaw::Identity => "identity",
            OperatorLaw::UpperBound => "upper bound",
            OperatorLaw::LowerBound => "lower bound",
        }
    }

    /// The assumption that it holds.
    pub fn assumption(self) -> Assumption {
        match self {
            OperatorLaw::Associative => Assumption::OperatorAssociative,
            OperatorLaw::Commutative => Assumption::OperatorCommutative,
            OperatorLaw::Idempotent => Assumption::OperatorIdempotent,
            OperatorLaw::Identity => Assumption::OperatorIdentity,
            OperatorLaw::UpperBound => Assumption::OperatorUpperBound,
            OperatorLaw::LowerBound => Assumption::OperatorLowerBound,
        }
    }

    fn letter(self) -> char {
        match self {
            OperatorLaw::Associative => 'a',
            OperatorLaw::Commutative => 'c',
            OperatorLaw::Idempotent => 'i',
            OperatorLaw::Identity => 'e',
            OperatorLaw::UpperBound => 'u',
            OperatorLaw::LowerBound => 'l',
        }
    }
}

/// The laws that the source states of an operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operator {
    /// Its name in the source.
    pub name: String,
    /// Its laws, each with whether its body was seen to have it: else it is an assumption.
    pub laws: Vec<(OperatorLaw, bool)>,
    /// The identity as a cell of the type, where there is one.
    pub identity: Option<u64>,
    /// Tells apart functions of one name: a digest of the type and the body.
    pub digest: u64,
}

impl Operator {
    /// True if a law is stated.
    pub fn has(&self, law: OperatorLaw) -> bool {
        self.laws.iter().any(|(l, _)| *l == law)
    }

    /// The name of the function.
    pub fn function(&self) -> String {
        let mut text = format!("{PREFIX}{} {:x}", self.name, self.digest);
        for (law, seen) in &self.laws {
            let _ = write!(text, " {}{}", law.letter(), if *seen { "!" } else { "" });
        }
        if let Some(identity) = self.identity {
            let _ = write!(text, " ={identity:x}");
        }
        text
    }

    /// The operator that a function is; none for other functions.
    pub fn named(function: &str) -> Option<Operator> {
        let mut words = function.strip_prefix(PREFIX)?.split(' ');
        let name = words.next()?.to_owned();
        let digest = u64::from_str_radix(words.next()?, 16).ok()?;
        let mut operator = Operator { name, laws: Vec::new(), identity: None, digest };
        for word in words {
            if let Some(identity) = word.strip_prefix('=') {
                operator.identity = Some(u64::from_str_radix(identity, 16).ok()?);
                continue;
            }
            let letter = word.chars().next()?;
            let law = OperatorLaw::ALL.into_iter().find(|l| l.letter() == letter)?;
            operator.laws.push((law, word.ends_with('!')));
        }
        Some(operator)
    }
}

/// The result that the body of an operator computes, for a call of an operator with a body.
pub fn operator_result(function: &str, args: &[ExprId]) -> Option<ExprId> {
    match args {
        [_, _, result] if function.starts_with(PREFIX) => Some(*result),
        _ => None,
    }
}

/// True if an operator may have operands of a type.
pub fn is_operand(ty: Type) -> bool {
    ty.is_int() || ty.is_float()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_carry_what_is_stated() {
        let operator = Operator {
            name: "op".to_owned(),
            laws: vec![
                (OperatorLaw::Associative, true),
                (OperatorLaw::Identity, false),
                (OperatorLaw::UpperBound, false),
            ],
            identity: Some(0xff),
            digest: 77,
        };
        assert_eq!(Operator::named(&operator.function()), Some(operator));
        assert_eq!(Operator::named("sqrt"), None);
        assert_eq!(Operator::named("operator"), None);
    }
}
