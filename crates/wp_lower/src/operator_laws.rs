//! Tests the stated laws of an operator by evaluating its body on concrete operands.
//!
//! A law is shown if the operands have 8 bits and all of them satisfy it, or if the body is an operation that is known
//! to have the law. Otherwise the law is tested on small and extreme operands, and on those around the constants in the
//! body: a failing test is a counterexample, and passing tests prove nothing. Operands for which an operation is
//! undefined are left out.

use rustc_hash::FxHashMap;
use std::collections::hash_map::DefaultHasher;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt::Write;
use std::hash::{Hash, Hasher};
use wp_base::{Id, Span};
use wp_exec::{Decision, Domain, LockStep, Obstacle, Thread, ThreadOf};
use wp_kir::{
    fold_with, BinOp, Block, CastKind, ExprId, ExprKind, Kernel, LabelId, OperatorLaw, StmtKind, Storage, Type, UnOp,
    VarId,
};

wp_base::limits! {
    /// Operands are tried around at most so many constants of the body. The number of tests of associativity grows with the
    /// third power of the number of operands.
    const MAX_NUMBERS: usize = 6;
}

/// The body of an operator: statements that compute a result from two operands of one type.
pub(crate) struct Body<'a> {
    pub kernel: &'a Kernel,
    pub block: &'a Block,
    pub result: ExprId,
    pub operands: [VarId; 2],
    pub ty: Type,
}

/// A number of a type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Number {
    Int(i128),
    Real(f64),
}

impl Number {
    /// The bits in a type that has the number.
    pub fn bits(self, ty: Type) -> Option<u64> {
        match (self, ty) {
            (Number::Int(v), Type::Int { .. }) => {
                let (least, most) = ty.int_range()?;
                (least..=most).contains(&v).then_some(v as u64 & (u64::MAX >> (64 - 8 * ty.size())))
            }
            (Number::Int(v), Type::Float { .. }) if v.abs() < 1 << 20 => Number::Real(v as f64).bits(ty),
            (Number::Real(v), Type::Float { bits: 32 }) => Some(u64::from((v as f32).to_bits())),
            (Number::Real(v), Type::Float { bits: 64 }) => Some(v.to_bits()),
            _ => None,
        }
    }

    /// True if two numbers are equal. All NaN values count as equal.
    fn is(self, other: Number) -> bool {
        match (self, other) {
            (Number::Real(a), Number::Real(b)) if a.is_nan() && b.is_nan() => true,
            _ => self == other,
        }
    }

    fn is_at_most(self, other: Number) -> bool {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => a <= b,
            (Number::Real(a), Number::Real(b)) => a <= b,
            _ => true,
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Int(v) => v.fmt(f),
            Number::Real(v) if *v != 0.0 && !(1e-4..1e6).contains(&v.abs()) => write!(f, "{v:e}"),
            Number::Real(v) => v.fmt(f),
        }
    }
}

/// The values that violate a law, in words.
type Counterexample = String;

