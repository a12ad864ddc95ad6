//! The table at the top of the page: files, kernels and properties, with counts by verdict.
//!
//! Without scripts it is a table with counts above it. Scripts make the counts filters, and add a search.

use super::{seconds, verdict};
use crate::finding::is_confirmed;
use crate::words::Overall;
use maud::{html, Markup};
use wp_engine::{FileReport, KernelReport, Property};

/// All kernels of all files with their verdicts.
pub(super) fn overview(reports: &[FileReport]) -> Markup {
    use Property::{Alignment, Assertions, Bounds, Contract, Divergence, IndexWidth, Initialised, Races};
    let kernels = || reports.iter().flat_map(|r| &r.kernels);
    let asked = |p: &Property| kernels().flat_map(|k| &k.properties).any(|r| r.property == *p);
    let all = [Races, Divergence, Bounds, Alignment, Initialised, IndexWidth, Assertions, Contract];
    let columns: Vec<Property> = all.into_iter().filter(asked).collect();
    html! {
        nav aria-label="Kernels" {
            p.counts {
                @for overall in Overall::ALL {
                    @let count = kernels().filter(|k| Overall::of_kernel(k) == overall).count();
                    @if count > 0 {
                        button.filter type="button" data-verdict=(overall.name()) aria-pressed="false" disabled {
                            (count) " " (verdict(overall.name()))
                        }
                        " "
                    }
                }
                input.search type="search" placeholder="File or kernel (press /)" aria-label="Search files and kernels" hidden;
                " " span.shown role="status" {}
            }
            div.scroll {
                table.overview {
                    thead {
                        tr {
                            th scope="col" { "kernel" }
                            th scope="col" { "verdict" }
                            @for column in &columns { th scope="col" { (column.name()) } }
                            th scope="col" { "findings" }
                            th scope="col" { "seconds" }
                        }
                    }
                    @for (i, report) in reports.iter().enumerate() {
                        tbody data-file=(report.path.display()) {
                            tr.file {
                                th colspan=(columns.len() + 4) scope="rowgroup" {
                                    a href={ "#f" (i) } { (report.path.display()) } " " (verdict(Overall::of_file(report).name()))
                                }
                            }
                            @for (k, kernel) in report.kernels.iter().enumerate() { (row(&format!("f{i}k{k}"), kernel, &columns)) }
                        }
                    }
                }
            }
        }
    }
}

fn row(id: &str, kernel: &KernelReport, columns: &[Property]) -> Markup {
    let overall = Overall::of_kernel(kernel).name();
    let causes = kernel.causes();
    let errors = causes.iter().filter(|group| is_confirmed(group.head)).count();
    html! {
        tr.kernel-row data-verdict=(overall) data-name=(kernel.name) {
            th scope="row" { a href={ "#" (id) } { code { (kernel.name) } } }
            td { (verdict(overall)) }
            @for column in columns {
                td data-column=(column.name()) {
                    @for p in kernel.properties.iter().filter(|p| p.property == *column) { (verdict(p.verdict_name())) }
                }
            }
            td data-column="findings" {
                @if causes.is_empty() { "0" } @else { (causes.len()) }
                @if errors > 0 { ", " (errors) " confirmed" }
            }
            td data-column="seconds" { (seconds(kernel.times.engine)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn one_table_has_all_files_with_counts_by_verdict() {
        let mut proved = fixture::proved();
        proved.path = "other.cu".into();
        let page = overview(&[fixture::refuted(), proved]).into_string();
        assert_eq!((page.matches("<table").count(), page.matches("<tbody").count()), (1, 2));
        for part in [
            "data-verdict=\"refuted\" aria-pressed=\"false\" disabled>1 <span class=\"verdict is-refuted\">refuted</span>",
            "data-verdict=\"proved\" aria-pressed=\"false\" disabled>1 ",
            "<tbody data-file=\"other.cu\">",
            "<tr class=\"kernel-row\" data-verdict=\"refuted\" data-name=\"k\">",
            "<td data-column=\"findings\">1, 1 confirmed</td>",
            "<th scope=\"col\">divergence</th>",
        ] {
            assert!(page.contains(part), "no {part} in {page}");
        }
        assert!(!page.contains("contract"), "no kernel has one");
    }
}
