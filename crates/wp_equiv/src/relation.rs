//! Conditions on launches and scalars as the user writes them: `blockDim.x == blockDim.y && n <= 4 * a.gridDim.x`.
//!
//! `a.` and `b.` in front of an extent say whose launch is meant, in every condition, and `b2.` that of the second
//! kernel of a sequence; an extent that is never named so is common to all. A condition becomes a precondition of the
//! kernels that it is about, so that everything that reads them knows it; what relates launches is one of all kernels
//! together. It is evaluated in 64-bit integers. Exact; `&&`, one comparison each, `+ - * / %`, parentheses, numbers,
//! built-in extents and scalar parameters.

use crate::pair::Pairing;
use std::collections::BTreeMap;
use wp_base::Span;
use wp_kir::{AssumeKind, Axis, BinOp, CastKind, ExprId, ExprKind, Kernel, Special, Stmt, StmtKind, Type, UnOp, VarId};

/// The meaning of a name in a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// An extent of its launch.
    Extent(Special),
    /// A variable.
    Variable(VarId),
}

/// A comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    left: Number,
    relation: Relation,
    right: Number,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Eq,
    Ne,
    Le,
    Lt,
    Ge,
    Gt,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Number {
    Int(i64),
    Name(String),
    Neg(Box<Number>),
    Binary(BinOp, Box<Number>, Box<Number>),
}

/// The conditions that a text states.
pub fn parse(text: &str) -> Result<Vec<Condition>, String> {
    let mut conditions = Vec::new();
    for part in text.split("&&") {
        let mut reader = Reader { tokens: tokens(part)?, at: 0 };
        conditions.push(reader.comparison().map_err(|e| format!("`{text}`: {e}"))?);
        if let Some(token) = reader.tokens.get(reader.at) {
            return Err(format!("`{text}`: `{token}` is not expected"));
        }
    }
    Ok(conditions)
}

/// Whose launch an extent is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Whose {
    /// All kernels.
    All,
    /// The kernels of a side (0 or 1).
    Side(usize),
    /// One kernel of a side, by its position.
    Stage(usize, usize),
}

impl Whose {
    /// True if the launch of a kernel is meant.
    pub fn is(self, side: usize, stage: usize) -> bool {
        match self {
            Whose::All => true,
            Whose::Side(s) => s == side,
            Whose::Stage(s, i) => (s, i) == (side, stage),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let side = match text.chars().next()? {
            'a' => 0,
            'b' => 1,
            _ => return None,
        };
        match &text[1..] {
            "" => Some(Whose::Side(side)),
            number => Some(Whose::Stage(side, number.parse::<usize>().ok()?.checked_sub(1)?)),
        }
    }
}

/// An extent by its name, and whose launch it is of.
pub fn extent(name: &str) -> Option<(Whose, Special)> {
    let (first, rest) = name.split_once('.')?;
    let (whose, name) = Whose::parse(first).map_or((Whose::All, name), |whose| (whose, rest));
    let (what, axis) = name.split_once('.')?;
    let axis = Axis::ALL.into_iter().find(|a| axis == a.letter().to_string())?;
    match what {
        "blockDim" => Some((whose, Special::BlockDim(axis))),
        "gridDim" => Some((whose, Special::GridDim(axis))),
        _ => None,
    }
}

/// The extents that conditions name for some launch: those in which launches may differ; and for which sides (0, 1)
/// they name one of a single kernel, so that it may differ within the side.
pub fn separate(conditions: &[Condition]) -> BTreeMap<Special, [bool; 2]> {
    let mut found: BTreeMap<Special, [bool; 2]> = BTreeMap::new();
    for (whose, special) in conditions.iter().flat_map(Condition::names).filter_map(extent) {
        match whose {
            Whose::All => {}
            Whose::Side(_) => drop(found.entry(special).or_default()),
            Whose::Stage(side, _) => found.entry(special).or_default()[side] = true,
        }
    }
    found
}

/// The error in a set of conditions; `stages` are the numbers of kernels of the two sides.
pub fn check(conditions: &[Condition], stages: [usize; 2]) -> Result<(), String> {
    let own = separate(conditions);
    for name in conditions.iter().flat_map(Condition::names) {
        let Some((whose, special)) = extent(name) else { continue };
        let Some(single) = own.get(&special) else { continue };
        let plain = name.rsplitn(3, '.').take(2).collect::<Vec<_>>();
        let plain = format!("{}.{}", plain[1], plain[0]);
        match whose {
            Whose::All => {
                return Err(format!(
                    "the launches differ in `{plain}`: say `a.{plain}` or `b.{plain}` in every condition"
                ))
            }
            Whose::Side(side) if single[side] && stages[side] > 1 => {
                let side = ["a", "b"][side];
                return Err(format!(
                    "the launches of `{side}` differ in `{plain}`: say `{side}1.{plain}`, `{side}2.{plain}` and so on in every condition"
                ));
            }
            Whose::Stage(side, stage) if stage >= stages[side] => {
                return Err(format!("`{name}`: that side has {} kernel(s)", stages[side]))
            }
            _ => {}
        }
    }
    Ok(())
}

/// Adds the conditions that are about a kernel, or about what is common, to that kernel: the one at a position of a
/// side (0 or 1).
pub fn require(
    kernel: &mut Kernel,
    conditions: &[Condition],
    pairing: &Pairing,
    (side, stage): (usize, usize),
) -> Result<(), String> {
    let params: BTreeMap<&str, VarId> = conditions
        .iter()
        .flat_map(Condition::names)
        .filter_map(|name| Some((name, kernel.params[pairing.scalar(name, side)?].var)))
        .collect();
    let meaning = |name: &str| match extent(name) {
        Some((_, special)) => Some(Meaning::Extent(special)),
        None => params.get(name).map(|&var| Meaning::Variable(var)),
    };
    for condition in conditions.iter().filter(|c| c.is_about(pairing, (side, stage))) {
        let stmt = condition.assumption(kernel, &meaning)?;
        kernel.body.insert(0, stmt);
    }
    Ok(())
}

impl Condition {
    /// The names in it.
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for side in [&self.left, &self.right] {
            side.collect(&mut names);
        }
        names
    }

