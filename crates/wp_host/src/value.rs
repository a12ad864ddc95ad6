//! The known values of host variables: integer expressions over symbols, pointers into buffers, `dim3`.
//!
//! A symbol stands for one value that the host computes once and never changes: a variable of unknown content gets a
//! new symbol whenever it may have changed. Expressions have the types and the arithmetic of C, as KIR does.

use std::collections::BTreeMap;
use std::sync::Arc;
use wp_kir::{BinOp, Type, UnOp};

/// A value that the host computed and that is not known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Symbol {
    /// Number within the file.
    pub id: u32,
    /// Name of the variable it was first read from.
    pub name: Arc<str>,
    /// True if the symbol is an extent of a `dim3` of which nothing is known and that nothing in sight gives.
    pub of_dim3: bool,
}

/// An integer or truth value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// The operation and its operands.
    pub kind: Kind,
    /// Its type: an integer or `bool`.
    pub ty: Type,
    /// Number of its nodes as a tree.
    size: usize,
}

wp_base::limits! {
    /// Nodes that an expression may have as a tree: longer ones are of no use to a proof.
    const LONGEST: usize = 500;
}

/// The operation of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A constant.
    Int(i128),
    /// Unknown.
    Symbol(Symbol),
    /// Unary operation.
    Unary(UnOp, Arc<Expr>),
    /// Binary operation; operands as in KIR.
    Binary(BinOp, Arc<Expr>, Arc<Expr>),
    /// Conversion.
    Cast(Arc<Expr>),
    /// `condition ? a : b`
    Select(Arc<Expr>, Arc<Expr>, Arc<Expr>),
}

/// A shared expression.
pub type Int = Arc<Expr>;

impl Expr {
    pub(crate) fn new(kind: Kind, ty: Type) -> Int {
        let size = match &kind {
            Kind::Int(_) | Kind::Symbol(_) => 1,
            Kind::Unary(_, a) | Kind::Cast(a) => a.size + 1,
            Kind::Binary(_, a, b) => a.size + b.size + 1,
            Kind::Select(c, a, b) => c.size + a.size + b.size + 1,
        };
        Arc::new(Expr { kind, ty, size })
    }

    /// The expression, unless it is too long.
    fn short(self: Arc<Self>) -> Option<Int> {
        (self.size <= LONGEST.get()).then_some(self)
    }

    /// A constant, in the range of the type.
    pub(crate) fn int(value: i128, ty: Type) -> Int {
        Expr::new(Kind::Int(ty.wrap(value)), ty)
    }

    /// The value, where it is constant.
    pub(crate) fn constant(&self) -> Option<i128> {
        match self.kind {
            Kind::Int(v) => Some(v),
            _ => None,
        }
    }

    /// The value converted to a type.
    pub(crate) fn cast(self: &Arc<Self>, ty: Type) -> Int {
        match self.constant() {
            _ if self.ty == ty => self.clone(),
            Some(v) => Expr::int(v, ty),
            None => Expr::new(Kind::Cast(self.clone()), ty),
        }
    }

    /// Negation of a truth value.
    pub(crate) fn not(self: &Arc<Self>) -> Int {
        match &self.kind {
            Kind::Int(v) => Expr::int(i128::from(*v == 0), Type::Bool),
            Kind::Unary(UnOp::Not, inner) => inner.clone(),
            _ => Expr::new(Kind::Unary(UnOp::Not, self.clone()), Type::Bool),
        }
    }

    /// `-a`, `~a`, `!a`.
    pub(crate) fn unary(op: UnOp, a: &Int) -> Int {
        match (op, a.constant()) {
            (UnOp::Not, _) => a.not(),
            (UnOp::Neg, Some(v)) => Expr::int(-v, a.ty),
            (UnOp::BitNot, Some(v)) => Expr::int(!v, a.ty),
            _ => Expr::new(Kind::Unary(op, a.clone()), a.ty),
        }
    }

    /// A binary operation on operands of one type (shifts may differ); `None` where C gives it no value, and where it
    /// is too long.
    pub(crate) fn binary(op: BinOp, a: &Int, b: &Int) -> Option<Int> {
        let shift = matches!(op, BinOp::Shl | BinOp::Shr);
        if a.ty != b.ty && !shift {
            return None;
        }
        let ty = if op.is_comparison() { Type::Bool } else { a.ty };
        if let (Some(x), Some(y)) = (a.constant(), b.constant()) {
            let value = op.exact(x, y, a.ty)?;
            return Some(Expr::int(value, ty));
        }
        let neutral = match op {
            BinOp::Add | BinOp::Sub => b.constant() == Some(0),
            BinOp::Mul | BinOp::Div => b.constant() == Some(1),
            _ => false,
        };
        if neutral {
            Some(a.clone())
        } else {
            Expr::new(Kind::Binary(op, a.clone(), b.clone()), ty).short()
        }
    }

