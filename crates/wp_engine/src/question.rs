//! What an attempt at a kernel leaves to ask: its summary with the obligations that are open or were refuted.
//!
//! The searches for conditions ask these obligations again, each in the terms of its own attempt.

use crate::condition::{Quantity, Symbols};
use wp_check::witness::Confirmed;
use wp_check::Suspect;
use wp_kir::{Axis, Kernel, ParamId, Type};
use wp_logic::{Term, TermId, Terms};
use wp_summary::Summary;

/// The open obligations of one attempt, in its own terms.
pub(crate) struct Question {
    pub terms: Terms,
    pub summary: Summary,
    /// The suspects that were confirmed, then those that were neither closed nor confirmed.
    pub suspects: Vec<Suspect>,
    /// The number of confirmed suspects.
    confirmed_count: usize,
    /// The runs that confirmed suspects.
    pub confirmed: Vec<Confirmed>,
    /// Quantities that the summary leaves open.
    pub symbols: Symbols,
    /// Parameters of 64 unsigned bits, of which only conditions on usual launches speak.
    pub wide: Symbols,
}

impl Question {
    /// The question of an attempt at a kernel, without suspects so far.
    pub fn new(kernel: &Kernel, terms: Terms, summary: Summary) -> Self {
        let symbols = symbols(kernel, &summary, &terms);
        let wide = wide(kernel, &summary, &terms);
        Self { terms, summary, suspects: Vec::new(), confirmed_count: 0, confirmed: Vec::new(), symbols, wide }
    }

    /// The confirmed suspects.
    pub fn confirmed_suspects(&self) -> &[Suspect] {
        &self.suspects[..self.confirmed_count.min(self.suspects.len())]
    }

    /// Adds the suspects that a check of the summary has confirmed, and replaces the open ones by those that it has
    /// left open.
    pub fn ask(&mut self, confirmed: Vec<Suspect>, runs: Vec<Confirmed>, open: &[Suspect]) {
        self.suspects.truncate(self.confirmed_count);
        self.confirmed_count += confirmed.len();
        self.suspects.extend(confirmed);
        self.suspects.extend(open.iter().cloned());
        self.confirmed.extend(runs);
    }

    /// Keeps the confirmed suspects, and the open ones that are wanted.
    pub fn keep(&mut self, wanted: impl Fn(&Suspect) -> bool) {
        let mut position = 0;
        self.suspects.retain(|s| {
            position += 1;
            position <= self.confirmed_count || wanted(s)
        });
    }
}

/// The terms of the quantities that a condition can name. Values of host code have no name in the kernel's source and
/// are left out.
fn symbols(kernel: &Kernel, summary: &Summary, terms: &Terms) -> Symbols {
    let mut out = Symbols::new();
    let launch = summary.launch;
    for axis in Axis::ALL {
        out.insert(Quantity::BlockDim(axis), launch.bdim[axis.index()]);
        out.insert(Quantity::GridDim(axis), launch.gdim[axis.index()]);
    }
    for (&id, &t) in &summary.params {
        // A value of a wider type may not fit into 64 signed bits.
        let fits = kernel.params[id].ty.int_range().is_some_and(|(_, hi)| hi > 1 && i64::try_from(hi).is_ok());
        if fits && !kernel.params[id].is_of_host() {
            out.insert(Quantity::Param(id), t);
        }
    }
    out.retain(|_, t| matches!(terms.kind(*t), Term::App(..)));
    out
}

/// The terms of parameters of 64 unsigned bits: only comparisons with constants are made of them.
fn wide(kernel: &Kernel, summary: &Summary, terms: &Terms) -> Symbols {
    let of = |(&id, &t): (&ParamId, &TermId)| {
        let param = &kernel.params[id];
        let open = param.ty == Type::U64 && matches!(terms.kind(t), Term::App(..));
        (open && !param.is_of_host()).then_some((Quantity::Param(id), t))
    };
    summary.params.iter().filter_map(of).collect()
}
