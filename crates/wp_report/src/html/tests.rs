//! The page: its words, links, escapes and size.

use super::*;
use crate::fixture;
use std::path::{Path, PathBuf};
use wp_base::SourceMap;
use wp_engine::{Action, Step, Timeline};

#[test]
fn a_finding_has_the_words_of_the_text_output() {
    let report = fixture::refuted();
    let page = render_html(std::slice::from_ref(&report), false);
    let finding = &report.kernels[0].properties[0].findings[0];
    let (diagnostic, notes) = crate::finding::with_witness(finding);
    let texts = notes.iter().chain(&diagnostic.help).chain([&diagnostic.message, &diagnostic.labels[0].text]);
    for text in texts {
        let escaped = prose(text).into_string();
        assert!(page.contains(&escaped), "{escaped}");
    }
    assert!(page.contains("<mark class=\"main\">a[0]</mark>"));
    assert!(page.contains("id=\"about-WP0101\"") && page.contains("id=\"about-no-alias\""));
    assert!(page.contains("block of 2 × 1 × 1; A at (0, 0, 0); B at (1, 0, 0)"));
}

#[test]
fn links_lead_somewhere() {
    let page = render_html(&[fixture::refuted()], false);
    let mut links = 0;
    for part in page.split("href=\"#").skip(1) {
        let target = part.split('"').next().unwrap();
        assert!(page.contains(&format!("id=\"{target}\"")), "#{target}");
        links += 1;
    }
    assert!(links > 5);
}

#[test]
fn hostile_names_and_comments_stay_text() {
    let mut report = fixture::refuted();
    let evil = "</pre><script>alert(1)</script>";
    report.path = PathBuf::from("<img src=x onerror=alert(1)>.cu");
    report.sources = SourceMap::new();
    let text = format!("__global__ void k(int *a, int *b, int n) {{\n  a[0] = threadIdx.x; // {evil}\n}}\n");
    report.sources.add(Path::new("\"><b>.cu"), text);
    report.kernels[0].name = "k<\"'&>".to_owned();
    report.kernels[0].properties[0].findings[0].diagnostic.message = evil.to_owned();
    let page = render_html(&[report], false);
    assert_eq!(page.matches("<script>").count(), 1, "only our own");
    assert!(!page.contains("<img") && !page.contains("\"><b>"));
    assert!(page.contains("&lt;/pre&gt;&lt;script&gt;"));
}

#[test]
fn a_change_is_shown_line_by_line() {
    let evil = "<script>alert(1)</script>";
    let page = render_html(&[fixture::with_fix(&format!("insert {evil}"), &format!("{evil} "))], false);
    assert_eq!(page.matches("<script>").count(), 1, "only our own");
    let line = |sign: &str, text: &str| html! { " " (sign) " " (text) }.into_string();
    for part in [
        html! { "help: insert " (evil) }.into_string(),
        line("-", "  a[0] = threadIdx.x;"),
        line("+", &format!("  {evil} a[0] = threadIdx.x;")),
        "not proved, as before: bounds".to_owned(),
    ] {
        assert!(page.contains(&part), "no {part} in {page}");
    }
}

#[test]
fn odd_spans_do_not_break_the_page() {
    let mut report = fixture::refuted();
    report.sources = SourceMap::new();
    report.sources.add(Path::new("k.cu"), "// é\r\nint x;\n".to_owned());
    for (start, end) in [(0, 0), (4, 4), (4, 900), (900, 1000), (4, 5), (13, 2)] {
        let label = &mut report.kernels[0].properties[0].findings[0].diagnostic.labels[0];
        (label.span.start, label.span.end) = (start, end);
        assert!(render_html(std::slice::from_ref(&report), false).contains("both threads write here"));
    }
}

#[test]
fn steps_stand_in_the_column_of_their_thread() {
    let mut report = fixture::refuted();
    let finding = &mut report.kernels[0].properties[0].findings[0];
    let span = finding.diagnostic.labels[0].span;
    let witness = finding.witness.as_mut().unwrap();
    let step = |thread, action, decisive| Step { thread, interval: 0, action, span, decisive };
    witness.timeline = Timeline {
        steps: vec![step(0, Action::Barrier, false), step(1, Action::Write("a[0]".to_owned()), true)],
        omitted: 3,
    };
    let page = render_html(&[report], false);
    assert!(page.contains("3 earlier steps are left out"));
    assert!(page.contains("<tr class=\"step decisive\"><td>0</td><td></td><td>writes <code>a[0]</code>"));
}

#[test]
fn many_findings_stay_small() {
    let mut report = fixture::refuted();
    let findings = &mut report.kernels[0].properties[0].findings;
    let steps = |f: &wp_engine::Finding| {
        let span = f.diagnostic.labels[0].span;
        let step = Step { thread: 1, interval: 0, action: Action::Read("a[0]".to_owned()), span, decisive: false };
        Timeline { steps: vec![step; 100], omitted: 0 }
    };
    let timeline = steps(&findings[0]);
    findings[0].witness.as_mut().unwrap().timeline = timeline;
    *findings = vec![findings[0].clone(); 50];
    assert!(render_html(&[report], false).len() < 2_000_000);
}
