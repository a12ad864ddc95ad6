//! Contracts of device functions: `requires`, `ensures`, `assigns`, `reads` and `barrier` in comments in front of them.
//!
//! A contract is proved once, for the function by itself ([`function`]). A call is either inlined, with the
//! preconditions as assertions, or it is replaced by the contract ([`call`]). In the latter case, every proof about the
//! caller requires a proof of the contract, which the user of this crate has to make ([`crate::KernelResult::relies`]).
//!
//! A contract names every element that the function may access, except for its own variables. So a contract without
//! `assigns` and `reads` belongs to a function that only computes with numbers. If a call is replaced by the contract,
//! elements that its clauses mention count as read.
//!
//! The clauses are those of ACSL (Baudin et al., section 2.3), but for the order of accesses around barriers.

mod accesses;
mod barriers;
mod call;
mod function;
mod terms;
mod thread;

pub(crate) use function::lower_function;

use crate::builder::Builder;
use crate::lowerer::Lowerer;
use crate::spec_comments::Written;
use crate::spec_terms::Terms;
use crate::state::CallStack;
use crate::values::Place;
use crate::Annotations;
use std::rc::Rc;
use wp_base::Span;
use wp_clang::Node;
use wp_decls::CType;
use wp_kir::{AssertKind, ExprId, Type};
use wp_spec::{Array, Clause, ClauseKind, Sort, Term, TermKind};

/// A contract with its names resolved, where the parameters are bound to certain arguments.
struct Resolved {
    requires: Vec<Clause>,
    ensures: Vec<Clause>,
    /// The memory that is accessed.
    locations: Vec<Location>,
    /// The number of barriers that the function executes.
    barriers: usize,
}

/// Elements of an array that a function may access, as the contract names them.
struct Location {
    array: Array,
    elem: Type,
    /// The index of the element, or of the first of several.
    first: Term,
    /// The index of the last of several elements.
    last: Option<Term>,
    /// True for `assigns`, false for `reads`.
    writes: bool,
    /// The number of `barrier` clauses in front of it.
    phase: usize,
    span: Span,
}

/// The same, with the indices as values of the kernel.
struct Region {
    /// The address of the element with index 0.
    base: ExprId,
    elem: Type,
    /// The index of the element, or of the first of several.
    first: ExprId,
    /// The index of the last of several elements.
    last: Option<ExprId>,
    /// True if the elements may be written.
    writes: bool,
    /// The number of barriers in front of the access.
    phase: usize,
}

const NOT_STATED: &str = "clauses of functions have no quantifiers, sums or real arithmetic";

impl CallStack<'_> {
    /// The type that a function returns.
    fn declared_result(&self, def: &Node) -> CType {
        let text = def.ty.as_deref().unwrap_or("");
        self.printed_type(text[..crate::function_types::result_end(text)].trim()).ty
    }
}

impl Builder<'_> {
    /// Emits the preconditions as assertions at a call.
    fn assert_requires(&mut self, requires: &[Clause], span: Span) {
        for clause in requires {
            match Terms::looking(self).condition(clause) {
                Some(condition) => self.assert_condition(condition, AssertKind::Precondition, span),
                None => self.spec_error(NOT_STATED, clause.span),
            }
        }
    }
}

impl<'u> Lowerer<'u> {
    /// The contract in front of a function of the file, if there is one.
    pub(crate) fn function_contract(&mut self, def: &'u Node) -> Option<Rc<Vec<Written>>> {
        if self.unit.options.annotations != Annotations::All
            || &*def.kind != "FunctionDecl"
            || !self.unit.decls.is_own(def.id)
        {
            return None;
        }
        if let Some(known) = self.modular.contract(def.id) {
            return known.clone();
        }
        let comments = self.unit.comments_in_front(def);
        let clauses = self.read_specs(def.span.file, &comments, true);
        for written in &clauses {
            let kind = written.clause.kind;
            if !(kind.is_of_functions() || matches!(kind, ClauseKind::Requires | ClauseKind::Ensures)) {
                let span = written.place();
                self.ir.spec_error(&format!("`{}` stands in front of a function", kind.name()), span);
            }
        }
        let found = (!clauses.is_empty()).then(|| Rc::new(clauses));
        self.modular.set_contract(def.id, found.clone());
        found
    }