impl Body<'_> {
    /// A hash that distinguishes bodies with different statements. The error names what the body does other than to
    /// compute with its operands.
    pub fn digest(&self) -> Result<u64, String> {
        let mut text = Canonical {
            kernel: self.kernel,
            names: FxHashMap::default(),
            labels: FxHashMap::default(),
            text: String::new(),
        };
        for var in self.operands {
            text.var(var);
        }
        text.block(self.block)?;
        text.expr(self.result)?;
        let mut hasher = DefaultHasher::new();
        (text.text, format!("{:?}", self.ty)).hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// The result for two operands; `None` if it is undefined or not known.
    fn apply(&self, x: Number, y: Number) -> Option<Number> {
        let mut vars = vec![None; self.kernel.vars.len()];
        for (var, value) in self.operands.into_iter().zip([x, y]) {
            vars[var.index()] = Some(value);
        }
        let mut domain = Constants { kernel: self.kernel, memory: () };
        let thread = Thread::new(0, vars);
        let threads =
            LockStep::new(self.kernel, &mut domain, vec![thread], &mut { MAX_STEPS.get() }).run(self.block).ok()?;
        let end = threads.first().filter(|thread| !thread.ended)?;
        domain.number(&end.vars, self.result)
    }

    /// Tests a law: true if it is shown, false if the tests neither show nor refute it. The error is a counterexample.
    pub fn check(&self, law: OperatorLaw, identity: Option<Number>) -> Result<bool, Counterexample> {
        let (samples, all) = self.samples(identity);
        let f = Table::new(self, &samples, all);
        for &x in &samples {
            for &y in &samples {
                self.check_pair(law, &f, (x, y), identity)?;
                if law != OperatorLaw::Associative {
                    continue;
                }
                for &z in &samples {
                    let (Some(xy), Some(yz)) = (f.at(x, y), f.at(y, z)) else { continue };
                    let (Some(left), Some(right)) = (f.at(xy, z), f.at(x, yz)) else { continue };
                    if !left.is(right) {
                        return Err(format!(
                            "for {x}, {y} and {z} it is {left} from the left and {right} from the right"
                        ));
                    }
                }
            }
        }
        let defined = all && samples.iter().all(|&x| samples.iter().all(|&y| f.at(x, y).is_some()));
        Ok(defined || self.operation().is_some_and(|op| is_known(op, law, self.ty)))
    }

    fn check_pair(
        &self,
        law: OperatorLaw,
        f: &Table,
        (x, y): (Number, Number),
        identity: Option<Number>,
    ) -> Result<(), Counterexample> {
        let Some(both) = f.at(x, y) else { return Ok(()) };
        let below = Number::is_at_most;
        let wrong = match law {
            OperatorLaw::Commutative => f.at(y, x).is_some_and(|other| !both.is(other)),
            OperatorLaw::Idempotent => x == y && !both.is(x),
            OperatorLaw::Identity => identity == Some(x) && !both.is(y) || identity == Some(y) && !both.is(x),
            OperatorLaw::UpperBound => !below(x, both) || !below(y, both),
            OperatorLaw::LowerBound => !below(both, x) || !below(both, y),
            OperatorLaw::Associative => false,
        };
        if !wrong {
            return Ok(());
        }
        let turned = match (law, f.at(y, x)) {
            (OperatorLaw::Commutative, Some(other)) => format!(", and {other} the other way round"),
            _ => String::new(),
        };
        Err(format!("for {x} and {y} it is {both}{turned}"))
    }

    /// The operands to try, and true if these are all operands of the type.
    fn samples(&self, identity: Option<Number>) -> (Vec<Number>, bool) {
        let all = matches!(self.ty, Type::Int { bits: 8, .. });
        let mut found: Vec<Number> = match (self.ty, self.ty.int_range()) {
            (_, Some((least, most))) if all => (least..=most).map(Number::Int).collect(),
            (_, Some((least, most))) => {
                let values =
                    [0, 1, 2, 3, 4, 5, 7, 8, 12, 100, -1, -2, -3, -6, least, least + 1, most / 2, most - 1, most];
                let mut values = values.to_vec();
                for n in self
                    .numbers()
                    .into_iter()
                    .filter(|n| !values.contains(n))
                    .take(MAX_NUMBERS.get())
                    .collect::<Vec<_>>()
                {
                    values.extend([n, n - 1, n + 1]);
                }
                let mut seen = BTreeSet::new();
                values.retain(|&v| (least..=most).contains(&v) && seen.insert(v));
                values.into_iter().map(Number::Int).collect()
            }
            // Numbers whose sums and products are exact, and numbers whose sums are rounded or infinite.
            _ => {
                let most = match self.ty {
                    Type::Float { bits: 64 } => f64::MAX,
                    Type::Float { bits: 32 } => f64::from(f32::MAX),
                    _ => HALF_MAX,
                };
                let plain = [0.0, 1.0, -1.0, 2.0, 3.0, 0.5, -2.5, 4.0, -8.0];
                let lost = [0.1, 2048.0, -2048.0, 1e8, -1e8, 1e16, -1e16, most, -most];
                let values = plain.into_iter().chain(lost).map(|v| rounded(v, self.ty));
                values.filter(|v| v.is_finite()).map(Number::Real).collect()
            }
        };
        found.extend(identity.filter(|i| !found.contains(i)));
        (found, all)
    }

    /// The integer constants of the body, in the order in which they are found.
    fn numbers(&self) -> Vec<i128> {
        let mut open = vec![self.result];
        wp_kir::visit(self.block, &mut |stmt| open.extend(stmt.kind.expressions()));
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        while let Some(e) = open.pop() {
            let kind = &self.kernel.exprs[e].kind;
            match kind {
                ExprKind::Int(n) if !found.contains(n) => found.push(*n),
                _ => open.extend(kind.children().into_iter().filter(|&c| seen.insert(c))),
            }
        }
        found
    }

    /// The operation that the body computes, if it is a single one: `a + b`, or `a < b ? a : b` for a minimum.
    fn operation(&self) -> Option<BinOp> {
        if !self.block.iter().all(|s| matches!(s.kind, StmtKind::Assign { .. } | StmtKind::Declare { .. })) {
            return None;
        }
        let operand = |e| self.source(e).filter(|v| self.operands.contains(v));
        let both = |a, b| operand(a).zip(operand(b)).is_some_and(|(a, b)| a != b);
        match self.kernel.exprs[self.with_assigned_values(self.result)].kind {
            ExprKind::Binary(op, a, b) if both(a, b) => Some(op),
            ExprKind::Select(c, a, b) if both(a, b) => {
                let ExprKind::Binary(BinOp::Lt | BinOp::Le, l, r) =
                    self.kernel.exprs[self.with_assigned_values(c)].kind
                else {
                    return None;
                };
                match both(l, r) {
                    true if operand(l) == operand(a) => Some(BinOp::Min),
                    true => Some(BinOp::Max),
                    false => None,
                }
            }
            _ => None,
        }
        .filter(|_| self.kernel.ty(self.result) == self.ty)
    }

    /// An expression with variables that are assigned once replaced by their values.
    fn with_assigned_values(&self, e: ExprId) -> ExprId {
        let ExprKind::Var(var) = self.kernel.exprs[e].kind else { return e };
        let mut given = self.block.iter().filter_map(|s| match s.kind {
            StmtKind::Assign { var: to, value } if to == var => Some(value),
            _ => None,
        });
        match (given.next(), given.next()) {
            (Some(value), None) if !self.operands.contains(&var) => self.with_assigned_values(value),
            _ => e,
        }
    }

    /// The variable whose value an expression is.
    fn source(&self, e: ExprId) -> Option<VarId> {
        match self.kernel.exprs[self.with_assigned_values(e)].kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        }
    }
}

