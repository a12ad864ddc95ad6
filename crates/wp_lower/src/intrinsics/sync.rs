//! Barriers, fences, assertions, traps, `printf`, and other functions that act on the thread itself.

use crate::builder::Builder;
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::strings::{string_initialiser, LITERAL};
use crate::values::Value;
use wp_base::Span;
use wp_clang::{string_units, Node};
use wp_decls::{strip_casts, CType};
use wp_kir::{AssertKind, BarrierScope, ExprId, ExprKind, Fence, Init, MemOrder, MemScope, Space, StmtKind, Type};

impl<'u> Lowerer<'u> {
    pub(crate) fn sync_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        let span = call.span;
        if call.object.is_some() {
            return None;
        }
        Some(match call.name.as_str() {
            "__syncthreads" if call.args.is_empty() => self.ir.block_barrier(Fence::ALL, span),
            "__syncthreads_count" | "__syncthreads_and" | "__syncthreads_or" => {
                self.arg_values(call);
                self.ir.block_barrier(Fence::ALL, span);
                self.ir.havoc(&call.ty, format!("result of `{}`", call.name), span)
            }
            "barrier" | "work_group_barrier" if !self.unit.cuda => {
                let flags = self.arg_scalars(call);
                match flags.first().and_then(|&e| self.ir.const_int(e)) {
                    Some(flags) => {
                        let fence = self.fence_of_flags(flags);
                        self.ir.block_barrier(fence, span)
                    }
                    None => self.ir.unsupported_value("barrier with flags that are no constant", &call.ty, span),
                }
            }
            "__nvvm_bar0_popc" | "__nvvm_bar0_and" | "__nvvm_bar0_or" if self.unit.cuda => {
                self.arg_values(call);
                self.ir.block_barrier(Fence::ALL, span);
                self.ir.havoc(&call.ty, format!("result of `{}`", call.name), span)
            }
            "__nvvm_bar_sync"
            | "__nvvm_barrier_sync"
            | "__barrier_sync"
            | "__nvvm_barrier_sync_cnt"
            | "__barrier_sync_count"
                if self.unit.cuda =>
            {
                let numbers = self.arg_scalars(call);
                let numbers: Vec<ExprId> =
                    numbers.into_iter().map(|number| self.ir.convert(number, Type::U32, span)).collect();
                match numbers[..] {
                    [id] => self.ir.named_barrier(id, None, true, span),
                    [id, count] => self.ir.named_barrier(id, Some(count), true, span),
                    _ => self.ir.unsupported(format!("`{}` of other operands", call.name), span),
                }
                Value { ty: CType::Void, leaves: Vec::new() }
            }
            name if !self.unit.cuda && is_work_group_function(name) => {
                let values = self.arg_values(call);
                // In a broadcast, all work-items have to name the same work-item.
                let agree: Vec<ExprId> = match name.contains("broadcast") {
                    true => values.iter().skip(1).flat_map(|v| v.leaves.iter().copied()).collect(),
                    false => Vec::new(),
                };
                self.ir.barrier_without_fence(agree, span);
                self.ir.havoc(&call.ty, format!("result of `{name}`"), span)
            }
            "bugle_barrier" => {
                let flags = self.arg_scalars(call);
                let flag = |s: &Self, i: usize| flags.get(i).and_then(|&e| s.ir.const_int(e)).map(|v| v != 0);
                match (flag(self, 0), flag(self, 1)) {
                    (Some(shared), Some(global)) => {
                        self.ir.block_barrier(Fence { shared, global, image: global }, span)
                    }
                    _ => self.ir.unsupported_value("barrier with flags that are no constant", &call.ty, span),
                }
            }
            "bugle_grid_barrier" => {
                self.arg_values(call);
                self.ir.emit_void_call(
                    StmtKind::Barrier {
                        scope: BarrierScope::Grid,
                        fence: Fence::ALL,
                        agree: Vec::new(),
                        invariants: Vec::new(),
                    },
                    span,
                )
            }
            "__syncwarp" => {
                let mask = match call.args.first() {
                    Some(a) if &*a.kind != "CXXDefaultArgExpr" => {
                        let e = self.scalar(a);
                        self.ir.as_mask(e, span)
                    }
                    _ => self.ir.mask_of_warp(span),
                };
                self.ir.assert_names_caller(mask, span);
                self.ir.warp_barrier(mask, span)
            }
            "__threadfence" => self.full_fence(MemScope::Device, span),
            "__threadfence_block" => self.full_fence(MemScope::Block, span),
            "__threadfence_system" => self.full_fence(MemScope::System, span),
            // OpenCL 1 promises no order between threads. The widest possible scope, so that simulations show no false race.
            "mem_fence" | "read_mem_fence" | "write_mem_fence" if !self.unit.cuda => {
                self.arg_values(call);
                self.ir.fence_at_most(MemScope::Device, span);
                Value { ty: CType::Void, leaves: Vec::new() }
            }
            "__wp_assert" | "assert" if call.args.len() == 1 => {
                let cond = self.condition(call.args[0]);
                self.ir.emit_void_call(StmtKind::Assert { cond, kind: AssertKind::Assert }, span)
            }
            "__assert_fail" | "__assertfail" | "__trap" | "__builtin_trap" | "abort" => self.ir.trap(span),
            "printf" | "cuPrintf" => {
                if let Some(what) = call.args.split_first().and_then(|(format, rest)| unprintable(format, rest)) {
                    return Some(self.ir.unsupported_value(format!("`{}` with {what}", call.name), &call.ty, span));
                }
                let values = self.arg_values(call);
                for number in call.args.split_first().map_or_else(Vec::new, |(format, rest)| strings(format, rest)) {
                    let pointer = values.get(number + 1).and_then(|value| value.leaves.first().copied());
                    match pointer.filter(|&pointer| self.ir.ty(pointer) == Type::Ptr) {
                        Some(pointer) => self.ir.read_string(&call.name, pointer, span),
                        None => self.ir.unsupported(format!("`{}` of a string that is no pointer", call.name), span),
                    }
                }
                match call.ty {
                    CType::Void => Value { ty: CType::Void, leaves: Vec::new() },
                    _ => self.ir.havoc(&call.ty, format!("result of `{}`", call.name), span),
                }
            }
            // They order this grid with the one that is launched before or after it, and grids are verified one by one.
            "cudaGridDependencySynchronize" | "cudaTriggerProgrammaticLaunchCompletion" if self.unit.cuda => {
                self.arg_values(call);
                Value { ty: CType::Void, leaves: Vec::new() }
            }
            "__nanosleep" | "__prof_trigger" | "__brkpt" => {
                self.arg_values(call);
                match call.ty {
                    CType::Void => Value { ty: CType::Void, leaves: Vec::new() },
                    _ => self.ir.havoc(&call.ty, format!("result of `{}`", call.name), span),
                }
            }
            "swap" if call.args.len() == 2 => {
                let ty = self.stack.ctype(call.args[0]);
                if self.stack.has_copy_code(&ty) || self.stack.has_assignment_code(&ty) {
                    let what = "`swap` of objects whose copies or assignments run code";
                    return Some(self.ir.unsupported_value(what, &call.ty, span));
                }
                let (a, b) = (self.place(call.args[0]), self.place(call.args[1]));
                let (x, y) = (self.ir.load(&a, span), self.ir.load(&b, span));
                let (x, y) = (self.ir.freeze_value(x, span), self.ir.freeze_value(y, span));
                self.ir.store(&a, &y, span);
                self.ir.store(&b, &x, span);
                Value { ty: CType::Void, leaves: Vec::new() }
            }
            "exit" | "__builtin_unreachable" => self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span),
            "__builtin_assume" | "__builtin_expect" if !call.args.is_empty() => {
                if call.name == "__builtin_expect" {
                    return Some(self.arg_values(call).swap_remove(0));
                }
                let cond = self.spec_condition(call.args[0]);
                self.ir.emit_void_call(StmtKind::Assume { cond, kind: wp_kir::AssumeKind::Assume }, span)
            }
            "clock" | "clock64" | "__globaltimer" => {
                self.ir.havoc(&call.ty, format!("result of `{}`", call.name), span)
            }
            "prefetch" => {
                self.arg_values(call);
                Value { ty: CType::Void, leaves: Vec::new() }
            }
            _ => return None,
        })
    }

    /// The memory that the flags of a barrier of OpenCL name.
    pub(crate) fn fence_of_flags(&self, flags: i128) -> Fence {
        let global = flags & 2 != 0;
        // Before OpenCL 2.0 the flag of global memory orders images too.
        let image = if self.unit.decls.unit.opencl_version < 200 { global } else { flags & 4 != 0 };
        Fence { shared: flags & 1 != 0, global, image }
    }

    /// A sequentially consistent fence of all memory.
    fn full_fence(&mut self, scope: MemScope, span: Span) -> Value {
        self.ir.fence(scope, (MemOrder::SeqCst, Fence::ALL), span);
        Value { ty: CType::Void, leaves: Vec::new() }
    }
}

