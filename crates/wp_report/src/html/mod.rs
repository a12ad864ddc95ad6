//! Reports as one page for the browser: no script, style or picture from elsewhere, and readable without scripts.
//!
//! All text goes through `maud`, which escapes it: names, paths and comments of sources cannot become markup. The
//! policy in the head of the page forbids every request. Pages of codes and assumptions are rendered from `docs`, which
//! are ours.

mod finding;
mod overview;
mod picture;
mod prose;
mod source;

use crate::code;
use crate::text::render_summary;
use crate::words::{case_words, header_remarks, reason_text, unchecked_words, verdict_words, FindingCount, Overall};
use maud::{html, Markup, PreEscaped, DOCTYPE};
use prose::prose;
use source::{link, Listing};
use std::collections::BTreeSet;
use wp_engine::{Fate, FileReport, KernelReport, PropertyReport, Verdict};

/// The resources that the page may load: nothing.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The page.
pub fn render_html(reports: &[FileReport], interrupted: bool) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { "Warpproof: " (worst(reports).name()) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                header {
                    h1 { "Warpproof report" }
                    p.summary { (prose(&render_summary(reports))) }
                    @if interrupted { p.open { "The run was interrupted: files are missing." } }
                }
                (overview::overview(reports))
                main { @for (i, report) in reports.iter().enumerate() { (file(i, report)) } }
                (glossary(reports))
                footer { "Made by warpproof " (env!("CARGO_PKG_VERSION")) }
                script { (PreEscaped(include_str!("page.js"))) }
            }
        }
    };
    page.into_string()
}

fn worst(reports: &[FileReport]) -> Overall {
    reports.iter().map(Overall::of_file).min().unwrap_or(Overall::Error)
}

/// A verdict as a coloured word.
fn verdict(name: &str) -> Markup {
    html! { span.verdict.{ "is-" (name) } { (name) } }
}

fn file(i: usize, report: &FileReport) -> Markup {
    let listing = Listing::new(i, report);
    html! {
        section id={ "f" (i) } {
            h2 { (report.path.display()) }
            @for remark in header_remarks(report) { p.open[remark.is_warning] { (prose(&remark.text)) } }
            @for error in &report.errors { (finding::diagnostic(&listing, error, &[])) }
            @for (k, kernel) in report.kernels.iter().enumerate() { (self::kernel(&listing, &format!("f{i}k{k}"), kernel)) }
            (listing.sources())
        }
    }
}

fn kernel(listing: &Listing, id: &str, kernel: &KernelReport) -> Markup {
    html! {
        article.kernel id=(id) {
            h3 { code { (kernel.name) } " " (verdict(Overall::of_kernel(kernel).name())) }
            p {
                (link(listing, kernel.span))
                @if let Some(launch) = &kernel.launch {
                    ", launched in " code { (launch.function) } " (" (link(listing, launch.span)) ")"
                    @if !launch.alike.is_empty() { " and " (launch.alike.len()) " more like it" }
                    @if let Some(launcher) = &launch.launcher { " by " code { (launcher) } ", a function without a body" }
                    (case_words(launch))
                }
            }
            table.properties {
                caption { "Properties" }
                thead { tr { th scope="col" { "property" } th scope="col" { "verdict" } th scope="col" { "why" } } }
                tbody {
                    @for (n, p) in kernel.properties.iter().enumerate() {
                        (property(listing, p, kernel.properties[..n].iter().any(|q| q.verdict == p.verdict)))
                    }
                }
            }
            @for (n, group) in kernel.causes().iter().enumerate() {
                (finding::group(listing, &format!("{id}-{}-{n}", group.head.property.name()), group))
            }
            (ledger(listing, kernel))
            (performance(listing, kernel))
            (invariants(kernel))
            p.times {
                "Took " (seconds(kernel.times.engine)) " s (solver " (seconds(kernel.times.solver)) " s); "
                (kernel.counts.obligations) " obligations: " (kernel.counts.structural) " by structure, "
                (kernel.counts.digits) " by digits, " (kernel.counts.solver) " sent to the solver."
            }
        }
    }
}

fn seconds(s: f64) -> String {
    format!("{s:.3}")
}