    /// True if the condition speaks of nothing but the launch of this kernel (a position of side 0 or 1), scalars that
    /// it has, and what is common.
    pub fn is_about(&self, pairing: &Pairing, (side, stage): (usize, usize)) -> bool {
        self.names().into_iter().all(|name| match extent(name) {
            Some((whose, _)) => whose.is(side, stage),
            None => pairing.scalar(name, side).is_some() || pairing.scalar(name, 1 - side).is_none(),
        })
    }

    /// True if the condition is about no kernel alone, so that it relates several.
    pub fn relates(&self, pairing: &Pairing) -> bool {
        let named = self.names().into_iter().filter_map(extent).filter_map(|(whose, _)| match whose {
            Whose::Stage(side, stage) => Some((side, stage)),
            _ => None,
        });
        let mut kernels: Vec<(usize, usize)> = named.chain([(0, 0), (1, 0)]).collect();
        kernels.retain(|&kernel| self.is_about(pairing, kernel));
        kernels.is_empty()
    }

    /// Tests if the condition holds for numbers; `None` where a name has none or the result is too great.
    pub fn holds(&self, value: &dyn Fn(&str) -> Option<i128>) -> Option<bool> {
        let (a, b) = (self.left.value(value)?, self.right.value(value)?);
        Some(match self.relation {
            Relation::Eq => a == b,
            Relation::Ne => a != b,
            Relation::Le => a <= b,
            Relation::Lt => a < b,
            Relation::Ge => a >= b,
            Relation::Gt => a > b,
        })
    }

    /// The name without a value that the condition says is equal to something that has one, and that value.
    pub fn solved(&self, value: &dyn Fn(&str) -> Option<i128>) -> Option<(&str, i128)> {
        if self.relation != Relation::Eq {
            return None;
        }
        let of = |name: &Number, other: &Number| match name {
            Number::Name(_) if name.value(value).is_some() => None,
            Number::Name(_) => other.value(value),
            _ => None,
        };
        let (name, found) = match (of(&self.left, &self.right), of(&self.right, &self.left)) {
            (Some(found), _) => (&self.left, found),
            (None, Some(found)) => (&self.right, found),
            (None, None) => return None,
        };
        match name {
            Number::Name(name) => Some((name, found)),
            _ => None,
        }
    }