/// The greatest float of 16 bits.
const HALF_MAX: f64 = 65504.0;

/// The nearest number of a float type. A sum or product that is computed in 64 bits and then rounded to a narrower type
/// is the correctly rounded one of the narrower type.
fn rounded(value: f64, ty: Type) -> f64 {
    match ty {
        Type::Float { bits: 32 } => f64::from(value as f32),
        Type::Float { bits: 64 } => value,
        _ if value == 0.0 || !value.is_finite() => value,
        _ => {
            // Eleven binary digits, fewer for subnormal numbers.
            let place = 2f64.powi((value.abs().log2().floor() as i32).max(-14) - 10);
            let near = (value / place).round_ties_even() * place;
            if near.abs() > HALF_MAX {
                near.signum() * f64::INFINITY
            } else {
                near
            }
        }
    }
}

/// True if an operation on integers of a type is known to have a law. For the identity, the tests have excluded all
/// wrong numbers.
fn is_known(op: BinOp, law: OperatorLaw, ty: Type) -> bool {
    let Type::Int { signed, bits } = ty else { return false };
    let order = matches!(op, BinOp::Min | BinOp::Max);
    let by_bit = matches!(op, BinOp::Or | BinOp::And);
    let wraps = matches!(op, BinOp::Add | BinOp::Mul) && !signed && bits >= 32;
    match law {
        OperatorLaw::Associative | OperatorLaw::Commutative => order || by_bit || wraps || op == BinOp::Xor,
        OperatorLaw::Idempotent => order || by_bit,
        // The tests exclude every number except for the identity of the operator: 0, 1, or the least or greatest
        // number.
        OperatorLaw::Identity => order || by_bit || wraps || op == BinOp::Xor,
        OperatorLaw::UpperBound => op == BinOp::Max || op == BinOp::Or && !signed,
        OperatorLaw::LowerBound => op == BinOp::Min || op == BinOp::And && !signed,
    }
}

/// The results of an operator. For operands of 8 bits, all results are computed once.
struct Table<'a> {
    body: &'a Body<'a>,
    /// The results for all pairs of bytes; empty for wider operands.
    bytes: Vec<Option<Number>>,
}

