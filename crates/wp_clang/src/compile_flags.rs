//! Options of other compilers (nvcc, NVRTC, hipcc, GCC, Clang), as those that a file is read with here.
//!
//! Definitions, folders of headers, headers that come first, the language and the standard are translated. All other
//! options are left out, with the macros that a compiler would define for them: code generation, warnings, outputs,
//! libraries. The architecture is that of the assumption `cuda-arch`; an architecture of AMD's gives the lanes of a warp.

use crate::{Language, LANES, LANES_OF_RDNA};
use std::path::{Path, PathBuf};

/// The translated options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CompileFlags {
    /// Definitions, `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Folders of headers, system folders last.
    pub includes: Vec<PathBuf>,
    /// Headers that are included first.
    pub headers: Vec<String>,
    /// Flags for Clang.
    pub extra: Vec<String>,
    /// The language, where an option gives it: `None` inside for another one than those of kernels.
    pub language: Option<Option<Language>>,
    /// Lanes of a warp, where all architectures of HIP that the options name agree on them.
    pub warp_size: Option<u32>,
    /// Files of options that were not read, so that definitions in them are not known.
    pub unread: Vec<PathBuf>,
}

/// An option that is translated.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Meaning {
    Define,
    Undefine,
    Folder,
    SystemFolder,
    Header,
    Language,
    Standard,
    /// An architecture, of HIP's if the name begins with `gfx`.
    Architecture,
    /// Words for another compiler, separated by commas.
    Words,
    /// A file with further options.
    File,
}

/// Options by name, longer names before those that they begin with. nvcc takes `--name value` and `--name=value`.
const OPTIONS: [(&str, Meaning); 27] = [
    ("--define-macro", Meaning::Define),
    ("--undefine-macro", Meaning::Undefine),
    ("--include-path", Meaning::Folder),
    ("--system-include", Meaning::SystemFolder),
    ("--pre-include", Meaning::Header),
    ("--compiler-options", Meaning::Words),
    ("--options-file", Meaning::File),
    ("--offload-arch", Meaning::Architecture),
    ("--amdgpu-target", Meaning::Architecture),
    ("--include-directory", Meaning::Folder),
    ("--std", Meaning::Standard),
    ("--x", Meaning::Language),
    ("--language", Meaning::Language),
    ("-Xcompiler", Meaning::Words),
    ("-isystem", Meaning::SystemFolder),
    ("-idirafter", Meaning::SystemFolder),
    ("-iquote", Meaning::Folder),
    ("-include", Meaning::Header),
    ("-imacros", Meaning::Header),
    ("--include", Meaning::Header),
    ("-optf", Meaning::File),
    ("-std", Meaning::Standard),
    ("-D", Meaning::Define),
    ("-U", Meaning::Undefine),
    ("-I", Meaning::Folder),
    ("-x", Meaning::Language),
    ("@", Meaning::File),
];

/// Options that are left out together with the word behind them.
const WITH_A_WORD: [&str; 45] = [
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-arch",
    "-code",
    "-gencode",
    "-Xptxas",
    "-Xlinker",
    "-Xnvlink",
    "-Xfatbin",
    "-Xarchive",
    "-Xcudafe",
    "-Xclang",
    "-Xarch_device",
    "-Xarch_host",
    "-ccbin",
    "-L",
    "-l",
    "-maxrregcount",
    "-odir",
    "-isysroot",
    "-target",
    "-mllvm",
    "-gcc-toolchain",
    "-t",
    "-ptxas-options",
    "-nvlink-options",
    "-diag-suppress",
    "--gpu-architecture",
    "--gpu-code",
    "--generate-code",
    "--ptxas-options",
    "--linker-options",
    "--compiler-bindir",
    "--output-file",
    "--output-directory",
    "--library",
    "--library-path",
    "--maxrregcount",
    "--threads",
    "--diag-suppress",
    "--cudart",
    "--relocatable-device-code",
];

