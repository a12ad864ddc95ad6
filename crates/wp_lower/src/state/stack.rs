//! The kernel or function that is lowered, and the functions that are inlined in it.

use super::account::Account;
use crate::scan::{is_omitted, scan, selected_operand, FunctionFacts};
use crate::source::Unit;
use crate::values::{JumpTargets, Place, ReturnSlot};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use wp_clang::{Node, NodeId};
use wp_decls::{strip_casts, CType, QType};
use wp_kir::LabelId;

wp_base::limits! {
    /// More calls than this are not inlined in one kernel. The number of calls may be exponential in the size of the
    /// source.
    const MAX_INLINED: usize = 20_000;
}

/// The target of a `goto` to a label in scope.
#[derive(Clone, Copy)]
pub(crate) enum Jump {
    /// Behind a labelled block.
    Forward(LabelId),
    /// To the next iteration of a loop.
    Back(LabelId),
}

/// The kernel or an inlined function while its body is lowered.
pub(crate) struct Frame {
    pub function: NodeId,
    pub name: String,
    pub facts: Rc<FunctionFacts>,
    /// The targets of `break` and `continue`, innermost last.
    pub targets: Vec<JumpTargets>,
    /// The labels that a `goto` may jump to here, by the printed ids of their declarations.
    pub goto_targets: Vec<(Arc<str>, Jump)>,
    /// The block around the body that `return` leaves; `None` in a kernel.
    pub return_label: Option<LabelId>,
    /// Where `return` puts its value.
    pub slot: ReturnSlot,
    /// The object that `this` points to.
    pub this: Option<Place>,
    /// The state of the nodes of its body.
    pub account: Account,
}

impl Frame {
    /// A function whose `return` leaves the kernel, and that is no member of an object.
    pub(crate) fn new(function: &Node, name: &str, facts: Rc<FunctionFacts>, slot: ReturnSlot) -> Self {
        Self {
            function: function.id,
            name: name.to_owned(),
            facts,
            targets: Vec::new(),
            goto_targets: Vec::new(),
            return_label: None,
            slot,
            this: None,
            account: Account::default(),
        }
    }
}

/// The functions whose bodies are being lowered. The innermost one accounts for the nodes that are lowered and gives
/// printed types their meaning.
pub(crate) struct CallStack<'u> {
    pub(crate) unit: Unit<'u>,
    /// The kernel and the functions that are being inlined, innermost last.
    frames: Vec<Frame>,
    /// The number of frames that are no inlined call: 1 in a kernel, 2 if a function with a contract is lowered by
    /// itself.
    outer_frames: usize,
    /// The number of calls that were inlined.
    inlined: usize,
    /// Facts of the functions that were lowered.
    facts: FxHashMap<NodeId, Rc<FunctionFacts>>,
}

impl<'u> CallStack<'u> {
    pub(crate) fn new(unit: Unit<'u>) -> Self {
        Self { unit, frames: Vec::new(), outer_frames: 1, inlined: 0, facts: FxHashMap::default() }
    }

