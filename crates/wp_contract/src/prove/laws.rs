//! Preconditions with quantifiers: what they say of the elements of inputs that a question mentions.
//!
//! `\forall i; .. a[i] ..` is used for every `i` with `a[i]` in the question, for one or two variables. Instances of what holds are facts;
//! sound, incomplete.

use super::goal::Bound;
use super::session::Session;
use std::collections::BTreeSet;
use wp_logic::{Class, FuncId, Range, Sort, Term as Logic, TermId};
use wp_spec::{Array, Quantifier, Term, TermKind, Var};

/// Elements of one array that are considered.
const MAX_ELEMENTS: usize = 12;

/// A condition for all values of its variables.
#[derive(Clone)]
pub(crate) struct Law {
    /// Its variables, each with the array of inputs that it is an index of and the size of the elements.
    formals: Vec<(TermId, FuncId, i128)>,
    fact: TermId,
}

impl Session<'_> {
    /// Keeps a precondition in mind, if it is one with quantifiers that can be used.
    pub fn add_law(&mut self, condition: &Term) {
        if let TermKind::Binary(wp_spec::BinOp::And, a, b) = &condition.kind {
            self.add_law(a);
            return self.add_law(b);
        }
        let mut body = condition;
        let mut bound = Bound::new();
        let mut vars: Vec<(Var, TermId)> = Vec::new();
        while let TermKind::Quantified(Quantifier::Forall, var, name, inner) = &body.kind {
            let formal = self.terms.sym(name, Sort::Int, Class::Launch, Range::ALL);
            bound.insert(*var, formal);
            vars.push((*var, formal));
            body = inner;
        }
        if !(1..=2).contains(&vars.len()) {
            return;
        }
        let Some(fact) = self.condition(body, &bound) else { return };
        let mut formals = Vec::new();
        for (var, formal) in vars {
            let Some((f, size)) = self.indexed(body, var) else { return };
            formals.push((formal, f, size));
        }
        self.laws.push(Law { formals, fact });
    }

    /// The array that a variable is the index of.
    fn indexed(&mut self, t: &Term, var: Var) -> Option<(FuncId, i128)> {
        if let TermKind::Element { array: Array::Object(object), elem, index, .. } = &t.kind {
            if matches!(index.kind, TermKind::Bound(v, _) if v == var) {
                let zero = self.terms.int(0);
                let read = self.initially(*object, *elem, zero);
                return match self.terms.kind(read) {
                    Logic::App(f, _) => Some((*f, i128::from(elem.size()))),
                    _ => None,
                };
            }
        }
        t.kind.children().into_iter().find_map(|c| self.indexed(c, var))
    }

    /// What the laws say of the elements in a question.
    pub fn instances(&mut self, facts: &[TermId]) -> Vec<TermId> {
        let mut all = Vec::new();
        let mut done = BTreeSet::new();
        let laws = self.laws.clone();
        // What is said of one element may mention others.
        for _ in 0..2 {
            let roots = [facts, &all].concat();
            let apps = if laws.is_empty() { Vec::new() } else { self.terms.apps(&roots) };
            for (number, law) in laws.iter().enumerate() {
                let mut choices: Vec<Vec<TermId>> = vec![Vec::new()];
                for &(_, f, size) in &law.formals {
                    let offsets = apps.iter().filter_map(|&app| match self.terms.kind(app) {
                        Logic::App(g, args) if *g == f => Some(args[0]),
                        _ => None,
                    });
                    let offsets: Vec<TermId> = offsets.take(MAX_ELEMENTS).collect();
                    let mut longer = Vec::new();
                    for offset in offsets {
                        let linear = self.terms.linear(offset);
                        let (index, rest) = linear.split(size);
                        if rest == wp_logic::Linear::default() {
                            let index = self.terms.from_linear(index);
                            longer.extend(choices.iter().map(|c| [&c[..], &[index]].concat()));
                        }
                    }
                    choices = longer;
                }
                for choice in choices {
                    if done.insert((number, choice.clone())) {
                        let map = law.formals.iter().map(|f| f.0).zip(choice).collect();
                        all.push(self.terms.substitute(law.fact, &map));
                    }
                }
            }
        }
        all
    }
}
