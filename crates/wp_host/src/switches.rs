//! `switch` statements whose labels all stand directly in their bodies.
//!
//! Exact for labels that are constants: a label is entered from the `switch` with the condition equal to it, and from
//! the statements above it; a `break` leaves from anywhere below. Of other forms (labels inside of loops or branches,
//! ranges of labels) only the assigned variables are known.

use crate::initial::one_of;
use crate::state::{Flow, State};
use crate::value::{Expr, Int, Value};
use std::collections::BTreeSet;
use wp_clang::Node;
use wp_decls::constant_of;
use wp_kir::{BinOp, Type};

/// A statement of the body below its labels.
struct Part<'n> {
    labels: BTreeSet<i128>,
    has_default: bool,
    statement: &'n Node,
}

/// Statements that execution leaves behind the last one or by a `break`, and enters by their labels only.
#[derive(Default)]
struct Group {
    labels: BTreeSet<i128>,
    has_default: bool,
    exit: State,
}

impl Flow<'_, '_> {
    /// Executes a `switch`, if it has the form that is followed.
    pub(crate) fn switch(&mut self, st: &mut State, condition: &Node, body: &Node) -> bool {
        let Some(ty) = self.type_of(condition).filter(|ty| ty.is_int() && self.frame.complete) else { return false };
        let Some(parts) = self.parts_of(body, ty) else { return false };
        let condition = match self.eval(st, condition) {
            Value::Int(c) if c.ty == ty => c,
            _ => self.symbol(ty, "host"),
        };
        let entry = std::mem::take(st);
        let all: BTreeSet<i128> = parts.iter().flat_map(|part| &part.labels).copied().collect();
        let outer = self.frame.breaks.replace(Vec::new());
        let nowhere = || State { dead: true, ..State::default() };
        let (mut groups, mut here) = (Vec::<Group>::new(), nowhere());
        for part in &parts {
            if part.has_default || !part.labels.is_empty() {
                if here.dead {
                    self.end_group(&mut groups, std::mem::replace(&mut here, nowhere()));
                    groups.push(Group::default());
                }
                let mut entered = entry.clone();
                let facts = match part.has_default {
                    true => none_of(&condition, all.difference(&part.labels)),
                    false => one_of(&condition, &part.labels, ty),
                };
                facts.into_iter().for_each(|fact| self.assume(&mut entered, &Value::Int(fact), true));
                here = self.join(here, entered);
                groups.last_mut().into_iter().for_each(|group| {
                    group.labels.extend(&part.labels);
                    group.has_default |= part.has_default;
                });
            }
            self.statement(&mut here, part.statement);
        }
        self.end_group(&mut groups, here);
        self.frame.breaks = outer;
        *st = self.behind(&condition, groups, entry, &all);
        true
    }

    /// Notes what holds where a group of statements is left, if there is one.
    fn end_group(&mut self, groups: &mut [Group], end: State) {
        let Some(group) = groups.last_mut() else { return };
        let breaks = self.frame.breaks.replace(Vec::new()).unwrap_or_default();
        group.exit = breaks.into_iter().fold(end, |a, b| self.join(a, b));
    }

    /// What holds behind all groups: the one with the value of the condition was executed, else the default one.
    fn behind(&mut self, condition: &Int, groups: Vec<Group>, entry: State, all: &BTreeSet<i128>) -> State {
        let (default, others): (Vec<Group>, Vec<Group>) = groups.into_iter().partition(|group| group.has_default);
        let mut rest = entry;
        match default.into_iter().next() {
            Some(group) => rest = group.exit,
            None => none_of(condition, all.iter())
                .into_iter()
                .for_each(|fact| self.assume(&mut rest, &Value::Int(fact), true)),
        }
        let mut known = Vec::new();
        if rest.dead {
            let live = others.iter().filter(|group| !group.exit.dead).flat_map(|group| &group.labels).copied();
            known = one_of(condition, &live.collect(), condition.ty);
        }
        for group in others {
            let taken: Option<Int> = group.labels.iter().try_fold(Expr::int(0, Type::Bool), |any, label| {
                Expr::binary(BinOp::Or, &any, &Expr::binary(BinOp::Eq, condition, &Expr::int(*label, condition.ty))?)
            });
            rest = match taken {
                Some(taken) => self.join_on(&Value::Int(taken), group.exit, rest),
                None => self.join(group.exit, rest),
            };
        }
        known.into_iter().for_each(|fact| self.assume(&mut rest, &Value::Int(fact), true));
        rest
    }

    /// The statements of the body with the labels in front of each, as values of the type of the condition.
    fn parts_of<'n>(&self, body: &'n Node, ty: Type) -> Option<Vec<Part<'n>>> {
        if &*body.kind != "CompoundStmt" {
            return None;
        }
        let mut parts = Vec::new();
        for node in &body.inner {
            let mut part = Part { labels: BTreeSet::new(), has_default: false, statement: node };
            loop {
                match (&*part.statement.kind, &part.statement.inner[..]) {
                    ("CaseStmt", [value, below]) => {
                        part.labels.extend(Expr::int(constant_of(value, self.decls)?, ty).constant());
                        part.statement = below;
                    }
                    ("DefaultStmt", [below]) => {
                        part.has_default = true;
                        part.statement = below;
                    }
                    _ => break,
                }
            }
            if has_label(part.statement) {
                return None;
            }
            parts.push(part);
        }
        Some(parts)
    }
}

/// The conditions that a value differs from some constants.
fn none_of<'v>(value: &Int, constants: impl Iterator<Item = &'v i128>) -> Vec<Int> {
    constants.filter_map(|v| Expr::binary(BinOp::Ne, value, &Expr::int(*v, value.ty))).collect()
}

/// True if a statement is, or has below it, a label of the `switch` around it.
fn has_label(node: &Node) -> bool {
    let is_label = matches!(&*node.kind, "CaseStmt" | "DefaultStmt");
    is_label || &*node.kind != "SwitchStmt" && node.inner.iter().any(has_label)
}
