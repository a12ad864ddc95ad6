//! Conditions on launches and scalars as the user writes them: `blockDim.x == blockDim.y && n <= 4 * a.gridDim.x`.
//!
//! The language is that of `//@ requires`, read by `wp_spec`, as far as it speaks of integers: extents, scalar
//! parameters, numbers, arithmetic, comparisons and logical connectives. `a.` and `b.` in front of an extent say whose
//! launch is meant, in every condition, and `a2.` that of the second kernel of side `a`; an extent that is never named
//! so is common to all. A condition about one kernel becomes a precondition of it; one that relates launches becomes one
//! of the fused kernel. It is evaluated in 64-bit integers; a condition on an unsigned 64-bit value that does not fit
//! says nothing, as in the specification language.

use crate::pair::Pairing;
use std::collections::BTreeMap;
use wp_base::Span;
use wp_kir::{AssumeKind, Axis, BinOp, CastKind, ExprId, ExprKind, Kernel, Special, Stmt, StmtKind, Type, UnOp, VarId};
use wp_spec::syntax::{BinOp as Op, Expr, ExprKind as Form, Relation, UnOp as Prefix};

/// The meaning of a name in a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// An extent of its launch.
    Extent(Special),
    /// A variable.
    Variable(VarId),
}

/// One conjunct of the conditions.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    form: Expr,
}

/// The conditions that a text states.
pub fn parse(text: &str) -> Result<Vec<Condition>, String> {
    let wrong = |message: &str| format!("`{text}`: {message}");
    let read = wp_spec::parse(&format!("requires {text};")).map_err(|e| wrong(&e.message))?;
    match <[_; 1]>::try_from(read.clauses) {
        Ok([clause]) if read.definitions.is_empty() && read.operators.is_empty() => {
            let mut forms = Vec::new();
            conjuncts(clause.condition, &mut forms);
            forms.iter().try_for_each(is_truth).map_err(|message| wrong(&message))?;
            Ok(forms.into_iter().map(|form| Condition { form }).collect())
        }
        _ => Err(wrong("one condition is expected")),
    }
}

fn conjuncts(form: Expr, found: &mut Vec<Expr>) {
    match form.kind {
        Form::Binary(Op::And, a, b) => [a, b].into_iter().for_each(|part| conjuncts(*part, found)),
        Form::Chain(first, links) => {
            let mut left = *first;
            for (relation, right) in links {
                let at = left.at.start..right.at.end;
                let next = right.clone();
                found.push(Expr { kind: Form::Chain(Box::new(left), vec![(relation, right)]), at });
                left = next;
            }
        }
        kind => found.push(Expr { kind, at: form.at }),
    }
}

/// Tests that an expression is a condition on integers.
fn is_truth(form: &Expr) -> Result<(), String> {
    match &form.kind {
        Form::Bool(_) => Ok(()),
        Form::Unary(Prefix::Not, a) => is_truth(a),
        Form::Binary(Op::And | Op::Or | Op::Implies | Op::Iff, a, b) => is_truth(a).and_then(|()| is_truth(b)),
        Form::Chain(first, links) => {
            is_number(first).and_then(|()| links.iter().try_for_each(|(_, operand)| is_number(operand)))
        }
        _ => Err("a comparison is expected".to_owned()),
    }
}

/// Tests that an expression is an integer.
fn is_number(form: &Expr) -> Result<(), String> {
    match &form.kind {
        Form::Int(n) if i64::try_from(*n).is_ok() => Ok(()),
        Form::Int(n) => Err(format!("`{n}` is too great")),
        Form::Name(_) => Ok(()),
        Form::Unary(Prefix::Neg | Prefix::BitNot, a) => is_number(a),
        Form::Binary(op, a, b) if arithmetic(*op).is_some() => is_number(a).and_then(|()| is_number(b)),
        _ => Err("a number, an extent or a scalar parameter is expected".to_owned()),
    }
}

