//! Inputs in which every element is zero, or its own index: they satisfy many preconditions with quantifiers, in
//! launches of any size.
//!
//! The solver shows that a clause holds for these inputs, for all values of its variables at once: to expand it or
//! evaluate it value by value costs too much in large launches. Exact if the answer is yes.

use crate::clauses::{condition, number, Reader};
use crate::context::Context;
use crate::given::Given;
use crate::laws::{split, Part};
use std::collections::{BTreeMap, BTreeSet};
use wp_interp::{ConcreteLaunch, Fill, Inputs, ObjectInput};
use wp_kir::{Init, Kernel, ObjectId, Type};
use wp_logic::{Class, Range, Sort, TermId, Terms};
use wp_spec::{Array, State, Term, TermKind, Value, Var};

/// The inputs with this fill in all arrays that the preconditions with quantifiers name, if these hold then.
pub(crate) fn patterned(ctx: &mut Context, launch: ConcreteLaunch, inputs: &Inputs, fill: Fill) -> Option<Inputs> {
    let mut arrays = BTreeSet::new();
    for clause in ctx.requires.iter().filter(|c| !c.condition.is_quantifier_free()) {
        let mut parts = Vec::new();
        split(&clause.condition, false, &Part::default(), &mut parts)?;
        for part in parts {
            let given = Given { kernel: ctx.kernel, launch, inputs };
            let reader = Patterned { terms: ctx.terms, given, fill, variables: BTreeMap::new(), arrays: &mut arrays };
            let question = reader.denied(&part)?;
            ctx.solver.refutes(ctx.terms, &question, 1).ok()??;
        }
    }
    let mut inputs = inputs.clone();
    for object in arrays {
        inputs.objects.insert(object, ObjectInput { fill, ..ObjectInput::default() });
    }
    Some(inputs)
}

/// Clauses about arrays with a fill.
struct Patterned<'a> {
    terms: &'a mut Terms,
    given: Given<'a>,
    fill: Fill,
    variables: BTreeMap<Var, TermId>,
    arrays: &'a mut BTreeSet<ObjectId>,
}

impl Patterned<'_> {
    /// The condition that a part of a clause is false for some values of its variables.
    fn denied(mut self, part: &Part) -> Option<Vec<TermId>> {
        for &(var, name) in &part.variables {
            let symbol = self.terms.sym(name, Sort::Int, Class::Launch, Range::ALL);
            self.variables.insert(var, symbol);
        }
        let (conclusion, negated) = part.conclusion?;
        let premises = part.premises.iter().map(|p| condition(&mut self, p));
        let mut question = premises.collect::<Option<Vec<TermId>>>()?;
        let conclusion = condition(&mut self, conclusion)?;
        question.push(if negated { conclusion } else { self.terms.not(conclusion) });
        Some(question)
    }
}

impl Reader for Patterned<'_> {
    fn terms(&mut self) -> &mut Terms {
        self.terms
    }

    fn leaf(&mut self, t: &Term) -> Option<TermId> {
        match &t.kind {
            TermKind::Bound(var, _) => self.variables.get(var).copied(),
            TermKind::Scalar(scalar, _) => match self.given.scalar(*scalar)? {
                Value::Int(v) => Some(self.terms.int(v)),
                Value::Truth(truth) => Some(self.terms.bool(truth == wp_spec::Truth::True)),
                Value::Real(..) => None,
            },
            TermKind::Element {
                array: Array::Object(object), elem: elem @ Type::Int { bits, signed }, index, ..
            } => {
                let kernel: &Kernel = self.given.kernel;
                let o = &kernel.objects[*object];
                if o.elem != *elem || o.init != Init::Input {
                    return None;
                }
                self.arrays.insert(*object);
                let index = number(self, index)?;
                match self.fill {
                    Fill::Zero => Some(self.terms.int(0)),
                    Fill::Index => Some(self.terms.wrap(*bits, *signed, index)),
                    Fill::Small(_) | Fill::Any(_) | Fill::Below { .. } => None,
                }
            }
            _ => None,
        }
    }
}
