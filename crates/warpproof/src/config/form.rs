//! The form of `warpproof.toml`: keys, values, and what is wrong with them.

use super::{Config, ConfigError};
use crate::cli::{assumption, RuleSet, MOST_GIGABYTES};
use crate::inference;
use crate::settings::duration;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use toml::Spanned;
use wp_engine::{dims, extents, KernelLaunch};
use wp_kir::Dim;

/// The advice about keys and values that do not fit.
const SEE: &str = "docs/configuration.md lists the keys and their values; `--no-config` leaves the file out";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Form {
    #[serde(default)]
    includes: Vec<PathBuf>,
    #[serde(default)]
    defines: Vec<Spanned<String>>,
    conventions: Option<RuleSet>,
    timeout: Option<Spanned<Number>>,
    device_memory: Option<Spanned<u64>>,
    #[serde(default)]
    rules: Vec<Spanned<String>>,
    #[serde(default)]
    omit_rules: Vec<Spanned<String>>,
    #[serde(default)]
    without: Vec<Spanned<String>>,
    baseline: Option<PathBuf>,
    #[serde(default)]
    portfolio: bool,
    #[serde(default)]
    kernel: BTreeMap<String, Kernel>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Kernel {
    block: Option<Spanned<Size>>,
    grid: Option<Spanned<Size>>,
    #[serde(default)]
    arguments: Vec<Spanned<Argument>>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "give a number of seconds; 0 is no limit")]
enum Number {
    Whole(i64),
    Fraction(f64),
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "write a size as 256, [16, 16], [16, \"*\"] or \"*\"")]
enum Size {
    One(Extent),
    Several(Vec<Extent>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Extent {
    Number(i64),
    Text(String),
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "give a whole number, or \"*\" for any")]
enum Argument {
    Value(i64),
    Text(String),
}

/// Reads the text of a configuration file.
pub fn parse(path: &Path, text: &str) -> Result<Config, Box<ConfigError>> {
    let form: Form = toml::from_str(text)
        .map_err(|e| ConfigError::at(path, text, e.span().unwrap_or(0..0), &explained(e.message()), SEE))?;
    let reader = Reader { path, text };
    let folder = path.parent().unwrap_or(Path::new(""));
    let launches = form.kernel.into_iter().map(|(name, kernel)| reader.launch(name, kernel));
    Ok(Config {
        includes: form.includes.iter().map(|i| folder.join(i)).collect(),
        defines: reader.all(&form.defines, |d| define(d))?,
        conventions: form.conventions,
        timeout: form.timeout.map(|t| reader.one(&t, |n| duration(n.value()))).transpose()?,
        device_memory: form.device_memory.map(|m| reader.one(&m, |&m| gigabytes(m))).transpose()?,
        rules: reader.all(&form.rules, |r| inference::rule(r))?,
        omitted: reader.all(&form.omit_rules, |r| inference::rule(r))?,
        without: reader.all(&form.without, |w| assumption(w))?,
        launches: launches.collect::<Result<_, _>>()?,
        baseline: form.baseline.map(|b| folder.join(b)),
        portfolio: form.portfolio,
    })
}

/// A size of the device's memory in bytes.
fn gigabytes(n: u64) -> Result<u64, String> {
    match n {
        1..=MOST_GIGABYTES => Ok(n << 30),
        _ => Err(format!("give a number of gigabytes from 1 to {MOST_GIGABYTES}")),
    }
}

/// The message of the library on one line.
fn explained(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Number {
    #[allow(clippy::cast_precision_loss)]
    fn value(&self) -> f64 {
        match self {
            Number::Whole(n) => *n as f64,
            Number::Fraction(n) => *n,
        }
    }
}

impl Display for Extent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Extent::Number(n) => write!(f, "{n}"),
            Extent::Text(text) => f.write_str(text),
        }
    }
}

/// The text that values are read from, for errors.
struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
}

impl Reader<'_> {
    fn one<T, U>(&self, value: &Spanned<T>, read: impl Fn(&T) -> Result<U, String>) -> Result<U, Box<ConfigError>> {
        read(value.get_ref()).map_err(|why| ConfigError::at(self.path, self.text, value.span(), &why, SEE))
    }

    fn all<T, U>(
        &self,
        values: &[Spanned<T>],
        read: impl Fn(&T) -> Result<U, String>,
    ) -> Result<Vec<U>, Box<ConfigError>> {
        values.iter().map(|value| self.one(value, &read)).collect()
    }

    fn launch(&self, kernel: String, table: Kernel) -> Result<KernelLaunch, Box<ConfigError>> {
        let size = |value: Option<Spanned<Size>>| value.map(|v| self.one(&v, size)).transpose();
        Ok(KernelLaunch {
            kernel,
            block: size(table.block)?,
            grid: size(table.grid)?,
            arguments: self.all(&table.arguments, argument)?,
        })
    }
}

fn size(size: &Size) -> Result<[Dim; 3], String> {
    let text = match size {
        Size::One(extent) => extent.to_string(),
        Size::Several(extents) => extents.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
    };
    extents(&text, 1).map(|e| dims(&e, 1))
}

