//! The value of `sizeof...(pack)`. Clang's JSON contains only the name of the pack; the value follows from the instance
//! that is being lowered.
//!
//! Exact. The pack is a parameter of the function, of its template, or of the template of its class. A definition
//! outside of its template is rejected, because it may give the parameters other names.

use crate::lowerer::Lowerer;
use crate::source::Unit;
use crate::values::Value;
use wp_clang::{Node, NodeId};
use wp_decls::{is_function, params};

impl Unit<'_> {
    /// The number of elements of a pack in a function.
    fn pack_of(&self, function: NodeId, name: &str) -> Option<usize> {
        let function = self.decls.node(function)?;
        let written_in = |template: &Node| {
            let (outer, inner) = (template.span, function.span);
            outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
        };
        if let Some(template) = self.decls.template_of(function.id) {
            // The template of a lambda's call operator has no place.
            let is_same = |pattern: &&Node| written_in(template) || pattern.span == function.span;
            let pattern = template.inner.iter().find(|c| is_function(&c.kind)).filter(is_same)?;
            if params(pattern).iter().any(|p| p.name.as_deref() == Some(name)) {
                return Some(params(function).iter().filter(|p| p.name.as_deref() == Some(name)).count());
            }
            if let Some(n) = pack(template, function, name) {
                return Some(n);
            }
        }
        let class = self.decls.record_decl(*self.decls.parent_record.get(&function.id)?).node;
        let template = self.decls.template_of(class.id).filter(|t| written_in(t))?;
        let partial = template.inner.iter().any(|c| &*c.kind == "ClassTemplatePartialSpecializationDecl");
        (!partial).then(|| pack(template, class, name)).flatten()
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn pack_size(&mut self, node: &'u Node) -> Value {
        let ty = self.stack.ctype(node);
        let function = self.stack.frame().function;
        match (node.name.as_deref().and_then(|name| self.unit.pack_of(function, name)), ty.scalar()) {
            (Some(n), Some(t)) => self.ir.scalar_value(ty, |s| s.int(n as i128, t, node.span)),
            _ => self.ir.unsupported_value("expression `SizeOfPackExpr`", &ty, node.span),
        }
    }
}

/// The elements of a template's pack in an instance.
fn pack(template: &Node, instance: &Node, name: &str) -> Option<usize> {
    // Clang prints arguments that are templates or null pointers like an empty pack.
    let is_integer = |p: &Node| {
        let ty = p.type_str();
        !ty.contains(['*', '&', '(']) && !matches!(ty, "auto" | "decltype(auto)" | "std::nullptr_t")
    };
    let is_printed = |p: &Node| match &*p.kind {
        "TemplateTemplateParmDecl" => false,
        "NonTypeTemplateParmDecl" => is_integer(p) && !is_dependent(template, p.type_str()),
        _ => true,
    };
    if !template.inner.iter().all(is_printed) {
        return None;
    }
    let is_pack = |p: &&Node| p.flag("isParameterPack");
    let mut packs = template.inner.iter().filter(|c| c.kind.ends_with("ParmDecl")).filter(is_pack);
    let number = packs.position(|p| p.name.as_deref() == Some(name))?;
    let is_list =
        |a: &&Node| &*a.kind == "TemplateArgument" && a.value.is_none() && a.ty.is_none() && a.referenced.is_none();
    let list = instance.inner.iter().filter(is_list).nth(number)?;
    Some(list.inner.iter().filter(|c| &*c.kind == "TemplateArgument").count())
}

/// True if a type is a parameter of the template, or made of one.
fn is_dependent(template: &Node, ty: &str) -> bool {
    let names = template.inner.iter().filter(|c| &*c.kind == "TemplateTypeParmDecl").filter_map(|c| c.name.as_deref());
    let mut words = ty.split(|c: char| !c.is_alphanumeric() && c != '_');
    let names: Vec<&str> = names.collect();
    words.any(|word| names.contains(&word))
}
