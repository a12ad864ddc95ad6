//! The need for each condition of a set: a replayed counterexample that satisfies the other conditions and the kernel's
//! own preconditions.
//!
//! The counterexample is searched for among those of the search, then just outside of the condition (small launches,
//! then models of the obligations at the border), then anywhere outside.

use super::search::Search;
use crate::condition::Condition;
use crate::findings::witness_of_run;
use crate::Need;
use crate::Property;
use wp_check::witness::Confirmed;

/// One for each condition of the set; `None` where no run was found.
pub(super) fn needs(search: &mut Search, set: &[Condition]) -> Vec<Option<Need>> {
    (0..set.len())
        .map(|i| {
            let others: Vec<&Condition> = set.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, c)| c).collect();
            let run = outside(search, &set[i], &others)?;
            let finding = Property::of_error(&run.finding);
            Some(Need { property: finding, witness: witness_of_run(search.kernel, &run) })
        })
        .collect()
}

fn outside(search: &mut Search, condition: &Condition, others: &[&Condition]) -> Option<Confirmed> {
    let at_border = search.probe_outside(condition, others);
    at_border.or_else(|| search.known_run(condition, others)).or_else(|| search.model_outside(condition, others))
}
