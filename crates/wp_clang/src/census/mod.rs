//! An independent count of the kernels that a file and its own headers define, and of the launches in them.
//!
//! Input: the preprocessed text, so that macros are expanded and branches decided, and the source text. Output:
//! [`Census`]. The parser's tree is not used, since it loses code after an error. Over-approximate: text that resembles
//! a definition or a launch may be counted; none is missed unless it is written by means other than those of [`scan`].

mod branches;
pub(crate) mod includes;
mod lexer;
mod plain;
mod scan;

pub(crate) use branches::outline;
pub(crate) use plain::as_preprocessed;

use crate::line_markers::marker;
use crate::Language;
use lexer::Token;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use wp_base::{FileId, SourceMap, Span, Spliced};

/// The definitions of kernels and the launches of a translation unit, in its own order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// The definitions that the compiler is given.
    pub kernels: Vec<SourceKernel>,
    /// The launches that the compiler is given.
    pub launches: Vec<SourceLaunch>,
    /// Definitions and launches in branches of the preprocessor that are off.
    pub hidden: Vec<Hidden>,
}

/// A definition of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceKernel {
    /// Its name without namespaces and template arguments.
    pub name: String,
    /// The name, or the line of the macro that makes it.
    pub span: Span,
    /// The lines of the definition.
    pub lines: Span,
}

/// A launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceLaunch {
    /// The name of the launched kernel, if the source names one.
    pub name: Option<String>,
    /// The name, or the line of the launch.
    pub span: Span,
}

/// A definition or a launch that the preprocessor leaves out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hidden {
    /// The kernel.
    pub name: String,
    /// The place of its name.
    pub span: Span,
    /// True if the hidden construct is a launch.
    pub is_launch: bool,
}

/// A token's place: the number of the file among those of the output, and the line.
type Place = (usize, u32);

/// Counts. `output` is the preprocessed text, with line markers; headers of the system and of the folder `prelude` are
/// ignored. The other files are added to the sources: the tree names none of those that only define macros.
pub(crate) fn take(output: &str, language: Language, prelude: &Path, sources: &mut SourceMap) -> Census {
    let opencl = language == Language::OpenCl;
    let output = Spliced::new(output);
    let stream = Stream::read(&output, prelude);
    let mut places = Places { stream: &stream, sources, ids: FxHashMap::default() };
    let mut census = Census::default();
    for found in scan::definitions(&stream.tokens, opencl) {
        let name = stream.tokens[found.name].text;
        let (first, last) = (stream.places[found.whole.0], stream.places[found.whole.1]);
        let span = places.of_token(found.name);
        census.kernels.push(SourceKernel { name: name.to_owned(), span, lines: places.lines(first, last) });
    }
    let launches = if opencl { Vec::new() } else { scan::launches(&stream.tokens) };
    for found in launches {
        let name = found.name.map(|name| stream.tokens[name].text.to_owned());
        let span = places.of_token(found.at);
        census.launches.push(SourceLaunch { name, span });
    }
    // The preprocessor may name a file by several paths.
    let ids: Vec<FileId> = (0..stream.files.len()).map(|number| places.id(number)).collect();
    for (number, id) in ids.iter().enumerate().filter(|(number, id)| !ids[..*number].contains(id)) {
        let text = places.sources.file(*id).map(|file| file.text.clone()).unwrap_or_default();
        let is_active = |first: u32, last: u32| {
            stream.places.iter().any(|(file, line)| ids[*file] == *id && (first..=last).contains(line))
        };
        for (name, line, is_launch) in branches::left_out(&text, opencl, &is_active) {
            let span = places.span((number, line), &name, 0);
            census.hidden.push(Hidden { name, span, is_launch });
        }
    }
    census
}

/// The kernels that a text of CUDA or HIP defines and launches, whatever the preprocessor leaves out: their names
/// without namespaces and template arguments.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub defined: BTreeSet<String>,
    pub launched: BTreeSet<String>,
}

/// The names in a text.
pub(crate) fn names(text: &str) -> Names {
    let source = Spliced::new(text);
    let tokens: Vec<Token<'_>> =
        lexer::tokens(&source, 1).into_iter().filter(|t| t.kind != lexer::Kind::Directive).collect();
    let name = |at: usize| tokens[at].text.to_owned();
    Names {
        defined: scan::definitions(&tokens, false).iter().map(|found| name(found.name)).collect(),
        launched: scan::launches(&tokens).iter().filter_map(|found| found.name.map(name)).collect(),
    }
}

/// True if two outputs of the preprocessor have the same tokens in the files of the program.
pub(crate) fn same_tokens(output: &str, other: &str, prelude: &Path) -> bool {
    let texts = [output, other].map(Spliced::new);
    let [one, two] = texts.each_ref().map(|text| Stream::read(text, prelude));
    one.tokens.iter().map(|token| token.text).eq(two.tokens.iter().map(|token| token.text))
}

/// The tokens of the files that belong to the program, in the order of the compiler.
#[derive(Default)]
struct Stream<'t> {
    tokens: Vec<Token<'t>>,
    places: Vec<Place>,
    files: Vec<String>,
}

