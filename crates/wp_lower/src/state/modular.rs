//! The contracts of functions that are known, and how their clauses are read.

use crate::spec_comments::Written;
use crate::values::Place;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use wp_clang::NodeId;
use wp_kir::VarId;

/// The clauses in front of a function, if it has a contract.
type Contract = Option<Rc<Vec<Written>>>;

/// The calls of functions with contracts at which the contracts are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ByContract {
    /// None.
    #[default]
    Nothing,
    /// Recursive calls, which cannot be inlined.
    Recursion,
    /// All.
    Everything,
}

/// The contracts that are known while one kernel or function is lowered.
#[derive(Default)]
pub(crate) struct Modular {
    /// The calls at which the contracts are used.
    calls: ByContract,
    /// The contracts that were read, by their functions; `None` for a function without a contract.
    contracts: FxHashMap<NodeId, Contract>,
    /// The called functions with contracts, in the order of their declarations; true if the contract replaces a call.
    called: BTreeMap<NodeId, bool>,
    /// The place that `\result` means.
    result: Option<Place>,
}

impl Modular {
    pub(crate) fn new(calls: ByContract) -> Self {
        Self { calls, ..Self::default() }
    }

    /// The calls at which the contracts are used.
    pub(crate) fn calls(&self) -> ByContract {
        self.calls
    }

    /// The contract of a function, if it was read; the inner value is `None` for a function without one.
    pub(crate) fn contract(&self, function: NodeId) -> Option<&Contract> {
        self.contracts.get(&function)
    }

    pub(crate) fn set_contract(&mut self, function: NodeId, contract: Contract) {
        self.contracts.insert(function, contract);
    }

    /// Notes a call of a function with a contract; `replaced` says that the contract stands for the call.
    pub(crate) fn add_call(&mut self, function: NodeId, replaced: bool) {
        *self.called.entry(function).or_insert(false) |= replaced;
    }

    pub(crate) fn take_called(&mut self) -> BTreeMap<NodeId, bool> {
        std::mem::take(&mut self.called)
    }

    /// The place that `\result` means.
    pub(crate) fn result(&self) -> Option<&Place> {
        self.result.as_ref()
    }

    /// Sets the place that `\result` means, and returns the old one.
    pub(crate) fn replace_result(&mut self, place: Option<Place>) -> Option<Place> {
        std::mem::replace(&mut self.result, place)
    }

    /// The variables of the place that `\result` means.
    pub(crate) fn result_vars(&self) -> Vec<VarId> {
        match &self.result {
            Some(Place::Vars { vars, .. }) => vars.clone(),
            _ => Vec::new(),
        }
    }
}
