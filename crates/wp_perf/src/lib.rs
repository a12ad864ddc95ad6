//! Notes on performance: the cost of each access of a warp, and changes that would make it cheaper.
//!
//! Input: a kernel and the facts that are known of its launch. Output: notes, each of which is exact for the launch
//! that it names; an access that cannot be evaluated exactly has no note and is listed with the cause. The summary is
//! made for concrete extents and arguments, and is evaluated for the lanes of each warp in the blocks and iterations in
//! which lanes differ. A test compares the figures with an interpreter run that logs every address.
//!
//! [`model`] states the cost of a warp's request, [`launch`] chooses the launch, [`evaluate`] computes the accesses of
//! the lanes, [`mod@sites`] lists the accesses; `banks`, `sectors`, `branches` and `cached` make the notes, one kind
//! each.
//!
//! The unit is the access of the source: a load, store or atomic of one scalar, or of a value that one instruction
//! moves (the field `requests` of the kernel), is one request of a warp, made by the lanes that are in the same
//! iteration of the loops around it.
//!
//! Deliberately absent: verdicts (no verdict depends on a note), time estimates, and the compiler: merged, hoisted or
//! removed accesses are not known here.

mod banks;
mod branches;
mod cached;
pub mod evaluate;
pub mod launch;
pub mod model;
mod sectors;
pub mod sites;
mod words;

use launch::Chosen;
use wp_base::{Diagnostic, Span};
use wp_kir::{Kernel, Space};
use wp_summary::Config;

/// The notes for a kernel.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Performance {
    /// Notes in source order.
    pub notes: Vec<Diagnostic>,
    /// The accesses and branches that could not be evaluated, with the reason and the place.
    pub not_analysed: Vec<(String, Span)>,
}

impl Performance {
    /// Brings everything into the order of the source, each thing once.
    pub fn sort(&mut self) {
        self.notes.sort_by(|a, b| {
            let key = |d: &Diagnostic| (d.labels.first().map(|l| l.span), d.code);
            key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
        });
        self.notes.dedup();
        self.not_analysed.sort_by(|(a, at), (b, bt)| (at, a).cmp(&(bt, b)));
        self.not_analysed.dedup();
    }
}

/// Finds the accesses that cost a warp more than necessary. `config` is the one for summaries of the kernel, with the
/// known facts of the launch and of scalar arguments. Other values are assumed, and the notes name them.
pub fn analyse(kernel: &Kernel, config: &Config) -> Performance {
    let mut out = Performance::default();
    let chosen = match Chosen::find(kernel, config) {
        Ok(chosen) => chosen,
        Err(obstacle) => {
            out.not_analysed.push((obstacle.text().to_owned(), kernel.span));
            return out;
        }
    };
    banks::notes(kernel, &chosen, &mut out);
    sectors::notes(kernel, &chosen, &mut out);
    branches::notes(kernel, &chosen, &mut out);
    cached::notes(kernel, &chosen, &mut out);
    for site in &chosen.sites {
        let space = kernel.objects[site.object].space;
        if let (Err(obstacle), Space::Shared | Space::Global) = (&site.cost, space) {
            let what = words::access(kernel, site);
            out.not_analysed.push((format!("{what}: {}", obstacle.text()), site.span));
        }
    }
    out.sort();
    out
}
