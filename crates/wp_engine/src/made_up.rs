//! Kernel templates that nothing instantiates: the tree of the file with instances that were made up, and what the
//! reports on these say. If the user names instances, none are made up.

use crate::linking::Place;
use crate::options::Rules;
use crate::{KernelReport, Options};
use std::sync::Arc;
use wp_base::{Assumption, FileId, Span};
use wp_clang::{Limits, MadeUp, ParseOptions, TranslationUnit};
use wp_decls::split_at_commas;

/// The instances that were made up for the templates of a file, with the tree that has them; none if nothing was.
pub(crate) fn read(
    Place { path, main }: Place<'_>,
    unit: &TranslationUnit,
    parsing: &ParseOptions,
    options: &Options,
    limits: &Limits,
) -> Option<(Arc<TranslationUnit>, Vec<MadeUp>)> {
    let is_wanted = options.rules == Rules::Warpproof && options.instances.is_empty();
    let language = options.language_of(main).filter(|language| is_wanted && language.is_cpp())?;
    let file = unit.sources.find(path);
    let wanted = |name: &str, of: FileId| Some(of) == file && options.selects(name);
    let made = wp_clang::make_up(main, unit, parsing, limits, &wanted).ok()?;
    let instances: Vec<String> = made.iter().flat_map(|made| made.instances.iter().cloned()).collect();
    if instances.is_empty() {
        return None;
    }
    let parsing = ParseOptions { instances, ..parsing.clone() };
    let unit = wp_clang::parse_with_limits(main, language, &parsing, limits).ok()?;
    Some((Arc::new(unit), made))
}

/// Says in the report on an instance that was made up for which arguments it was checked.
pub(crate) fn tell(report: &mut KernelReport, made: &[MadeUp]) {
    let Some(made) = made.iter().find(|made| made.template == report.span) else { return };
    let (template, arguments) = report.name.split_once('<').unwrap_or((&report.name, ""));
    let arguments = split_at_commas(arguments.strip_suffix('>').unwrap_or(arguments));
    let named: Vec<String> = made.parameters.iter().zip(&arguments).map(|(p, a)| format!("{p} = {a}")).collect();
    let (list, verb) = (named.join(", "), if named.len() == 1 { "is" } else { "are" });
    let what = format!("`{list}` {verb} made up: nothing in the file instantiates `{template}`");
    let span: Span = report.span;
    report.approximations.push((what, span));
    report.assume(Assumption::MadeUpInstance);
}