/// True for a function of OpenCL that all work-items of a work-group have to call, that combines their values, and that
/// orders no accesses.
fn is_work_group_function(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("work_group_") else { return false };
    matches!(rest, "all" | "any" | "broadcast")
        || ["reduce_", "scan_exclusive_", "scan_inclusive_"]
            .iter()
            .any(|p| rest.strip_prefix(p).is_some_and(|operation| matches!(operation, "add" | "min" | "max")))
}

impl Builder<'_> {
    /// Stops the launch. It is aborted at some later time; until then other threads continue, and this thread does not.
    pub(crate) fn trap(&mut self, span: Span) -> Value {
        let cond = self.bool(false, span);
        self.emit(StmtKind::Assert { cond, kind: AssertKind::Abort }, span);
        self.emit_void_call(StmtKind::Return, span)
    }

    /// True if a pointer leads into literals of the source, which nothing writes, and in which a string ends.
    fn is_in_literal(&self, pointer: ExprId) -> bool {
        let ends = |base: ExprId, from: i128| match self.kernel().exprs[base].kind {
            ExprKind::AddrOf(object) => {
                let object = &self.kernel().objects[object];
                let is_literal = &*object.name == LITERAL && object.space == Space::Constant;
                let rest = |bytes: &[u8]| bytes.get(usize::try_from(from).ok()?..).map(|rest| rest.contains(&0));
                is_literal && matches!(&object.init, Init::Bytes(bytes) if rest(bytes) == Some(true))
            }
            _ => false,
        };
        match self.kernel().exprs[pointer].kind {
            ExprKind::Select(_, a, b) => self.is_in_literal(a) && self.is_in_literal(b),
            ExprKind::PtrAdd(base, offset) => self.const_int(offset).is_some_and(|offset| ends(base, offset)),
            _ => ends(pointer, 0),
        }
    }

    /// The accesses of a function that reads a string: it reads the bytes from the pointer on, any number of them. The
    /// bytes of a literal need no access.
    fn read_string(&mut self, name: &str, pointer: ExprId, span: Span) {
        if self.is_in_literal(pointer) {
            return;
        }
        let byte = Type::Int { bits: 8, signed: false };
        let reason = format!("the length of a string that `{name}` reads");
        let offset = self.havoc(&CType::Scalar(Type::U32), reason, span);
        let offset = self.only(&offset, span);
        let offset = self.convert(offset, Type::I64, span);
        for ptr in [pointer, self.ptr_add(pointer, offset, span)] {
            let var = self.temp(byte, span);
            self.emit(StmtKind::Load { var, ty: byte, ptr, volatile: false }, span);
        }
    }
}