    /// Runs `inner` with the parameters of a function bound, and no other names visible to specifications.
    fn with_parameters<R>(&mut self, bound: &[(&'u Node, Place)], inner: impl FnOnce(&mut Self) -> R) -> R {
        let visible = self.scope.replace_names(crate::specs::declared_names(bound));
        let hidden = self.scope.hide(bound.iter().map(|(param, place)| (param.id, place)));
        let made = inner(self);
        self.scope.restore(hidden);
        self.scope.replace_names(visible);
        made
    }

    /// Runs `inner` with `\result` bound to a place.
    fn with_result<R>(&mut self, place: Option<Place>, inner: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.modular.replace_result(place);
        let made = inner(self);
        self.modular.replace_result(outer);
        made
    }

    /// The place that `\result` means.
    pub(crate) fn result_place(&self) -> Option<Place> {
        self.modular.result().cloned()
    }

    /// Resolves the clauses of a contract. If a clause is wrong, the error is noted and the result is `None`.
    fn resolve_contract(&mut self, def: &Node, contract: &[Written]) -> Option<Resolved> {
        let mut resolved = Resolved { requires: Vec::new(), ensures: Vec::new(), locations: Vec::new(), barriers: 0 };
        for written in contract {
            let span = written.place();
            let kind = written.clause.kind;
            match kind {
                ClauseKind::Requires | ClauseKind::Ensures => {
                    let ensures = kind == ClauseKind::Ensures;
                    let part = &written.clause.condition;
                    let condition = self.resolve_of_function(written, part, (def.id, ensures), Some(Sort::Bool))?;
                    if !condition.is_quantifier_free() {
                        self.ir.spec_error(NOT_STATED, span);
                        return None;
                    }
                    let list = if ensures { &mut resolved.ensures } else { &mut resolved.requires };
                    list.push(Clause { kind, condition, span });
                }
                ClauseKind::Assigns | ClauseKind::Reads => {
                    for location in &written.clause.locations {
                        let place = written.place_at(&location.at);
                        let element = self.resolve_of_function(written, &location.first, (def.id, false), None)?;
                        let last = match &location.last {
                            Some(last) => Some(self.resolve_of_function(written, last, (def.id, false), None)?),
                            None => None,
                        };
                        let index = |t: Term| match t.kind {
                            TermKind::Element { index, .. } => *index,
                            _ => t,
                        };
                        let TermKind::Element { array, elem, .. } = element.kind else {
                            self.ir.spec_error("an element of an array that the function gets is expected", place);
                            return None;
                        };
                        let (first, last) = (index(element), last.map(index));
                        let writes = kind == ClauseKind::Assigns;
                        let phase = resolved.barriers;
                        resolved.locations.push(Location { array, elem, first, last, writes, phase, span: place });
                    }
                }
                ClauseKind::Passes => resolved.barriers += 1,
                // `function_contract` has noted the error.
                _ => return None,
            }
        }
        Some(resolved)
    }

    /// True if the function that is being inlined has a contract: then its clauses are checked when the function is
    /// lowered by itself, and not here.
    pub(crate) fn inlines_function_with_contract(&mut self) -> bool {
        let function = self.stack.innermost().and_then(|f| self.unit.decls.node(f));
        self.stack.is_inlined() && function.is_some_and(|def| self.function_contract(def).is_some())
    }

    /// Asserts the preconditions of a function with a contract at a call that is inlined, and notes that the function
    /// is called.
    pub(crate) fn requires_at_call(&mut self, def: &'u Node, bound: &[(&'u Node, Place)], span: Span) {
        if self.ir.in_specification() {
            return;
        }
        let Some(contract) = self.function_contract(def) else { return };
        self.modular.add_call(def.id, false);
        let ty = self.stack.declared_result(def);
        let result = (!matches!(ty, CType::Void)).then(|| Place::Value(self.ir.zero_value(&ty, span)));
        self.with_parameters(bound, |s| {
            // The whole contract is resolved, so that errors in it are noted, although only preconditions are checked
            // here.
            let resolved = s.with_result(result, |s| s.resolve_contract(def, &contract));
            s.ir.assert_requires(&resolved.map(|r| r.requires).unwrap_or_default(), span);
        });
    }

    /// The regions of locations, with the indices evaluated at the entry of the function, and the condition that all
    /// indices fit into 64 signed bits.
    fn regions(&mut self, locations: &[Location], span: Span) -> (Vec<Region>, ExprId) {
        let mut fits = self.ir.bool(true, span);
        let mut regions = Vec::new();
        for location in locations {
            let base = match location.array {
                Array::Object(object) => self.ir.address_of_object(object, location.span),
                Array::Pointer(ptr) => ptr,
            };
            let first = self.index_of_region(&location.first, location.span, &mut fits);
            let last = location.last.as_ref().map(|t| self.index_of_region(t, location.span, &mut fits));
            let Location { elem, writes, phase, .. } = *location;
            regions.push(Region { base, elem, first, last, writes, phase });
        }
        let fits = self.ir.freeze_expr(fits, span);
        (regions, fits)
    }

    fn index_of_region(&mut self, index: &Term, span: Span, fits: &mut ExprId) -> ExprId {
        match self.loaded_term(index, span, fits) {
            Some(value) => self.ir.freeze_expr(value, span),
            None => {
                self.ir.spec_error(NOT_STATED, span);
                self.ir.int(0, Type::I64, span)
            }
        }
    }
}
