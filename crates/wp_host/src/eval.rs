//! Host expressions: their values, and the effects of their evaluation on variables.
//!
//! Exact in the arithmetic of C if [`Value`] can represent the value; signed overflow is assumed not to happen. Any
//! other value is a new unknown. Of floating point, constants are followed ([`crate::floats`]), and `ceil(a / b)` of
//! integers in double precision.

use crate::forms::is_null;
use crate::lambdas::is_callable;
use crate::state::{Flow, State};
use crate::targets::{place_of, Place};
use crate::uses::{is_copy, is_dim3, strip_materialized, types_of_pair, variable};
use crate::value::{Expr, Int, Value};
use crate::vector_forms::is_vector;
use std::collections::BTreeMap;
use std::sync::Arc;
use wp_clang::{DeclRef, Node};
use wp_decls::{constant_of, is_launch, strip, CType};
use wp_kir::{BinOp, Type, UnOp};

impl Flow<'_, '_> {
    /// The scalar type of an expression.
    pub(crate) fn type_of(&self, node: &Node) -> Option<Type> {
        self.decls.qtype(node.type_str()).referent().ty.scalar()
    }

    /// An integer or truth value of the node's type.
    pub(crate) fn int_value(&mut self, st: &mut State, node: &Node) -> Int {
        let ty = self.type_of(node).filter(|t| t.is_int() || *t == Type::Bool);
        match (self.eval(st, node), ty) {
            (Value::Int(e), _) => e,
            (_, ty) => self.symbol(ty.unwrap_or(Type::I32), "host"),
        }
    }

    /// Evaluates an expression, or what an lvalue holds.
    pub(crate) fn eval(&mut self, st: &mut State, node: &Node) -> Value {
        let value = self.evaluated(st, node);
        let value = self.as_read_before(node, value);
        self.follow_addresses(st, node, &value);
        self.note_initialisers(st, node);
        value
    }

