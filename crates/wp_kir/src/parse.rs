//! Parses the printed form of a kernel.
//!
//! Input: any text. Output: the kernel, not yet verified, or the first syntax error with its place. Declarations must
//! come in the order of their ids. Never panics; nesting deeper than [`MAX_DEPTH`] is refused. Spans of the result
//! are byte ranges of the text, in the file of index 0.

mod expr;
mod lexer;

use crate::kernel::{DYNAMIC_ALIGN, GIVEN_ALIGN, MOST_LANES};
use crate::names::{self, value};
use crate::{
    Approximation, BarrierInvariant, BarrierScope, Block, CopyStep, Fence, Init, Kernel, LabelId, LoopId, MemOrder,
    NamedBarrier, Object, ObjectId, ObjectKind, Param, ParamId, Stmt, StmtKind, Storage, Type, Unknown, Var, VarId,
};
use lexer::{Lexer, Token};
use std::sync::Arc;
use thiserror::Error;
use wp_base::{FileId, Id, Span};

/// Greatest nesting of expressions and statements together.
const MAX_DEPTH: u32 = 600;

/// The first syntax error of a text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{line}:{column}: {message}")]
pub struct KirParseError {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// The expected or unexpected text.
    pub message: String,
}

/// Parses one kernel; nothing but white space and `//` comments may surround it.
pub fn parse_kernel(text: &str) -> Result<Kernel, KirParseError> {
    let mut parser = Parser::new(text)?;
    let kernel = parser.kernel()?;
    match parser.token {
        Token::End => Ok(kernel),
        _ => Err(parser.unexpected("the end of the text")),
    }
}

type Parsed<T> = Result<T, KirParseError>;

