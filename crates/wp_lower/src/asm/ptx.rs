//! Runs the PTX of an `asm` statement: the values of its outputs, and what it does in memory and to other threads.
//!
//! Exact for moves of special registers that a launch determines, for loads and stores at an operand ([`Access`]), and for
//! barriers, fences and conversions of addresses; over-approximate for the instructions in [`PURE`], whose results are unknown values, and for
//! those in [`OF_WARP`]. Any other instruction is an error, so that none is accepted that may otherwise access memory,
//! synchronise, jump or communicate between threads: an instruction is accepted because its name is in a list, never
//! because no effect of it is known. Registers, blocks, predicates and comments are read as the PTX ISA defines them
//! (sections "Syntax" and "Instruction Operands").

mod memory;
mod sync;
mod tokens;

use super::access::{Access, Guard, Shape};
use super::copies::{Copy, Extent, Rows};
use super::text::{Asm, Operand};
use tokens::{tokens, Token};
use wp_kir::{Axis, MemOrder, MemScope, Special};

/// Special registers whose values a launch determines. `Lanes..` are masks with one bit for each lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Register {
    /// `%tid.*`, `%ntid.*`, `%ctaid.*`, `%nctaid.*`, `%laneid`
    Special(Special),
    /// `%lanemask_eq`
    LanesEqual,
    /// `%lanemask_lt`
    LanesBelow,
    /// `%lanemask_le`
    LanesUpTo,
    /// `%lanemask_gt`
    LanesAbove,
    /// `%lanemask_ge`
    LanesFrom,
}

/// The value of a register or output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// The value of a special register.
    Register(Register),
    /// What the access of this number loads.
    Loaded(usize),
    /// Whether an operand is other than zero.
    NonZero(usize),
    /// The address in the window of shared memory of the pointer that an operand is.
    SharedAddress(usize),
    /// An unknown value, with the reason.
    Unknown(String),
}

/// Instructions that write their first operand and have no other effect, with any modifiers except `.sync`.
const PURE: &[&str] = &[
    "abs",
    "activemask",
    "add",
    "addc",
    "and",
    "bfe",
    "bfi",
    "bfind",
    "bmsk",
    "brev",
    "clz",
    "cnot",
    "copysign",
    "cos",
    "createpolicy",
    "cvt",
    "cvta",
    "div",
    "dp2a",
    "dp4a",
    "ex2",
    "fma",
    "fns",
    "isspacep",
    "lg2",
    "lop3",
    "mad",
    "mad24",
    "madc",
    "max",
    "min",
    "mov",
    "mul",
    "mul24",
    "neg",
    "not",
    "or",
    "popc",
    "prmt",
    "rcp",
    "rem",
    "rsqrt",
    "sad",
    "selp",
    "set",
    "setp",
    "shf",
    "shl",
    "shr",
    "sin",
    "slct",
    "sqrt",
    "sub",
    "subc",
    "szext",
    "tanh",
    "testp",
    "vabsdiff",
    "vabsdiff2",
    "vabsdiff4",
    "vadd",
    "vadd2",
    "vadd4",
    "vavrg2",
    "vavrg4",
    "vmad",
    "vmax",
    "vmax2",
    "vmax4",
    "vmin",
    "vmin2",
    "vmin4",
    "vset",
    "vset2",
    "vset4",
    "vshl",
    "vshr",
    "vsub",
    "vsub2",
    "vsub4",
    "xor",
];

/// Instructions without an effect on the values and the order of the accesses of one grid: they load caches, wait for
/// some time, tell debuggers, change the number of registers, or order a grid with the one that is launched before or
/// after it.
const NOTHING: &[&str] = &["brkpt", "griddepcontrol", "nanosleep", "pmevent", "prefetch", "prefetchu", "setmaxnreg"];

/// Instructions of all threads of a warp, with `.sync`, that write their first operand and have no other effect.
const OF_WARP: &[&str] = &["match", "mma", "redux", "shfl", "vote"];

