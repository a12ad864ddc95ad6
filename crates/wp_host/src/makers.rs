//! What is known where the objects of lambdas are made, for lambdas that may be called at any time.

use crate::state::State;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wp_clang::NodeId;

wp_base::limits! {
    /// Places and calls that make one lambda, at most: its body is analysed for each of them.
    const MAX_MADE: usize = 4;
}

/// What is known where the objects of a lambda are made.
#[derive(Default)]
struct Made {
    /// The states of which the body has not been analysed, with the functions that make the lambda.
    states: Vec<(State, Arc<str>)>,
    count: usize,
    /// True if the lambda may be made where nothing is known.
    anywhere: bool,
    /// True if the body was analysed for nothing that is known.
    is_analysed: bool,
}

/// What is known where lambdas are made, by their call operators.
#[derive(Default)]
pub(crate) struct Makers {
    of: FxHashMap<NodeId, Made>,
}

impl Makers {
    /// Notes that a function makes a lambda where a state holds.
    pub fn add(&mut self, operator: NodeId, st: State, function: Arc<str>) {
        let made = self.of.entry(operator).or_default();
        made.count += 1;
        if made.count > MAX_MADE.get() {
            made.anywhere = true;
        } else {
            made.states.push((st, function));
        }
    }

    /// Notes that a lambda may be made where nothing is known.
    pub fn add_unknown(&mut self, operator: NodeId) {
        self.of.entry(operator).or_default().anywhere = true;
    }

    /// The states in which the body of a lambda is still to be analysed. `is_made`: the analysis has reached the
    /// expression, or knows that it is not executed.
    pub fn take(&mut self, operator: NodeId, is_made: bool) -> Vec<(State, Arc<str>)> {
        let made = self.of.entry(operator).or_default();
        let mut states = std::mem::take(&mut made.states);
        if (made.anywhere || !is_made) && !made.is_analysed {
            made.is_analysed = true;
            states.push((State::default(), "a lambda".into()));
        }
        states
    }

    /// True if [`Self::take`] gives a state.
    pub fn is_open(&self, operator: NodeId, is_made: bool) -> bool {
        match self.of.get(&operator) {
            Some(made) => !made.states.is_empty() || (made.anywhere || !is_made) && !made.is_analysed,
            None => !is_made,
        }
    }
}