impl<'a> Table<'a> {
    fn new(body: &'a Body<'a>, samples: &[Number], all: bool) -> Table<'a> {
        let mut bytes = if all { vec![None; 1 << 16] } else { Vec::new() };
        for &x in samples.iter().filter(|_| all) {
            for &y in samples {
                if let Some(at) = place(x, y) {
                    bytes[at] = body.apply(x, y);
                }
            }
        }
        Table { body, bytes }
    }

    fn at(&self, x: Number, y: Number) -> Option<Number> {
        match place(x, y).and_then(|at| self.bytes.get(at)) {
            Some(known) => *known,
            None => self.body.apply(x, y),
        }
    }
}

/// The index of two operands in the table, if they are integers.
fn place(x: Number, y: Number) -> Option<usize> {
    match (x, y) {
        (Number::Int(x), Number::Int(y)) => Some(usize::from(x as u8) << 8 | usize::from(y as u8)),
        _ => None,
    }
}

wp_base::limits! {
    /// An evaluation with more steps than this has no result.
    const MAX_STEPS: u64 = 1 << 16;
}

/// The domain of execution in which values are numbers, for one thread. Floats are computed in 64 bits and rounded to
/// their types.
struct Constants<'a> {
    kernel: &'a Kernel,
    memory: (),
}

/// The numbers that variables hold, if they are known.
type Vars = [Option<Number>];

/// The reason why there is no result: it is undefined or not known.
struct NotKnown;

impl Domain for Constants<'_> {
    type Value = Option<Number>;
    type Condition = Infallible;
    type Memory = ();
    type Stop = NotKnown;

    fn stop(&self, _: Obstacle, _: Span) -> NotKnown {
        NotKnown
    }

    fn memory(&mut self) -> &mut () {
        &mut self.memory
    }

    fn eval(&mut self, thread: &mut ThreadOf<Self>, expr: ExprId) -> Result<Option<Number>, NotKnown> {
        self.number(&thread.vars, expr).map(Some).ok_or(NotKnown)
    }

    fn decide(&mut self, value: Option<Number>, _: Span) -> Result<Decision<Infallible>, NotKnown> {
        match value {
            Some(Number::Int(0)) => Ok(Decision::False),
            Some(Number::Int(_)) => Ok(Decision::True),
            Some(Number::Real(_)) | None => Err(NotKnown),
        }
    }

    fn declare(&mut self, thread: &mut ThreadOf<Self>, storage: Storage, _: Span) -> Result<(), NotKnown> {
        let Storage::Var(var) = storage else { return Err(NotKnown) };
        thread.vars[var.index()] = None;
        Ok(())
    }
}