    /// `condition ? a : b` for values of one type.
    pub(crate) fn select(condition: &Int, a: &Int, b: &Int) -> Option<Int> {
        match condition.constant() {
            _ if a.ty != b.ty => None,
            _ if a == b => Some(a.clone()),
            Some(c) => Some(if c != 0 { a } else { b }.clone()),
            None => Expr::new(Kind::Select(condition.clone(), a.clone(), b.clone()), a.ty).short(),
        }
    }

    /// The conditions that a condition consists of: it holds iff all of them do.
    pub(crate) fn conjuncts(self: &Arc<Self>) -> Vec<Int> {
        let both = |a: &Int, b: &Int| [a.conjuncts(), b.conjuncts()].concat();
        match &self.kind {
            Kind::Binary(BinOp::And, a, b) if self.ty == Type::Bool => both(a, b),
            Kind::Unary(UnOp::Not, inner) => match &inner.kind {
                Kind::Binary(BinOp::Or, a, b) if inner.ty == Type::Bool => both(&a.not(), &b.not()),
                _ => vec![self.clone()],
            },
            _ => vec![self.clone()],
        }
    }

    /// Calls `f` on every symbol in the expression.
    pub(crate) fn symbols(&self, f: &mut dyn FnMut(&Symbol)) {
        match &self.kind {
            Kind::Int(_) => {}
            Kind::Symbol(s) => f(s),
            Kind::Unary(_, a) | Kind::Cast(a) => a.symbols(f),
            Kind::Binary(_, a, b) => {
                a.symbols(f);
                b.symbols(f);
            }
            Kind::Select(c, a, b) => {
                c.symbols(f);
                a.symbols(f);
                b.symbols(f);
            }
        }
    }

    /// True if the expr is a symbol, converted or not: an equation with the symbol says nothing unless the symbol
    /// stands elsewhere.
    pub(crate) fn is_symbol(&self) -> bool {
        match &self.kind {
            Kind::Symbol(_) => true,
            Kind::Cast(a) => a.is_symbol(),
            _ => false,
        }
    }
}

/// A piece of memory that pointers point into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Buffer(pub u32);

/// A constant of type `float` or `double`: finite, and zero or normal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Float {
    /// The value, which the type can hold.
    pub value: f64,
    /// Its type.
    pub ty: Type,
}

/// The known value of a host expression.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    /// An integer or truth value.
    Int(Int),
    /// A constant of type `float` or `double`.
    Float(Float),
    /// So many bytes (`i64`) behind the start of a buffer.
    Pointer(Buffer, Int),
    /// The null pointer.
    Null,
    /// A `dim3`.
    Dim3([Int; 3]),
    /// A `std::vector` of so many elements (`u64`).
    Vector(Int),
    /// A plain structure, field by field.
    Record(BTreeMap<Arc<str>, Value>),
    /// The array of arguments for `cudaLaunchKernel`: addresses of these variables.
    Arguments(Arc<[Option<wp_clang::NodeId>]>),
    /// A kernel, as an argument of a function that launches it.
    Kernel(wp_clang::NodeId),
    /// A function of the file of which all calls are known, as an argument of a function that calls it.
    Function(wp_clang::NodeId),
    /// A lambda.
    Closure(Arc<Closure>),
    /// Anything else.
    Unknown,
}

/// An object of a lambda, or of `std::function` that holds one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Closure {
    /// The expression that has made it.
    pub lambda: wp_clang::NodeId,
    /// The function in which that stands.
    pub function: Arc<str>,
    /// The copies that it holds, by the variables.
    pub copies: BTreeMap<wp_clang::NodeId, Value>,
    /// What the other variables that its body names hold now.
    pub referred: BTreeMap<wp_clang::NodeId, Value>,
    /// True in the function that has made it, which may change those variables. False in functions that this one
    /// calls, while which they keep their values.
    pub is_at_home: bool,
}

impl Closure {
    /// The values that the body finds.
    pub(crate) fn values(&self) -> impl Iterator<Item = (&wp_clang::NodeId, &Value)> {
        self.copies.iter().chain(&self.referred)
    }
}

impl Value {
    /// The same value in a function that is called.
    pub(crate) fn given_to_function(&self) -> Value {
        match self {
            Value::Closure(closure) => Value::Closure(Arc::new(Closure { is_at_home: false, ..(**closure).clone() })),
            value => value.clone(),
        }
    }