/// Instructions that access memory or synchronise. The error message for them says so.
const MEMORY: &[&str] = &[
    "applypriority",
    "atom",
    "bar",
    "barrier",
    "call",
    "clusterlaunchcontrol",
    "cp",
    "discard",
    "fence",
    "ld",
    "ldmatrix",
    "ldu",
    "mbarrier",
    "membar",
    "movmatrix",
    "multimem",
    "red",
    "st",
    "stmatrix",
    "suld",
    "sured",
    "sust",
    "tcgen05",
    "tensormap",
    "tex",
    "tld4",
    "wgmma",
    "wmma",
];

/// Special registers whose value the hardware chooses, possibly anew at each read.
const CHOSEN: &[&str] = &[
    "aggr_smem_size",
    "clock",
    "clock64",
    "clock_hi",
    "current_graph_exec",
    "dynamic_smem_size",
    "globaltimer",
    "globaltimer_hi",
    "globaltimer_lo",
    "gridid",
    "nsmid",
    "nwarpid",
    "smid",
    "total_smem_size",
    "warpid",
];

/// What an instruction does other than to write registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// It accesses memory.
    Access(Access),
    /// The lanes of a warp access the rows of matrices.
    Rows(Rows),
    /// It begins an asynchronous copy.
    Copy(Copy),
    /// The copies that the thread has begun and that are in no group yet become one.
    CommitCopies,
    /// It waits until at most so many groups of copies of the thread are in flight.
    WaitForCopies(Extent),
    /// It waits for all copies of the thread.
    WaitForAllCopies,
    /// An operation on a numbered barrier: it waits for the others, or only arrives.
    Barrier { id: Extent, count: Option<Extent>, waits: bool },
    /// All lanes of the warp have to execute it, and it orders their accesses.
    WarpBarrier,
    /// It is a fence of this scope.
    Fence { scope: MemScope, order: MemOrder, is_exact: bool },
    /// It stops the launch.
    Trap,
    /// It ends the thread.
    Exit,
}

/// What the assembly does.
#[derive(Debug)]
pub(super) struct Effects {
    /// The final value of each output; `None` if an output that is also an input keeps its value.
    pub results: Vec<Option<Outcome>>,
    /// What it does in memory and to other threads, in order.
    pub actions: Vec<Action>,
    /// True if it is undefined unless all lanes of the warp execute it.
    pub needs_warp: bool,
    /// The special registers that it reads.
    pub reads: Vec<Register>,
}

/// Runs the template. The error is the rest of a message that begins with "inline assembly".
pub(super) fn run(asm: &Asm) -> Result<Effects, String> {
    let tokens = tokens(&asm.template)?;
    let outputs = vec![None; asm.outputs.len()];
    let (declared, scopes, actions) = (Vec::new(), Vec::new(), Vec::new());
    let mut m = Machine { asm, outputs, declared, scopes, actions, needs_warp: false, reads: Vec::new() };
    let mut rest = &tokens[..];
    while let Some((first, behind)) = rest.split_first() {
        rest = match first {
            Token::Mark(';') => behind,
            Token::Mark('{') => {
                m.scopes.push(m.declared.len());
                behind
            }
            Token::Mark('}') => {
                let depth = m.scopes.pop().ok_or("with a `}` too many")?;
                m.declared.truncate(depth);
                behind
            }
            _ => {
                let end = rest.iter().position(|t| *t == Token::Mark(';')).ok_or("with an instruction without `;`")?;
                m.statement(&rest[..end])?;
                &rest[end..]
            }
        };
    }
    if !m.scopes.is_empty() {
        return Err("with an open `{`".to_owned());
    }
    let unset = || Outcome::Unknown("operand that inline assembly leaves unset".to_owned());
    let at_end = |(operand, outcome): (&Operand, Option<Outcome>)| match outcome {
        None if !operand.is_read() => Some(unset()),
        Some(Outcome::Register(_)) if !operand.is_word() => Some(unset()),
        Some(Outcome::NonZero(_)) => Some(unset()),
        Some(Outcome::SharedAddress(_)) if !operand.is_integer() => Some(unset()),
        outcome => outcome,
    };
    let results = asm.outputs.iter().zip(m.outputs).map(at_end).collect();
    Ok(Effects { results, actions: m.actions, needs_warp: m.needs_warp, reads: m.reads })
}