impl Constants<'_> {
    fn truth(&self, vars: &Vars, e: ExprId) -> Option<bool> {
        match self.number(vars, e)? {
            Number::Int(v) => Some(v != 0),
            Number::Real(_) => None,
        }
    }

    fn real(&self, vars: &Vars, e: ExprId) -> Option<f64> {
        match self.number(vars, e)? {
            Number::Real(v) => Some(v),
            Number::Int(_) => None,
        }
    }

    fn number(&self, vars: &Vars, e: ExprId) -> Option<Number> {
        let int = |var: VarId| match vars[var.index()] {
            Some(Number::Int(value)) => Some(value),
            _ => None,
        };
        if let Some(value) = fold_with(self.kernel, e, &int) {
            return Some(Number::Int(value));
        }
        let truth = |t: bool| Some(Number::Int(i128::from(t)));
        let expr = &self.kernel.exprs[e];
        match (&expr.kind, expr.ty) {
            (ExprKind::Float(bits), Type::Float { bits: 32 }) => {
                Some(Number::Real(f64::from(f32::from_bits(*bits as u32))))
            }
            (ExprKind::Float(bits), Type::Float { bits: 64 }) => Some(Number::Real(f64::from_bits(*bits))),
            (ExprKind::Var(var), _) => vars[var.index()],
            (ExprKind::Unary(UnOp::Neg, a), _) => Some(Number::Real(-self.real(vars, *a)?)),
            (ExprKind::Unary(UnOp::Not, a), _) => truth(!self.truth(vars, *a)?),
            (ExprKind::Select(c, a, b), _) => self.number(vars, if self.truth(vars, *c)? { *a } else { *b }),
            (ExprKind::Cast(CastKind::FloatToFloat, a), ty) => Some(Number::Real(rounded(self.real(vars, *a)?, ty))),
            (ExprKind::Binary(op, a, b), Type::Bool) if self.kernel.ty(*a) == Type::Bool => match op {
                BinOp::And => truth(self.truth(vars, *a)? && self.truth(vars, *b)?),
                BinOp::Or => truth(self.truth(vars, *a)? || self.truth(vars, *b)?),
                _ => None,
            },
            (ExprKind::Binary(op, a, b), _) => {
                let (x, y) = (self.real(vars, *a)?, self.real(vars, *b)?);
                let value = match op {
                    BinOp::Add => x + y,
                    BinOp::Sub => x - y,
                    BinOp::Mul => x * y,
                    BinOp::Min => x.min(y),
                    BinOp::Max => x.max(y),
                    BinOp::Lt => return truth(x < y),
                    BinOp::Le => return truth(x <= y),
                    BinOp::Eq => return truth(x == y),
                    BinOp::Ne => return truth(x != y),
                    _ => return None,
                };
                Some(Number::Real(rounded(value, expr.ty)))
            }
            (ExprKind::Call(name, args), _) => match (&**name, &args[..]) {
                ("fmax", &[a, b]) => Some(Number::Real(self.real(vars, a)?.max(self.real(vars, b)?))),
                ("fmin", &[a, b]) => Some(Number::Real(self.real(vars, a)?.min(self.real(vars, b)?))),
                ("fabs", &[a]) => Some(Number::Real(self.real(vars, a)?.abs())),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Statements as a text that does not depend on the numbers of their variables.
struct Canonical<'a> {
    kernel: &'a Kernel,
    names: FxHashMap<VarId, usize>,
    labels: FxHashMap<LabelId, usize>,
    text: String,
}

impl Canonical<'_> {
    fn var(&mut self, var: VarId) {
        let next = self.names.len();
        let number = *self.names.entry(var).or_insert(next);
        let _ = write!(self.text, "v{number}:{:?} ", self.kernel.vars[var].ty);
    }

    fn block(&mut self, block: &Block) -> Result<(), String> {
        self.text.push('{');
        for stmt in block {
            match &stmt.kind {
                StmtKind::Assign { var, value } => {
                    self.var(*var);
                    self.expr(*value)?;
                }
                StmtKind::Declare { storage: Storage::Var(var) } => {
                    self.text.push_str("new ");
                    self.var(*var);
                }
                StmtKind::If { cond, then_block, else_block } => {
                    self.text.push_str("if ");
                    self.expr(*cond)?;
                    self.block(then_block)?;
                    self.block(else_block)?;
                }
                StmtKind::Labelled { label, body } => {
                    let next = self.labels.len();
                    self.labels.insert(*label, next);
                    let _ = write!(self.text, "label {next} ");
                    self.block(body)?;
                }
                StmtKind::Break(label) => {
                    let _ = write!(self.text, "break {:?} ", self.labels.get(label));
                }
                StmtKind::Load { .. } | StmtKind::Store { .. } | StmtKind::Atomic { .. } => {
                    return Err("accesses memory".to_owned());
                }
                StmtKind::Loop { .. } => return Err("has a loop".to_owned()),
                _ => return Err("does something else than compute".to_owned()),
            }
            self.text.push(';');
        }
        self.text.push('}');
        Ok(())
    }

    fn expr(&mut self, e: ExprId) -> Result<(), String> {
        let expr = &self.kernel.exprs[e];
        let children = expr.kind.children();
        let _ = match &expr.kind {
            ExprKind::Var(var) => {
                self.var(*var);
                Ok(())
            }
            ExprKind::Int(v) => write!(self.text, "{v}"),
            ExprKind::Float(v) => write!(self.text, "f{v:x}"),
            ExprKind::Unary(op, _) => write!(self.text, "{op:?}"),
            ExprKind::Binary(op, ..) => write!(self.text, "{op:?}"),
            ExprKind::Select(..) => write!(self.text, "select"),
            ExprKind::Cast(kind, _) if !matches!(kind, CastKind::PtrToInt | CastKind::IntToPtr) => {
                write!(self.text, "{kind:?}")
            }
            ExprKind::Call(name, _) if wp_kir::input_named(name).is_none() => write!(self.text, "call {name}"),
            _ => return Err("depends on something else than its operands".to_owned()),
        };
        let _ = write!(self.text, " {:?}(", expr.ty);
        for child in children {
            self.expr(child)?;
        }
        self.text.push(')');
        Ok(())
    }
}