    /// The condition as an assumption of a kernel.
    pub fn assumption(&self, kernel: &mut Kernel, meaning: &dyn Fn(&str) -> Option<Meaning>) -> Result<Stmt, String> {
        let left = self.left.expression(kernel, meaning)?;
        let right = self.right.expression(kernel, meaning)?;
        let (op, a, b) = match self.relation {
            Relation::Eq => (BinOp::Eq, left, right),
            Relation::Ne => (BinOp::Ne, left, right),
            Relation::Le => (BinOp::Le, left, right),
            Relation::Lt => (BinOp::Lt, left, right),
            Relation::Ge => (BinOp::Le, right, left),
            Relation::Gt => (BinOp::Lt, right, left),
        };
        let cond = kernel.expr(ExprKind::Binary(op, a, b), Type::Bool, Span::NONE);
        Ok(Stmt { kind: StmtKind::Assume { cond, kind: AssumeKind::Requires }, span: kernel.span })
    }
}

impl Number {
    fn collect<'n>(&'n self, names: &mut Vec<&'n str>) {
        match self {
            Number::Int(_) => {}
            Number::Name(name) => names.push(name),
            Number::Neg(a) => a.collect(names),
            Number::Binary(_, a, b) => {
                a.collect(names);
                b.collect(names);
            }
        }
    }

    fn value(&self, of: &dyn Fn(&str) -> Option<i128>) -> Option<i128> {
        match self {
            Number::Int(n) => Some(i128::from(*n)),
            Number::Name(name) => of(name),
            Number::Neg(a) => a.value(of)?.checked_neg(),
            Number::Binary(op, a, b) => {
                let (a, b) = (a.value(of)?, b.value(of)?);
                match op {
                    BinOp::Add => a.checked_add(b),
                    BinOp::Sub => a.checked_sub(b),
                    BinOp::Mul => a.checked_mul(b),
                    BinOp::Div => a.checked_div(b),
                    _ => a.checked_rem(b),
                }
            }
        }
    }

    fn expression(&self, kernel: &mut Kernel, meaning: &dyn Fn(&str) -> Option<Meaning>) -> Result<ExprId, String> {
        Ok(match self {
            Number::Int(n) => kernel.int(i128::from(*n), Type::I64, Span::NONE),
            Number::Neg(a) => {
                let a = a.expression(kernel, meaning)?;
                kernel.expr(ExprKind::Unary(UnOp::Neg, a), Type::I64, Span::NONE)
            }
            Number::Binary(op, a, b) => {
                let (a, b) = (a.expression(kernel, meaning)?, b.expression(kernel, meaning)?);
                kernel.expr(ExprKind::Binary(*op, a, b), Type::I64, Span::NONE)
            }
            Number::Name(name) => {
                let (kind, ty) = match meaning(name) {
                    Some(Meaning::Extent(special)) => (ExprKind::Special(special), Type::U32),
                    Some(Meaning::Variable(var)) => (ExprKind::Var(var), kernel.vars[var].ty),
                    None => return Err(format!("there is no scalar `{name}`")),
                };
                if !ty.is_int() {
                    return Err(format!("`{name}` is no integer"));
                }
                let value = kernel.expr(kind, ty, Span::NONE);
                match ty {
                    Type::I64 => value,
                    _ => kernel.expr(ExprKind::Cast(CastKind::IntToInt, value), Type::I64, Span::NONE),
                }
            }
        })
    }
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let len = match first {
            c if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            _ if ["==", "!=", "<=", ">="].iter().any(|op| rest.starts_with(op)) => 2,
            '+' | '-' | '*' | '/' | '%' | '(' | ')' | '<' | '>' => 1,
            c => return Err(format!("`{text}`: `{c}` is not understood")),
        };
        found.push(rest[..len].to_owned());
        rest = rest[len..].trim_start();
    }
    Ok(found)
}

struct Reader {
    tokens: Vec<String>,
    at: usize,
}

impl Reader {
    fn take(&mut self, among: &[&str]) -> Option<String> {
        let token = self.tokens.get(self.at).filter(|t| among.contains(&t.as_str()))?.clone();
        self.at += 1;
        Some(token)
    }

    fn comparison(&mut self) -> Result<Condition, String> {
        let left = self.sum()?;
        let relation = match self.take(&["==", "!=", "<=", ">=", "<", ">"]).ok_or("a comparison is expected")?.as_str()
        {
            "==" => Relation::Eq,
            "!=" => Relation::Ne,
            "<=" => Relation::Le,
            ">=" => Relation::Ge,
            "<" => Relation::Lt,
            _ => Relation::Gt,
        };
        Ok(Condition { left, relation, right: self.sum()? })
    }

