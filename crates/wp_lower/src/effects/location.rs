//! Storage as a root and the members and elements on the way below it.

use crate::ctype::{CType, RecordId};
use crate::decls::{params, Decls};
use crate::effects::{is_common, is_global};
use wp_clang::NodeId;

/// Longer ways end in an unknown part.
const MAX_STEPS: usize = 8;

/// Where storage begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Root {
    /// A variable, by its first declaration.
    Variable(NodeId),
    /// What a parameter points or refers to.
    Behind(NodeId),
    /// The object of a member function of the class.
    This(RecordId),
    /// Some object of the class.
    Some(RecordId),
    /// Anything whose address may be known.
    Memory,
    /// Anything that other threads may change: a barrier says when.
    Threads,
}

/// One step from an object to a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Step {
    /// A member of a class that is no union.
    Field(NodeId),
    /// An element, or any of the elements.
    Element(Option<i64>),
    /// Any part; nothing follows.
    Part,
}

/// Storage that an evaluation uses: all of what the steps lead to.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Location {
    pub root: Root,
    pub steps: Vec<Step>,
}

impl Location {
    pub fn new(root: Root) -> Self {
        Self { root, steps: Vec::new() }
    }

    pub fn memory() -> Self {
        Self::new(Root::Memory)
    }

    /// Whether nothing is known of the storage.
    pub fn is_memory(&self) -> bool {
        self.root == Root::Memory
    }

    /// The part of it that a step leads to.
    pub fn part(mut self, step: Step) -> Self {
        match self.steps.last() {
            _ if self.is_memory() => {}
            Some(Step::Part) => {}
            _ if self.steps.len() >= MAX_STEPS => self.steps.push(Step::Part),
            _ => self.steps.push(step),
        }
        self
    }

    /// Any part of the whole object.
    pub fn anywhere(mut self) -> Self {
        self.steps = vec![Step::Part];
        self
    }

    /// What a pointer to it points to after a step of so many objects; `None`: of any number.
    pub fn moved(mut self, by: Option<i64>) -> Self {
        if by == Some(0) || self.is_memory() {
            return self;
        }
        let run = self.steps.iter().rev().take_while(|s| matches!(s, Step::Element(_))).count();
        let from = self.steps.len() - run;
        if self.steps.last() == Some(&Step::Part) {
            return self;
        }
        match (&mut self.steps[from..], by) {
            // A pointer to a member may be moved to its neighbours.
            ([], _) => return self.anywhere(),
            ([Step::Element(at)], by) => *at = at.zip(by).and_then(|(at, by)| at.checked_add(by)),
            // Arrays of arrays lie one behind the other.
            (elements, _) => elements.fill(Step::Element(None)),
        }
        self
    }

    /// The same storage seen from a root that the steps begin at: `self` is what a pointer points to.
    pub fn below(self, steps: &[Step]) -> Self {
        match steps {
            [] => self,
            [Step::Element(by), rest @ ..] => rest.iter().fold(self.moved(*by), |at, step| at.part(*step)),
            _ => self.anywhere(),
        }
    }

    /// Elements that are known become any.
    pub fn coarse(mut self) -> Self {
        for step in &mut self.steps {
            if let Step::Element(at) = step {
                *at = None;
            }
        }
        self
    }

    /// The member that the storage is, or an element of which it is.
    pub fn field(&self) -> Option<NodeId> {
        match self.steps.iter().rev().find(|s| !matches!(s, Step::Element(_)))? {
            Step::Field(id) => Some(*id),
            _ => None,
        }
    }
}

/// Whether two ways from the same object may lead to common storage.
fn meet(a: &[Step], b: &[Step]) -> bool {
    for pair in a.iter().zip(b) {
        match pair {
            (Step::Field(x), Step::Field(y)) if x != y => return false,
            (Step::Element(Some(x)), Step::Element(Some(y))) if x != y => return false,
            (Step::Field(_), Step::Field(_)) | (Step::Element(_), Step::Element(_)) => {}
            _ => return true,
        }
    }
    true
}

/// Whether two locations may have storage in common. `open`: classes whose objects may lie in storage of another type.
pub(super) fn may_overlap(decls: &Decls<'_>, open: &dyn Fn(RecordId) -> bool, a: &Location, b: &Location) -> bool {
    if a.root == b.root {
        return meet(&a.steps, &b.steps);
    }
    let escaped = |x: NodeId| decls.mentions().escaped.contains(&x);
    match (a.root, b.root) {
        (Root::Variable(_), Root::Variable(_)) => false,
        (Root::This(x), Root::Some(y)) | (Root::Some(x), Root::This(y)) if x == y => meet(&a.steps, &b.steps),
        (Root::Variable(x), Root::Behind(p)) | (Root::Behind(p), Root::Variable(x)) => {
            // A launch passes no address of what its blocks and threads make.
            escaped(x) && (!of_kernel(decls, p) || is_global(decls, x))
        }
        (Root::Variable(x), Root::Threads) | (Root::Threads, Root::Variable(x)) => is_common(decls, x),
        (Root::Variable(x), Root::This(class) | Root::Some(class)) => {
            escaped(x) && object_overlaps(decls, open, x, class, &a.steps, &b.steps)
        }
        (Root::This(class) | Root::Some(class), Root::Variable(x)) => {
            escaped(x) && object_overlaps(decls, open, x, class, &b.steps, &a.steps)
        }
        (Root::Variable(x), _) | (_, Root::Variable(x)) => escaped(x),
        (Root::Behind(p), Root::Behind(q)) => !(of_kernel(decls, p) && of_kernel(decls, q)),
        _ => true,
    }
}

/// Whether a part of a variable may be a part of an object of a class.
fn object_overlaps(
    decls: &Decls<'_>,
    open: &dyn Fn(RecordId) -> bool,
    variable: NodeId,
    class: RecordId,
    in_variable: &[Step],
    in_object: &[Step],
) -> bool {
    let Some(decl) = decls.declaration_of(variable).filter(|_| !open(class)) else { return true };
    let mut ty = decls.qtype(decl.type_str());
    while let CType::Array(elem, _) = ty.ty {
        ty = (*elem).clone();
    }
    match &ty.ty {
        CType::Record(id) if *id == class && !decl.type_str().contains('[') => meet(in_variable, in_object),
        ty => may_hold(decls, ty, class, 8),
    }
}

/// Whether objects of a type may have one of a class as a part.
fn may_hold(decls: &Decls<'_>, ty: &CType, class: RecordId, depth: u32) -> bool {
    match ty {
        CType::Scalar(_) | CType::Pointer(_) | CType::Vector(..) => false,
        CType::Array(elem, _) => may_hold(decls, &elem.ty, class, depth),
        CType::Record(id) if *id != class && depth > 0 => {
            let node = decls.record_decl(*id).node;
            let fields = node.inner.iter().filter(|c| &*c.kind == "FieldDecl");
            node.extra.contains_key("bases")
                || fields.into_iter().any(|f| may_hold(decls, &decls.qtype(f.type_str()).ty, class, depth - 1))
        }
        _ => true,
    }
}

/// Whether a parameter is one of a kernel.
pub(super) fn of_kernel(decls: &Decls<'_>, parameter: NodeId) -> bool {
    decls.kernels.iter().any(|k| params(k.node).iter().any(|q| q.id == parameter))
}