    /// True if all of the value is known.
    pub(crate) fn is_constant(&self) -> bool {
        match self {
            Value::Int(e) => e.constant().is_some(),
            Value::Float(_) => true,
            Value::Dim3(extents) => extents.iter().all(|e| e.constant().is_some()),
            Value::Record(fields) => fields.values().all(Value::is_constant),
            _ => false,
        }
    }

    /// A structure of the prelude.
    pub(crate) fn record<const N: usize>(fields: [(&str, Value); N]) -> Value {
        Value::Record(fields.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }

    /// The same value of which something in sight gives the unknown extents.
    pub(crate) fn given(self) -> Value {
        let extent = |e: Int| match &e.kind {
            Kind::Symbol(symbol) => Expr::new(Kind::Symbol(Symbol { of_dim3: false, ..symbol.clone() }), e.ty),
            _ => e,
        };
        match self {
            Value::Dim3(extents) => Value::Dim3(extents.map(extent)),
            Value::Record(fields) => Value::Record(fields.into_iter().map(|(name, v)| (name, v.given())).collect()),
            value => value,
        }
    }

    /// The buffers that a value points into.
    pub(crate) fn buffers(&self) -> Vec<Buffer> {
        match self {
            Value::Pointer(buffer, _) => vec![*buffer],
            Value::Record(fields) => fields.values().flat_map(Value::buffers).collect(),
            Value::Closure(closure) => closure.values().flat_map(|(_, value)| value.buffers()).collect(),
            _ => Vec::new(),
        }
    }

    /// The fields `x`, `y` and `z` of a structure of numbers.
    pub(crate) fn extents(&self) -> Option<[Int; 3]> {
        match self {
            Value::Dim3(parts) => Some(parts.clone()),
            Value::Record(fields) => {
                let part = |name: &str| match fields.get(name) {
                    Some(Value::Int(e)) if e.ty == Type::U32 => Some(e.clone()),
                    _ => None,
                };
                (fields.len() == 3).then_some(())?;
                Some([part("x")?, part("y")?, part("z")?])
            }
            _ => None,
        }
    }

    /// Gives a field of a structure a value; `false` where there is no such field.
    pub(crate) fn set(&mut self, path: &[&str], value: Value) -> bool {
        match (self, path) {
            (slot, []) => {
                *slot = value;
                true
            }
            (Value::Dim3(parts), [axis]) => match (["x", "y", "z"].iter().position(|n| n == axis), value) {
                (Some(axis), Value::Int(e)) => {
                    parts[axis] = e.cast(Type::U32);
                    true
                }
                _ => false,
            },
            (Value::Record(fields), [name, rest @ ..]) => fields.get_mut(*name).is_some_and(|f| f.set(rest, value)),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_holds_with_its_parts() {
        let of = |id, name: &str| Expr::new(Kind::Symbol(Symbol { id, name: name.into(), of_dim3: false }), Type::Bool);
        let (a, b, c) = (of(1, "a"), of(2, "b"), of(3, "c"));
        let either = Expr::binary(BinOp::Or, &a, &b).unwrap();
        let all = Expr::binary(BinOp::And, &either.not(), &c).unwrap();
        assert_eq!(all.conjuncts(), [a.not(), b.not(), c]);
        assert_eq!(either.conjuncts().as_slice(), std::slice::from_ref(&either));
        assert_eq!(all.not().conjuncts(), [all.not()]);
    }

    #[test]
    fn constants_have_the_arithmetic_of_their_type() {
        let of = |v: i128, ty| Expr::int(v, ty);
        let most = of(u32::MAX.into(), Type::U32);
        let sum = Expr::binary(BinOp::Add, &most, &of(2, Type::U32)).unwrap();
        assert_eq!(sum.constant(), Some(1));
        assert_eq!(of(-1, Type::I32).cast(Type::U32).constant(), Some(u32::MAX.into()));
        assert_eq!(of(-1, Type::I32).cast(Type::U64).constant(), Some(u64::MAX.into()));
        let quotient = Expr::binary(BinOp::Div, &of(-7, Type::I32), &of(2, Type::I32)).unwrap();
        assert_eq!(quotient.constant(), Some(-3));
        assert!(Expr::binary(BinOp::Div, &of(7, Type::I32), &of(0, Type::I32)).is_none());
        assert!(Expr::binary(BinOp::Shl, &of(1, Type::I32), &of(32, Type::I32)).is_none());
        assert!(Expr::binary(BinOp::Add, &of(1, Type::I32), &of(1, Type::U32)).is_none());
    }
}