fn arithmetic(op: Op) -> Option<BinOp> {
    match op {
        Op::Add => Some(BinOp::Add),
        Op::Sub => Some(BinOp::Sub),
        Op::Mul => Some(BinOp::Mul),
        Op::Div => Some(BinOp::Div),
        Op::Rem => Some(BinOp::Rem),
        Op::Shl => Some(BinOp::Shl),
        Op::Shr => Some(BinOp::Shr),
        Op::BitAnd => Some(BinOp::And),
        Op::BitOr => Some(BinOp::Or),
        Op::BitXor => Some(BinOp::Xor),
        Op::And | Op::Or | Op::Implies | Op::Iff => None,
    }
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

/// The extents in which launches may differ, because some condition names them with a side. The two flags say for each
/// side whether a condition names the extent of a single kernel: then it may differ within the side.
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
                    "the launches of `{side}` differ in `{plain}`: say `{side}1.{plain}`, `{side}2.{plain}` and so on \
                     in every condition"
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
        fn collect<'e>(form: &'e Expr, names: &mut Vec<&'e str>) {
            if let Form::Name(name) = &form.kind {
                names.push(name);
            }
            form.children().into_iter().for_each(|child| collect(child, names));
        }
        let mut names = Vec::new();
        collect(&self.form, &mut names);
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
        truth(&self.form, value)
    }

    /// The name without a value that the condition says is equal to something that has one, and that value.
    pub fn solved(&self, value: &dyn Fn(&str) -> Option<i128>) -> Option<(&str, i128)> {
        let Form::Chain(left, links) = &self.form.kind else { return None };
        let [(Relation::Eq, right)] = links.as_slice() else { return None };
        [(&**left, right), (right, &**left)].into_iter().find_map(|(side, other)| match &side.kind {
            Form::Name(name) if value(name).is_none() => Some((name.as_str(), number(other, value)?)),
            _ => None,
        })
    }

    /// The condition as an assumption of a kernel.
    pub fn assumption(&self, kernel: &mut Kernel, meaning: &dyn Fn(&str) -> Option<Meaning>) -> Result<Stmt, String> {
        let mut writer = Writer { kernel, meaning, too_great: Vec::new() };
        let mut cond = writer.truth(&self.form)?;
        for too_great in std::mem::take(&mut writer.too_great) {
            cond = writer.expr(ExprKind::Binary(BinOp::Or, too_great, cond), Type::Bool);
        }
        Ok(Stmt { kind: StmtKind::Assume { cond, kind: AssumeKind::Requires }, span: kernel.span })
    }
}

fn truth(form: &Expr, value: &dyn Fn(&str) -> Option<i128>) -> Option<bool> {
    match &form.kind {
        Form::Bool(b) => Some(*b),
        Form::Unary(_, a) => Some(!truth(a, value)?),
        Form::Binary(op, a, b) => {
            let (a, b) = (truth(a, value), truth(b, value));
            match op {
                Op::And if a == Some(false) || b == Some(false) => Some(false),
                Op::Or if a == Some(true) || b == Some(true) => Some(true),
                Op::Implies if a == Some(false) || b == Some(true) => Some(true),
                Op::And => Some(a? && b?),
                Op::Or => Some(a? || b?),
                Op::Implies => Some(!a? || b?),
                _ => Some(a? == b?),
            }
        }
        Form::Chain(first, links) => {
            let (mut left, mut all) = (number(first, value)?, true);
            for (relation, right) in links {
                let right = number(right, value)?;
                all &= match relation {
                    Relation::Eq => left == right,
                    Relation::Ne => left != right,
                    Relation::Le => left <= right,
                    Relation::Lt => left < right,
                    Relation::Ge => left >= right,
                    Relation::Gt => left > right,
                };
                left = right;
            }
            Some(all)
        }
        _ => None,
    }
}

fn number(form: &Expr, value: &dyn Fn(&str) -> Option<i128>) -> Option<i128> {
    match &form.kind {
        Form::Int(n) => Some(*n),
        Form::Name(name) => value(name),
        Form::Unary(Prefix::Neg, a) => number(a, value)?.checked_neg(),
        Form::Unary(_, a) => Some(!number(a, value)?),
        Form::Binary(op, a, b) => {
            let (a, b) = (number(a, value)?, number(b, value)?);
            let amount = || u32::try_from(b).ok().filter(|&n| n < 64);
            match op {
                Op::Add => a.checked_add(b),
                Op::Sub => a.checked_sub(b),
                Op::Mul => a.checked_mul(b),
                Op::Div => a.checked_div(b),
                Op::Rem => a.checked_rem(b),
                Op::Shl => a.checked_mul(1 << amount()?),
                Op::Shr => Some(a >> amount()?),
                Op::BitAnd => Some(a & b),
                Op::BitOr => Some(a | b),
                Op::BitXor => Some(a ^ b),
                Op::And | Op::Or | Op::Implies | Op::Iff => None,
            }
        }
        _ => None,
    }
}

/// Writes a condition as expressions of a kernel.
struct Writer<'a> {
    kernel: &'a mut Kernel,
    meaning: &'a dyn Fn(&str) -> Option<Meaning>,
    /// Conditions under which a value does not fit into 64 bits with a sign.
    too_great: Vec<ExprId>,
}

