//! The function that is being followed, and the calls by which the analysis came there.

use crate::state::State;
use std::sync::Arc;
use wp_base::Span;
use wp_clang::NodeId;

/// A call that is being followed: the place of the launches in the called function.
#[derive(Clone)]
pub(crate) struct CallSite {
    /// The call.
    pub span: Span,
    /// The function that makes it.
    pub function: Arc<str>,
}

/// What the analysis remembers while it follows one function.
pub(crate) struct Frame {
    /// Name of the function.
    pub function: Arc<str>,
    /// True if the tree has all code of the function: the compiler has left nothing out.
    pub complete: bool,
    /// The outermost call that is being followed of a function that is given a kernel.
    pub outer_wrapper: Option<CallSite>,
    /// The outermost call that is being followed of a function with several known calls.
    pub outer_call: Option<CallSite>,
    /// Launches, and calls that hand kernels on, that the analysis has reached in the function.
    pub arrived: Vec<NodeId>,
    /// In a `switch` that is executed, and not in a loop inside of it, what holds at each `break` so far.
    pub breaks: Option<Vec<State>>,
    /// In a function without a value whose end matters, what holds at each `return` so far.
    pub returns: Option<Vec<State>>,
}

impl Frame {
    /// A complete function that no call has led to.
    pub fn of(function: Arc<str>) -> Self {
        let (outer_wrapper, outer_call) = (None, None);
        Self { function, complete: true, outer_wrapper, outer_call, arrived: Vec::new(), breaks: None, returns: None }
    }

    /// A complete function whose end matters, called at `site` in this one. It is a wrapper if it is given a kernel,
    /// and one of several if other calls of it are followed as well.
    pub fn called(&self, function: Arc<str>, site: Span, is_wrapper: bool, is_one_of_several: bool) -> Self {
        let here = || CallSite { span: site, function: self.function.clone() };
        Self {
            outer_wrapper: self.outer_wrapper.clone().or_else(|| is_wrapper.then(here)),
            outer_call: self.outer_call.clone().or_else(|| is_one_of_several.then(here)),
            returns: Some(Vec::new()),
            ..Self::of(function)
        }
    }
}
