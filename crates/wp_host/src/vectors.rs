//! `std::vector` in host code: how many elements one has.
//!
//! Exact for construction with a number of elements or a list, copies, `resize`, `assign`, `clear`; after other member
//! functions that change the number it is unknown. A function that takes a vector by reference to `const` is taken not
//! to cast that away (part of the assumption `launch-site`).

use crate::state::{Flow, State};
use crate::uses::{is_copy, strip_materialized, variable};
use crate::value::{Expr, Int, Value};
use crate::vector_forms::{elements, is_vector, keeps_length};
use wp_clang::Node;
use wp_decls::{callee_name, strip};
use wp_kir::{BinOp, Type};

impl Flow<'_, '_> {
    /// A vector that is constructed.
    pub(super) fn new_vector(&mut self, st: &mut State, node: &Node) -> Value {
        if is_copy(node) {
            let value = self.eval(st, strip_materialized(&node.inner[0]));
            return if matches!(value, Value::Vector(_)) { value } else { self.unknown(node, "vector") };
        }
        let given: Vec<&Node> = node.inner.iter().filter(|a| &*a.kind != "CXXDefaultArgExpr").collect();
        let form = node.extra.get("ctorType").map_or("", |t| t);
        match given[..] {
            [] => Value::Vector(Expr::int(0, Type::U64)),
            [length] if form.starts_with("void (size_t") => self.length(st, length),
            [length, value] if form.starts_with("void (size_t") => {
                let length = self.length(st, length);
                let _ = self.eval(st, value);
                length
            }
            [list] if form.contains("initializer_list<") => {
                let values = elements(list);
                values.iter().for_each(|v| drop(self.eval(st, v)));
                match values.len() {
                    0 => self.unknown(node, "vector"),
                    n => Value::Vector(Expr::int(n as i128, Type::U64)),
                }
            }
            _ => {
                given.iter().for_each(|a| drop(self.eval(st, a)));
                self.unknown(node, "vector")
            }
        }
    }

    fn length(&mut self, st: &mut State, node: &Node) -> Value {
        Value::Vector(self.int_value(st, node).cast(Type::U64))
    }

    /// A call of a member function or of an operator of a vector that the analysis follows.
    pub(super) fn vector_call(&mut self, st: &mut State, node: &Node, args: &[&Node]) -> Option<Value> {
        let name = callee_name(node);
        let (object, args) = match &*node.kind {
            "CXXMemberCallExpr" => (node.inner.first()?.inner.first()?, args),
            "CXXOperatorCallExpr" => (*args.first()?, &args[1..]),
            _ => return None,
        };
        let v = variable(object).filter(|_| is_vector(strip(object)))?;
        let Some(Value::Vector(length)) = st.vars.get(&v).cloned() else { return None };
        let new: Option<Int> = match (name, args) {
            ("size", []) => return Some(Value::Int(length)),
            ("empty", []) => {
                let none = Expr::binary(BinOp::Eq, &length, &Expr::int(0, Type::U64));
                return Some(none.map_or(Value::Unknown, Value::Int));
            }
            ("operator=", [source]) => match self.eval(st, strip_materialized(source)) {
                Value::Vector(n) => Some(n),
                _ => None,
            },
            ("clear", []) => Some(Expr::int(0, Type::U64)),
            ("resize" | "assign", [n, value @ ..]) if self.type_of(n) == Some(Type::U64) => {
                let n = self.int_value(st, n);
                value.iter().for_each(|a| drop(self.eval(st, a)));
                Some(n)
            }
            _ => {
                args.iter().for_each(|a| drop(self.eval(st, a)));
                if keeps_length(name) {
                    return Some(self.unknown(node, name));
                }
                None
            }
        };
        let new = new.unwrap_or_else(|| self.symbol(Type::U64, "size"));
        st.vars.insert(v, Value::Vector(new));
        Some(self.unknown(node, name))
    }
}
