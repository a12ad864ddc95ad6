//! `warpproof.toml`: settings that the command line and the editor share.
//!
//! The nearest file counts, from the checked file's folder upwards. The command line overrides it. It names no program
//! to run and passes no flags on, so that opening a folder in an editor executes nothing from it.

mod form;

use crate::cli::{LimitArgs, RuleSet};
use crate::verify::reason;
use std::path::{Path, PathBuf};
use std::time::Duration;
use wp_base::{Assumption, Diagnostic, FileId, SourceMap, Span};
use wp_engine::{FileReport, KernelLaunch, Options};

/// Name of the file.
pub const NAME: &str = "warpproof.toml";

/// The settings of a file, checked.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Folders of includes.
    pub includes: Vec<PathBuf>,
    /// Macros, `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Whose conventions apply.
    pub conventions: Option<RuleSet>,
    /// Limit per file.
    pub timeout: Option<Duration>,
    /// Bytes of the device's memory.
    pub device_memory: Option<u64>,
    /// Rules that may suggest invariants; all when empty.
    pub rules: Vec<String>,
    /// Rules that are left out.
    pub omitted: Vec<String>,
    /// Assumptions that are switched off.
    pub without: Vec<Assumption>,
    /// Launches of single kernels.
    pub launches: Vec<KernelLaunch>,
    /// The accepted findings.
    pub baseline: Option<PathBuf>,
    /// True if the further solvers that are installed are asked too.
    pub portfolio: bool,
}

/// Why a configuration cannot be used, with the text it is about.
#[derive(Clone, Debug)]
pub struct ConfigError {
    /// The configuration file.
    pub sources: SourceMap,
    /// The error, its place, and the advice.
    pub diagnostic: Diagnostic,
}

impl ConfigError {
    /// An error about a file as a whole.
    pub fn about(message: String, help: &str) -> Box<Self> {
        let diagnostic = Diagnostic::error("WP0508", message).help(help);
        Box::new(Self { sources: SourceMap::new(), diagnostic })
    }

    /// An error at a place of a file's text.
    pub fn at(path: &Path, text: &str, place: std::ops::Range<usize>, what: &str, help: &str) -> Box<Self> {
        let mut sources = SourceMap::new();
        let file = sources.add(path, text.to_owned());
        let span = span(file, &place);
        // The library ends its messages with where the text stands, or with a line break.
        let message = format!("{} cannot be used: {}", path.display(), what.trim_end());
        let diagnostic = Diagnostic::error("WP0508", message).primary(span, "here").help(help);
        Box::new(Self { sources, diagnostic })
    }

    /// The report on a file that cannot be checked for it.
    pub fn report(self, checked: &Path) -> FileReport {
        FileReport {
            path: checked.to_owned(),
            sources: self.sources,
            errors: vec![self.diagnostic],
            ..FileReport::default()
        }
    }
}

fn span(file: FileId, place: &std::ops::Range<usize>) -> Span {
    let position = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    // An empty range at the start of the first file would mean "no position".
    Span { file, start: position(place.start), end: position(place.end.max(place.start + 1)) }
}

/// The configuration that applies to a checked file: the one that is named, or the nearest, or none.
pub fn of(checked: &Path, named: Option<&Path>, never: bool) -> Result<Option<Config>, Box<ConfigError>> {
    let path = match named {
        _ if never => None,
        Some(path) => Some(path.to_owned()),
        None => nearest(checked),
    };
    path.map(|path| read(&path)).transpose()
}

/// The nearest file of the usual name, from the folder of a file upwards.
pub fn nearest(checked: &Path) -> Option<PathBuf> {
    let folder = checked.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().or_else(|_| std::path::absolute(folder)).ok()?;
    folder.ancestors().map(|f| f.join(NAME)).find(|f| f.is_file())
}

fn read(path: &Path) -> Result<Config, Box<ConfigError>> {
    let text = std::fs::read_to_string(path).map_err(|e| {
        let message = format!("cannot read the configuration {}: {}", path.display(), reason(&e));
        ConfigError::about(message, "name a file in TOML with `--config`, or leave all of them out with `--no-config`")
    })?;
    form::parse(path, &text)
}

impl Config {
    /// Sets the options that the file has and the command line does not, as far as header lines may override them.
    pub fn apply(&self, options: &mut Options, given: &LimitArgs) {
        options.defines.extend(self.defines.iter().cloned());
        options.without.extend(&self.without);
        if let (Some(timeout), None) = (self.timeout, given.timeout) {
            options.timeout = timeout;
        }
        if let Some(bytes) = self.device_memory {
            options.device_memory = bytes;
        }
        let inference = &mut options.inference;
        if given.inference.rules.is_empty() {
            inference.rules.clone_from(&self.rules);
        }
        inference.omitted.extend(self.omitted.iter().cloned());
    }

