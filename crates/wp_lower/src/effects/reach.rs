//! What the kernel that is being lowered reaches: the functions that may run, and the classes of which it may have objects.
//!
//! Over-approximate. A function runs where something that is reached names it; constructors, destructors, virtual functions, assignments and
//! what is called through a pointer also run without being named, once their class is mentioned in the type of something that is reached.

use super::targets::{has_known_calls, is_addressed};
use crate::ctype::{CType, RecordId};
use crate::decls::{is_function, Decls};
use rustc_hash::FxHashSet;
use wp_clang::{Node, NodeId};

/// Functions and classes that are reached.
#[derive(Default)]
pub(super) struct Reach {
    pub functions: FxHashSet<NodeId>,
    classes: FxHashSet<RecordId>,
}

impl Reach {
    /// What the present subject reaches.
    pub fn new(decls: &Decls<'_>) -> Self {
        let mut reach = Self::default();
        let mut waiting = vec![&decls.unit.root];
        let mut types: FxHashSet<&str> = FxHashSet::default();
        while let Some(node) = waiting.pop() {
            // A member is named by its id alone.
            let is_variable = |kind: &str| matches!(kind, "VarDecl" | "ParmVarDecl" | "FieldDecl" | "EnumConstantDecl");
            let named = node.referenced.as_ref().filter(|r| !is_variable(&r.kind) && decls.may_be_function(r.id));
            let named = named.and_then(|r| decls.definition(r));
            waiting.extend(named.filter(|def| reach.functions.insert(def.id)));
            if types.insert(node.type_str()) {
                reach.mention(decls, &decls.qtype(node.type_str()).ty, &mut waiting);
            }
            if let Some(bases) = node.extra.get("bases") {
                reach.mention(decls, &decls.qtype(bases).ty, &mut waiting);
            }
            reach.children(decls, node, &mut waiting);
        }
        reach
    }

    /// Whether there may be objects of the class that a node defines.
    pub fn has_objects(&self, decls: &Decls<'_>, class: &Node) -> bool {
        named_class(decls, class).is_none_or(|id| self.classes.contains(&id))
    }

    fn children<'u>(&mut self, decls: &Decls<'u>, node: &'u Node, waiting: &mut Vec<&'u Node>) {
        for child in &node.inner {
            if is_function(&child.kind) {
                let is_subject = decls.subject().is_none_or(|subject| subject == child.id);
                if !is_subject && runs_by_name_only(decls, child) {
                    continue;
                }
                self.functions.insert(child.id);
            } else if !self.has_objects(decls, child) {
                continue;
            }
            waiting.push(child);
        }
    }

    /// Classes in a type, whose members then count.
    fn mention<'u>(&mut self, decls: &Decls<'u>, ty: &CType, waiting: &mut Vec<&'u Node>) {
        match ty {
            CType::Array(inner, _) | CType::Pointer(inner) | CType::Reference(inner) => {
                self.mention(decls, &inner.ty, waiting);
            }
            CType::Record(id) if self.classes.insert(*id) => waiting.push(decls.record_decl(*id).node),
            _ => {}
        }
    }
}

/// The class that a node defines, where its objects are made by name.
fn named_class(decls: &Decls<'_>, node: &Node) -> Option<RecordId> {
    let is_class = matches!(&*node.kind, "CXXRecordDecl" | "RecordDecl" | "ClassTemplateSpecializationDecl");
    let id = decls.record_of(node).filter(|_| is_class && node.name.is_some())?;
    (!decls.record_decl(id).is_lambda).then_some(id)
}

/// Whether a function runs only where something names it.
fn runs_by_name_only(decls: &Decls<'_>, function: &Node) -> bool {
    let name = function.name.as_deref().unwrap_or("operator");
    let is_operator = name.starts_with("operator")
        && matches!(&*function.kind, "FunctionDecl" | "CXXMethodDecl")
        && !matches!(name, "operator" | "operator()" | "operator=")
        && !function.flag("virtual")
        && !is_addressed(decls, function);
    is_operator || has_known_calls(decls, function)
}
