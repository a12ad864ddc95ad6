//! Resolves the names and types of a clause at its place.
//!
//! In a contract of a kernel, names mean the initial values of its parameters; inside of the kernel, they mean the
//! variables in scope; in a contract of a function, they mean its parameters. A name that may mean something else in
//! the source is an error.

use crate::lowerer::Lowerer;
use crate::spec_comments::{span_of, Written};
use crate::values::Place;
use std::rc::Rc;
use wp_base::Span;
use wp_clang::{Node, NodeId};
use wp_decls::{CType, Constant};
use wp_kir::{ExprKind, Special, Type};
use wp_spec::syntax::Definition;
use wp_spec::{Array, Clause, ClauseKind, Definitions, Named, Scalar, Scope, Sort, Term};

impl Lowerer<'_> {
    /// The clause with its names and types resolved in the current scope. `contract` allows `\old`.
    pub(crate) fn resolve(&mut self, written: &Written, contract: bool) -> Option<Clause> {
        let condition = self.resolve_as(written, contract, Sort::Bool)?;
        Some(Clause { kind: written.clause.kind, condition, span: written.place() })
    }

    /// The value of a ghost statement.
    pub(crate) fn resolve_value(&mut self, written: &Written, sort: Sort) -> Option<Term> {
        self.resolve_as(written, false, sort)
    }

    fn resolve_as(&mut self, written: &Written, contract: bool, sort: Sort) -> Option<Term> {
        self.resolve_part(written, &written.clause.condition, contract, sort)
    }

    /// An expression of a clause.
    pub(crate) fn resolve_part(
        &mut self,
        written: &Written,
        part: &wp_spec::syntax::Expr,
        contract: bool,
        sort: Sort,
    ) -> Option<Term> {
        let entry = matches!(written.clause.kind, ClauseKind::Requires | ClauseKind::Ensures);
        self.resolve_at(written, part, (contract, None, entry), Some(sort))
    }

    /// An expression of a clause in a contract of a function, whose parameters are bound. `old` allows `\old`. If
    /// `sort` is `None`, an expression of any sort is accepted.
    pub(crate) fn resolve_of_function(
        &mut self,
        written: &Written,
        part: &wp_spec::syntax::Expr,
        (function, old): (NodeId, bool),
        sort: Option<Sort>,
    ) -> Option<Term> {
        self.resolve_at(written, part, (old, Some(function), false), sort)
    }

    /// The array that a name means in a clause, with the type of its elements and the extents of all dimensions but the
    /// first.
    pub(crate) fn array_named(&mut self, written: &Written, name: &str) -> Option<(Array, Type, Vec<u64>)> {
        let definitions = &Definitions::default();
        let span = written.place();
        let mut names = Names { lowerer: self, function: None, entry: false, pairs: false, span, definitions };
        match names.find(name)? {
            Named::Array(array, elem, extents) => Some((array, elem, extents)),
            _ => None,
        }
    }

    fn resolve_at(
        &mut self,
        written: &Written,
        part: &wp_spec::syntax::Expr,
        (old, function, entry): (bool, Option<NodeId>, bool),
        sort: Option<Sort>,
    ) -> Option<Term> {
        let span = written.place();
        let defined = self.unit.comments.definitions(span.file);
        let definitions = match &*defined {
            Ok(definitions) => definitions,
            Err(wrong) => {
                let (error, at) = &**wrong;
                self.unit.comments.attach(*at);
                self.ir.spec_diagnostic(error);
                return None;
            }
        };
        let pairs = written.clause.is_of_pairs();
        let mut names = Names { lowerer: self, function, entry, pairs, span, definitions };
        match wp_spec::resolve_value(part, &mut names, old, sort) {
            Ok(term) => Some(term),
            Err(e) => {
                let span = span_of(written.comment.file, written.comment.start as usize, &e.at);
                self.ir.spec_error(&e.message, span);
                None
            }
        }
    }
}

/// The names at the place of a clause.
struct Names<'a, 'u> {
    lowerer: &'a mut Lowerer<'u>,
    /// For a clause in the contract of a function, this function.
    function: Option<NodeId>,
    /// True for a contract of a kernel: names mean the initial values of parameters.
    entry: bool,
    /// True if the clause is a condition on pairs of threads.
    pairs: bool,
    span: Span,
    definitions: &'a Definitions,
}

