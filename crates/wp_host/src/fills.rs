//! Loops that store to one element after the other: `for (int i = 0; i < 64; i++) a[i] = 2 * i;`.
//!
//! Exact: the value is evaluated for each number of the counter, in a state that holds in every iteration. The store
//! must be executed in every iteration, and be the only one of the loop to its buffer.

use crate::contents::{bytes_of, Contents};
use crate::flow::Repeated;
use crate::state::{Flow, State};
use crate::uses::{uses, variable};
use crate::value::{Buffer, Expr, Value};
use wp_clang::{Node, NodeId};
use wp_decls::{constant_of, strip, strip_casts};
use wp_kir::Type;

wp_base::limits! {
    /// Iterations that are evaluated, at most.
    const MOST: i128 = 4096;
}

/// The bytes that a loop stores one after the other.
pub(crate) struct Fill {
    /// The assignment.
    target: NodeId,
    buffer: Buffer,
    at: usize,
    bytes: Vec<Option<u8>>,
}

/// The numbers that the counter of a loop goes through.
struct Counter {
    variable: NodeId,
    ty: Type,
    first: i128,
    /// The first number that the body does not see.
    end: i128,
}

impl Flow<'_, '_> {
    /// The stores of a loop to consecutive elements. `before` is the state in front of the loop, `head` the state at
    /// the head of every iteration.
    pub(crate) fn fills(&mut self, before: &State, head: &State, parts: &Repeated<'_>) -> Vec<Fill> {
        let Some(counter) = self.counter(before, head, parts) else { return Vec::new() };
        let statements = match &*parts.body.kind {
            "CompoundStmt" => &parts.body.inner[..],
            _ => std::slice::from_ref(parts.body),
        };
        let mut found = Vec::new();
        for statement in statements {
            let (mut targets, mut value) = (Vec::new(), strip(statement));
            while let ("BinaryOperator", Some("="), [target, assigned]) =
                (&*value.kind, value.opcode.as_deref(), &value.inner[..])
            {
                targets.push(strip(target));
                // The value of an assignment is that of its target.
                let is_read =
                    &*assigned.kind == "ImplicitCastExpr" && assigned.cast_kind.as_deref() == Some("LValueToRValue");
                let inner = assigned.inner.last().filter(|_| is_read).map_or(assigned, strip);
                let is_chain = &*inner.kind == "BinaryOperator" && inner.opcode.as_deref() == Some("=");
                value = if is_chain { inner } else { assigned };
            }
            if targets.is_empty() || !self.only_calls_computing(value) || !self.changes_nothing(head, value) {
                continue;
            }
            let types: Vec<Option<Type>> = targets.iter().map(|target| self.type_of(target)).collect();
            let Some(Some(ty)) = types.first().copied().filter(|first| types.iter().all(|ty| ty == first)) else {
                continue;
            };
            let Some(bytes) = self.values(head, &counter, value, ty) else { continue };
            for target in targets {
                let Some((buffer, start)) = self.start(head, &counter, target) else { continue };
                let first = usize::try_from(counter.first * i128::from(ty.size())).ok();
                let Some(at) = first.and_then(|first| start.checked_add(first)) else { continue };
                found.push(Fill { target: target.id, buffer, at, bytes: bytes.clone() });
            }
        }
        found
    }

