//! Tracks memory of flags and counters that an earlier launch may have left with other values than zero, which the
//! assumption `zeroed-flags` does not cover.
//!
//! A heuristic: it decides what is assumed. A kernel with atomics, fences or volatile accesses is taken to leave such
//! values in the memory that it is given and in the variables of the device that it names; the proof of a kernel itself
//! decides if it sets them back at its end. Other kernels, fills with zeros and copies are taken to set the memory back.
//! Code that is not followed may set back what it can reach.

use crate::value::Buffer;
use crate::Left;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use wp_clang::{Node, NodeId};
use wp_decls::{callee_name, is_function, Decls};

/// Memory of the device that may hold flags and counters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum FlagMemory {
    Buffer(Buffer),
    /// A variable of the device, by its declaration.
    Variable(NodeId),
}

/// What the kernels of a file do to flags and counters.
#[derive(Default)]
pub(crate) struct Reuse {
    kernels: FxHashMap<NodeId, Uses>,
    /// Variables of the device that host code names, or a kernel that does not order accesses: these may be set back
    /// where calls are not followed.
    settable: FxHashSet<NodeId>,
    /// All variables of the device that kernels name.
    variables: BTreeSet<NodeId>,
}

/// What a kernel and the functions that it calls name, or one function by itself.
#[derive(Default)]
struct Uses {
    variables: BTreeSet<NodeId>,
    /// True if accesses are ordered.
    orders: bool,
}

impl Reuse {
    /// Of the kernels of a file, and of its functions with a body.
    pub fn of(decls: &Decls<'_>, functions: &[&Node]) -> Self {
        let mut found = Self::default();
        let mut known = FxHashMap::default();
        for kernel in &decls.kernels {
            let uses = Uses::of_kernel(decls, kernel.node, &mut known);
            if !uses.orders {
                found.settable.extend(&uses.variables);
            }
            found.variables.extend(&uses.variables);
            found.kernels.insert(kernel.node.id, uses);
        }
        let of_device = |f: &Node| f.inner.iter().any(|a| matches!(&*a.kind, "CUDAGlobalAttr" | "CUDADeviceAttr"));
        for function in functions.iter().filter(|f| !of_device(f)) {
            let mut uses = Uses::default();
            uses.names(decls, function, &mut Vec::new());
            found.settable.extend(uses.variables);
        }
        found
    }

    /// What earlier launches, `left`, may have left in the buffers that a kernel stores to and in the variables that it
    /// names. Afterwards `left` is what the kernel leaves.
    pub fn launched(&self, left: &mut BTreeSet<FlagMemory>, kernel: NodeId, stored: BTreeSet<Buffer>) -> Left {
        let uses = self.kernels.get(&kernel);
        let named = uses.iter().flat_map(|uses| &uses.variables).map(|v| FlagMemory::Variable(*v));
        let memory: BTreeSet<FlagMemory> = stored.iter().map(|b| FlagMemory::Buffer(*b)).chain(named).collect();
        let is_left = |memory: &FlagMemory| left.contains(memory);
        let found = Left {
            buffers: stored.into_iter().filter(|buffer| is_left(&FlagMemory::Buffer(*buffer))).collect(),
            variables: memory.iter().any(|m| matches!(m, FlagMemory::Variable(_)) && is_left(m)),
        };
        // A kernel without a body here may have atomics.
        match uses.is_none_or(|uses| uses.orders) {
            true => left.extend(memory),
            false => left.retain(|m| !memory.contains(m)),
        }
        found
    }

    /// True if code that is not followed may set a variable back.
    pub fn is_settable(&self, variable: NodeId) -> bool {
        self.settable.contains(&variable)
    }

    /// What earlier calls of a function may have left, where its calls are not followed.
    pub fn at_entry(&self) -> BTreeSet<FlagMemory> {
        let left = self.variables.iter().filter(|v| !self.settable.contains(v));
        left.map(|v| FlagMemory::Variable(*v)).collect()
    }
}

impl Uses {
    /// Of a kernel. `known`: functions that were read, with those that they call.
    fn of_kernel<'u>(
        decls: &Decls<'u>,
        kernel: &'u Node,
        known: &mut FxHashMap<NodeId, (Self, Vec<&'u Node>)>,
    ) -> Self {
        let mut all = Self::default();
        let mut seen: FxHashSet<NodeId> = [kernel.id].into_iter().collect();
        let mut open = vec![kernel];
        while let Some(function) = open.pop() {
            let (own, called) = known.entry(function.id).or_insert_with(|| {
                let (mut own, mut called) = (Self::default(), Vec::new());
                own.names(decls, function, &mut called);
                (own, called)
            });
            all.variables.extend(&own.variables);
            all.orders |= own.orders;
            open.extend(called.iter().filter(|function| seen.insert(function.id)));
        }
        all
    }

    fn names<'u>(&mut self, decls: &Decls<'u>, node: &Node, called: &mut Vec<&'u Node>) {
        if let Some(target) = &node.referenced {
            if is_function(&target.kind) {
                called.extend(decls.definition(target));
            } else if let Some(variable) = decls.node(target.id).filter(|v| is_device_variable(v)) {
                self.variables.insert(variable.id);
            }
        }
        let is_named = |words: &[&str]| words.iter().any(|word| callee_name(node).contains(word));
        self.orders |= match &*node.kind {
            "CallExpr" => is_named(&["atomic", "fence", "membar"]),
            "GCCAsmStmt" => true,
            "CXXMemberCallExpr" | "CXXOperatorCallExpr" => node.inner.iter().any(is_atomic),
            _ => node.type_str().contains("volatile"),
        };
        node.inner.iter().for_each(|child| self.names(decls, child, called));
    }
}

/// True for an object of `cuda::atomic` and the like, or a member function of one.
fn is_atomic(part: &Node) -> bool {
    part.type_str().contains("atomic") || &*part.kind == "MemberExpr" && part.inner.iter().any(is_atomic)
}

/// True for a variable of the device.
fn is_device_variable(v: &Node) -> bool {
    &*v.kind == "VarDecl" && v.inner.iter().any(|a| matches!(&*a.kind, "CUDADeviceAttr" | "HIPManagedAttr"))
}