struct Machine<'a> {
    asm: &'a Asm,
    outputs: Vec<Option<Outcome>>,
    /// The registers in scope, innermost last: their names and values.
    declared: Vec<(String, Outcome)>,
    /// For each open block, the number of registers that were declared in front of it.
    scopes: Vec<usize>,
    actions: Vec<Action>,
    /// True if an instruction needs all lanes of the warp.
    needs_warp: bool,
    /// The special registers that were read.
    reads: Vec<Register>,
}

/// The location of a register.
#[derive(Clone, Copy)]
enum Slot {
    Output(usize),
    Declared(usize),
}

impl Machine<'_> {
    /// One statement without its `;`.
    fn statement(&mut self, tokens: &[Token]) -> Result<(), String> {
        let is_negated = matches!(tokens, [Token::Mark('@'), Token::Mark('!'), ..]);
        let (guard, tokens) = match tokens {
            [Token::Mark('@'), Token::Mark('!'), p, rest @ ..] | [Token::Mark('@'), p, rest @ ..] => (Some(p), rest),
            _ => (None, tokens),
        };
        let Some((Token::Word(opcode), operands)) = tokens.split_first() else {
            return Err("that is not understood".to_owned());
        };
        if opcode == ".reg" && guard.is_none() {
            return self.declare(operands);
        }
        let mut parts = opcode.split('.');
        let base = parts.next().unwrap_or_default();
        let shape = Shape::of(opcode);
        if shape.is_some() || sync::is_known(base) {
            let guard = match guard.map(|p| self.read(p)).transpose()? {
                None => None,
                Some(Outcome::NonZero(operand)) => Some(Guard { operand, is_negated }),
                Some(_) => return Err(format!("with `{opcode}` under a condition that is not understood")),
            };
            let done = match shape {
                Some(shape) => self.access(shape, guard, operands),
                None => self.synchronisation(opcode, guard, operands),
            };
            return done.ok_or_else(|| format!("that may access memory or synchronise: `{opcode}`"));
        }
        if NOTHING.contains(&base) {
            return Ok(());
        }
        if MEMORY.contains(&base) || operands.contains(&Token::Mark('[')) {
            return Err(format!("that may access memory or synchronise: `{opcode}`"));
        }
        let of_warp = opcode.split('.').any(|part| part == "sync");
        let known = if of_warp { OF_WARP } else { PURE };
        if !known.contains(&base) || operands.contains(&Token::Mark(':')) {
            return Err(format!("with `{opcode}`"));
        }
        if of_warp {
            // An `mma` has no mask.
            if guard.is_some() || (base != "mma" && !names_all_lanes(operands)) {
                return Err(format!("with `{opcode}` that may leave out lanes"));
            }
            self.needs_warp = true;
        }
        if let Some(p) = guard {
            self.read(p)?;
        }
        let all = operands;
        let mut operands = operands.split(|t| *t == Token::Mark(','));
        // A vector is one operand with commas of its own.
        let mut targets = Vec::new();
        let first = operands.next().unwrap_or_default();
        let mut sources = Vec::new();
        match first {
            [Token::Mark('{'), ..] => {
                let mut part = first;
                loop {
                    targets.extend(part.iter().filter(|t| !matches!(t, Token::Mark('{' | '}'))));
                    if part.last() == Some(&Token::Mark('}')) {
                        break;
                    }
                    part = operands.next().ok_or("with an open `{`")?;
                }
            }
            _ => targets.extend(first.iter().filter(|t| **t != Token::Mark('|'))),
        }
        for token in operands.flatten() {
            match token {
                Token::Mark('{' | '}' | '-' | '!' | '|') | Token::Number(_) => {}
                token => sources.push(self.read(token)?),
            }
        }
        if let (
            None,
            "setp.ne.b32" | "setp.ne.s32" | "setp.ne.u32",
            [Token::Mark(','), source, Token::Mark(','), zero],
        ) = (guard, opcode.as_str(), &all[first.len().min(all.len())..])
        {
            if let (Some(operand), Token::Number(zero), [target]) = (self.input(source, 'r'), zero, first) {
                if zero == "0" {
                    return self.write(target, &Outcome::NonZero(operand));
                }
            }
        }
        if let (None, [target], [Token::Mark(','), source]) = (guard, first, &all[first.len().min(all.len())..]) {
            let address = match opcode.as_str() {
                "cvta.to.shared.u64" => self.input(source, 'l').map(Outcome::SharedAddress),
                "cvt.u32.u64" | "mov.u32" | "mov.b32" | "mov.u64" | "mov.b64" => match self.slot(source)? {
                    Some(Slot::Declared(i)) => Some(self.declared[i].1.clone()),
                    _ => None,
                },
                _ => None,
            };
            if let Some(address @ Outcome::SharedAddress(_)) = address {
                return self.write(target, &address);
            }
        }
        let plain = guard.is_none() && first.len() == 1 && matches!(opcode.as_str(), "mov.u32" | "mov.s32" | "mov.b32");
        let result = match &sources[..] {
            [source @ Outcome::Register(_)] if plain => source.clone(),
            [Outcome::Unknown(what)] if plain => Outcome::Unknown(what.clone()),
            _ => Outcome::Unknown(format!("result of the PTX instruction `{opcode}`")),
        };
        for target in targets {
            self.write(target, &result)?;
        }
        Ok(())
    }

    /// The number of the input that a token names, if it has this constraint.
    fn input(&self, token: &Token, letter: char) -> Option<usize> {
        let outputs = self.asm.outputs.len();
        let at = match token {
            Token::Operand(i) => i.checked_sub(outputs)?,
            Token::Named(name) => self.asm.inputs.iter().position(|o| o.name.as_ref() == Some(name))?,
            _ => return None,
        };
        let constraint = &self.asm.inputs.get(at)?.constraint;
        constraint.chars().eq([letter]).then_some(outputs + at)
    }

    /// `.reg .u32 a, b, c<4>`
    fn declare(&mut self, tokens: &[Token]) -> Result<(), String> {
        let bad = || "with a declaration that is not understood".to_owned();
        let [Token::Word(_), names @ ..] = tokens else { return Err(bad()) };
        for name in names.split(|t| *t == Token::Mark(',')) {
            let (name, count) = match name {
                [name] => (name, None),
                [name, Token::Mark('<'), Token::Number(n), Token::Mark('>')] => {
                    (name, Some(n.parse::<u8>().map_err(|_| bad())?))
                }
                _ => return Err(bad()),
            };
            let stem = key(name).ok_or_else(bad)?;
            let names = match count {
                None => vec![stem],
                Some(count) => (0..count).map(|i| format!("{stem}{i}")).collect(),
            };
            let unset = Outcome::Unknown("register that inline assembly leaves unset".to_owned());
            self.declared.extend(names.into_iter().map(|name| (name, unset.clone())));
        }
        Ok(())
    }

    fn read(&mut self, token: &Token) -> Result<Outcome, String> {
        if let Some(slot) = self.slot(token)? {
            let held = match slot {
                Slot::Output(i) => self.outputs[i].clone(),
                Slot::Declared(i) => Some(self.declared[i].1.clone()),
            };
            // The value is known only for registers of 32 bits: other moves would convert it.
            let word = !matches!(slot, Slot::Output(i) if !self.asm.outputs[i].is_word());
            return Ok(held
                .filter(|_| word)
                .unwrap_or_else(|| Outcome::Unknown("operand of inline assembly".to_owned())));
        }
        match token {
            Token::Operand(i) if *i < self.asm.outputs.len() + self.asm.inputs.len() => {
                Ok(Outcome::Unknown("operand of inline assembly".to_owned()))
            }
            Token::Named(name) if self.asm.inputs.iter().any(|o| o.name.as_ref() == Some(name)) => {
                Ok(Outcome::Unknown("operand of inline assembly".to_owned()))
            }
            Token::Percent(name) => {
                let outcome = special(name).ok_or_else(|| format!("with the register `%{name}`"))?;
                if let Outcome::Register(register) = outcome {
                    self.reads.push(register);
                }
                Ok(outcome)
            }
            token => Err(format!("with the operand `{}`", key(token).unwrap_or_default())),
        }
    }

    fn write(&mut self, token: &Token, value: &Outcome) -> Result<(), String> {
        match self.slot(token)? {
            Some(Slot::Output(i)) => self.outputs[i] = Some(value.clone()),
            Some(Slot::Declared(i)) => self.declared[i].1 = value.clone(),
            None if *token == Token::Word("_".to_owned()) => {}
            None => return Err("that writes something else than an output".to_owned()),
        }
        Ok(())
    }

    /// The output or declared register that a token names.
    fn slot(&self, token: &Token) -> Result<Option<Slot>, String> {
        let output = match token {
            Token::Operand(i) => (*i < self.asm.outputs.len()).then_some(*i),
            Token::Named(name) => self.asm.outputs.iter().position(|o| o.name.as_ref() == Some(name)),
            token => {
                let name = key(token);
                let at = self.declared.iter().rposition(|(n, _)| Some(n) == name.as_ref());
                return Ok(at.map(Slot::Declared));
            }
        };
        Ok(output.map(Slot::Output))
    }
}