    fn sum(&mut self) -> Result<Number, String> {
        let mut left = self.product()?;
        while let Some(op) = self.take(&["+", "-"]) {
            let op = if op == "+" { BinOp::Add } else { BinOp::Sub };
            left = Number::Binary(op, Box::new(left), Box::new(self.product()?));
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Number, String> {
        let mut left = self.factor()?;
        while let Some(op) = self.take(&["*", "/", "%"]) {
            let op = match op.as_str() {
                "*" => BinOp::Mul,
                "/" => BinOp::Div,
                _ => BinOp::Rem,
            };
            left = Number::Binary(op, Box::new(left), Box::new(self.factor()?));
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Number, String> {
        if self.take(&["("]).is_some() {
            let inner = self.sum()?;
            self.take(&[")"]).ok_or("`)` is expected")?;
            return Ok(inner);
        }
        if self.take(&["-"]).is_some() {
            return Ok(Number::Neg(Box::new(self.factor()?)));
        }
        let word = self.tokens.get(self.at).ok_or("a number or a name is expected")?.clone();
        self.at += 1;
        match word.chars().next() {
            Some(c) if c.is_ascii_digit() => {
                word.parse().map(Number::Int).map_err(|_| format!("`{word}` is no number"))
            }
            Some(c) if c.is_alphabetic() || c == '_' => Ok(Number::Name(word)),
            _ => Err(format!("`{word}` is not expected")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_kir::Dialect;

    #[test]
    fn conditions_become_preconditions() {
        let mut kernel = Kernel::new("k", Dialect::Cuda, Span::NONE);
        let meaning = |name: &str| extent(name).map(|(_, special)| Meaning::Extent(special));
        for condition in parse("blockDim.x == blockDim.y && 2 * (gridDim.x + 1) >= 4").unwrap() {
            let stmt = condition.assumption(&mut kernel, &meaning).unwrap();
            kernel.body.push(stmt);
        }
        assert_eq!(kernel.body.len(), 2);
        wp_kir::verify(&kernel).unwrap();
        let [unknown] = parse("m == 1").unwrap().try_into().unwrap();
        assert!(unknown.assumption(&mut kernel, &meaning).is_err());
        for bad in ["blockDim.x", "blockDim.x == ", "1 == 2 3", "(1 == 2", "1 = 2", "1 == )", "9x == 1", ""] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn launches_differ_in_the_extents_that_are_named_for_one_of_them() {
        let conditions = parse("b.gridDim.x * 4 == a.gridDim.x && a.blockDim.y == 1 && gridDim.z == 1").unwrap();
        let named = separate(&conditions);
        assert_eq!(named.into_keys().collect::<Vec<_>>(), [Special::BlockDim(Axis::Y), Special::GridDim(Axis::X)]);
        let none = &Pairing::default();
        let about: Vec<[bool; 3]> =
            conditions.iter().map(|c| [c.is_about(none, (0, 0)), c.is_about(none, (1, 0)), c.relates(none)]).collect();
        assert_eq!(about, [[false, false, true], [true, false, false], [true, true, false]]);
        assert!(check(&conditions, [1, 1]).is_ok());
        assert!(check(&parse("2 * a.gridDim.x == gridDim.x + b.gridDim.x").unwrap(), [1, 1]).is_err());
        let of = |name: &str| Some(if name == "a.gridDim.x" { 8 } else { 2 });
        let [equation] = parse("4 * a.gridDim.x == n").unwrap().try_into().unwrap();
        assert_eq!(equation.solved(&|name| (name != "n").then_some(3)), Some(("n", 12)));
        assert_eq!(equation.solved(&|_| Some(3)), None);
        assert_eq!(conditions[0].holds(&of), Some(true));
        assert_eq!(conditions[2].holds(&of), Some(false));
    }

    #[test]
    fn kernels_of_a_sequence_have_launches_of_their_own() {
        let conditions = parse("b2.gridDim.x == 1 && a.gridDim.x == b1.gridDim.x").unwrap();
        let none = &Pairing::default();
        let about: Vec<[bool; 3]> =
            conditions.iter().map(|c| [c.is_about(none, (1, 0)), c.is_about(none, (1, 1)), c.relates(none)]).collect();
        assert_eq!(about, [[false, true, false], [false, false, true]]);
        assert_eq!(separate(&conditions), [(Special::GridDim(Axis::X), [false, true])].into());
        assert!(check(&conditions, [1, 2]).is_ok());
        assert!(check(&conditions, [1, 1]).is_err());
        assert!(check(&parse("b2.gridDim.x == b.gridDim.x").unwrap(), [1, 2]).is_err());
        assert!(extent("b0.gridDim.x").is_none() && extent("blockDim.x").is_some_and(|(w, _)| w == Whose::All));
    }
}