/// The arguments of `printf` that are strings and no literals, by their numbers behind the format.
fn strings(format: &Node, arguments: &[&Node]) -> Vec<usize> {
    let mut formats = Vec::new();
    literals(format, &mut formats);
    let formats = formats.iter().filter_map(|format| string_units(format.value.as_deref()?));
    let mut found: Vec<usize> = formats
        .flat_map(|format| conversions(&format).into_iter().enumerate().filter(|(_, letter)| *letter == b's'))
        .map(|(number, _)| number)
        .filter(|&number| arguments.get(number).is_some_and(|argument| !literals(argument, &mut Vec::new())))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// What a call of `printf` does other than to evaluate its arguments and to read strings, if it may do so: it writes
/// behind a pointer.
fn unprintable(format: &Node, arguments: &[&Node]) -> Option<&'static str> {
    let mut formats = Vec::new();
    if !literals(format, &mut formats) {
        return Some("a format that is no literal");
    }
    formats.into_iter().find_map(|format| {
        let Some(format) = format.value.as_deref().and_then(string_units) else {
            return Some("a format of unknown characters");
        };
        let conversions = conversions(&format);
        conversions.into_iter().zip(arguments).find_map(|(conversion, argument)| match conversion {
            b'n' => Some("the conversion `%n`"),
            b'S' if !literals(argument, &mut Vec::new()) => Some("the conversion `%S` of a string that is no literal"),
            _ => None,
        })
    })
}

/// Adds the string literals that an expression may point to; false if it may point to anything else.
fn literals<'n>(node: &'n Node, found: &mut Vec<&'n Node>) -> bool {
    let inner = strip_casts(node);
    match (&*inner.kind, inner.inner.as_slice()) {
        ("ConditionalOperator", [_, yes, no]) => literals(yes, found) && literals(no, found),
        _ => string_initialiser(inner).map(|literal| found.push(literal)).is_some(),
    }
}

/// The letters of a format's conversions, one for each argument; `*` for a width or precision that is an argument.
fn conversions(format: &[u32]) -> Vec<u8> {
    let mut letters = Vec::new();
    let mut units = format.iter().map(|unit| u8::try_from(*unit).unwrap_or(b'?'));
    while let Some(unit) = units.next() {
        if unit != b'%' {
            continue;
        }
        for unit in units.by_ref() {
            match unit {
                b'*' => letters.push(b'*'),
                b'%' => break,
                // Lengths, and `v4` of OpenCL.
                b'h' | b'l' | b'L' | b'q' | b'j' | b'z' | b't' | b'v' => {}
                unit if unit.is_ascii_alphabetic() => {
                    letters.push(unit);
                    break;
                }
                _ => {}
            }
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_take_arguments() {
        let of = |text: &str| String::from_utf8(conversions(&text.bytes().map(u32::from).collect::<Vec<_>>())).unwrap();
        assert_eq!(of("%d, %5.2f%% %-*s %lld %hhn %v4hlf"), "df*sdnf");
        assert_eq!(of("100%"), "");
    }
}
