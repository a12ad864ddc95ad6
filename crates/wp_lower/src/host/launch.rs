//! Launches: `kernel<<<grid, block, shared, stream>>>(..)` and `cudaLaunchKernel`, with what is known where they stand.

use crate::decls::{body, params};
use crate::host::flow::{Flow, State};
use crate::host::uses::{assigned, variable};
use crate::host::value::{Expr, Int, Value};
use crate::host::{Argument, LaunchSite};
use crate::scan::{strip, strip_casts};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wp_base::Span;
use wp_clang::{Node, NodeId};
use wp_kir::Type;

impl Flow<'_, '_> {
    /// Evaluates a launch and notes it.
    pub(crate) fn launch(&mut self, st: &mut State, node: &Node) {
        let found = match &*node.kind {
            "CUDAKernelCallExpr" => self.by_syntax(st, node),
            _ => self.by_function(st, node),
        };
        let Some(mut found) = found else { return };
        if self.trial > 0 {
            return;
        }
        let kernel = found.kernel;
        let mut named = Vec::new();
        if let Some(definition) = self.decls.node(kernel) {
            found.arguments.resize(params(definition).len(), Value::Unknown);
            // What a declaration calls its parameters is not what the definition does.
            let positions = body(definition).is_none();
            for (position, (param, value)) in params(definition).into_iter().zip(found.arguments).enumerate() {
                let name = if positions { Some(format!("#{position}").into()) } else { param.name.clone() };
                if let Some(name) = &name {
                    name_parts(name, value, &mut named);
                }
            }
        }
        let site = LaunchSite {
            span: node.span,
            function: self.function.clone(),
            grid: found.grid,
            block: found.block,
            shared: found.shared,
            arguments: named,
            guards: st.guards.clone(),
            sizes: st.sizes.clone(),
        };
        self.launched.push(found.name);
        self.sites.push((kernel, site));
    }

    fn by_syntax(&mut self, st: &mut State, node: &Node) -> Option<Found> {
        let [callee, configuration, args @ ..] = &node.inner[..] else { return None };
        let kernel = self.kernel_of(callee);
        let mut found =
            self.configuration(st, configuration.inner.get(1), configuration.inner.get(2), configuration.inner.get(3));
        let effects = args.iter().any(|a| !assigned(a).is_empty());
        self.of_launch = Some(FxHashMap::default());
        found.arguments = args.iter().map(|a| self.eval(st, a)).collect();
        self.of_launch = None;
        if effects {
            // In which order they are evaluated is open.
            found.arguments.fill(Value::Unknown);
        }
        (found.kernel, found.name) = kernel?;
        Some(found)
    }

    /// `cudaLaunchKernel(kernel, grid, block, arguments, shared, stream)`
    fn by_function(&mut self, st: &mut State, node: &Node) -> Option<Found> {
        let arg = |n: usize| node.inner.get(n);
        let kernel = arg(1).and_then(|k| self.kernel_of(k));
        let mut found = self.configuration(st, arg(2), arg(3), arg(5));
        let list = arg(4).map(|a| self.eval(st, a));
        if let Some(Value::Arguments(list)) = list {
            let value = |v: &Option<NodeId>| v.and_then(|v| st.vars.get(&v).cloned()).unwrap_or(Value::Unknown);
            found.arguments = list.iter().map(value).collect();
        }
        (found.kernel, found.name) = kernel?;
        Some(found)
    }

    /// Where a launch names its kernel.
    pub(crate) fn name_of_launch(&self, node: &Node) -> Option<Span> {
        let callee = if &*node.kind == "CUDAKernelCallExpr" { node.inner.first() } else { node.inner.get(1) };
        self.kernel_of(callee?).map(|(_, name)| name)
    }

    /// The kernel that an expression names.
    fn kernel_of(&self, node: &Node) -> Option<(NodeId, Span)> {
        let mut node = strip_casts(node);
        if &*node.kind == "UnaryOperator" && node.opcode.as_deref() == Some("&") {
            node = strip(node.inner.first()?);
        }
        let target = node.referenced.as_ref()?;
        if &*target.kind != "FunctionDecl" || variable(node).is_some() {
            return None;
        }
        let kernel = self.decls.definition(target).or_else(|| self.decls.declared_kernel(target));
        kernel.map(|d| (d.id, node.span))
    }

    fn configuration(
        &mut self,
        st: &mut State,
        grid: Option<&Node>,
        block: Option<&Node>,
        shared: Option<&Node>,
    ) -> Found {
        let grid = self.three(st, grid);
        let block = self.three(st, block);
        let shared = match shared {
            Some(node) if &*node.kind != "CXXDefaultArgExpr" => self.int_value(st, node).cast(Type::U64),
            _ => Expr::int(0, Type::U64),
        };
        let (kernel, name) = (wp_base::Id::from_index(0), Span::NONE);
        Found { kernel, name, grid, block, shared, arguments: Vec::new() }
    }

    fn three(&mut self, st: &mut State, node: Option<&Node>) -> [Int; 3] {
        match node.map(|n| self.eval(st, n)) {
            Some(Value::Dim3(extents)) => extents,
            _ => self.unknown_extents("host"),
        }
    }
}

/// The scalar parts of an argument, with the names that the kernel has for them.
fn name_parts(name: &Arc<str>, value: Value, out: &mut Vec<(Arc<str>, Argument)>) {
    match value {
        Value::Int(e) => out.push((name.clone(), Argument::Int(e))),
        Value::Pointer(buffer, at) => out.push((name.clone(), Argument::Pointer(buffer, at))),
        Value::Record(fields) => {
            fields.into_iter().for_each(|(field, value)| name_parts(&format!("{name}.{field}").into(), value, out));
        }
        _ => {}
    }
}

/// A launch as read.
struct Found {
    kernel: NodeId,
    /// Where its name stands.
    name: Span,
    grid: [Int; 3],
    block: [Int; 3],
    shared: Int,
    arguments: Vec<Value>,
}

/// A name for the host function that a launch stands in.
pub(crate) fn function_name(node: &Node) -> Arc<str> {
    node.name.clone().unwrap_or_else(|| "a lambda".into())
}