/// The name of a register as written.
fn key(token: &Token) -> Option<String> {
    match token {
        Token::Word(name) => Some(name.clone()),
        Token::Percent(name) => Some(format!("%{name}")),
        _ => None,
    }
}

fn special(name: &str) -> Option<Outcome> {
    let register = match name {
        "laneid" => Register::Special(Special::LaneId),
        "lanemask_eq" => Register::LanesEqual,
        "lanemask_lt" => Register::LanesBelow,
        "lanemask_le" => Register::LanesUpTo,
        "lanemask_gt" => Register::LanesAbove,
        "lanemask_ge" => Register::LanesFrom,
        _ if CHOSEN.contains(&name) => return Some(Outcome::Unknown(format!("special register `%{name}`"))),
        _ => {
            let (vector, axis) = name.split_once('.')?;
            let axis = Axis::ALL.into_iter().find(|a| axis.chars().eq([a.letter()]))?;
            Register::Special(match vector {
                "tid" => Special::ThreadIdx(axis),
                "ntid" => Special::BlockDim(axis),
                "ctaid" => Special::BlockIdx(axis),
                "nctaid" => Special::GridDim(axis),
                _ => return None,
            })
        }
    };
    Some(Outcome::Register(register))
}

/// The value of an integer literal (PTX ISA, "Integer Constants"): hexadecimal, octal, binary or decimal.
fn literal(text: &str) -> Option<u64> {
    let text = text.strip_suffix('U').unwrap_or(text);
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'b' | b'B', ..] => (&text[2..], 2),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    u64::from_str_radix(digits, radix).ok()
}

/// True if the last operand is a literal mask of all lanes.
fn names_all_lanes(operands: &[Token]) -> bool {
    match operands {
        [.., Token::Mark(','), Token::Mark('-'), Token::Number(one)] => one == "1",
        [.., Token::Mark(','), Token::Number(mask)] => literal(mask) == Some(u64::from(u32::MAX)),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