    /// Sets the options that everything else overrides: folders to search last, and launches that are not given
    /// otherwise.
    pub fn apply_last(&self, options: &mut Options, block_given: bool, grid_given: bool) {
        options.includes.extend(self.includes.iter().cloned());
        for launch in &self.launches {
            let mut launch = launch.clone();
            if block_given {
                launch.block = None;
            }
            if grid_given {
                launch.grid = None;
            }
            if options.kernel_args.iter().any(|(kernel, _)| *kernel == launch.kernel) {
                launch.arguments.clear();
            }
            if launch.block.is_some() || launch.grid.is_some() || !launch.arguments.is_empty() {
                options.kernel_launches.push(launch);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{self, Means};
    use crate::cli::{Cli, Command};
    use clap::Parser;
    use std::fs;

    #[test]
    fn the_nearest_file_wins() {
        let dir = tempfile::tempdir().unwrap();
        let inner = dir.path().join("a/b");
        fs::create_dir_all(&inner).unwrap();
        let checked = inner.join("k.cu");
        assert!(nearest(&checked).is_none_or(|f| !f.starts_with(dir.path())));
        fs::write(dir.path().join(NAME), "timeout = 5\n").unwrap();
        let found = of(&checked, None, false).unwrap().unwrap();
        assert_eq!(found.timeout, Some(Duration::from_secs(5)));
        fs::write(dir.path().join("a").join(NAME), "timeout = 7\n").unwrap();
        let found = of(&checked, None, false).unwrap().unwrap();
        assert_eq!(found.timeout, Some(Duration::from_secs(7)));
        assert!(of(&checked, None, true).unwrap().is_none());
        let named = dir.path().join(NAME);
        let found = of(&checked, Some(&named), false).unwrap().unwrap();
        assert_eq!(found.timeout, Some(Duration::from_secs(5)));
        // A folder of that name is none.
        fs::create_dir(inner.join(NAME)).unwrap();
        assert_eq!(of(&checked, None, false).unwrap().unwrap().timeout, Some(Duration::from_secs(7)));
    }

    #[test]
    fn options_and_file_together() {
        let words = |list: &[&str]| list.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
        let config = Config {
            includes: vec![PathBuf::from("of-file")],
            defines: words(&["N=1"]),
            timeout: Some(Duration::from_secs(5)),
            rules: words(&["pow2"]),
            omitted: words(&["noread"]),
            without: vec![Assumption::NoAlias],
            ..Config::default()
        };
        let options = |line: &str| {
            let line = ["warpproof", "check", "k.cu"].into_iter().chain(line.split_whitespace());
            let Command::Check(args) = Cli::try_parse_from(line).unwrap().command else { panic!("not check") };
            let means = Means::new(&args.limits, None);
            check::settings(&args, Some((&means, &crate::launch_file::Job::file(Path::new("k.cu")))), Some(&config))
                .unwrap()
                .options
        };
        let of_file = options("");
        assert_eq!((of_file.timeout, &of_file.inference.rules), (Duration::from_secs(5), &config.rules));
        assert_eq!((&of_file.without, &of_file.defines), (&config.without, &config.defines));
        let both = options("--timeout=3 --rules=loopBound --omit-rule=nowrite --without=launch-size -DN=2 -Iof-line");
        assert_eq!((both.timeout, both.inference.rules), (Duration::from_secs(3), words(&["loopBound"])));
        assert!(["noread", "nowrite"].iter().all(|r| both.inference.omitted.iter().any(|o| o == r)));
        assert!([Assumption::NoAlias, Assumption::LaunchSize].iter().all(|w| both.without.contains(w)));
        assert_eq!(both.defines, ["N=1", "N=2"], "the last one counts");
        assert_eq!(both.includes, [Path::new("of-line"), Path::new("of-file")], "the first one counts");
    }

    #[test]
    fn what_is_given_goes_before_the_file() {
        let mut config = Config { timeout: Some(Duration::from_secs(5)), ..Config::default() };
        config.launches.push(KernelLaunch {
            kernel: "k".to_owned(),
            block: Some([wp_kir::Dim::Known(8); 3]),
            grid: Some([wp_kir::Dim::Known(2); 3]),
            arguments: vec![Some(3)],
        });
        let mut options = Options::default();
        config.apply_last(&mut options, false, false);
        assert_eq!(options.kernel_launches, config.launches);
        let mut options = Options { kernel_args: vec![("k".to_owned(), vec![None])], ..Options::default() };
        config.apply_last(&mut options, true, false);
        let left = &options.kernel_launches[0];
        assert_eq!((left.block, left.grid.is_some(), left.arguments.len()), (None, true, 0));
        config.apply_last(&mut options, true, true);
        assert_eq!(options.kernel_launches.len(), 1, "a launch of which nothing is left says nothing");
    }
}
