//! The clients of the summary: one row for each.

use crate::context::{Context, Rules};
use crate::findings::Findings;
use crate::suspect::SuspectKind;
use crate::{alignment, asserts, bounds, divergence, races};
use wp_interp::Finding;

/// A client: a property, or a part of one.
pub(crate) struct Client {
    /// True if the rules ask for it.
    pub wanted: fn(&Rules) -> bool,
    /// Emits its obligations, discharges them and concludes.
    pub check: fn(&mut Context, &mut Findings),
    /// True if the error of a run is what a subject of this client states.
    pub shows: fn(&Finding, &SuspectKind) -> bool,
}

/// The clients, in the order in which they are asked.
pub(crate) const CLIENTS: [Client; 7] = [
    Client { wanted: |_| true, check: divergence::check, shows: divergence::shows },
    Client { wanted: |rules| !rules.only_divergence, check: races::check, shows: races::shows },
    Client { wanted: |rules| !rules.only_divergence, check: bounds::check_invalid, shows: bounds::shows },
    Client { wanted: |rules| !rules.only_divergence && rules.bounds, check: bounds::check, shows: bounds::shows },
    Client { wanted: |rules| !rules.only_divergence && rules.assertions, check: asserts::check, shows: asserts::shows },
    Client {
        wanted: |rules| !rules.only_divergence && rules.assertions,
        check: asserts::lanes::check,
        shows: asserts::shows,
    },
    // It comes last, since it leaves open what callers may see to.
    Client {
        wanted: |rules| !rules.only_divergence && rules.alignment,
        check: alignment::check,
        shows: alignment::shows,
    },
];
