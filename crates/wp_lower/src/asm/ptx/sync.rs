//! Barriers, fences, ends of a thread, rows of matrices and asynchronous copies.

use super::memory::operands;
use super::{literal, names_all_lanes, Action, Machine, Token};
use crate::asm::access::Guard;
use crate::asm::copies::{Copy, Extent, Rows};
use wp_kir::{MemOrder, MemScope};

/// True for the first part of the name of an instruction that this module may know.
pub(super) fn is_known(base: &str) -> bool {
    matches!(base, "bar" | "barrier" | "membar" | "fence" | "trap" | "exit" | "ldmatrix" | "stmatrix" | "cp")
}

impl Machine<'_> {
    /// One instruction; `None` if it is not understood.
    pub(super) fn synchronisation(&mut self, opcode: &str, guard: Option<Guard>, tokens: &[Token]) -> Option<()> {
        let parts: Vec<&str> = opcode.split('.').collect();
        let action = match parts[..] {
            ["cp", "async", "ca" | "cg", ..] => Action::Copy(self.copy(&parts, guard, tokens)?),
            // A predicate would leave out threads or accesses.
            _ if guard.is_some() => return None,
            ["bar" | "barrier", "sync" | "arrive"]
            | ["bar" | "barrier", "cta", "sync" | "arrive"]
            | ["barrier", "sync" | "arrive", "aligned"]
            | ["barrier", "cta", "sync" | "arrive", "aligned"] => self.barrier(parts.contains(&"sync"), tokens)?,
            ["bar", "warp", "sync"] if names_all_lanes(&[&[Token::Mark(',')], tokens].concat()) => Action::WarpBarrier,
            ["membar", scope] | ["fence", "sc" | "acq_rel", scope] if tokens.is_empty() => {
                let scope = match scope {
                    "cta" => MemScope::Block,
                    "gl" | "gpu" => MemScope::Device,
                    "sys" => MemScope::System,
                    _ => return None,
                };
                let order = if parts[1] == "acq_rel" { MemOrder::AcqRel } else { MemOrder::SeqCst };
                Action::Fence { scope, order, is_exact: true }
            }
            ["trap"] if tokens.is_empty() => Action::Trap,
            ["exit"] if tokens.is_empty() => Action::Exit,
            ["ldmatrix" | "stmatrix", ..] => Action::Rows(self.rows(&parts, tokens)?),
            ["cp", "async", "commit_group"] if tokens.is_empty() => Action::CommitCopies,
            ["cp", "async", "wait_all"] if tokens.is_empty() => Action::WaitForAllCopies,
            ["cp", "async", "wait_group"] => match tokens {
                [number] => Action::WaitForCopies(self.extent(number)?),
                _ => return None,
            },
            _ => return None,
        };
        self.actions.push(action);
        Some(())
    }

    /// `bar.sync id;`, `bar.sync id, count;` or `bar.arrive id, count;`
    fn barrier(&self, waits: bool, tokens: &[Token]) -> Option<Action> {
        let all = operands(tokens);
        let (id, count) = match all[..] {
            [[id]] if waits => (id, None),
            [[id], [count]] => (id, Some(self.extent(count)?)),
            _ => return None,
        };
        Some(Action::Barrier { id: self.extent(id)?, count, waits })
    }

    /// `ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {..}, [address];`
    fn rows(&mut self, parts: &[&str], tokens: &[Token]) -> Option<Rows> {
        let (["ldmatrix" | "stmatrix", "sync", "aligned", "m8n8", number], rest) = parts.split_at_checked(5)? else {
            return None;
        };
        let rest = rest.strip_prefix(&["trans"]).unwrap_or(rest);
        let matrices = match *number {
            "x1" => 1,
            "x2" => 2,
            "x4" => 4,
            _ => return None,
        };
        matches!(rest, ["shared" | "shared::cta", "b16"]).then_some(())?;
        let stores = parts[0] == "stmatrix";
        let all = operands(tokens);
        let [first, second] = all[..] else { return None };
        let (registers, address) = if stores { (second, first) } else { (first, second) };
        let address = self.address(address, true)?;
        let registers: Vec<&Token> = registers.iter().filter(|t| !matches!(t, Token::Mark('{' | '}' | ','))).collect();
        (registers.len() == matrices).then_some(())?;
        for register in registers {
            match stores {
                true => drop(self.read(register).ok()?),
                false => self
                    .write(register, &super::Outcome::Unknown("element of a matrix in shared memory".to_owned()))
                    .ok()?,
            }
        }
        self.needs_warp = true;
        Some(Rows { address, matrices, stores })
    }

    /// `cp.async.cg.shared.global.L2::128B [target], [source], 16, given;`
    fn copy(&mut self, parts: &[&str], guard: Option<Guard>, tokens: &[Token]) -> Option<Copy> {
        let hints = parts.get(3..)?;
        let hints = hints.strip_prefix(&["shared"]).or_else(|| hints.strip_prefix(&["shared::cta"]))?;
        let hints = hints.strip_prefix(&["global"])?;
        let has_policy = hints.contains(&"L2::cache_hint");
        hints.iter().all(|hint| hint.starts_with("L2::")).then_some(())?;
        let mut all = operands(tokens);
        if has_policy {
            all.pop();
        }
        let (target, source, bytes, given) = match all[..] {
            [target, source, [bytes]] => (target, source, bytes, None),
            [target, source, [bytes], [given]] => (target, source, bytes, Some(self.extent(given)?)),
            _ => return None,
        };
        let (target, source) = (self.address(target, true)?, self.address(source, false)?);
        Some(Copy { target, source, bytes: self.extent(bytes)?, given, guard })
    }

    /// A number of bytes or groups: a literal or an input.
    fn extent(&self, token: &Token) -> Option<Extent> {
        match token {
            Token::Number(number) => Some(Extent::Number(literal(number)?)),
            token => self.input(token, 'n').or_else(|| self.input(token, 'r')).map(Extent::Operand),
        }
    }
}