/// What counts when all options are read.
#[derive(Default)]
struct Gathered {
    /// System folders.
    system: Vec<PathBuf>,
    /// Lanes of a warp of each architecture of HIP.
    lanes: Vec<u32>,
}

/// Lanes of a warp of an architecture of AMD's: `gfx90a`, `gfx1030:xnack-`.
fn lanes_of(architecture: &str) -> Option<u32> {
    let digits: String = architecture.strip_prefix("gfx")?.chars().take_while(char::is_ascii_alphanumeric).collect();
    // The last two characters are the version and the stepping of a generation.
    let generation: u32 = digits.get(..digits.len().checked_sub(2)?)?.parse().ok()?;
    Some(if generation < 10 { LANES } else { LANES_OF_RDNA })
}

/// Files of options in files of options, at most.
const MAX_NESTING: usize = 10;

impl CompileFlags {
    /// Translates options; relative paths are in `folder`.
    pub fn translate(words: &[String], folder: &Path) -> Self {
        let mut flags = Self::default();
        let mut gathered = Gathered::default();
        flags.add(words, folder, &mut gathered, 0);
        let Gathered { system, lanes } = gathered;
        flags.warp_size = lanes.first().copied().filter(|first| lanes.iter().all(|other| other == first));
        flags.includes.extend(system);
        flags
    }

    fn add(&mut self, words: &[String], folder: &Path, gathered: &mut Gathered, depth: usize) {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if WITH_A_WORD.contains(&word.as_str()) {
                words.next();
                continue;
            }
            let Some((name, meaning)) = OPTIONS.into_iter().find(|(name, _)| is_option(word, name)) else { continue };
            let behind = &word[name.len()..];
            let value = match behind.strip_prefix('=').unwrap_or(behind) {
                "" if name != "@" => words.next().map_or("", String::as_str),
                value => value,
            };
            self.apply((meaning, value), folder, gathered, depth);
        }
    }

    fn apply(&mut self, (meaning, value): (Meaning, &str), folder: &Path, gathered: &mut Gathered, depth: usize) {
        match meaning {
            _ if value.is_empty() => {}
            Meaning::Define => self.defines.push(value.to_owned()),
            Meaning::Undefine => {
                self.defines.retain(|define| define.split(['=', '(']).next() != Some(value));
                self.extra.push(format!("-U{value}"));
            }
            Meaning::Folder => self.includes.push(folder.join(value)),
            Meaning::SystemFolder => gathered.system.push(folder.join(value)),
            Meaning::Architecture => gathered.lanes.extend(value.split([',', ';']).filter_map(lanes_of)),
            Meaning::Header => {
                let beside = folder.join(value);
                let name = if beside.is_file() { beside.to_string_lossy().into_owned() } else { value.to_owned() };
                self.headers.push(name);
            }
            Meaning::Language => {
                self.language = Some(match value {
                    "cu" | "cuda" => Some(Language::Cuda),
                    "hip" => Some(Language::Hip),
                    "cl" => Some(Language::OpenCl),
                    _ => None,
                });
            }
            // The built-in headers need C++17.
            Meaning::Standard => {
                let is_later = ["20", "2a", "23", "2b", "26", "2c"].iter().any(|year| value.ends_with(year));
                self.extra.extend((is_later && value.contains("++")).then(|| format!("-std={value}")));
            }
            Meaning::Words => {
                let words: Vec<String> = value.split(',').map(str::to_owned).collect();
                if depth < MAX_NESTING {
                    self.add(&words, folder, gathered, depth + 1);
                }
            }
            Meaning::File => {
                let file = folder.join(value);
                match std::fs::read_to_string(&file) {
                    Ok(text) if depth < MAX_NESTING => self.add(&split(&text), folder, gathered, depth + 1),
                    _ => self.unread.push(file),
                }
            }
        }
    }
}

