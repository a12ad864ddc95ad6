//! Diagnostics for compiler errors in the code that a kernel reaches. Launches from the device, which Clang rejects and
//! other compilers accept, make the kernel unsupported instead.

use crate::kernel::signature;
use crate::lowerer::Lowerer;
use crate::KernelResult;
use std::collections::BTreeMap;
use wp_base::{Diagnostic, Span};
use wp_clang::{ClangMessage, ClangSeverity, Node, NodeId, TranslationUnit};
use wp_decls::{Decls, KernelDecl};
use wp_kir::{Dialect, Kernel, Stmt, StmtKind};

/// Libraries of templates that the prelude does not declare, by the folder of their headers.
const LIBRARIES: &[(&str, &str)] = &[
    ("cub", "CUB"),
    ("thrust", "Thrust"),
    ("cutlass", "CUTLASS"),
    ("cute", "CUTLASS"),
    ("torch", "Torch"),
    ("ATen", "Torch"),
    ("c10", "Torch"),
];

/// Adds a note for each header that was not found, because an undeclared name may be declared in it.
fn with_missing_headers(diagnostic: Diagnostic, unit: &TranslationUnit) -> Diagnostic {
    let note = |name: &String| format!("`{name}` was not found and is taken as an empty file");
    unit.stubbed_includes.iter().map(note).fold(diagnostic, Diagnostic::note)
}

/// Advice on the options that may be missing.
fn help_on_missing(unit: &TranslationUnit) -> String {
    let library = |header: &String| {
        let folder = header.split('/').next().unwrap_or_default();
        LIBRARIES.iter().find(|(known, _)| *known == folder).map(|(_, name)| *name)
    };
    if let Some((name, header)) = unit.stubbed_includes.iter().find_map(|h| Some((library(h)?, h))) {
        return format!("{name} is not built in: give the folder that has `{header}` by -I");
    }
    match unit.stubbed_includes.first() {
        Some(header) => {
            format!("give the folder that has `{header}` by -I, and missing -D, as for the ordinary compiler")
        }
        None => "pass the missing -D, -I or other flags, as for the ordinary compiler".to_owned(),
    }
}

/// An `Unsupported` statement for the first launch of a kernel in the reached code.
fn launch_from_device(unit: &TranslationUnit, reached: &dyn Fn(Span) -> bool) -> Option<Stmt> {
    let is_launch = |m: &&ClangMessage| {
        m.severity != ClangSeverity::Warning && m.text.starts_with("reference to __global__ function")
    };
    let message = unit.messages.iter().filter(is_launch).find(|m| reached(m.span))?;
    let what = "kernel launch from the device (dynamic parallelism)".into();
    Some(Stmt { kind: StmtKind::Unsupported { what }, span: message.span })
}

/// The result for an instance of a kernel template that the compiler rejected, so that there is nothing to lower.
pub(crate) fn rejected(decls: &Decls<'_>, decl: &KernelDecl<'_>) -> KernelResult {
    let node = decl.node;
    let inside = |at: Span| node.span.contains(at);
    let name = &decl.name;
    let diagnostic = || {
        let mut errors = decls.unit.messages.iter().filter(|m| m.severity != ClangSeverity::Warning);
        match errors.find(|m| inside(m.span)) {
            Some(message) => Diagnostic::error("WP0502", format!("the compiler rejects `{name}`: {}", message.text))
                .primary(message.span, message.text.clone())
                .secondary(node.loc, "in this kernel"),
            None => {
                Diagnostic::error("WP0502", format!("the compiler makes no instance `{name}` of a kernel template"))
                    .primary(node.loc, "this kernel is launched or named")
            }
        }
    };
    KernelResult {
        name: decl.name.as_str().into(),
        signature: signature(node),
        span: node.loc,
        definition: node.id,
        contract: wp_spec::Contract::default(),
        kernel: match launch_from_device(decls.unit, &inside) {
            Some(launch) => Ok(Kernel { body: vec![launch], ..Kernel::new(name, Dialect::Cuda, node.loc) }),
            None => Err(with_missing_headers(diagnostic(), decls.unit).help(help_on_missing(decls.unit))),
        },
        ghosts: None,
        relies: Vec::new(),
        calls: Vec::new(),
        called: BTreeMap::new(),
    }
}

impl Lowerer<'_> {
    /// An `Unsupported` statement if the kernel reaches code that launches a kernel.
    pub(crate) fn launch_from_device(&self) -> Option<Stmt> {
        let reached = |at: Span| self.reached.contains(at);
        launch_from_device(self.unit.decls.unit, &reached)
    }

    /// The first compiler error in code that the kernel reaches.
    pub(crate) fn compiler_error(&self, node: &Node) -> Option<Diagnostic> {
        let unit = self.unit.decls.unit;
        let inside = |at: Span| {
            self.reached.contains(at)
                || self.scope.statics().any(|id| self.unit.decls.node(id).is_some_and(|n| n.span.contains(at)))
        };
        // An error about a missing brace stands at the end of the function, not inside of it.
        let cut_off = |m: &ClangMessage| {
            m.text.contains("expected '}'")
                && self
                    .reached
                    .functions()
                    .iter()
                    .any(|(_, s)| s.file == m.span.file && s.start <= m.span.start && m.span.start <= s.end)
        };
        let mut errors = unit.messages.iter().filter(|m| m.severity != ClangSeverity::Warning && !m.span.is_none());
        let bad = errors.find(|m| inside(m.span) || cut_off(m));
        if let Some(message) = bad {
            let what = format!("the compiler rejects this kernel: {}", message.text);
            let diagnostic = Diagnostic::error("WP0502", what)
                .primary(message.span, message.text.clone())
                .secondary(node.loc, "in code that this kernel reaches")
                .help(help_on_missing(unit));
            return Some(with_missing_headers(diagnostic, unit));
        }
        let invalid = &self.unit.layouts.invalid;
        let mention =
            |(id, _): &(NodeId, Span)| self.unit.decls.node(*id).and_then(|f| invalid.mention(f, &unit.sources));
        if let Some((span, name)) = self.reached.functions().iter().find_map(mention) {
            let what = format!("`{name}`, which this kernel needs, has a compiler error");
            return Some(
                Diagnostic::error("WP0502", what)
                    .primary(span, "declared with an error")
                    .secondary(node.loc, "in code that this kernel reaches")
                    .help(help_on_missing(unit)),
            );
        }
        self.reached.recovery_expr().map(|span| {
            let text = unit.messages.iter().find(|m| m.severity != ClangSeverity::Warning).map(|m| m.text.clone());
            Diagnostic::error("WP0502", "the compiler could not understand an expression of this kernel")
                .primary(span, text.unwrap_or_else(|| "this expression".to_owned()))
                .secondary(node.loc, "in code that this kernel reaches")
        })
    }
}