impl Writer<'_> {
    fn expr(&mut self, kind: ExprKind, ty: Type) -> ExprId {
        self.kernel.expr(kind, ty, Span::NONE)
    }

    fn truth(&mut self, form: &Expr) -> Result<ExprId, String> {
        Ok(match &form.kind {
            Form::Bool(b) => self.kernel.int(i128::from(*b), Type::Bool, Span::NONE),
            Form::Unary(_, a) => {
                let a = self.truth(a)?;
                self.expr(ExprKind::Unary(UnOp::Not, a), Type::Bool)
            }
            Form::Binary(op, a, b) => {
                let (mut a, b) = (self.truth(a)?, self.truth(b)?);
                if *op == Op::Implies {
                    a = self.expr(ExprKind::Unary(UnOp::Not, a), Type::Bool);
                }
                let op = match op {
                    Op::Or | Op::Implies => BinOp::Or,
                    Op::And => BinOp::And,
                    _ => BinOp::Eq,
                };
                self.expr(ExprKind::Binary(op, a, b), Type::Bool)
            }
            Form::Chain(first, links) => {
                let (mut left, mut all) = (self.number(first)?, None);
                for (relation, right) in links {
                    let right = self.number(right)?;
                    let (op, a, b) = match relation {
                        Relation::Eq => (BinOp::Eq, left, right),
                        Relation::Ne => (BinOp::Ne, left, right),
                        Relation::Le => (BinOp::Le, left, right),
                        Relation::Lt => (BinOp::Lt, left, right),
                        Relation::Ge => (BinOp::Le, right, left),
                        Relation::Gt => (BinOp::Lt, right, left),
                    };
                    let next = self.expr(ExprKind::Binary(op, a, b), Type::Bool);
                    all = Some(match all {
                        None => next,
                        Some(all) => self.expr(ExprKind::Binary(BinOp::And, all, next), Type::Bool),
                    });
                    left = right;
                }
                all.ok_or("a comparison is expected")?
            }
            _ => return Err("a comparison is expected".to_owned()),
        })
    }

    fn number(&mut self, form: &Expr) -> Result<ExprId, String> {
        Ok(match &form.kind {
            Form::Int(n) => self.kernel.int(*n, Type::I64, Span::NONE),
            Form::Unary(op, a) => {
                let a = self.number(a)?;
                let op = if *op == Prefix::Neg { UnOp::Neg } else { UnOp::BitNot };
                self.expr(ExprKind::Unary(op, a), Type::I64)
            }
            Form::Binary(op, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                let op = arithmetic(*op).ok_or("a number is expected")?;
                self.expr(ExprKind::Binary(op, a, b), Type::I64)
            }
            Form::Name(name) => {
                let (kind, ty) = match (self.meaning)(name) {
                    Some(Meaning::Extent(special)) => (ExprKind::Special(special), Type::U32),
                    Some(Meaning::Variable(var)) => (ExprKind::Var(var), self.kernel.vars[var].ty),
                    None => return Err(format!("there is no scalar `{name}`")),
                };
                if !ty.is_int() {
                    return Err(format!("`{name}` is no integer"));
                }
                let value = self.expr(kind, ty);
                if ty == Type::U64 {
                    let most = self.kernel.int(i128::from(i64::MAX), ty, Span::NONE);
                    let too_great = self.expr(ExprKind::Binary(BinOp::Lt, most, value), Type::Bool);
                    self.too_great.push(too_great);
                }
                match ty {
                    Type::I64 => value,
                    _ => self.expr(ExprKind::Cast(CastKind::IntToInt, value), Type::I64),
                }
            }
            _ => return Err("a number, an extent or a scalar parameter is expected".to_owned()),
        })
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
        for bad in ["1 == 2; ensures true", "a[0] == 1", "n == 1.5", "\\forall integer i; i == n", "1 + 2", "!n"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn conditions_are_those_of_the_specification_language() {
        let names = |text: &str| parse(text).unwrap().iter().map(|c| c.names().join(" ")).collect::<Vec<_>>();
        assert_eq!(names("0 < n <= m && (k == 0 || n != 0x10)"), ["n", "n m", "k n"]);
        let of = |name: &str| match name {
            "n" => Some(6),
            "m" => Some(-6),
            _ => None,
        };
        let holds = |text: &str| parse(text).unwrap().iter().map(|c| c.holds(&of)).collect::<Vec<_>>();
        assert_eq!(holds("n == 6 || k == 1"), [Some(true)]);
        assert_eq!(holds("m > 0 ==> k == 1"), [Some(true)]);
        assert_eq!(holds("!(n == 6) || k == 1"), [None]);
        assert_eq!(holds("m / 4 == -1 && m % 4 == -2 && (n << 2) == 24 && ~n == -7"), [Some(true); 4]);
        assert_eq!(holds("(n == 6) <==> (m == 6)"), [Some(false)]);
        let mut kernel = Kernel::new("k", Dialect::Cuda, Span::NONE);
        let var = kernel.var("n", Type::U64, Span::NONE);
        let meaning = |_: &str| Some(Meaning::Variable(var));
        for condition in parse("n == 1 || !(n % 2 < 1) ==> n <= 7 && n >= 0 <==> true").unwrap() {
            let stmt = condition.assumption(&mut kernel, &meaning).unwrap();
            kernel.body.push(stmt);
        }
        wp_kir::verify(&kernel).unwrap();
        let StmtKind::Assume { cond, .. } = kernel.body[0].kind else { panic!("no assumption") };
        // A value of which the condition cannot speak satisfies it.
        assert!(matches!(kernel.exprs[cond].kind, ExprKind::Binary(BinOp::Or, ..)));
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