impl<'t> Stream<'t> {
    fn read(output: &'t Spliced<'t>, prelude: &Path) -> Self {
        let mut stream = Self::default();
        let mut own: Option<usize> = None;
        let (mut line, mut start, mut at) = (1, 0, 0);
        for text in output.text().split_inclusive('\n') {
            if let Some(next) = marker(text.trim_end()) {
                stream.add(output, start..at, own, line);
                let path = next.path.to_string_lossy().into_owned();
                let is_own = !next.is_system && !path.starts_with('<') && !next.path.starts_with(prelude);
                own = is_own.then(|| stream.file(path));
                (line, start) = (next.line, at + text.len());
            }
            at += text.len();
        }
        stream.add(output, start..at, own, line);
        stream
    }

    fn file(&mut self, path: String) -> usize {
        self.files.iter().position(|f| *f == path).unwrap_or_else(|| {
            self.files.push(path);
            self.files.len() - 1
        })
    }

    fn add(&mut self, output: &'t Spliced<'t>, part: Range<usize>, own: Option<usize>, line: u32) {
        let Some(file) = own else { return };
        for token in lexer::tokens_in(output, part, line).into_iter().filter(|t| t.kind != lexer::Kind::Directive) {
            self.tokens.push(token);
            self.places.push((file, token.line));
        }
    }
}

/// Places as spans.
struct Places<'a, 't> {
    stream: &'a Stream<'t>,
    sources: &'a mut SourceMap,
    ids: FxHashMap<usize, FileId>,
}

impl Places<'_, '_> {
    fn id(&mut self, file: usize) -> FileId {
        let path = Path::new(&self.stream.files[file]);
        *self.ids.entry(file).or_insert_with(|| self.sources.load(path))
    }

    /// A token: as often as it stands before on its line, so often it is passed over there.
    fn of_token(&mut self, at: usize) -> Span {
        let (token, place) = (self.stream.tokens[at], self.stream.places[at]);
        let line = (0..at).rev().take_while(|i| self.stream.places[*i] == place);
        let before = line.filter(|i| self.stream.tokens[*i].text == token.text).count();
        self.span(place, token.text, before)
    }

    /// A word on a line behind so many of its kind, or the line where the word is not spelled there.
    fn span(&mut self, (file, line): Place, word: &str, before: usize) -> Span {
        let id = self.id(file);
        let whole = line_span(self.sources, id, line);
        let text = self.sources.text(whole);
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let is_word =
            |at: &usize| !is_part(text[..*at].chars().next_back()) && !is_part(text[at + word.len()..].chars().next());
        let mut spelled = text.match_indices(word).map(|(at, _)| at).filter(is_word);
        let first = spelled.clone().next();
        let spelled = spelled.nth(before).or(first);
        match spelled {
            Some(at) => {
                let start = whole.start + at as u32;
                Span { file: id, start, end: start + word.len() as u32 }
            }
            None => {
                let blank = (text.len() - text.trim_start().len()) as u32;
                Span { start: whole.start + blank, end: whole.start + text.trim_end().len() as u32, ..whole }
            }
        }
    }

    /// From one line to another; the first alone where they are in different files.
    fn lines(&mut self, first: Place, last: Place) -> Span {
        let id = self.id(first.0);
        let last = if last.0 == first.0 { last.1 } else { first.1 };
        line_span(self.sources, id, first.1).to(line_span(self.sources, id, last))
    }
}

/// A line without its end.
fn line_span(sources: &SourceMap, id: FileId, line: u32) -> Span {
    let Some(file) = sources.file(id) else { return Span::NONE };
    let start = file.line_start(line.saturating_sub(1) as usize);
    let end = file.line_start(line as usize);
    let text = file.text.get(start as usize..end as usize).unwrap_or_default();
    Span { file: id, start, end: start + text.trim_end_matches(['\n', '\r']).len() as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_system_are_passed_over_and_names_have_places() {
        let mut sources = SourceMap::new();
        let text =
            "#include \"h.cuh\"\n#if 0\n__global__ void off() {}\n#endif\nMAKE(a)\nvoid f() {\n  a<<<1, 1>>>();\n}\n";
        let main = sources.add(Path::new("m.cu"), text.to_owned());
        let header = sources.add(Path::new("h.cuh"), "__global__ void b();\n".to_owned());
        let output = "# 1 \"/p/cuda.h\" 1\n__attribute__((global)) void no() {}\n# 1 \"m.cu\" 2\n# 1 \"s.h\" 1 3\n\
                      __attribute__((global)) void no() {}\n# 1 \"h.cuh\" 1\n__attribute__((global)) void b();\n# 2 \"m.cu\" 2\n\n\n\n\
                      __attribute__((global)) void a() {}\nvoid f() {\n a<<<1, 1>>>();\n}\n";
        let census = take(output, Language::Cuda, Path::new("/p"), &mut sources);
        let line = |span| sources.line_col(span).map(|at| at.line);
        assert_eq!(census.kernels.len(), 1);
        assert_eq!((census.kernels[0].name.as_str(), line(census.kernels[0].span)), ("a", Some(5)));
        assert_eq!(sources.text(census.launches[0].span), "a");
        assert_eq!((census.launches.len(), line(census.launches[0].span)), (1, Some(7)));
        assert_eq!(census.hidden.len(), 1);
        assert_eq!((census.hidden[0].name.as_str(), line(census.hidden[0].span)), ("off", Some(3)));
        assert!(census.kernels[0].span.file == main && header != main);
    }
}