    fn evaluated(&mut self, st: &mut State, node: &Node) -> Value {
        if is_launch(node) {
            self.launch(st, node);
            return Value::Unknown;
        }
        // The order is unspecified: a variable that one operand changes is unknown to all of them.
        if self.is_order_open(st, node) {
            if self.is_library(node) && self.may_free(node) {
                self.lose_all(st);
            }
            self.call_is_open(node);
            return self.open_value(st, node);
        }
        match &*node.kind {
            "ParenExpr"
            | "ExprWithCleanups"
            | "CXXBindTemporaryExpr"
            | "SubstNonTypeTemplateParmExpr"
            | "MaterializeTemporaryExpr"
            | "ConstantExpr"
            | "FullExpr" => match (self.type_of(node), constant_of(node, self.decls), node.inner.last()) {
                (Some(ty), Some(v), _) if ty.is_int() || ty == Type::Bool => Value::Int(Expr::int(v, ty)),
                (_, _, Some(inner)) => self.eval(st, inner),
                _ => self.fresh(node),
            },
            "IntegerLiteral" | "CharacterLiteral" | "CXXBoolLiteralExpr" => {
                match (self.type_of(node), constant_of(node, self.decls)) {
                    (Some(ty), Some(v)) => Value::Int(Expr::int(v, ty)),
                    _ => self.fresh(node),
                }
            }
            "FloatingLiteral" => self.float_literal(node),
            "DeclRefExpr" => self.name(st, node),
            "ImplicitCastExpr"
            | "CStyleCastExpr"
            | "CXXStaticCastExpr"
            | "CXXFunctionalCastExpr"
            | "CXXReinterpretCastExpr"
            | "CXXConstCastExpr" => self.cast(st, node),
            "UnaryOperator" | "BinaryOperator" | "CompoundAssignOperator" => {
                let value = match &*node.kind {
                    "UnaryOperator" => self.unary(st, node),
                    "BinaryOperator" => self.binary(st, node),
                    _ => self.compound(st, node),
                };
                self.forget_lent(st, node);
                value
            }
            "ConditionalOperator" => self.conditional(st, node),
            "UnaryExprOrTypeTraitExpr" => self.size_of(node),
            "InitListExpr" if node.inner.len() == 1 && self.type_of(node).is_some() => self.eval(st, &node.inner[0]),
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" if is_dim3(node) => self.extents(st, node),
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" if is_vector(node) => self.new_vector(st, node),
            "CXXConstructExpr" if is_copy(node) && self.fields_of(node).is_some() => {
                self.note_constructed(st, node);
                self.eval(st, &node.inner[0])
            }
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" if node.inner.is_empty() => {
                self.note_constructed(st, node);
                match self.fields_of(node) {
                    Some(fields) => self.default_record(node, fields),
                    None => self.fresh(node),
                }
            }
            "InitListExpr" if self.fields_of(node).is_some() => self.record(st, node),
            // A pair.
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" if node.inner.len() == 2 && types_of_pair(node).is_some() => {
                self.record(st, node)
            }
            "ImplicitValueInitExpr" => match self.type_of(node) {
                Some(ty) if ty.is_int() || ty == Type::Bool => Value::Int(Expr::int(0, ty)),
                _ => self.fresh(node),
            },
            // All arguments are evaluated once. A variable that a constructor is given by reference is not followed. An
            // object of the library may run a function that it is given, so kernels are noted for it too.
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" => {
                let values: Vec<Value> = node.inner.iter().map(|arg| self.eval(st, arg)).collect();
                if let ([copied @ Value::Closure(_)], true) = (&values[..], is_callable(node)) {
                    return copied.clone();
                }
                values.iter().for_each(|value| self.escapes(st, value));
                self.note_object(st, node);
                self.note_kernels(st);
                self.fresh(node)
            }
            "MemberExpr" => self.member(st, node),
            "ArraySubscriptExpr" => match self.element(st, node) {
                Some(value) => value,
                None => self.opaque_value(st, node),
            },
            "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" => self.call(st, node),
            "LambdaExpr" => self.closure(st, node),
            "CXXNewExpr" => self.new_object(st, node),
            "CXXDefaultArgExpr" => self.default_argument(st, node),
            "CXXDeleteExpr" => {
                for c in &node.inner {
                    let value = self.eval(st, c);
                    self.free(st, &value);
                }
                self.note_kernels(st);
                Value::Unknown
            }
            "StmtExpr" => {
                node.inner.iter().for_each(|c| self.statement(st, c));
                self.fresh(node)
            }
            _ => self.open_value(st, node),
        }
    }

    /// An expression of another form, which may store to anything unless it only takes the values of its parts.
    fn open_value(&mut self, st: &mut State, node: &Node) -> Value {
        let is_plain = ["CXXDefaultInitExpr", "CXXStdInitializerListExpr", "InitListExpr"];
        if &*node.kind == "InitListExpr" {
            self.note_constructed(st, node);
        }
        if !node.inner.is_empty() && !is_plain.contains(&&*node.kind) {
            self.expose_mentioned(st, node);
            self.overwrite_all(st);
        }
        self.opaque_value(st, node)
    }

    /// An expression of which only the assigned variables are known. Its parts may or may not be evaluated.
    pub(crate) fn opaque_value(&mut self, st: &mut State, node: &Node) -> Value {
        let changed = self.changed_by(st, node);
        let mut inside = st.clone();
        inside.vars.retain(|v, _| !changed.contains(v));
        for c in &node.inner {
            let value = self.eval(&mut inside, c);
            self.escapes(&mut inside, &value);
        }
        st.sizes.retain(|b, _| inside.sizes.contains_key(b));
        st.contents = Self::common_contents(std::mem::take(&mut st.contents), &inside.contents);
        st.running.extend(inside.running);
        st.left.extend(inside.left);
        self.forget(st, &changed);
        self.fresh(node)
    }

    pub(crate) fn fresh(&mut self, node: &Node) -> Value {
        self.unknown(node, "host")
    }

    fn name(&mut self, st: &mut State, node: &Node) -> Value {
        let Some(target) = &node.referenced else { return self.fresh(node) };
        if let Some(kernel) = self.kernel_named(node) {
            return Value::Kernel(kernel);
        }
        if let Some(function) = self.known_function(node) {
            return Value::Function(function);
        }
        if let (Some(ty), Some(v)) = (self.type_of(node), self.decls.enumerator(target)) {
            return Value::Int(Expr::int(v, if ty.is_int() { ty } else { Type::I32 }));
        }
        if let Some(&buffer) = st.arrays.get(&target.id) {
            return Value::Pointer(buffer, Expr::int(0, Type::I64));
        }
        if let Some(value) = st.vars.get(&target.id) {
            return self.at_read(st, value);
        }
        let initial = self.decls.global(target).filter(|n| &*n.kind == "VarDecl").and_then(|g| self.initial_value(g));
        let value = match initial {
            Some(value) => value,
            None => match self.global_value(st, target.id) {
                Some(value) => return value,
                None => self.unknown(node, &target.name),
            },
        };
        let is_stable = !self.may_change_at_any_time(node, target);
        match &mut self.of_launch.variables {
            Some(seen) if seen.depth == self.followed.len() && is_stable => {
                seen.values.entry(target.id).or_insert(value).clone()
            }
            _ => value,
        }
    }

    /// True if a variable may change between two reads: a volatile one, or one of the device (`__managed__`), to which
    /// a kernel that still runs may store.
    fn may_change_at_any_time(&self, node: &Node, target: &DeclRef) -> bool {
        let of_device = |v: &Node| v.inner.iter().any(|a| &*a.kind == "CUDADeviceAttr");
        node.type_str().contains("volatile") || self.decls.global(target).is_some_and(of_device)
    }

    fn cast(&mut self, st: &mut State, node: &Node) -> Value {
        let Some(inner) = node.inner.last() else { return self.fresh(node) };
        let kind = node.cast_kind.as_deref().unwrap_or("");
        if let (Some(ty), "FloatingToIntegral") = (self.type_of(node), kind) {
            if let Some(value) = self.rounded_up(st, inner, ty) {
                return Value::Int(value);
            }
        }
        let value = if kind == "LValueToRValue" { self.read(st, inner) } else { self.eval(st, inner) };
        if let Some(value) = self.float_cast(node, kind, &value) {
            return value;
        }
        match (kind, value) {
            ("FunctionToPointerDecay", value @ (Value::Kernel(_) | Value::Function(_))) => value,
            ("LValueToRValue" | "NoOp" | "ConstructorConversion" | "BitCast" | "ArrayToPointerDecay", value) => {
                match value {
                    Value::Unknown => self.fresh(node),
                    value => value,
                }
            }
            ("NullToPointer", _) => Value::Null,
            ("IntegralCast", Value::Int(e)) => match self.type_of(node) {
                Some(ty) if ty.is_int() || ty == Type::Bool => {
                    self.keeps_size(st, &e, ty);
                    Value::Int(e.cast(ty))
                }
                _ => self.fresh(node),
            },
            ("IntegralToBoolean", Value::Int(e)) => {
                let zero = Expr::int(0, e.ty);
                Expr::binary(BinOp::Ne, &e, &zero).map_or(Value::Unknown, Value::Int)
            }
            ("PointerToBoolean", value) if place_of(&value).is_some() => {
                let null = place_of(&value).map(|place| self.compared(st, &place, None));
                null.map_or(Value::Unknown, |null| Value::Int(null.not()))
            }
            (_, value) => {
                self.escapes(st, &value);
                self.fresh(node)
            }
        }
    }

    fn unary(&mut self, st: &mut State, node: &Node) -> Value {
        let Some(inner) = node.inner.first() else { return self.fresh(node) };
        let op = node.opcode.as_deref().unwrap_or("");
        match op {
            "++" | "--" => {
                let old = self.read(st, inner);
                let new = self.stepped(&old, if op == "++" { 1 } else { -1 }, inner);
                self.assign(st, inner, new.clone());
                if node.flag("isPostfix") {
                    old
                } else {
                    new
                }
            }
            "-" | "~" | "!" | "+" => match (op, self.eval(st, inner)) {
                ("+", value) => value,
                ("-", Value::Int(e)) => Value::Int(Expr::unary(UnOp::Neg, &e)),
                (_, Value::Float(a)) => self.float_operation(op, &a, None).unwrap_or_else(|| self.fresh(node)),
                ("~", Value::Int(e)) => Value::Int(Expr::unary(UnOp::BitNot, &e)),
                ("!", Value::Int(e)) if e.ty == Type::Bool => Value::Int(e.not()),
                _ => self.fresh(node),
            },
            // The address of a variable is no pointer into a buffer. The analysis does not follow a variable whose
            // address is taken.
            "&" => match inner {
                _ if variable(inner).is_some() => self.fresh(node),
                _ if self.kernel_named(strip(inner)).is_some() => self.eval(st, inner),
                _ => match (&*strip(inner).kind, &strip(inner).inner[..]) {
                    // `&p[i]` is `p + i`.
                    ("ArraySubscriptExpr", [base, index]) => {
                        let (base, index) = (self.eval(st, base), self.eval(st, index));
                        self.combine("+", base, index, node)
                    }
                    _ => self.default_value(st, node),
                },
            },
            _ => self.default_value(st, node),
        }
    }

    pub(crate) fn default_value(&mut self, st: &mut State, node: &Node) -> Value {
        for c in &node.inner {
            let _ = self.eval(st, c);
        }
        self.fresh(node)
    }

    /// The value after a step of `by`; a pointer is moved by elements.
    fn stepped(&mut self, value: &Value, by: i128, node: &Node) -> Value {
        match value {
            Value::Int(e) => {
                let one = Expr::int(by, e.ty);
                // Narrow types step as `int`.
                let wide = matches!(e.ty, Type::Int { bits, .. } if bits >= 32);
                let sum = if wide { Expr::binary(BinOp::Add, e, &one) } else { None };
                sum.map_or_else(|| self.fresh(node), Value::Int)
            }
            Value::Pointer(..) => {
                let by = Expr::int(by, Type::I64);
                self.moved(value, &by, node)
            }
            _ => self.fresh(node),
        }
    }

    /// A pointer moved by a number of elements of its type.
    fn moved(&mut self, pointer: &Value, by: &Int, node: &Node) -> Value {
        let q = self.decls.qtype(node.type_str());
        let size = q.ty.pointee().and_then(|p| self.layouts.size(self.decls, &p.ty).ok());
        let (Value::Pointer(buffer, at), Some(size)) = (pointer, size) else { return self.fresh(node) };
        let bytes = Expr::binary(BinOp::Mul, &by.cast(Type::I64), &Expr::int(i128::from(size), Type::I64));
        let sum = bytes.and_then(|b| Expr::binary(BinOp::Add, at, &b));
        sum.map_or_else(|| self.fresh(node), |at| Value::Pointer(*buffer, at))
    }

    fn binary(&mut self, st: &mut State, node: &Node) -> Value {
        let [left, right] = &node.inner[..] else { return self.default_value(st, node) };
        let op = node.opcode.as_deref().unwrap_or("");
        match op {
            "=" => {
                let value = self.eval(st, right);
                if variable(left).is_none() {
                    let _ = self.read(st, left);
                }
                self.assign(st, left, value.clone());
                value
            }
            "," => {
                let _ = self.eval(st, left);
                self.eval(st, right)
            }
            "&&" | "||" => {
                let a = self.eval(st, left);
                let mut other = st.clone();
                self.assume(&mut other, &a, op == "&&");
                let b = if other.dead { Value::Unknown } else { self.eval(&mut other, right) };
                let joined = std::mem::take(st);
                let guards = joined.guards.clone();
                *st = self.join(joined, other);
                st.guards = guards;
                let kir = if op == "&&" { BinOp::And } else { BinOp::Or };
                match (a, b) {
                    (Value::Int(a), Value::Int(b)) if a.ty == Type::Bool => {
                        Expr::binary(kir, &a, &b).map_or_else(|| self.fresh(node), Value::Int)
                    }
                    (Value::Int(a), _) if a.constant() == Some(i128::from(op == "||")) => Value::Int(a),
                    _ => self.fresh(node),
                }
            }
            _ => {
                let (a, b) = (self.eval(st, left), self.eval(st, right));
                match (op, place_of(&a), place_of(&b)) {
                    ("==" | "!=", Some(a), Some(b)) => {
                        let equal = match (is_null(left), is_null(right)) {
                            (true, _) => self.compared(st, &b, None),
                            (_, true) => self.compared(st, &a, None),
                            _ => self.compared(st, &a, Some(&b)),
                        };
                        Value::Int(if op == "==" { equal } else { equal.not() })
                    }
                    _ => self.combine(op, a, b, node),
                }
            }
        }
    }

    /// Whether a pointer is equal to another one, or null. Allocations are taken to succeed.
    fn compared(&mut self, st: &mut State, a: &Place, b: Option<&Place>) -> Int {
        let equal = self.symbol(Type::Bool, "host");
        st.targets.compare(&equal, a, b, |buffer| self.buffers.is_allocated(buffer));
        equal
    }

    /// `a op b` for an operator without effects.
    pub(crate) fn combine(&mut self, op: &str, a: Value, b: Value, node: &Node) -> Value {
        match (op, &a, &b) {
            ("+", Value::Pointer(..), Value::Int(by)) => return self.moved(&a, by, node),
            ("+", Value::Int(by), Value::Pointer(..)) => return self.moved(&b, by, node),
            ("-", Value::Pointer(..), Value::Int(by)) => {
                let by = Expr::unary(UnOp::Neg, &by.cast(Type::I64));
                return self.moved(&a, &by, node);
            }
            (_, Value::Float(a), Value::Float(b)) => {
                return self.float_operation(op, a, Some(b)).unwrap_or_else(|| self.fresh(node));
            }
            _ => {}
        }
        let (Value::Int(a), Value::Int(b)) = (a, b) else { return self.fresh(node) };
        let (op, a, b) = match op {
            "+" => (BinOp::Add, a, b),
            "-" => (BinOp::Sub, a, b),
            "*" => (BinOp::Mul, a, b),
            "/" => (BinOp::Div, a, b),
            "%" => (BinOp::Rem, a, b),
            "<<" => (BinOp::Shl, a, b),
            ">>" => (BinOp::Shr, a, b),
            "&" => (BinOp::And, a, b),
            "|" => (BinOp::Or, a, b),
            "^" => (BinOp::Xor, a, b),
            "<" => (BinOp::Lt, a, b),
            "<=" => (BinOp::Le, a, b),
            ">" => (BinOp::Lt, b, a),
            ">=" => (BinOp::Le, b, a),
            "==" => (BinOp::Eq, a, b),
            "!=" => (BinOp::Ne, a, b),
            _ => return self.fresh(node),
        };
        Expr::binary(op, &a, &b).map_or_else(|| self.fresh(node), Value::Int)
    }

    fn compound(&mut self, st: &mut State, node: &Node) -> Value {
        let [left, right] = &node.inner[..] else { return self.default_value(st, node) };
        let by = self.eval(st, right);
        let old = self.read(st, left);
        let op = node.opcode.as_deref().unwrap_or("").trim_end_matches('=').to_owned();
        let computed = |key: &str| node.extra.get(key).and_then(|t| self.decls.qtype(t).ty.scalar());
        let new = match (&old, &by) {
            (Value::Pointer(..), _) => self.combine(&op, old.clone(), by, left),
            (Value::Int(a), Value::Int(_)) => match (computed("computeLHSType"), self.type_of(left)) {
                (Some(wide), Some(ty)) if wide.is_int() && ty.is_int() => {
                    match self.combine(&op, Value::Int(a.cast(wide)), by, node) {
                        Value::Int(e) => Value::Int(e.cast(ty)),
                        _ => self.fresh(left),
                    }
                }
                _ => self.fresh(left),
            },
            _ => self.fresh(left),
        };
        self.assign(st, left, new.clone());
        new
    }

    /// `dim3(x, y, z)`: what is left out is 1.
    fn extents(&mut self, st: &mut State, node: &Node) -> Value {
        if let [one] = &node.inner[..] {
            if is_dim3(strip_materialized(one)) {
                return match self.eval(st, one) {
                    Value::Dim3(d) => Value::Dim3(d),
                    _ => self.fresh(node),
                };
            }
        }
        // `dim3(make_uint3(x, y, z))`
        if let [one] = &node.inner[..] {
            if self.type_of(one).is_none() {
                let value = self.eval(st, one);
                return value.extents().map_or_else(|| self.fresh(node), Value::Dim3);
            }
        }
        let mut parts = [0; 3].map(|_| Expr::int(1, Type::U32));
        if node.inner.len() > 3 || node.inner.iter().any(|c| self.type_of(c) != Some(Type::U32)) {
            return self.default_value(st, node);
        }
        for (part, arg) in parts.iter_mut().zip(&node.inner) {
            if &*arg.kind != "CXXDefaultArgExpr" {
                *part = self.int_value(st, arg);
            }
        }
        Value::Dim3(parts)
    }

    /// The fields of the plain structure or pair that an expression gives or a declaration declares.
    pub(crate) fn fields_of(&self, node: &Node) -> Option<Vec<(Arc<str>, CType)>> {
        if let Some(types) = types_of_pair(node) {
            let of = |(name, ty): (&str, &str)| (name.into(), self.decls.qtype(ty).ty);
            return Some(["first", "second"].into_iter().zip(types).map(of).collect());
        }
        self.plain_record(&self.decls.qtype(node.type_str()).ty)
    }

    /// `{a, b}`: an initialiser for each field.
    fn record(&mut self, st: &mut State, node: &Node) -> Value {
        let fields = self.fields_of(node).unwrap_or_default();
        if fields.len() != node.inner.len() {
            return self.opaque_value(st, node);
        }
        let mut values = BTreeMap::new();
        for (init, (name, _)) in node.inner.iter().zip(fields) {
            let value = match &*init.kind {
                "CXXDefaultInitExpr" => self.default_member(node, &name),
                _ => None,
            };
            let value = value.unwrap_or_else(|| self.eval(st, init));
            values.insert(name, value);
        }
        Value::Record(values)
    }

    fn member(&mut self, st: &mut State, node: &Node) -> Value {
        let Some(base) = node.inner.first() else { return self.fresh(node) };
        let value = self.eval(st, base);
        let axis = ["x", "y", "z"].iter().position(|n| node.name.as_deref() == Some(n));
        match (value, axis) {
            (Value::Dim3(parts), Some(axis)) if !node.flag("isArrow") => Value::Int(parts[axis].clone()),
            (Value::Record(mut fields), _) if !node.flag("isArrow") => {
                let field = node.name.as_deref().and_then(|name| fields.remove(name));
                field.filter(|f| *f != Value::Unknown).unwrap_or_else(|| self.fresh(node))
            }
            _ => self.fresh(node),
        }
    }
}
