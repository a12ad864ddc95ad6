//! The specification comments of a unit: finds them, collects the definitions in them, and notes which were read.
//!
//! A comment that nothing reads is an error ([`SpecComments::unread_outside_functions`]); it is never ignored.

use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use wp_base::{Diagnostic, FileId, Span};
use wp_clang::{TranslationUnit, Visibility};
use wp_decls::is_function;
use wp_spec::{ClauseKind, Comment, Definitions};

/// A parsed clause, and the place of the comment that contains it.
#[derive(Clone)]
pub(crate) struct Written {
    pub clause: wp_spec::syntax::Clause,
    pub comment: Span,
}

impl Written {
    /// The place of the clause in the file.
    pub(crate) fn place(&self) -> Span {
        self.place_at(&self.clause.at)
    }

    /// The place of a part of the clause in the file.
    pub(crate) fn place_at(&self, at: &std::ops::Range<usize>) -> Span {
        span_of(self.comment.file, self.comment.start as usize, at)
    }
}

/// The definitions of a file, or the error in them with its place.
pub(crate) type Defined = Result<Definitions, Box<(Diagnostic, Span)>>;

/// A diagnostic for a specification.
pub(crate) fn spec_diagnostic(message: &str, span: Span) -> Diagnostic {
    Diagnostic::error("WP0507", format!("specification: {message}"))
        .primary(span, "here")
        .help("docs/specification.md describes the language; `warpproof explain WP0507` says where clauses may stand")
}

/// A range of bytes, counted from `base`, as a place of the file.
pub(crate) fn span_of(file: FileId, base: usize, at: &std::ops::Range<usize>) -> Span {
    let place = |n: usize| u32::try_from(base + n).unwrap_or(u32::MAX);
    Span { file, start: place(at.start), end: place(at.end.max(at.start + 1)) }
}

/// The comments of the files of a unit, read on demand.
pub(crate) struct SpecComments<'u> {
    unit: &'u TranslationUnit,
    comments: RefCell<FxHashMap<FileId, Rc<Vec<Comment>>>>,
    definitions: RefCell<FxHashMap<FileId, Rc<Defined>>>,
    attached: RefCell<FxHashSet<Span>>,
    functions: OnceCell<Vec<Function>>,
}

/// A function of a unit.
struct Function {
    /// For one that a macro defines, the place where the macro is used.
    span: Span,
    /// True for member functions, and so for those of lambdas.
    is_member: bool,
}

impl<'u> SpecComments<'u> {
    /// The comments of a unit, none of them read.
    pub(crate) fn new(unit: &'u TranslationUnit) -> Self {
        Self {
            unit,
            comments: RefCell::default(),
            definitions: RefCell::default(),
            attached: RefCell::default(),
            functions: OnceCell::new(),
        }
    }

    /// The specification comments of a file, except for those that conditional compilation leaves out.
    pub(crate) fn of(&self, file: FileId) -> Rc<Vec<Comment>> {
        let text = self.unit.sources.file(file).map_or("", |f| &f.text);
        let seen = |comment: Comment| {
            let Some(seen) = &self.unit.seen_comments else { return Some(comment) };
            let at = u32::try_from(comment.range.start).unwrap_or(u32::MAX);
            let line = self.unit.sources.line_col(Span { file, start: at, end: at });
            match line.map_or(Visibility::Seen, |at| seen.visibility(file, at.line)) {
                Visibility::Seen => Some(comment),
                Visibility::LeftOut => None,
                Visibility::Unknown(why) => Some(comment.rejected(why)),
            }
        };
        let read = || Rc::new(wp_spec::comments(text).into_iter().filter_map(seen).collect());
        self.comments.borrow_mut().entry(file).or_insert_with(read).clone()
    }

    /// The logic functions and predicates of a file, read once.
    pub(crate) fn definitions(&self, file: FileId) -> Rc<Defined> {
        if let Some(found) = self.definitions.borrow().get(&file) {
            return found.clone();
        }
        let found = Rc::new(self.define(file));
        self.definitions.borrow_mut().insert(file, found.clone());
        found
    }

    fn functions(&self) -> &[Function] {
        self.functions.get_or_init(|| functions(self.unit))
    }

    /// True if a function begins between two positions of a file.
    pub(crate) fn has_function_between(&self, file: FileId, from: usize, to: usize) -> bool {
        let is_between = |f: &Function| f.span.file == file && (from..to).contains(&(f.span.start as usize));
        self.functions().iter().any(is_between)
    }

    /// The function that a comment stands in front of. One that is no member comes first: the compiler's own members of
    /// a class begin where the class does.
    fn function_behind(&self, comment: &Comment, span: Span) -> Option<&Function> {
        let behind = self.functions().iter().filter(|f| f.span.file == span.file && f.span.start >= span.end);
        let next = behind.min_by_key(|f| (f.span.start, f.is_member))?;
        let source = self.unit.sources.file(span.file)?;
        let between = source.text.get(comment.range.end..next.span.start as usize)?;
        (!wp_spec::has_code(between, &[';', '}'])).then_some(next)
    }

