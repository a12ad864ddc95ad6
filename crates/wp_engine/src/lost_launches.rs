//! Launches of the source that the tree of the compiler does not have.

use wp_base::Span;
use wp_clang::{SourceLaunch, TranslationUnit};
use wp_lower::{Seen, SeenLaunch};

/// The greatest number of lines by which a line number of the preprocessor may lag behind the source.
const MOST_LAG: u32 = 64;

/// True if the tree has each launch of the source, so that none is missing among those that are read.
pub(crate) fn has_all_launches(unit: &TranslationUnit, seen: &Seen) -> bool {
    lost_launches(unit, seen, unit.compiles()).is_empty() && seen.lost_calls.is_empty()
}

/// Launches of the source that the tree does not have in executed code: what they launch, and where. In a file
/// without errors, a launch in a template without an instance is never executed, so it counts as found.
pub(crate) fn lost_launches<'a>(unit: &'a TranslationUnit, seen: &Seen, clean: bool) -> Vec<(Option<&'a str>, Span)> {
    let line = |span: Span| unit.sources.line_col(span).map(|at| at.line);
    let mut left: Vec<(&SeenLaunch, usize)> = Vec::new();
    for launch in &seen.launches {
        left.push((launch, if clean { launch.count } else { launch.executed }));
    }
    let mut lost: Vec<&SourceLaunch> = Vec::new();
    for launch in &unit.census.launches {
        let at = line(launch.span);
        let is_here = |span: Span| {
            let last = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
            span.file == launch.span.file && line(span) <= at && at <= line(last)
        };
        let fits = left.iter_mut().filter(|(seen, count)| *count > 0 && is_here(seen.span));
        match fits.min_by_key(|(seen, _)| seen.span.end - seen.span.start) {
            Some((_, count)) => *count -= 1,
            None => lost.push(launch),
        }
    }
    // Behind a macro with arguments on several lines the lines of the preprocessor lag.
    let behind = |seen: Span, launch: Span| {
        seen.file == launch.file && line(seen).zip(line(launch)).is_some_and(|(s, l)| l < s && s <= l + MOST_LAG)
    };
    lost.retain(|launch| {
        let named = |seen: &SeenLaunch| launch.name.is_none() || launch.name.as_deref() == seen.name.as_deref();
        let mut fits = left.iter_mut().filter(|(seen, count)| *count > 0 && behind(seen.span, launch.span));
        fits.find(|(seen, _)| named(seen)).map(|(_, count)| *count -= 1).is_none()
    });
    lost.into_iter().map(|launch| (launch.name.as_deref(), launch.span)).collect()
}
