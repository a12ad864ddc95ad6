//! A finding: its words, its places, and its witness with pictures and the steps of its threads.

use super::picture;
use super::prose::prose;
use super::source::{link, Listing};
use crate::finding::thread;
use crate::groups;
use maud::{html, Markup};
use wp_base::{Diagnostic, Severity};
use wp_engine::{Action, CauseGroup, Finding, Step, Timeline, Witness};

/// The letters by which pictures and tables name threads.
pub(super) const NAMES: [&str; 2] = ["A", "B"];

/// Findings with one cause: one of them with its witness, a line for each of the others.
pub(super) fn group(listing: &Listing, id: &str, group: &CauseGroup) -> Markup {
    let (words, notes) = groups::head(listing.map(), group);
    let finding = group.head;
    let others: Vec<&&Finding> = group.others.iter().chain(&group.consequences).collect();
    html! {
        div.finding id=(id) {
            (diagnostic(listing, &words, &notes))
            @if let Some(fix) = &finding.fix { (listing.change(fix)) }
            @if let Some(witness) = &finding.witness { (self::witness(listing, witness)) }
            @if !others.is_empty() {
                details {
                    summary { (others.len()) " more with the same cause" }
                    ul { @for other in others { (line(listing, &other.diagnostic)) } }
                }
            }
        }
    }
}

/// A finding as one line: its message and places.
fn line(listing: &Listing, d: &Diagnostic) -> Markup {
    html! {
        li {
            (prose(&d.message))
            @for label in &d.labels { "; " (prose(&label.text)) " (" (link(listing, label.span)) ")" }
        }
    }
}

/// Message, places, notes and help.
pub(super) fn diagnostic(listing: &Listing, d: &Diagnostic, extra: &[String]) -> Markup {
    let severity = match d.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    html! {
        div.diagnostic.(severity) {
            h4 { (severity) "[" a href={ "#about-" (d.code) } { (d.code) } "]: " (prose(&d.message)) }
            @for label in d.labels.iter().filter(|l| l.primary) { (listing.excerpt(label)) }
            @for label in d.labels.iter().filter(|l| !l.primary) { (listing.excerpt(label)) }
            ul.notes {
                @for note in d.notes.iter().chain(extra) { li { (prose(note)) } }
                @if let Some(help) = &d.help { li.help { "help: " (prose(help)) } }
            }
        }
    }
}

fn witness(listing: &Listing, w: &Witness) -> Markup {
    let mark = |index: fn(&wp_engine::ThreadName) -> [u32; 3]| {
        w.threads.iter().zip(NAMES).map(|(t, name)| (index(t), name)).collect::<Vec<_>>()
    };
    let (blocks, threads) = (mark(|t| t.block), mark(|t| t.thread));
    html! {
        @if !w.threads.is_empty() {
            div.pictures {
                (picture::extent("grid", w.grid, &blocks))
                (picture::extent("block", w.block, &threads))
            }
        }
        @if !w.scalars.is_empty() || !w.arrays.is_empty() {
            table {
                caption { "Inputs that matter" }
                tbody {
                    @for (name, value) in &w.scalars { tr { th scope="row" { code { (name) } } td { (value) } } }
                    @for (name, cells) in &w.arrays {
                        @for (index, value) in cells { tr { th scope="row" { code { (name) "[" (index) "]" } } td { (value) } } }
                    }
                }
            }
        }
        @if !w.timeline.steps.is_empty() { (timeline(listing, w, &w.timeline)) }
    }
}

/// A row for each step, a column for each thread. Scripts add buttons that walk through it.
fn timeline(listing: &Listing, w: &Witness, timeline: &Timeline) -> Markup {
    let columns: Vec<_> = w.threads.iter().zip(NAMES).collect();
    html! {
        div.timeline tabindex="0" {
            table {
                caption { "What the threads do, in the order of the run" }
                thead {
                    tr {
                        th scope="col" { "interval" }
                        @for (name, letter) in &columns { th scope="col" { (letter) ": " (thread(name, w)) } }
                    }
                }
                tbody {
                    @if timeline.omitted > 0 {
                        tr { td colspan=(columns.len() + 1) { (timeline.omitted) " earlier steps are left out" } }
                    }
                    @for step in &timeline.steps {
                        tr.step.decisive[step.decisive] {
                            td { (step.interval) }
                            @for column in 0..columns.len() {
                                td { @if column == step.thread { (action(step)) " " small { (link(listing, step.span)) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn action(step: &Step) -> Markup {
    match &step.action {
        Action::Read(what) => html! { "reads " code { (what) } },
        Action::Write(what) => html! { "writes " code { (what) } },
        Action::Atomic(what) => html! { "updates " code { (what) } " atomically" },
        Action::Barrier => html! { "arrives at a barrier" },
    }
}