struct Parser<'t> {
    lexer: Lexer<'t>,
    token: Token<'t>,
    /// Byte range of `token`.
    start: u32,
    end: u32,
    /// End of the token before.
    last_end: u32,
    kernel: Kernel,
    depth: u32,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Parsed<Self> {
        let mut parser = Parser {
            lexer: Lexer::new(text),
            token: Token::End,
            start: 0,
            end: 0,
            last_end: 0,
            kernel: Kernel::new("", crate::Dialect::Cuda, Span::NONE),
            depth: 0,
        };
        parser.next()?;
        Ok(parser)
    }

    fn error_at(&self, at: u32, message: impl Into<String>) -> KirParseError {
        let (line, column) = self.lexer.line_col(at);
        KirParseError { line, column, message: message.into() }
    }

    fn unexpected(&self, wanted: &str) -> KirParseError {
        self.error_at(self.start, format!("expected {wanted}, found {}", self.token))
    }

    /// Moves on and returns the token that was current.
    fn next(&mut self) -> Parsed<Token<'t>> {
        self.last_end = self.end;
        let (token, start, end) = match self.lexer.token() {
            Ok(found) => found,
            Err((at, message)) => return Err(self.error_at(at, message)),
        };
        (self.start, self.end) = (start, end);
        Ok(std::mem::replace(&mut self.token, token))
    }

    fn span_from(&self, start: u32) -> Span {
        Span { file: FileId::from_index(0), start, end: self.last_end }
    }

    fn is(&self, symbol: &str) -> bool {
        matches!(self.token, Token::Symbol(s) | Token::Word(s) if s == symbol)
    }

    fn eat(&mut self, symbol: &str) -> Parsed<bool> {
        let found = self.is(symbol);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.eat(symbol)? {
            Ok(())
        } else {
            Err(self.unexpected(&format!("`{symbol}`")))
        }
    }

    fn any_word(&mut self, wanted: &str) -> Parsed<&'t str> {
        match self.token {
            Token::Word(word) => {
                self.next()?;
                Ok(word)
            }
            _ => Err(self.unexpected(wanted)),
        }
    }

    fn table<T: Clone>(&mut self, table: names::Table<T>, wanted: &str) -> Parsed<T> {
        if let Token::Word(word) = self.token {
            if let Some(found) = value(table, word) {
                self.next()?;
                return Ok(found);
            }
        }
        Err(self.unexpected(wanted))
    }

    fn string(&mut self) -> Parsed<Arc<str>> {
        match self.token {
            Token::Text(_) => {}
            _ => return Err(self.unexpected("a string")),
        }
        match self.next()? {
            Token::Text(text) => Ok(text.into()),
            _ => Ok("".into()),
        }
    }

    fn number<T: TryFrom<i128>>(&mut self, wanted: &str) -> Parsed<T> {
        match self.token {
            Token::Int(number) => match T::try_from(number) {
                Ok(number) => {
                    self.next()?;
                    Ok(number)
                }
                Err(_) => Err(self.error_at(self.start, format!("{number} is out of range for {wanted}"))),
            },
            _ => Err(self.unexpected(wanted)),
        }
    }

    fn ty(&mut self) -> Parsed<Type> {
        let found = match self.token {
            Token::Word("bool") => Some(Type::Bool),
            Token::Word("ptr") => Some(Type::Ptr),
            Token::Word(word) => match word.split_at_checked(1) {
                Some(("i", bits)) => width(bits).map(|bits| Type::Int { bits, signed: true }),
                Some(("u", bits)) => width(bits).map(|bits| Type::Int { bits, signed: false }),
                Some(("f", bits)) => width(bits).map(|bits| Type::Float { bits }),
                _ => None,
            },
            _ => None,
        };
        match found {
            Some(ty) => {
                self.next()?;
                Ok(ty)
            }
            None => Err(self.unexpected("a type")),
        }
    }

    fn id_here<I: Id>(&self, prefix: &str) -> Option<I> {
        let Token::Word(word) = self.token else { return None };
        let number: u32 = digits(word.strip_prefix(prefix)?)?;
        (number < u32::MAX).then(|| I::from_index(number as usize))
    }

    fn id<I: Id>(&mut self, prefix: &str) -> Parsed<I> {
        match self.id_here(prefix) {
            Some(id) => {
                self.next()?;
                Ok(id)
            }
            None => Err(self.unexpected(&format!("`{prefix}` and a number"))),
        }
    }

    fn declared<I: Id>(&mut self, prefix: &str, next: usize) -> Parsed<()> {
        let at = self.start;
        let id: I = self.id(prefix)?;
        if id.index() == next {
            Ok(())
        } else {
            Err(self.error_at(at, format!("declarations come in order: expected {prefix}{next}")))
        }
    }

    fn kernel(&mut self) -> Parsed<Kernel> {
        self.expect("kernel")?;
        let start = self.start;
        self.kernel.name = self.string()?;
        self.kernel.span = self.span_from(start);
        self.kernel.dialect = self.table(names::DIALECTS, "a dialect")?;
        self.expect("{")?;
        while !self.is("body") {
            self.declaration()?;
        }
        self.expect("body")?;
        self.kernel.body = self.block()?;
        self.expect("}")?;
        Ok(std::mem::replace(&mut self.kernel, Kernel::new("", crate::Dialect::Cuda, Span::NONE)))
    }

    fn declaration(&mut self) -> Parsed<()> {
        let start = self.start;
        match self.any_word("a declaration or `body`")? {
            "required_block" => {
                let extents = [self.number("an extent")?, self.number("an extent")?, self.number("an extent")?];
                self.kernel.required_block = Some(extents);
            }
            "max_threads" => self.kernel.max_threads = Some(self.number("a number of threads")?),
            "lanes" => {
                let lanes: u32 = self.number("a number of lanes")?;
                if !lanes.is_power_of_two() || lanes > MOST_LANES {
                    return Err(
                        self.error_at(start, format!("a warp has a power of two of lanes, at most {MOST_LANES}"))
                    );
                }
                self.kernel.lanes = lanes;
            }
            "loops" => self.kernel.loop_count = self.number("a number of loops")?,
            "labels" => self.kernel.label_count = self.number("a number of labels")?,
            "approximation" => {
                let what = self.string()?;
                let span = self.span_from(start);
                self.kernel.approximations.push(Approximation { what, span });
            }
            "param" => {
                self.declared::<ParamId>("p", self.kernel.params.len())?;
                let name = self.string()?;
                self.expect(":")?;
                let ty = self.ty()?;
                self.expect("=")?;
                let var = self.id("v")?;
                let object = if self.eat("->")? { Some(self.id("o")?) } else { None };
                let span = self.span_from(start);
                self.kernel.params.push(Param { name, ty, var, object, span });
            }
            "var" => {
                self.declared::<VarId>("v", self.kernel.vars.len())?;
                let name = self.string()?;
                self.expect(":")?;
                let ty = self.ty()?;
                let span = self.span_from(start);
                self.kernel.vars.push(Var { name, ty, span });
            }
            "object" => self.object(start)?,
            word => return Err(self.error_at(start, format!("`{word}` is no declaration"))),
        }
        self.expect(";")
    }

    fn object(&mut self, start: u32) -> Parsed<()> {
        self.declared::<ObjectId>("o", self.kernel.objects.len())?;
        let name = self.string()?;
        let space = self.table(names::SPACES, "an address space")?;
        let kind = match self.any_word("`param`, `declared` or `dynamic`")? {
            "param" => ObjectKind::Param(self.id("p")?),
            "declared" => ObjectKind::Declared,
            "dynamic" => ObjectKind::DynamicShared,
            word => return Err(self.error_at(self.start, format!("`{word}` is no kind of object"))),
        };
        self.expect("elem")?;
        let elem = self.ty()?;
        let size = if self.eat("size")? { Some(self.number("a size")?) } else { None };
        let bytes = if self.eat("bytes")? { Some(self.id("p")?) } else { None };
        let mut shape = Vec::new();
        if self.eat("shape")? {
            while matches!(self.token, Token::Int(_)) {
                shape.push(self.number("an extent")?);
            }
        }
        self.expect("init")?;
        let init = match self.any_word("`input`, `unevaluated`, `undefined` or `bytes`")? {
            "input" => Init::Input,
            "unevaluated" => Init::Unevaluated,
            "undefined" => Init::Undefined,
            "bytes" => {
                let at = self.start;
                match hex(&self.string()?) {
                    Some(bytes) => Init::Bytes(bytes.into()),
                    None => return Err(self.error_at(at, "expected pairs of hexadecimal digits")),
                }
            }
            word => return Err(self.error_at(self.start, format!("`{word}` says nothing about initial contents"))),
        };
        let is_reused = self.eat("reused")?;
        let is_const = self.eat("const")?;
        let restrict = self.eat("restrict")?;
        let symbol = if self.eat("symbol")? { Some(self.string()?) } else { None };
        let span = self.span_from(start);
        let align = match kind {
            ObjectKind::Param(_) => GIVEN_ALIGN,
            ObjectKind::Declared => elem.size().max(1),
            ObjectKind::DynamicShared => DYNAMIC_ALIGN,
        };
        let object = Object {
            name,
            symbol,
            space,
            kind,
            elem,
            size,
            bytes,
            shape,
            align,
            init,
            is_reused,
            is_const,
            restrict,
            span,
        };
        self.kernel.objects.push(object);
        Ok(())
    }

    fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error_at(self.start, format!("nesting is deeper than {MAX_DEPTH}")));
        }
        Ok(())
    }

    fn block(&mut self) -> Parsed<Block> {
        self.enter()?;
        self.expect("{")?;
        let mut block = Block::new();
        while !self.eat("}")? {
            let start = self.start;
            let kind = self.stmt()?;
            block.push(Stmt { kind, span: self.span_from(start) });
        }
        self.depth -= 1;
        Ok(block)
    }

    /// What follows the word `barrier`.
    fn barrier(&mut self) -> Parsed<StmtKind> {
        let start = self.start;
        let scope = match self.any_word("`block`, `warp`, `grid`, `sync` or `arrive`")? {
            word @ ("sync" | "arrive") => {
                let id = self.one_arg(start)?;
                let count = if self.eat("of")? { Some(self.one_arg(start)?) } else { None };
                return Ok(StmtKind::NamedBarrier(NamedBarrier { id, count, waits: word == "sync" }));
            }
            "block" => BarrierScope::Block,
            "grid" => BarrierScope::Grid,
            "warp" => {
                self.expect("(")?;
                let mask = self.expr()?;
                self.expect(")")?;
                BarrierScope::Warp { mask }
            }
            word => return Err(self.error_at(start, format!("`{word}` is no scope of a barrier"))),
        };
        let fence = self.spaces()?;
        let agree = if self.eat("agree")? { self.args()? } else { Vec::new() };
        let invariants = self.barrier_invariants()?;
        Ok(StmtKind::Barrier { scope, fence, agree, invariants })
    }

    fn one_arg(&mut self, start: u32) -> Parsed<crate::ExprId> {
        match self.args()?[..] {
            [one] => Ok(one),
            _ => Err(self.error_at(start, "one operand is expected")),
        }
    }

    fn stmt(&mut self) -> Parsed<StmtKind> {
        if let Some(var) = self.id_here::<VarId>("v") {
            self.next()?;
            self.expect("=")?;
            return self.assignment(var);
        }
        let start = self.start;
        let kind = match self.any_word("a statement")? {
            "store" => {
                let volatile = self.eat("volatile")?;
                let ty = self.ty()?;
                let ptr = self.address()?;
                self.expect("=")?;
                StmtKind::Store { ptr, value: self.expr()?, ty, volatile }
            }
            "atomic" => self.atomic(None)?,
            "warp" => self.warp(None)?,
            "barrier" => self.barrier()?,
            "copy" => StmtKind::Copy(self.copy_step()?),
            "memfence" => {
                let scope = self.table(names::SCOPES, "a scope")?;
                let order = self.order()?.unwrap_or(MemOrder::SeqCst);
                let spaces = if self.eat("of")? { self.spaces()? } else { Fence::ALL };
                StmtKind::MemFence { scope, order, spaces, is_exact: !self.eat("at_most")? }
            }
            "snapshot" => StmtKind::Snapshot { object: self.id("o")?, of: self.expr()? },
            "if" => {
                let cond = self.expr()?;
                let then_block = self.block()?;
                let else_block = if self.eat("else")? { self.block()? } else { Block::new() };
                return Ok(StmtKind::If { cond, then_block, else_block });
            }
            "loop" => return self.loop_stmt(),
            "block" => return Ok(StmtKind::Labelled { label: self.id("L")?, body: self.block()? }),
            "break" => StmtKind::Break(self.id::<LabelId>("L")?),
            "continue" => StmtKind::Continue(self.id::<LabelId>("L")?),
            "return" => StmtKind::Return,
            "assert" => {
                StmtKind::Assert { kind: self.table(names::ASSERTS, "a kind of assertion")?, cond: self.expr()? }
            }
            "assume" => {
                StmtKind::Assume { kind: self.table(names::ASSUMES, "a kind of assumption")?, cond: self.expr()? }
            }
            "declare" => {
                let storage = match self.id_here::<VarId>("v") {
                    Some(_) => Storage::Var(self.id("v")?),
                    None => Storage::Object(self.id("o")?),
                };
                StmtKind::Declare { storage }
            }
            "unsupported" => StmtKind::Unsupported { what: self.string()? },
            word => return Err(self.error_at(start, format!("`{word}` is no statement"))),
        };
        self.expect(";")?;
        Ok(kind)
    }

    fn barrier_invariants(&mut self) -> Parsed<Vec<BarrierInvariant>> {
        let mut invariants = Vec::new();
        while self.eat("invariant")? {
            self.expect("(")?;
            let cond = self.expr()?;
            self.expect(")")?;
            let mut instances = Vec::new();
            while self.eat("at")? {
                let mut threads = vec![self.args()?];
                while self.eat("with")? {
                    threads.push(self.args()?);
                }
                instances.push(threads);
            }
            let inferred = self.eat("inferred")?;
            invariants.push(BarrierInvariant { cond, instances, inferred, span: Span::NONE });
        }
        Ok(invariants)
    }

    fn copy_step(&mut self) -> Parsed<CopyStep> {
        for (name, step) in [("begin", CopyStep::Begin), ("end", CopyStep::End), ("commit", CopyStep::Commit)] {
            if self.eat(name)? {
                return Ok(step);
            }
        }
        self.expect("wait")?;
        if self.eat("all")? {
            return Ok(CopyStep::Wait(None));
        }
        Ok(CopyStep::Wait(Some(self.number("a number of groups")?)))
    }

    fn assignment(&mut self, var: VarId) -> Parsed<StmtKind> {
        let kind = if self.eat("load")? {
            let volatile = self.eat("volatile")?;
            let ty = self.ty()?;
            StmtKind::Load { var, ty, ptr: self.address()?, volatile }
        } else if self.eat("atomic")? {
            self.atomic(Some(var))?
        } else if self.eat("warp")? {
            self.warp(Some(var))?
        } else if self.eat("havoc")? {
            StmtKind::Havoc { var, reason: self.string()?, unknown: Unknown::Value }
        } else if self.eat("unmodelled")? {
            StmtKind::Havoc { var, reason: self.string()?, unknown: Unknown::Behaviour }
        } else {
            StmtKind::Assign { var, value: self.expr()? }
        };
        self.expect(";")?;
        Ok(kind)
    }

    fn loop_stmt(&mut self) -> Parsed<StmtKind> {
        let id = self.id::<LoopId>("loop")?;
        let label = self.id("L")?;
        let unroll_hint = self.eat("unroll")?;
        let head = if self.eat("head")? { self.block()? } else { Block::new() };
        self.expect("while")?;
        let cond = self.expr()?;
        let body = self.block()?;
        let step = if self.eat("step")? { self.block()? } else { Block::new() };
        Ok(StmtKind::Loop { id, label, head, cond, body, step, unroll_hint })
    }

    fn atomic(&mut self, result: Option<VarId>) -> Parsed<StmtKind> {
        let op = self.table(names::ATOMICS, "an atomic operation")?;
        let ty = self.ty()?;
        let scope = self.table(names::SCOPES, "a scope")?;
        let order = self.order()?.unwrap_or(MemOrder::Unstated);
        let ptr = self.address()?;
        Ok(StmtKind::Atomic { result, op, ty, ptr, operands: self.args()?, scope, order })
    }

    /// The order of an atomic or a fence, if one is stated.
    fn order(&mut self) -> Parsed<Option<MemOrder>> {
        for (order, word) in names::ORDERS {
            if self.eat(word)? {
                return Ok(Some(*order));
            }
        }
        Ok(None)
    }

    /// The spaces that a barrier or a fence orders.
    fn spaces(&mut self) -> Parsed<Fence> {
        let (shared, global) = (self.eat("shared")?, self.eat("global")?);
        let image = if shared && global { !self.eat("buffers")? } else { self.eat("image")? };
        Ok(Fence { shared, global, image })
    }

    fn warp(&mut self, result: Option<VarId>) -> Parsed<StmtKind> {
        let op = self.table(names::WARPS, "a warp operation")?;
        let operands = self.args()?;
        let mask = if self.eat("mask")? { Some(self.expr()?) } else { None };
        let width = if self.eat("width")? { Some(self.expr()?) } else { None };
        Ok(StmtKind::Warp { result, op, operands, mask, width })
    }
}

/// Decimal digits without sign or leading zeros, so that every id and width has one spelling.
fn digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten()
}

/// Bits of a type's name. Zero is left out: such a type has no range of values.
fn width(text: &str) -> Option<u8> {
    digits(text).filter(|bits| (1..=64).contains(bits))
}

fn hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
    let digits = digits.filter(|d| d.len() % 2 == 0)?;
    Some(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}
