//! Special member functions: the copies, assignments and destructors that only move bytes.
//!
//! Exact where Clang printed the declarations; what cannot be looked up counts as having code of its own.

use crate::ctx::Lowerer;
use crate::function_types::separate;
use wp_clang::Node;
use wp_decls::{body, params, CType, RecordId};

impl<'u> Lowerer<'u> {
    /// Rejects a temporary, parameter or variable at whose end code runs.
    pub(crate) fn forbid_destructor(&mut self, node: &'u Node) {
        let ty = self.qtype(node);
        if self.has_destructor(&ty.ty) {
            self.unsupported("object with a destructor", node.span);
        }
    }

    /// True if the end of an object's life runs code: its destructor's, a member's or a base's.
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
                    && self.has_own_code(c)
                    && params(c).first().is_some_and(|p| self.is_of(p, node))
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
                named && self.has_own_code(c) && params(c).first().is_some_and(|p| self.is_of(p, node))
            })
        })
    }

    /// True if a special member function has code of the user's: it is not implicit, nor defaulted where it is declared
    /// or defined.
    pub(crate) fn has_own_code(&self, function: &Node) -> bool {
        is_written(function) && self.decls.definition_of(function).is_none_or(is_written)
    }

    /// A function whose meaning is not in the body that Clang made for it, but left to Clang's code generation.
    ///
    /// Clang makes bodies that say all for constructors (with their initialisers), for the assignment operators of classes other than
    /// unions, and for defaulted comparisons. The assignment of a union, whose body does nothing, copies the bytes, and so does every
    /// trivial copy; these are lowered before their bodies are looked at.
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
            // The conversion of a lambda returns the function that stands for its call operator.
            "CXXConversionDecl" => !class.is_some_and(|class| class.is_lambda),
            _ => false,
        }
    }

    /// True if the parameter is an object of the class or a reference to one.
    fn is_of(&self, param: &Node, class: &Node) -> bool {
        let ty = self.qtype(param);
        matches!(ty.referent().ty, CType::Record(id) if self.decls.record_decl(id).node.id == class.id)
    }

    /// True if `test` holds of the class or of a class that it has as a member or base. The prelude's classes are
    /// plain.
    pub(crate) fn any_part(&self, ty: &CType, test: &dyn Fn(&Node) -> bool) -> bool {
        match ty {
            CType::Array(elem, _) => self.any_part(&elem.ty, test),
            CType::Record(id) => {
                let node = self.decls.record_decl(*id).node;
                !self.decls.is_prelude(node)
                    && (test(node)
                        || self.parts(*id).is_none_or(|parts| parts.iter().any(|part| self.any_part(part, test))))
            }
            _ => false,
        }
    }

    /// The types of bases and members; `None` where a base is not known.
    pub(crate) fn parts(&self, id: RecordId) -> Option<Vec<CType>> {
        let node = self.decls.record_decl(id).node;
        let bases = node.extra.get("bases").map_or("", |b| &**b);
        let mut parts: Vec<CType> = separate(bases).into_iter().map(|b| self.decls.qtype(b).ty).collect();
        if parts.iter().any(|p| matches!(p, CType::Unknown(_))) {
            return None;
        }
        parts.extend(node.inner.iter().filter(|c| &*c.kind == "FieldDecl").map(|f| self.qtype(f).ty));
        Some(parts)
    }
}

/// True if a special member function is the user's: neither implicit nor defaulted where it is declared.
pub(crate) fn is_written(function: &Node) -> bool {
    !function.flag("isImplicit") && function.extra.get("explicitlyDefaulted").is_none_or(|d| &**d != "default")
}