/// True if a word is this option, alone or with its value: `-DX`, `--std=c++17`.
fn is_option(word: &str, name: &str) -> bool {
    let Some(behind) = word.strip_prefix(name) else { return false };
    // Of the options with short names, the value may follow at once.
    let joins = matches!(name, "-D" | "-U" | "-I" | "-x" | "@" | "-isystem" | "-iquote" | "-idirafter" | "-include");
    behind.is_empty() || behind.starts_with('=') || joins
}

/// Splits a command line like a shell: by white space, with quotes and backslashes.
pub fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match (quote, char) {
            (Some(open), _) if char == open => quote = None,
            (Some('\''), _) => word.get_or_insert_with(String::new).push(char),
            (None, '"' | '\'') => {
                quote = Some(char);
                word.get_or_insert_with(String::new);
            }
            (Some(_), '\\') if !chars.peek().is_some_and(|next| matches!(next, '"' | '\\' | '$' | '`')) => {
                word.get_or_insert_with(String::new).push(char);
            }
            (_, '\\') => word.get_or_insert_with(String::new).extend(chars.next()),
            (None, _) if char.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_with(String::new).push(char),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> CompileFlags {
        CompileFlags::translate(&split(line), Path::new("/p"))
    }

    #[test]
    fn translated() {
        let flags = of("nvcc -DA=1 -D B -Iinc -I /abs -isystem sys -std=c++20 -x cu --define-macro=C -o x.o a.cpp");
        assert_eq!(flags.defines, ["A=1", "B", "C"]);
        assert_eq!(flags.includes, ["/p/inc", "/abs", "/p/sys"].map(PathBuf::from));
        assert_eq!((flags.extra, flags.language), (vec!["-std=c++20".to_owned()], Some(Some(Language::Cuda))));
        assert_eq!(of("-DA -UA").defines, [""; 0]);
        assert_eq!(of("-x c++").language, Some(None));
    }

    #[test]
    fn of_the_host_compiler() {
        assert_eq!(of("-Xcompiler=-fPIC,-DH -Xcompiler -DI --compiler-options '-DJ,-O2'").defines, ["H", "I", "J"]);
    }

    #[test]
    fn left_out() {
        let line =
            "-O3 -std=c++14 -gencode arch=compute_80,code=sm_80 -arch=sm_80 --use_fast_math -lineinfo -Xptxas -DX \
                    -MF -DY -Wall -fopenmp -rdc=true --expt-relaxed-constexpr -isysroot x";
        assert_eq!(of(line), CompileFlags::default());
    }

    #[test]
    fn of_hipcc() {
        let flags =
            of("hipcc -x hip --hip-link -fgpu-rdc --offload-arch=gfx90a --offload-arch=gfx942:xnack- -DA -c a.cpp");
        assert_eq!(
            (flags.language, flags.warp_size, flags.defines),
            (Some(Some(Language::Hip)), Some(64), vec!["A".into()])
        );
        assert_eq!(of("hipcc --offload-arch=gfx1030,gfx1100").warp_size, Some(32));
        assert_eq!(of("hipcc --offload-arch=gfx1030 --offload-arch=gfx906").warp_size, None);
        assert_eq!(of("hipcc --offload-arch=native").warp_size, None);
    }

    #[test]
    fn words_of_a_shell() {
        assert_eq!(
            split(r#"a "b c" 'd "e' f\ g "-DX=\"y\"" "" "\n""#),
            ["a", "b c", "d \"e", "f g", "-DX=\"y\"", "", "\\n"]
        );
    }

    #[test]
    fn files_of_options() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.rsp"), "-DA\n@a.rsp --options-file b.rsp").unwrap();
        std::fs::write(folder.path().join("b.rsp"), "-DB").unwrap();
        let flags = CompileFlags::translate(&split("@a.rsp"), folder.path());
        assert!(flags.defines.starts_with(&["A".to_owned()]) && flags.defines.contains(&"B".to_owned()));
    }

    #[test]
    fn files_of_options_that_are_missing_are_told() {
        assert_eq!(of("-DA @/no/such/file").unread, [PathBuf::from("/no/such/file")]);
    }
}
