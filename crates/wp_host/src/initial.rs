//! Values that initialisers fix: constants, elements of constant arrays, members of structures with default
//! initialisers.
//!
//! Exact for constant initialisers and indices. A constant that is made of variables is unknown. An element at an
//! unknown index is one of the elements: an unknown with conditions. An index outside of the array has no defined
//! behaviour, so no fact about it is wrong.

use crate::contents::bytes_of;
use crate::forms::{calls_nothing, default_initialiser, may_be_replaced};
use crate::state::{Flow, State};
use crate::value::{Expr, Int, Value};
use crate::vector_forms::elements as elements_of_list;
use std::collections::BTreeSet;
use std::sync::Arc;
use wp_clang::Node;
use wp_decls::{constant_of, strip, strip_casts, CType};
use wp_kir::{BinOp, Type};

wp_base::limits! {
    /// Greatest number of values that a condition lists; of more it states only the least and the greatest.
    const MAX_VALUES: usize = 8;
}

impl Flow<'_, '_> {
    /// `a[i]` of a constant array of integers.
    pub(super) fn element(&mut self, st: &mut State, node: &Node) -> Option<Value> {
        let [array, index] = &node.inner[..] else { return None };
        let ty = self.type_of(node).filter(|ty| ty.is_int())?;
        let elements = self.constant_elements(st, array)?;
        let index = self.eval(st, index);
        let known = match &index {
            Value::Int(e) => e.constant().and_then(|at| elements.get(usize::try_from(at).ok()?)),
            _ => None,
        };
        if let Some(&value) = known {
            return Some(Value::Int(Expr::int(value, ty)));
        }
        let element = self.symbol(ty, "element");
        let values: BTreeSet<i128> =
            elements.into_iter().map(|v| Expr::int(v, ty).constant()).collect::<Option<_>>()?;
        st.guards.extend(one_of(&element, &values, ty));
        Some(Value::Int(element))
    }

    /// The value of an lvalue that is only read or assigned, so that an element gives nothing access to its array.
    pub(super) fn read(&mut self, st: &mut State, node: &Node) -> Value {
        let element = strip(node);
        if &*element.kind != "ArraySubscriptExpr" || !self.changes_nothing(st, element) {
            return self.eval(st, node);
        }
        let value = self.element(st, element).unwrap_or_else(|| self.default_value(st, element));
        self.follow_addresses(st, element, &value);
        value
    }

    /// The numbers that the loop `for (int n : range)` goes through, where they are constants. `before` are the
    /// declarations in front of it.
    pub(super) fn elements_of_range(&self, st: &State, before: &[Node]) -> Option<Vec<i128>> {
        let mut declared = before.iter().flat_map(|part| &part.inner);
        let range = declared.find(|d| d.name.as_deref().is_some_and(|name| name.starts_with("__range")))?;
        let init = range.inner.iter().find(|c| !c.kind.ends_with("Attr"))?;
        match elements_of_list(init) {
            list if !list.is_empty() => list.into_iter().map(|e| constant_of(e, self.decls)).collect(),
            _ => self.constant_elements(st, init),
        }
    }

    /// States that a variable, just declared, is one of the elements.
    pub(super) fn takes_element(&mut self, st: &mut State, declaration: &Node, elements: Option<&[i128]>) {
        let [variable] = &declaration.inner[..] else { return };
        let is_copy = !variable.type_str().contains(['&', '*']) && st.vars.contains_key(&variable.id);
        let ty = self.decls.qtype(variable.type_str()).ty.scalar().filter(|ty| ty.is_int() && is_copy);
        let (Some(ty), Some(elements)) = (ty, elements) else { return };
        let element = self.symbol(ty, variable.name.as_deref().unwrap_or("element"));
        let values = elements.iter().filter_map(|v| Expr::int(*v, ty).constant()).collect();
        st.guards.extend(one_of(&element, &values, ty));
        st.vars.insert(variable.id, Value::Int(element));
    }

    /// The elements of an array that never change: of a constant one, or of one that the analysis follows
    /// ([`unreliable`]).
    ///
    /// [`unreliable`]: crate::uses::unreliable
    pub(crate) fn constant_elements(&self, st: &State, array: &Node) -> Option<Vec<i128>> {
        let target = strip_casts(array).referenced.as_ref().filter(|t| &*t.kind == "VarDecl")?;
        let declaration = self.decls.node(target.id)?;
        self.initial_elements(declaration).filter(|_| self.keeps_elements(st, declaration))
    }

    /// True if the elements of an array never change.
    pub(crate) fn keeps_elements(&self, st: &State, declaration: &Node) -> bool {
        let is_const = declaration.type_str().starts_with("const ");
        (is_const || st.vars.contains_key(&declaration.id)) && !may_be_replaced(declaration)
    }

    /// The elements that an array of integers is initialised with, where they are constants.
    fn initial_elements(&self, declaration: &Node) -> Option<Vec<i128>> {
        let (written, length) = written_elements(declaration)?;
        let mut elements: Vec<i128> = written.iter().map(|e| constant_of(e, self.decls)).collect::<Option<_>>()?;
        elements.resize(length, 0);
        Some(elements)
    }