/// A property with its verdict; a reason that the row above has is not repeated.
fn property(listing: &Listing, p: &PropertyReport, is_repeated: bool) -> Markup {
    let unchecked = html! { @if p.is_partial() { "; " (unchecked_words(p)) } };
    let why = match &p.verdict {
        Verdict::Unknown(_) | Verdict::Unsupported(..) if is_repeated => html! { "same reason" },
        Verdict::Unknown(reason) => prose(&reason_text(reason)),
        Verdict::Unsupported(what, span) => html! { (prose(what)) " (" (link(listing, *span)) ")" },
        Verdict::Proved if p.is_partial() => html! { (verdict_words(p)) },
        Verdict::ProvedUnder(conditions) => html! { "under " (copyable(&conditions.join(" && "))) (unchecked) },
        Verdict::DependsOnContents(e) | Verdict::UnusualLaunch(e) => {
            let proved = html! { @if let Some(requires) = e.requires() { "; proved under " (copyable(&requires)) } };
            html! { "only if " (prose(&e.when())) (proved) (unchecked) }
        }
        _ if p.findings.is_empty() => html! {},
        _ => html! { (FindingCount::of(&p.findings).words()) (unchecked) },
    };
    html! { tr { th scope="row" { (p.property.name()) } td { (verdict(p.verdict_name())) } td { (why) } } }
}

/// Notes on performance, and the accesses that could not be evaluated.
fn performance(listing: &Listing, kernel: &KernelReport) -> Markup {
    html! {
        @if let Some(performance) = &kernel.performance {
            h4 { "Performance" }
            @for note in &performance.notes { div.finding { (finding::diagnostic(listing, note, &[])) } }
            @if !performance.not_analysed.is_empty() {
                details {
                    summary { (performance.not_analysed.len()) " not analysed" }
                    ul { @for (what, span) in &performance.not_analysed { li { (prose(what)) " (" (link(listing, *span)) ")" } } }
                }
            }
        }
    }
}

/// Code with a button that copies it.
fn copyable(text: &str) -> Markup {
    html! { span.copyable { code { (text) } " " button type="button" class="copy" hidden { "copy" } } }
}

/// The assumptions of the proofs, and the over-approximated constructs.
fn ledger(listing: &Listing, kernel: &KernelReport) -> Markup {
    html! {
        @if !kernel.assumptions.is_empty() {
            h4 { "Assumptions" }
            ul {
                @for a in &kernel.assumptions {
                    li { a href={ "#about-" (a) } { code { (a) } } ": " (a.title()) }
                }
            }
        }
        @if !kernel.approximations.is_empty() {
            h4 { "Approximations" }
            ul { @for (what, span) in &kernel.approximations { li { (prose(what)) " (" (link(listing, *span)) ")" } } }
        }
    }
}

fn invariants(kernel: &KernelReport) -> Markup {
    let kept: Vec<_> = kernel.inference.candidates.iter().filter(|c| c.fate == Fate::Kept).collect();
    html! {
        @if !kept.is_empty() {
            details {
                summary { (kept.len()) " loop invariants were inferred" }
                ul { @for c in kept { li { (copyable(&c.text)) " (" (c.rule) ")" } } }
            }
        }
    }
}

/// The pages of the codes and assumptions that the report names.
fn glossary(reports: &[FileReport]) -> Markup {
    let mut codes = BTreeSet::new();
    let mut assumptions = BTreeSet::new();
    for report in reports {
        codes.extend(report.errors.iter().map(|d| d.code));
        for kernel in &report.kernels {
            codes.extend(kernel.properties.iter().flat_map(|p| &p.findings).map(|f| f.diagnostic.code));
            codes.extend(kernel.performance.iter().flat_map(|p| &p.notes).map(|d| d.code));
            assumptions.extend(kernel.assumptions.iter().copied());
        }
    }
    let mut pages: Vec<(&str, &str)> = codes.into_iter().filter_map(code).map(|c| (c.code, c.page)).collect();
    pages.extend(assumptions.into_iter().map(|a| (a.code(), a.page())));
    html! {
        @if !pages.is_empty() {
            section.glossary {
                h2 { "What the names mean" }
                @for (name, page) in pages {
                    details id={ "about-" (name) } { summary { code { (name) } } (markdown(page)) }
                }
            }
        }
    }
}

/// A page of `docs`; its headings come below those of the report, and its links, which lead to other files, are text.
fn markdown(page: &str) -> Markup {
    use pulldown_cmark::{html::push_html, Event, HeadingLevel, Parser, Tag, TagEnd};
    let lower = |level| if level == HeadingLevel::H1 { HeadingLevel::H3 } else { HeadingLevel::H4 };
    let events = Parser::new(page).filter_map(|event| match event {
        Event::Start(Tag::Heading { level, id, classes, attrs }) => {
            Some(Event::Start(Tag::Heading { level: lower(level), id, classes, attrs }))
        }
        Event::End(TagEnd::Heading(level)) => Some(Event::End(TagEnd::Heading(lower(level)))),
        Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => None,
        other => Some(other),
    });
    let mut out = String::new();
    push_html(&mut out, events);
    PreEscaped(out)
}

#[cfg(test)]
mod tests;
