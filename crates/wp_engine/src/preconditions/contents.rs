//! Conditions on what input arrays hold, for the arrays whose elements a kernel's findings speak of: distinct elements
//! (where what is written there is not read as well, as by a histogram), elements in a range, elements that do not
//! fall.
//!
//! Each is written in the language of specifications and read by its parser, so that the text in the report is the
//! precondition that was proved to suffice. A condition is only a suggestion: the class of a verdict rests on a proof
//! under it ([`super::classes`]).

use crate::condition::Quantity;
use crate::question::Question;
use crate::Property;
use std::collections::BTreeSet;
use std::rc::Rc;
use wp_base::Span;
use wp_check::{SiteKind, SuspectKind};
use wp_kir::{visit, AssumeKind, BinOp, ExprKind, Init, Kernel, ObjectId, ObjectKind, Param, Stmt, StmtKind, Type};
use wp_logic::{Term, TermId};
use wp_spec::syntax::Definition;
use wp_spec::{Array, Clause, ClauseKind, Named, Scalar, Scope, TermKind};

wp_base::limits! {
    /// Arrays, and parameters that may bound indices or elements, at most.
    const MAX_ARRAYS: usize = 3;
    const MAX_BOUNDS: usize = 4;
}

/// The property of an array's elements.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Form {
    Distinct,
    Rising,
    /// From 0 to below this.
    Below(String),
}

/// A condition on the contents of an array.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Contents {
    array: String,
    form: Form,
    /// The bound of the indices; all elements are meant where it is absent.
    length: Option<String>,
    pub clause: Clause,
    /// As it stands behind `requires`.
    pub text: String,
}

/// The conditions that may exclude findings on a property, about all elements of the arrays.
pub(super) fn conditions(
    kernel: &Kernel,
    requires: &[Clause],
    questions: &[Question],
    property: Property,
) -> Vec<Contents> {
    let mut arrays = BTreeSet::new();
    let (mut of_members, mut of_updates) = (BTreeSet::new(), BTreeSet::new());
    let mut sizes = BTreeSet::new();
    for question in questions {
        for suspect in question.confirmed_suspects() {
            if Property::of(&suspect.kind) != Some(property) {
                continue;
            }
            for app in question.terms.apps(&suspect.conjuncts) {
                let Term::App(f, _) = question.terms.kind(app) else { continue };
                let Some(&(object, ty)) = question.summary.functions.contents.get(f) else { continue };
                let of_integers = kernel.objects[object].init == Init::Input
                    && kernel.objects[object].elem == ty
                    && matches!(ty, Type::Int { .. });
                if of_integers && matches!(kernel.objects[object].kind, ObjectKind::Param(_)) {
                    arrays.insert(object);
                    if is_of_read(&suspect.kind) {
                        of_updates.insert(object);
                    }
                    if may_be_member(question, app, ty) {
                        of_members.insert(object);
                    }
                }
            }
            if let SuspectKind::Bounds { object, .. } = suspect.kind {
                let o = &kernel.objects[object];
                sizes.extend(o.size.map(|bytes| (bytes / o.elem.size().max(1)).to_string()));
            }
        }
    }
    let stated = |object: &ObjectId| {
        let named =
            |t: &wp_spec::Term| matches!(&t.kind, TermKind::Element { array: Array::Object(o), .. } if o == object);
        requires.iter().any(|c| c.condition.any(&named))
    };
    arrays.retain(|object| !stated(object) && !of_members.contains(object));
    let forms = match property {
        Property::Races => vec![Form::Distinct, Form::Rising],
        Property::Bounds => bounds(kernel, questions).into_iter().chain(sizes).map(Form::Below).collect(),
        Property::Assertions => {
            bounds(kernel, questions).into_iter().chain(asserted(kernel)).map(Form::Below).collect()
        }
        Property::Divergence
        | Property::Alignment
        | Property::Initialised
        | Property::IndexWidth
        | Property::Contract => Vec::new(),
    };
    let mut out = Vec::new();
    for form in &forms {
        for object in arrays.iter().take(MAX_ARRAYS.get()) {
            // Code that counts or sums up at indices from data expects equal indices.
            if *form != Form::Distinct || !of_updates.contains(object) {
                out.extend(Contents::new(kernel, &kernel.objects[*object].name, form.clone(), None));
            }
        }
    }
    out
}

/// True if one of two accesses that race is a read.
fn is_of_read(kind: &SuspectKind) -> bool {
    matches!(kind, SuspectKind::Race { first, second, .. } if [first.kind, second.kind].contains(&SiteKind::Read))
}

/// True if an element is at steps of several elements, as a member of a structure is: its name would not be that of the
/// array.
fn may_be_member(question: &Question, app: TermId, ty: Type) -> bool {
    let Term::App(_, offset) = question.terms.kind(app) else { return true };
    let items = offset.first().map(|&offset| question.terms.linear(offset).items).unwrap_or_default();
    let step = 2 * i128::from(ty.size().max(1));
    !items.is_empty() && items.iter().all(|(factor, _)| factor % step == 0)
}