    /// The bytes that an array of numbers of type `ty` is initialised with, where they are constants.
    pub(crate) fn initial_bytes(&mut self, declaration: &Node, ty: Type) -> Option<Vec<Option<u8>>> {
        let mut bytes = Vec::new();
        if ty.is_int() || ty == Type::Bool {
            for element in self.initial_elements(declaration)? {
                bytes.extend(bytes_of(&Value::Int(Expr::int(element, ty)), ty)?);
            }
            return Some(bytes);
        }
        let (written, length) = written_elements(declaration)?;
        for element in written {
            let value = calls_nothing(element).then(|| self.eval(&mut State::default(), element))?;
            bytes.extend(bytes_of(&value, ty)?);
        }
        bytes.resize(length * usize::try_from(ty.size()).ok()?, Some(0));
        Some(bytes)
    }

    /// The value of a constant of namespace scope that is made of constants alone. Another one is zero until its
    /// initialiser runs, in an order with constructors and the initialisers of other files that is not known.
    pub(super) fn initial_value(&mut self, global: &Node) -> Option<Value> {
        let ty = self.decls.qtype(global.type_str());
        let is_const = (ty.is_const || global.flag("constexpr")) && !ty.is_volatile;
        let init = global.inner.iter().find(|c| !c.kind.ends_with("Attr"))?;
        // A constant may occur in its own initialiser, through other constants.
        if !is_const || may_be_replaced(global) || self.constants.contains(&global.id) || !self.is_constant_made(init) {
            return None;
        }
        let of_launch = std::mem::take(&mut self.of_launch);
        self.constants.push(global.id);
        let value = self.eval(&mut State::default(), init);
        self.constants.pop();
        self.of_launch = of_launch;
        Some(value).filter(Value::is_constant)
    }

    /// True if an initialiser reads literals, enumerators and constants, calls nothing and assigns nothing.
    fn is_constant_made(&self, node: &Node) -> bool {
        let op = node.opcode.as_deref().unwrap_or("");
        let is_constant = |v: &Node| {
            let ty = self.decls.qtype(v.type_str());
            (ty.is_const || v.flag("constexpr")) && !ty.is_volatile
        };
        let ok = match &*node.kind {
            "DeclRefExpr" => node.referenced.as_ref().is_some_and(|target| match &*target.kind {
                "VarDecl" => self.decls.node(target.id).or_else(|| self.decls.global(target)).is_some_and(is_constant),
                kind => kind == "EnumConstantDecl",
            }),
            "CompoundAssignOperator" | "LambdaExpr" | "StmtExpr" | "CXXNewExpr" => false,
            "UnaryOperator" => !matches!(op, "++" | "--"),
            "BinaryOperator" => op != "=",
            kind => !kind.contains("Call") && !kind.contains("This"),
        };
        ok && node.inner.iter().all(|c| self.is_constant_made(c))
    }

    /// A plain structure that is constructed without arguments: members with a default initialiser have its value.
    pub(super) fn default_record(&mut self, node: &Node, fields: Vec<(Arc<str>, CType)>) -> Value {
        match self.unknown(node, "host") {
            Value::Record(mut values) => {
                for (name, _) in fields {
                    if let Some(value) = self.default_member(node, &name) {
                        values.insert(name, value);
                    }
                }
                Value::Record(values)
            }
            value => value,
        }
    }

    /// The constant value that a structure's declaration gives a member.
    pub(super) fn default_member(&mut self, record: &Node, name: &str) -> Option<Value> {
        let CType::Record(id) = self.decls.qtype(record.type_str()).ty else { return None };
        let mut fields = self.decls.record_decl(id).node.inner.iter().filter(|c| &*c.kind == "FieldDecl");
        let field = fields.find(|c| c.name.as_deref() == Some(name))?;
        let ty = self.decls.qtype(field.type_str()).ty.scalar().filter(|ty| ty.is_int() || *ty == Type::Bool)?;
        match self.eval(&mut State::default(), default_initialiser(field)?) {
            Value::Int(e) if e.ty == ty && e.constant().is_some() => Some(Value::Int(e)),
            _ => None,
        }
    }
}

/// The elements of an array that its initialiser writes, and the length of the array; the other elements are zero.
fn written_elements(declaration: &Node) -> Option<(&[Node], usize)> {
    let ty = declaration.type_str();
    let is_flat = !ty.contains("volatile") && ty.matches('[').count() == 1;
    let (_, length) = ty.trim_end_matches(']').split_once('[').filter(|_| is_flat)?;
    let length: usize = length.parse().ok().filter(|n| *n <= 1024)?;
    let list = declaration.inner.iter().find(|c| &*c.kind == "InitListExpr")?;
    let filled = list.flag("array_filler");
    let zeros = list.inner.first().filter(|_| filled).is_none_or(|f| &*f.kind == "ImplicitValueInitExpr");
    let written = list.inner.get(usize::from(filled)..)?;
    let is_complete = written.len() == length || filled && zeros && written.len() < length;
    is_complete.then_some((written, length))
}

/// The conditions that a number is one of the values.
pub(crate) fn one_of(e: &Int, values: &BTreeSet<i128>, ty: Type) -> Vec<Int> {
    if values.len() > MAX_VALUES.get() {
        let (least, most) = (values.first(), values.last());
        let at_least = least.and_then(|v| Expr::binary(BinOp::Le, &Expr::int(*v, ty), e));
        let at_most = most.and_then(|v| Expr::binary(BinOp::Le, e, &Expr::int(*v, ty)));
        return at_least.into_iter().chain(at_most).collect();
    }
    let mut equal = values.iter().filter_map(|v| Expr::binary(BinOp::Eq, e, &Expr::int(*v, ty)));
    let Some(first) = equal.next() else { return Vec::new() };
    let all = equal.try_fold(first, |any, next| Expr::binary(BinOp::Or, &any, &next));
    all.into_iter().collect()
}