    /// Notes that a comment was read.
    pub(crate) fn attach(&self, comment: Span) {
        self.attached.borrow_mut().insert(comment);
    }

    /// True if a comment was read.
    pub(crate) fn is_attached(&self, comment: Span) -> bool {
        self.attached.borrow().contains(&comment)
    }

    /// Collects the definitions in the comments of a file outside of functions. A comment that contains no clauses is
    /// marked as read.
    fn define(&self, file: FileId) -> Defined {
        let inside = self.functions();
        let mut definitions = Definitions::default();
        for comment in self.of(file).iter() {
            let span = span_of(file, 0, &comment.range);
            let within = |f: &Span| f.file == file && f.start <= span.start && span.end <= f.end;
            // A comment that cannot be parsed is an error where it is read as a clause.
            let Ok(text) = comment.parse() else { continue };
            if inside.iter().any(|f| within(&f.span)) {
                continue;
            }
            if text.clauses.is_empty() {
                self.attach(span);
            }
            let mut added = Vec::new();
            added.extend(text.definitions.into_iter().map(|d| definitions.add(d)));
            for mut operator in text.operators {
                let (start, at) = (comment.range.start, operator.at.clone());
                operator.at = start + at.start..start + at.end;
                let place = span_of(file, 0, &operator.at);
                if !has_function(self.unit, &operator.name) {
                    let text = format!("there is no function `{}` in these files", operator.name);
                    return Err(Box::new((spec_diagnostic(&text, place), place)));
                }
                added.push(definitions.add_operator(operator).map_err(|e| wp_spec::Error { at, ..e }));
            }
            if let Some(e) = added.into_iter().find_map(Result::err) {
                let at = span_of(file, comment.range.start, &e.at);
                return Err(Box::new((spec_diagnostic(&e.message, at), at)));
            }
        }
        Ok(definitions)
    }

    /// An error for each comment outside of functions that was not read: it stands in front of no kernel. Comments in
    /// functions that no kernel reaches are not reported. Comments of an included file are those of functions that
    /// begin in this file; one in the rest of a body, or in a part of a body that is included, is an error.
    pub(crate) fn unread_outside_functions(&self) -> Vec<Diagnostic> {
        let inside = self.functions();
        let mut found = Vec::new();
        for (file, _) in self.unit.own_files() {
            if let Err(wrong) = &*self.definitions(file) {
                let (error, at) = &**wrong;
                // Otherwise the error of a kernel reports it.
                if !self.is_attached(*at) {
                    found.push(error.clone());
                }
            }
            for comment in self.of(file).iter() {
                let span = span_of(file, 0, &comment.range);
                let within = |f: &Span| f.file == file && f.start <= span.start && span.end <= f.end;
                if self.is_attached(span) || inside.iter().any(|f| within(&f.span)) {
                    continue;
                }
                let of_member = match self.function_behind(comment, span) {
                    Some(function) if function.is_member => true,
                    Some(_) if is_contract(comment) => continue,
                    _ => false,
                };
                found.push(match comment.parse() {
                    Ok(_) if of_member => {
                        spec_diagnostic("contracts of member functions and lambdas are not supported", span)
                    }
                    Ok(_) => spec_diagnostic("this stands in front of no kernel, statement or loop", span),
                    Err(e) => spec_diagnostic(&e.message, span_of(file, comment.range.start, &e.at)),
                });
            }
        }
        found
    }
}

fn has_function(unit: &TranslationUnit, name: &str) -> bool {
    let mut open = vec![&unit.root];
    while let Some(node) = open.pop() {
        if is_function(&node.kind) && node.name.as_deref() == Some(name) {
            return true;
        }
        open.extend(&node.inner);
    }
    false
}

/// True if a comment in front of a function that no kernel calls may be its contract.
fn is_contract(comment: &Comment) -> bool {
    let of_functions = |c: &wp_spec::syntax::Clause| {
        c.kind.is_of_functions() || matches!(c.kind, ClauseKind::Requires | ClauseKind::Ensures)
    };
    comment.parse().is_ok_and(|text| text.clauses.iter().all(of_functions))
}

/// The functions of a unit, outermost ones alone.
fn functions(unit: &TranslationUnit) -> Vec<Function> {
    let mut functions = Vec::new();
    let mut open = vec![&unit.root];
    while let Some(node) = open.pop() {
        if is_function(&node.kind) {
            functions.push(Function { span: node.span, is_member: &*node.kind != "FunctionDecl" });
        } else {
            open.extend(&node.inner);
        }
    }
    functions
}
