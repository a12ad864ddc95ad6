//! Special member functions: which copies, assignments and destructors run code, and which only copy bytes.
//!
//! Exact if Clang has printed the declarations. A member function that cannot be found counts as running code.

use crate::lowerer::Lowerer;
use crate::source::Unit;
use crate::state::CallStack;
use wp_clang::Node;
use wp_decls::{body, params, split_at_commas, CType, RecordId};

impl Unit<'_> {
    /// True if the user has written a special member function: it is not implicit, and it is not defaulted in its
    /// declaration or definition.
    pub(crate) fn has_own_code(&self, function: &Node) -> bool {
        is_written(function) && self.decls.definition_of(function).is_none_or(is_written)
    }

    /// True if the body that Clang has made for an implicit or defaulted function does not have the effect of the
    /// function, because Clang makes its code only in code generation.
    ///
    /// The bodies are complete for constructors (with their initialisers), for assignment operators of classes other
    /// than unions, and for defaulted comparisons. The body of the assignment operator of a union is empty, although it
    /// copies the bytes. Trivial copies are lowered before this function is called.
    pub(crate) fn is_left_to_code_generation(&self, def: &Node) -> bool {
        if is_written(def) {
            return false;
        }
        let class = self.decls.parent_record.get(&def.id).map(|&id| self.decls.record_decl(id));
        match &*def.kind {
            "CXXConstructorDecl" | "CXXDestructorDecl" => false,
            "CXXMethodDecl" => match def.name.as_deref().and_then(|name| name.strip_prefix("operator")) {
                Some("=") => class.is_none_or(|class| class.is_union),
                Some("==" | "!=" | "<" | "<=" | ">" | ">=") => false,
                Some("()") => !class.is_some_and(|class| class.is_lambda),
                _ => true,
            },
            // The conversion of a lambda to a pointer returns the function that calls its call operator.
            "CXXConversionDecl" => !class.is_some_and(|class| class.is_lambda),
            _ => false,
        }
    }
}

impl CallStack<'_> {
    /// True if the destructor of the type, or of a member or base, runs code.
    pub(crate) fn has_destructor(&self, ty: &CType) -> bool {
        self.any_part(ty, &|node| {
            node.inner.iter().any(|c| {
                &*c.kind == "CXXDestructorDecl" && is_written(c) && body(c).is_none_or(|b| !b.inner.is_empty())
            })
        })
    }

    /// True if a copy or move of some part of `ty` runs code.
    pub(crate) fn has_copy_code(&self, ty: &CType) -> bool {
        self.any_part(ty, &|node| {
            node.inner.iter().any(|c| {
                &*c.kind == "CXXConstructorDecl"
                    && self.unit.has_own_code(c)
                    && params(c).first().is_some_and(|p| self.is_of_class(p, node))
            })
        })
    }

    /// True if a copy or move of a member or base runs code.
    pub(crate) fn parts_have_copy_code(&self, id: RecordId) -> bool {
        self.parts(id).is_none_or(|parts| parts.iter().any(|part| self.has_copy_code(part)))
    }

    /// True if an assignment between objects of the type, or between their parts, runs code.
    pub(crate) fn has_assignment_code(&self, ty: &CType) -> bool {
        self.any_part(ty, &|node| {
            node.inner.iter().any(|c| {
                let named = &*c.kind == "CXXMethodDecl" && c.name.as_deref() == Some("operator=");
                named && self.unit.has_own_code(c) && params(c).first().is_some_and(|p| self.is_of_class(p, node))
            })
        })
    }

    /// True if the parameter is an object of the class or a reference to one.
    fn is_of_class(&self, param: &Node, class: &Node) -> bool {
        let ty = self.qtype(param);
        matches!(ty.referent().ty, CType::Record(id) if self.unit.decls.record_decl(id).node.id == class.id)
    }

    /// True if `test` holds for the class of an object, or for the class of a member or base, at any depth. Classes of
    /// the prelude are not tested.
    pub(crate) fn any_part(&self, ty: &CType, test: &dyn Fn(&Node) -> bool) -> bool {
        match ty {
            CType::Array(elem, _) => self.any_part(&elem.ty, test),
            CType::Record(id) => {
                let node = self.unit.decls.record_decl(*id).node;
                !self.unit.decls.is_prelude(node)
                    && (test(node)
                        || self.parts(*id).is_none_or(|parts| parts.iter().any(|part| self.any_part(part, test))))
            }
            _ => false,
        }
    }

    /// The types of bases and members; `None` where a base is not known.
    pub(crate) fn parts(&self, id: RecordId) -> Option<Vec<CType>> {
        let node = self.unit.decls.record_decl(id).node;
        let bases = node.extra.get("bases").map_or("", |b| &**b);
        let mut parts: Vec<CType> = split_at_commas(bases).into_iter().map(|b| self.unit.decls.qtype(b).ty).collect();
        if parts.iter().any(|p| matches!(p, CType::Unknown(_))) {
            return None;
        }
        parts.extend(node.inner.iter().filter(|c| &*c.kind == "FieldDecl").map(|f| self.qtype(f).ty));
        Some(parts)
    }
}

impl<'u> Lowerer<'u> {
    /// Rejects a temporary, parameter or variable whose destructor runs code.
    pub(crate) fn forbid_destructor(&mut self, node: &'u Node) {
        let ty = self.stack.qtype(node);
        if self.stack.has_destructor(&ty.ty) {
            self.ir.unsupported("object with a destructor", node.span);
        }
    }
}

/// True if a special member function is the user's: neither implicit nor defaulted where it is declared.
pub(crate) fn is_written(function: &Node) -> bool {
    !function.flag("isImplicit") && function.extra.get("explicitlyDefaulted").is_none_or(|d| &**d != "default")
}