    /// Enters a function. The caller leaves it when its body is lowered.
    pub(crate) fn enter(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    pub(crate) fn leave(&mut self) {
        self.frames.pop();
    }

    /// Counts a call that is about to be inlined; false if there are too many.
    pub(crate) fn count_inlining(&mut self) -> bool {
        self.inlined += 1;
        self.inlined <= MAX_INLINED.get()
    }

    /// The type of a node, as it is written if the resolved type is not understood.
    pub(crate) fn qtype(&self, node: &Node) -> QType {
        let ty = self.printed_type(node.type_str());
        if let (CType::Unknown(_), Some(written)) = (&ty.ty, &node.ty) {
            return self.printed_type(written);
        }
        ty
    }

    /// The type that is printed in the code of the function that is being lowered.
    pub(crate) fn printed_type(&self, text: &str) -> QType {
        match self.frames.last() {
            Some(frame) => self.unit.decls.qtype_in(frame.function, text),
            None => self.unit.decls.qtype(text),
        }
    }

    /// The type of a node without references and qualifiers.
    pub(crate) fn ctype(&self, node: &Node) -> CType {
        self.qtype(node).referent().ty.clone()
    }

    /// True in the body of a function that is being inlined.
    pub(crate) fn is_inlined(&self) -> bool {
        self.frames.len() > self.outer_frames
    }

    /// The innermost function that is being lowered.
    pub(crate) fn frame(&mut self) -> &mut Frame {
        // A frame is pushed before any statement is lowered and popped after the last one.
        self.frames.last_mut().expect("lowering runs inside a function")
    }

    /// The kernel, or the function with a contract that is lowered by itself.
    pub(crate) fn outermost(&self) -> Option<NodeId> {
        self.frames.first().map(|frame| frame.function)
    }

    /// The id of the innermost function.
    pub(crate) fn innermost(&self) -> Option<NodeId> {
        self.frames.last().map(|frame| frame.function)
    }

    /// True if the body of a function is being lowered, so that a call of it is recursive.
    pub(crate) fn is_active(&self, function: NodeId) -> bool {
        self.frames.iter().any(|frame| frame.function == function)
    }

    /// The names of the functions from an active one to the innermost one.
    pub(crate) fn names_from(&self, function: NodeId) -> Vec<&str> {
        let cycle = self.frames.iter().skip_while(|frame| frame.function != function);
        cycle.map(|frame| frame.name.as_str()).collect()
    }

    /// Notes that a function with a contract is lowered by itself.
    pub(crate) fn set_of_function(&mut self) {
        self.outer_frames = 2;
    }

    /// True if a function with a contract is lowered by itself, false for a kernel.
    pub(crate) fn is_of_function(&self) -> bool {
        self.outer_frames > 1
    }

    /// The facts of a function, computed once.
    pub(crate) fn facts(&mut self, function: &Node) -> Rc<FunctionFacts> {
        let decls = self.unit.decls;
        self.facts.entry(function.id).or_insert_with(|| Rc::new(scan(function, decls))).clone()
    }

    /// True if a function that was lowered assigns a variable.
    pub(crate) fn is_written_somewhere(&self, variable: NodeId) -> bool {
        self.facts.values().any(|facts| facts.written.contains(&variable))
    }

    /// True if the innermost function takes the address of a variable.
    pub(crate) fn takes_address(&self, variable: NodeId) -> bool {
        self.frames.last().is_some_and(|frame| frame.facts.address_taken.contains(&variable))
    }
}

impl<'u> CallStack<'u> {
    /// Notes that a node is being lowered.
    pub(crate) fn visit(&mut self, node: &'u Node) {
        self.frame().account.visit(node);
    }

    /// True if a node, or the node below its casts and wrappers, was visited or covered.
    pub(crate) fn is_accounted(&mut self, node: &'u Node) -> bool {
        let inner = strip_casts(node);
        let account = &self.frame().account;
        is_omitted(node) || [node, inner].iter().any(|n| account.contains(n))
    }

    /// Marks the wrappers and conversions from a node down to an operand as visited.
    pub(crate) fn visit_path(&mut self, from: &'u Node, to: &'u Node) {
        let mut at = from;
        while !std::ptr::eq(at, to) {
            self.visit(at);
            match at.inner.last() {
                Some(inner) => at = inner,
                None => return,
            }
        }
    }

    /// Notes that a node with everything below it is accounted for by the construct around it.
    pub(crate) fn cover(&mut self, node: &'u Node) {
        self.frame().account.cover(node);
    }

    /// The operand that `__builtin_choose_expr` or `_Generic` selects. Covers the other operands, which are not
    /// evaluated.
    pub(crate) fn visit_selected_operand(&mut self, node: &'u Node) -> Option<&'u Node> {
        let found = selected_operand(node, self.unit.decls)?;
        for child in &node.inner {
            if &*child.kind == "GenericAssociation" && child.flag("selected") {
                self.visit(child);
                child.inner.iter().filter(|c| !std::ptr::eq(*c, found)).for_each(|c| self.cover(c));
            } else if !std::ptr::eq(child, found) {
                self.cover(child);
            }
        }
        Some(found)
    }
}