impl Scope for Names<'_, '_> {
    fn find(&mut self, name: &str) -> Option<Named> {
        let (base, component) = name.split_once('.').map_or((name, None), |(b, c)| (b, Some(c)));
        let s = &mut *self.lowerer;
        if name == wp_spec::RESULT {
            let place = s.result_place()?;
            return Some(self.named(None, place));
        }
        let visible = s.scope.named(base);
        let kernel = self.function.or(s.stack.outermost());
        // What stands in front of the first `::` is looked up as a name by itself. A variable never stands there.
        let first = base.split("::").next().unwrap_or(base);
        let hidden = !self.entry && kernel.and_then(|k| s.unit.decls.node(k)).is_some_and(|k| declares(k, first));
        let place = match visible {
            Some(_) if hidden => return Some(unusable("the name may be one of several declarations of the kernel")),
            Some(id) => s.scope.place(id).cloned()?,
            None => {
                let kernel = kernel?;
                if let Some(count) = s.loop_count(base, self.span).filter(|_| component.is_none()) {
                    return Some(match s.unit.decls.may_declare(base, kernel) || hidden {
                        true => unusable("the program declares this name, too"),
                        false => count,
                    });
                }
                if hidden {
                    return Some(unusable("the kernel declares something of this name"));
                }
                match s.unit.decls.template_parameter(first, kernel) {
                    Some(_) if first.len() < base.len() => {
                        return Some(unusable("what stands in front of `::` is a template parameter"));
                    }
                    Some(Ok((value, _))) => return component.is_none().then_some(Named::Int(value)),
                    Some(Err(why)) => return Some(unusable(why)),
                    None => {}
                }
                match s.unit.decls.constant(base, kernel) {
                    Err(why) => return Some(unusable(why)),
                    Ok(None) => return None,
                    Ok(Some(Constant::Enumerator(value))) => return component.is_none().then_some(Named::Int(value)),
                    Ok(Some(Constant::Variable(first))) => s.variable_by_decl(s.unit.decls.variable(first)?, self.span),
                }
            }
        };
        Some(self.named(component, place))
    }

    fn declares(&mut self, name: &str) -> bool {
        let s = &*self.lowerer;
        let Some(kernel) = self.function.or(s.stack.outermost()) else { return true };
        let inside = !self.entry && s.unit.decls.node(kernel).is_some_and(|k| declares(k, name));
        inside || s.scope.named(name).is_some() || s.unit.decls.may_declare(name, kernel)
    }

    fn definition(&self, name: &str) -> Option<Rc<Definition>> {
        self.definitions.get(name)
    }

    fn inside(&self) -> bool {
        !self.entry
    }

    fn relates_pairs(&self) -> bool {
        self.pairs
    }

    fn is_uniform(&self, scalar: Scalar) -> bool {
        self.lowerer.ir.is_uniform(scalar)
    }

    /// Notes that a clause reads a dimension of the launch, so that the assumption `unused-dims` does not apply to it.
    fn names(&mut self, special: Special) {
        self.lowerer.ir.expr(ExprKind::Special(special), Type::U32, self.span);
    }

    fn is_private(&self, object: wp_kir::ObjectId) -> bool {
        self.lowerer.ir.kernel().objects[object].space == wp_kir::Space::Private
    }
}

/// True if a node contains a declaration of a name other than a variable: an enumerator, a function, a using
/// declaration.
fn declares(node: &Node, name: &str) -> bool {
    // Below the value of a template parameter, Clang repeats the parameter's declaration.
    let repeats = &*node.kind == "SubstNonTypeTemplateParmExpr";
    node.inner.iter().filter(|c| !(repeats && &*c.kind == "NonTypeTemplateParmDecl")).any(|c| {
        let variable =
            matches!(&*c.kind, "VarDecl" | "ParmVarDecl" | "FieldDecl" | "BindingDecl" | "DecompositionDecl");
        let declaration = c.kind.ends_with("Decl") && !variable;
        let named = c.name.as_deref().is_some_and(|n| n.rsplit("::").next() == Some(name));
        declaration && named || declares(c, name)
    })
}

/// Why a component of an object cannot be used in a clause.
const SEVERAL_MEMBERS: &str = "the object has several members of this name";