    /// The counter of a loop that runs to its end: `i < end`, `i <= last` or `i != end`, and `i++`.
    fn counter(&mut self, before: &State, head: &State, parts: &Repeated<'_>) -> Option<Counter> {
        let (condition, step) = (strip(parts.condition?), strip(parts.step?));
        let variable = match (&*step.kind, step.opcode.as_deref(), &step.inner[..]) {
            ("UnaryOperator", Some("++"), [v]) => variable(v).filter(|_| &*strip(v).kind == "DeclRefExpr")?,
            ("CompoundAssignOperator", Some("+="), [v, by]) if constant_of(strip_casts(by), self.decls) == Some(1) => {
                variable(v).filter(|_| &*strip(v).kind == "DeclRefExpr")?
            }
            _ => return None,
        };
        let Some(Value::Int(first)) = before.vars.get(&variable) else { return None };
        let ty = first.ty;
        let is_wide = matches!(ty, Type::Int { bits, .. } if bits >= 32);
        let first = first.constant().filter(|first| *first >= 0 && is_wide)?;
        let [a, b] = &condition.inner[..] else { return None };
        let op = condition.opcode.as_deref().filter(|_| &*condition.kind == "BinaryOperator")?;
        let limit = match op {
            "<" | "<=" | "!=" if self.is_value_of(a, variable) => b,
            ">" | ">=" | "!=" if self.is_value_of(b, variable) => a,
            _ => return None,
        };
        let Value::Int(limit) = self.value_apart(head, limit)? else { return None };
        let limit = limit.constant().filter(|limit| *limit >= first)?;
        let end = if op.ends_with("=") && op != "!=" { limit.checked_add(1)? } else { limit };
        let mut changes = 0;
        for part in [condition, parts.body] {
            uses(&self.callees, part, &mut |v, used| changes += usize::from(v == variable && used.may_change()));
        }
        let is_kept = changes == 0 && !self.lent.contains(&variable);
        (is_kept && end - first <= MOST.get() && end < 1 << 31).then_some(Counter { variable, ty, first, end })
    }

    /// The bytes of the values of an expression, one after the other.
    fn values(&mut self, head: &State, counter: &Counter, value: &Node, ty: Type) -> Option<Vec<Option<u8>>> {
        let mut bytes = Vec::new();
        let mut here = head.clone();
        let followed = self.followed_count;
        for i in counter.first..counter.end {
            here.vars.insert(counter.variable, Value::Int(Expr::int(i, counter.ty)));
            // All iterations count as one: their number has a limit of its own.
            self.followed_count = followed;
            let value = self.eval(&mut here, value);
            bytes.extend(bytes_of(&value, ty)?);
        }
        Some(bytes)
    }

    /// The place in a buffer from which the counter counts elements: that of `p` in `p[i]` and `*(p + i)`.
    fn start(&mut self, head: &State, counter: &Counter, target: &Node) -> Option<(Buffer, usize)> {
        let (pointer, index) = match (&*target.kind, target.opcode.as_deref(), &target.inner[..]) {
            ("ArraySubscriptExpr", _, [pointer, index]) => (pointer, index),
            ("UnaryOperator", Some("*"), [sum]) => match &strip(sum).inner[..] {
                [pointer, index] if strip(sum).opcode.as_deref() == Some("+") => (pointer, index),
                _ => return None,
            },
            _ => return None,
        };
        let pointer = self.value_apart(head, pointer)?;
        let (buffer, at) = self.buffers.place(&pointer)?;
        at.filter(|_| self.is_value_of(index, counter.variable)).map(|at| (buffer, at))
    }

    /// True if an expression is the value of the counter `variable`. Conversions to at least 32 bits keep this value,
    /// because a counter is below 2^31.
    fn is_value_of(&self, node: &Node, variable: NodeId) -> bool {
        let node = strip(node);
        let is_wide = || self.type_of(node).is_some_and(|ty| matches!(ty, Type::Int { bits, .. } if bits >= 32));
        match (&*node.kind, node.inner.last()) {
            ("DeclRefExpr", _) => node.referenced.as_ref().is_some_and(|target| target.id == variable),
            ("ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr", Some(inner)) => {
                is_wide() && self.is_value_of(inner, variable)
            }
            _ => false,
        }
    }

    /// The contents of buffers behind a loop with these fills. A buffer that the loop stores to in another way is left
    /// out.
    pub(crate) fn filled(&self, before: &State, fills: Vec<Fill>) -> Vec<(Buffer, Contents)> {
        let is_all = |fill: &Fill| {
            self.is_followed(fill.buffer) && self.buffers.overwritten.is_only_by(fill.buffer, fill.target)
        };
        let contents = |fill: Fill| {
            let mut contents = before.contents.get(&fill.buffer).cloned().unwrap_or_default();
            contents.put(fill.at, &fill.bytes);
            (fill.buffer, contents)
        };
        fills.into_iter().filter(is_all).map(contents).collect()
    }
}