fn argument(argument: &Argument) -> Result<Option<i128>, String> {
    match argument {
        Argument::Value(n) => Ok(Some(i128::from(*n))),
        Argument::Text(text) if text == "*" => Ok(None),
        Argument::Text(_) => Err("give a whole number, or \"*\" for any".to_owned()),
    }
}

/// A macro must have no other meaning.
fn define(text: &str) -> Result<String, String> {
    let name = text.split('=').next().unwrap_or_default();
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if starts && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !text.contains(['\n', '\0']) {
        Ok(text.to_owned())
    } else {
        Err("write a macro as \"NAME\" or \"NAME=VALUE\"".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn read(text: &str) -> Result<Config, Box<ConfigError>> {
        parse(Path::new("p/warpproof.toml"), text)
    }

    #[test]
    fn all_keys() {
        let config = read(
            r#"
includes = ["include", "../common"]
defines = ["N=16", "FAST"]
conventions = "warpproof"
timeout = 2.5
device-memory = 24
rules = ["r14", "loopBound"]
omit-rules = ["noread"]
without = ["no-alias"]
baseline = "accepted.toml"

[kernel.scale]
block = 256
grid = "*"
arguments = [7, "*", -1]

[kernel."tile<16>"]
block = [16, "*"]
"#,
        )
        .unwrap();
        assert_eq!(config.includes, [Path::new("p/include"), Path::new("p/../common")]);
        assert_eq!(config.defines, ["N=16", "FAST"]);
        assert_eq!(config.conventions, Some(RuleSet::Warpproof));
        assert_eq!(config.timeout, Some(Duration::from_millis(2500)));
        assert_eq!(config.device_memory, Some(24 << 30));
        assert_eq!(config.rules.len(), 2);
        assert_eq!(config.rules[1], "loopBound");
        assert_eq!(config.omitted, ["noread"]);
        assert_eq!(config.without, [wp_base::Assumption::NoAlias]);
        assert_eq!(config.baseline.as_deref(), Some(Path::new("p/accepted.toml")));
        let [scale, tile] = &config.launches[..] else { panic!("{:?}", config.launches) };
        assert_eq!(scale.kernel, "scale");
        assert_eq!(scale.block, Some([Dim::Known(256), Dim::Known(1), Dim::Known(1)]));
        assert_eq!(scale.grid, Some([Dim::Any, Dim::Known(1), Dim::Known(1)]));
        assert_eq!(scale.arguments, [Some(7), None, Some(-1)]);
        assert_eq!(tile.kernel, "tile<16>");
        assert_eq!(tile.block, Some([Dim::Known(16), Dim::Any, Dim::Known(1)]));
        assert!(read("").unwrap().launches.is_empty());
        assert_eq!(read("timeout = 0").unwrap().timeout, Some(Duration::from_secs(1_000_000_000)));
    }

    /// Each wrong text, the line that is named, and a part of the message.
    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, line, part) in [
            ("timeout = 1\nblok = 3\n", 2, "unknown field `blok`"),
            ("[kernel.k]\nblock = 8\nblocks = 9\n", 3, "unknown field `blocks`"),
            ("[kernels.k]\nblock = 8\n", 1, "unknown field `kernels`"),
            ("\nconventions = \"cuda\"\n", 2, "warpproof"),
            ("timeout = \"soon\"\n", 1, "number of seconds"),
            ("timeout = -1\n", 1, "not negative"),
            ("timeout = nan\n", 1, "not negative"),
            ("device-memory = 0\n", 1, "number of gigabytes"),
            ("defines = [\n  \"OK\",\n  \"-include x\",\n]\n", 3, "NAME=VALUE"),
            ("defines = \"N=1\"\n", 1, "expected a sequence"),
            ("rules = [\"r99\"]\n", 1, "no rule of this name"),
            ("omit-rules = [\"x\"]\n", 1, "no rule of this name"),
            ("without = [\"requires\"]\n", 1, "no such switch"),
            ("without = [\"nonsense\"]\n", 1, "no-alias"),
            ("[kernel.k]\ngrid = 0\n", 2, "at least 1"),
            ("[kernel.k]\ngrid = [1, 2, 3, 4]\n", 2, "one to three"),
            ("[kernel.k]\ngrid = 1.5\n", 2, "write a size as"),
            ("[kernel.k]\narguments = [1, \"x\"]\n", 2, "whole number"),
            ("timeout = 1\ntimeout = 2\n", 2, "duplicate key"),
            ("timeout = \n", 1, "timeout"),
            ("include\n", 1, ""),
        ] {
            let error = read(text).unwrap_err();
            let diagnostic = &error.diagnostic;
            let at = error.sources.line_col(diagnostic.labels[0].span).unwrap();
            assert!(diagnostic.message.contains(part) || part == "timeout", "{text}: {}", diagnostic.message);
            assert_eq!(at.line, line, "{text}: {}", diagnostic.message);
            assert!(diagnostic.message.starts_with("p/warpproof.toml cannot be used: "), "{}", diagnostic.message);
            assert!(diagnostic.help.is_some() && !diagnostic.message.contains('\n'));
        }
    }
}