impl Names<'_, '_> {
    /// The part of an object that a path of members or components (`a.x`) names. As in C++, a member hides those of
    /// the same name in base classes.
    fn component(&mut self, object: Place, path: &str) -> Result<Place, &'static str> {
        let s = &mut *self.lowerer;
        path.split('.').try_fold(object, |part, name| match part.ty() {
            CType::Record(_) => match s.unit.members_named(&part.ty(), name) {
                0 => Err("the object has no member of this name that has a value here"),
                1 => Ok(s.ir.field(&part, None, name, self.span)),
                _ => Err(SEVERAL_MEMBERS),
            },
            ty @ CType::Vector(..) => {
                let lanes = s.ir.leaves(&ty, self.span);
                let lane = lanes.iter().position(|lane| lane.path.strip_prefix('.') == Some(name));
                lane.map(|i| s.ir.lane(&part, i as u32, self.span)).ok_or("the vector has no such component")
            }
            _ => Err("only objects and vectors have components"),
        })
    }

    /// The meaning of a name that has a place, or of a component of it (`v.x`).
    fn named(&mut self, component: Option<&str>, place: Place) -> Named {
        let span = self.span;
        let place = match component {
            Some(path) if matches!(place, Place::Vars { .. }) => match self.component(place, path) {
                Ok(part) => part,
                Err(why) => return unusable(why),
            },
            _ => place,
        };
        let (leaf, ty) = match &place {
            Place::Vars { vars, ty } => {
                let kernel = self.lowerer.ir.kernel();
                let (&[var], Some(scalar)) = (vars.as_slice(), ty.scalar()) else {
                    return unusable("only scalars, arrays and pointers have a value here");
                };
                let ty = if component.is_some() { CType::Scalar(scalar) } else { ty.clone() };
                let param = kernel.params.iter().find(|(_, p)| p.var == var).filter(|_| self.entry);
                if let Some((id, param)) = param {
                    return match (&ty, param.object) {
                        (CType::Scalar(t), _) => Named::Scalar(Scalar::Param(id), *t),
                        (CType::Pointer(_), Some(object)) => array(Array::Object(object), pointed_elements(&ty)),
                        _ => unusable("its type is not supported"),
                    };
                }
                (self.lowerer.ir.read(var, span), ty)
            }
            Place::Value(v) if component.is_none() && v.leaves.len() == 1 => (v.leaves[0], v.ty.clone()),
            Place::Mem { ptr, ty: ty @ CType::Array(..), .. } if component.is_none() => {
                let base = match *self.lowerer.ir.kind(*ptr) {
                    ExprKind::AddrOf(object) => Array::Object(object),
                    _ => Array::Pointer(*ptr),
                };
                return array(base, array_elements(ty));
            }
            Place::Mem { .. } => return unusable("its value is kept in memory"),
            _ => return unusable("only scalars, arrays and pointers have a value here"),
        };
        match (&ty, self.lowerer.ir.const_int(leaf)) {
            (CType::Scalar(_), Some(value)) => Named::Int(value),
            (CType::Scalar(t), None) => Named::Scalar(Scalar::Expr(leaf), *t),
            (CType::Pointer(_), _) => array(Array::Pointer(leaf), pointed_elements(&ty)),
            _ => unusable("its type is not supported"),
        }
    }
}

fn unusable(why: &str) -> Named {
    Named::Unusable(why.to_owned())
}

fn array(base: Array, shape: Option<(Type, Vec<u64>)>) -> Named {
    match shape {
        Some((elem, extents)) => Named::Array(base, elem, extents),
        None => unusable("only arrays of numbers are supported"),
    }
}

/// The type of the elements that a pointer points to, and the extents of the dimensions of a row, if it points to rows.
fn pointed_elements(ty: &CType) -> Option<(Type, Vec<u64>)> {
    match &ty.pointee()?.ty {
        CType::Scalar(t) if *t != Type::Ptr => Some((*t, Vec::new())),
        row @ CType::Array(_, Some(n)) => {
            let (elem, mut extents) = array_elements(row)?;
            extents.insert(0, *n);
            Some((elem, extents))
        }
        _ => None,
    }
}

/// The type of the elements of an array, and the extents of all dimensions but the first.
fn array_elements(ty: &CType) -> Option<(Type, Vec<u64>)> {
    let CType::Array(mut elem, _) = ty.clone() else { return None };
    let mut extents = Vec::new();
    loop {
        match &elem.ty {
            CType::Scalar(t) if *t != Type::Ptr => return Some((*t, extents)),
            CType::Array(inner, Some(n)) => {
                extents.push(*n);
                elem = inner.clone();
            }
            _ => return None,
        }
    }
}