/// Integer parameters that the findings speak of, or that the launch sets to a constant, so that findings do not speak
/// of them: the greatest ones first, which restrict the contents least.
fn bounds(kernel: &Kernel, questions: &[Question]) -> Vec<String> {
    let mut found = Vec::new();
    for question in questions {
        for suspect in question.confirmed_suspects() {
            let apps = question.terms.apps(&suspect.conjuncts);
            for (quantity, term) in &question.symbols {
                let Quantity::Param(param) = quantity else { continue };
                let name = kernel.params[*param].name.to_string();
                if apps.contains(term) && !found.contains(&name) {
                    found.push(name);
                }
            }
        }
    }
    let mut constants: Vec<(i128, String)> = kernel.body.iter().filter_map(|s| set_by_launch(kernel, s)).collect();
    constants.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    constants.retain(|(value, name)| *value > 0 && !found.contains(name));
    found.extend(constants.into_iter().map(|(_, name)| name));
    found.truncate(MAX_BOUNDS.get());
    found
}

/// Bounds that assertions may speak of: the positive constants in their conditions, and the numbers behind these, for
/// `<=`; the greatest first.
fn asserted(kernel: &Kernel) -> Vec<String> {
    let mut found = BTreeSet::new();
    visit(&kernel.body, &mut |statement| {
        let StmtKind::Assert { cond, .. } = statement.kind else { return };
        let mut open = vec![cond];
        while let Some(e) = open.pop() {
            match kernel.exprs[e].kind {
                ExprKind::Int(value) if (1..i128::from(i32::MAX)).contains(&value) => found.extend([value, value + 1]),
                _ => {}
            }
            open.extend(kernel.exprs[e].kind.children());
        }
    });
    found.into_iter().rev().take(MAX_BOUNDS.get()).map(|bound| bound.to_string()).collect()
}

/// The parameter that a fact of the launch sets to a constant.
fn set_by_launch(kernel: &Kernel, statement: &Stmt) -> Option<(i128, String)> {
    let StmtKind::Assume { cond, kind: AssumeKind::Launch } = statement.kind else { return None };
    let ExprKind::Binary(BinOp::Eq, left, right) = kernel.exprs[cond].kind else { return None };
    let (ExprKind::Var(var), ExprKind::Int(value)) = (&kernel.exprs[left].kind, &kernel.exprs[right].kind) else {
        return None;
    };
    let param = kernel.params.values().find(|p| p.var == *var && !p.name.starts_with(Param::OF_HOST))?;
    Some((*value, param.name.to_string()))
}

impl Contents {
    fn new(kernel: &Kernel, array: &str, form: Form, length: Option<String>) -> Option<Self> {
        let free = |name: &&&str| kernel.params.values().all(|p| *p.name != ***name);
        let mut names = ["i", "j", "k", "l", "p", "q"].iter().filter(free);
        let (i, j) = (names.next()?, names.next()?);
        let indices = |few: &str| match &length {
            Some(n) => format!("0 <= {few} < {n} ==> "),
            None => String::new(),
        };
        let text = match &form {
            Form::Distinct => {
                let pair = if length.is_some() { indices(&format!("{i} < {j}")) } else { format!("{i} != {j} ==> ") };
                format!(r"\forall integer {i}, {j}; {pair}{array}[{i}] != {array}[{j}]")
            }
            Form::Rising => format!(r"\forall integer {i}; {}{array}[{i}] <= {array}[{i} + 1]", indices(i)),
            Form::Below(bound) => format!(r"\forall integer {i}; {}0 <= {array}[{i}] < {bound}", indices(i)),
        };
        let parsed = wp_spec::parse(&format!("requires {text};")).ok()?;
        let condition = wp_spec::resolve(&parsed.clauses.first()?.condition, &mut Names { kernel }, false).ok()?;
        let clause = Clause { kind: ClauseKind::Requires, condition, span: Span::NONE };
        Some(Self { array: array.to_owned(), form, length, clause, text })
    }

    /// The same about the elements below a parameter only, weakest first.
    pub fn weaker(&self, kernel: &Kernel, questions: &[Question]) -> Vec<Self> {
        let bounds = if self.length.is_none() { bounds(kernel, questions) } else { Vec::new() };
        bounds.into_iter().filter_map(|n| Self::new(kernel, &self.array, self.form.clone(), Some(n))).collect()
    }

    /// When it does not hold, in words.
    pub fn otherwise(&self) -> String {
        let Self { array, form, .. } = self;
        match form {
            Form::Distinct => format!("`{array}` holds equal elements at the positions of two threads"),
            Form::Rising => format!("an element of `{array}` is greater than the next one"),
            Form::Below(bound) => format!("an element of `{array}` is negative or not below `{bound}`"),
        }
    }
}

/// The parameters of a kernel by their names in the source.
struct Names<'k> {
    kernel: &'k Kernel,
}

impl Scope for Names<'_> {
    fn find(&mut self, name: &str) -> Option<Named> {
        let (id, param) = self.kernel.params.iter().find(|(_, p)| *p.name == *name)?;
        Some(match param.object {
            Some(object) => Named::Array(Array::Object(object), self.kernel.objects[object].elem, Vec::new()),
            None => Named::Scalar(Scalar::Param(id), param.ty),
        })
    }

    fn definition(&self, _: &str) -> Option<Rc<Definition>> {
        None
    }
}
