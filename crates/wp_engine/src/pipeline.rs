//! From a file to its report: the verification of its kernels under the last guard, then the search for fixes.

use crate::configuration::limits_of;
use crate::file::{check_source, Source};
use crate::observer::Observer;
use crate::{fixes, guard, python, FileReport, Options};
use std::path::Path;
use std::sync::Arc;
use wp_base::Diagnostic;
use wp_clang::TranslationUnit;

/// Verifies every kernel of a file (or those that the options name). If solvers contradicted each other, this is all
/// that is reported.
pub fn check_file(path: &Path, options: &Options) -> FileReport {
    check_watched(path, options, &Observer::default())
}

/// [`check_file`] with an observer.
pub fn check_watched(path: &Path, options: &Options, observer: &Observer) -> FileReport {
    let check = |options: &Options| check(path, Source::File, options, observer);
    match python::is_python(path) && options.language.is_none() {
        true => python::check(path, options, &check),
        false => check(options),
    }
}

/// [`check_file`] where the syntax tree of the file was read before, with [`Options::parsing`].
pub fn check_tree(path: &Path, unit: Arc<TranslationUnit>, options: &Options) -> FileReport {
    check(path, Source::Tree(unit), options, &Observer::default())
}

fn check(path: &Path, source: Source<'static>, options: &Options, observer: &Observer) -> FileReport {
    let (there, limits) = (options.clone(), limits_of(options));
    let of = path.to_owned();
    let report = guard::run(path, options, observer.clone(), move |board| {
        let (mut report, unit) = check_source(&of, source, &there, limits, board);
        if let Some(unit) = unit.filter(|_| there.fixes) {
            board.complete(&report);
            fixes::suggest(&mut report, &unit, &there);
        }
        report
    });
    match options.portfolio.disagreement() {
        None => report,
        Some(words) => FileReport {
            path: path.to_owned(),
            errors: vec![Diagnostic::error("WP0501", format!("internal error: {words}"))
                .help("one of the solvers is wrong, or Warpproof is: please report it with the file; without `--portfolio` only Z3 is asked")],
            ..FileReport::default()
        },
    }
}
