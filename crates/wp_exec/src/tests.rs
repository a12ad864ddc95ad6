//! The executor with a domain of constants: four threads, integer variables, one array, and two conditions that the
//! domain leaves open.

use crate::{Access, Decision, Domain, Literal, LockStep, Moment, Obstacle, Thread, ThreadOf};
use std::collections::BTreeMap;
use wp_base::{Id, Span};
use wp_kir::{
    fold_with, parse_kernel, verify, visit, BarrierScope, ExprId, ExprKind, Kernel, Stmt, Storage, Type, VarId,
};

/// Values are integers and byte offsets; `None` is not known.
struct Constants<'k> {
    kernel: &'k Kernel,
    cells: BTreeMap<i128, Option<i128>>,
    conditions: u32,
    skips: bool,
    /// The barrier intervals of shared memory and the loops around, of each store and each barrier.
    moments: Vec<(u32, usize)>,
}

type Step<T> = Result<T, String>;

impl Constants<'_> {
    fn value(&self, vars: &[Option<i128>], e: ExprId) -> Option<i128> {
        match self.kernel.exprs[e].kind {
            ExprKind::AddrOf(_) => Some(0),
            ExprKind::PtrAdd(p, bytes) => Some(self.value(vars, p)? + self.value(vars, bytes)?),
            _ => fold_with(self.kernel, e, &|var| vars[var.index()]),
        }
    }

    fn note(&mut self, at: Moment) {
        self.moments.push((at.passed.interval(wp_kir::Space::Shared), at.loops));
    }
}

impl Domain for Constants<'_> {
    type Value = Option<i128>;
    type Condition = u32;
    type Memory = BTreeMap<i128, Option<i128>>;
    type Stop = String;

    fn stop(&self, obstacle: Obstacle, _: Span) -> String {
        format!("{obstacle:?}")
    }

    fn memory(&mut self) -> &mut Self::Memory {
        &mut self.cells
    }

    fn eval(&mut self, thread: &mut ThreadOf<Self>, expr: ExprId) -> Step<Option<i128>> {
        Ok(self.value(&thread.vars, expr))
    }

    fn decide(&mut self, value: Option<i128>, _: Span) -> Step<Decision<u32>> {
        self.conditions += 1;
        Ok(match value {
            Some(0) => Decision::False,
            Some(_) => Decision::True,
            None => Decision::Open(self.conditions),
        })
    }

    fn choose(&mut self, guard: &[Literal<u32>], [yes, no]: [Option<i128>; 2], _: Type, _: Span) -> Step<Option<i128>> {
        assert!(!guard.is_empty());
        Ok(yes.filter(|_| yes == no))
    }

    fn either(&mut self, paths: &[Vec<Literal<u32>>], _: Span) -> Step<u32> {
        assert!(paths.iter().all(|path| !path.is_empty()));
        self.conditions += 1;
        Ok(self.conditions)
    }

    fn declare(&mut self, thread: &mut ThreadOf<Self>, storage: Storage, _: Span) -> Step<()> {
        if let Storage::Var(var) = storage {
            thread.vars[var.index()] = None;
        }
        Ok(())
    }

    fn load(&mut self, _: &ThreadOf<Self>, access: Access<Option<i128>>) -> Step<Option<i128>> {
        Ok(access.ptr.and_then(|at| self.cells.get(&at).copied().flatten()))
    }

    fn store(&mut self, thread: &ThreadOf<Self>, access: Access<Option<i128>>, value: Option<i128>) -> Step<()> {
        self.note(access.at);
        let at = access.ptr.ok_or("an unknown address")?;
        let old = self.cells.get(&at).copied().flatten();
        self.cells.insert(at, value.filter(|_| thread.guard.is_empty() || value == old));
        Ok(())
    }

    fn barrier(&mut self, _: &[ThreadOf<Self>], scope: BarrierScope, at: Moment) -> Step<()> {
        assert_eq!(scope, BarrierScope::Block);
        self.note(at);
        Ok(())
    }

    fn may_skip(&self, _: &Stmt) -> bool {
        self.skips
    }

    fn skip(&mut self, threads: &mut [ThreadOf<Self>], active: &[usize], stmt: &Stmt, _: String) -> Step<()> {
        visit(std::slice::from_ref(stmt), &mut |s| {
            if let Some(var) = s.kind.target() {
                active.iter().for_each(|&t| threads[t].vars[var.index()] = None);
            }
        });
        Ok(())
    }
}

/// The end of an execution.
struct End {
    /// `x` of each thread, `?` where it is not known, a star behind that of a thread that has returned; or the obstacle.
    x: String,
    /// The array.
    cells: Vec<(i128, Option<i128>)>,
    moments: Vec<(u32, usize)>,
    /// Steps that are left.
    left: u64,
}

/// Executes statements with four threads. `T` is the number of the thread, `open` and `other` are conditions that are
/// not decided, `X` and `N` are 0 at the beginning, and `[E]` is the element of the array at the index `E`.
fn execute(body: &str, skips: bool) -> End {
    let words = [("sync", "barrier block shared global"), ("open", "v1"), ("other", "v2"), (":i", ":i32")];
    let names = [("T", "v0"), ("X", "v3"), ("N", "v4")];
    let address = [("[", "[ptradd(&o0, int_to_int(("), ("]", " * 4:i32)):i64)]")];
    let rules = words.into_iter().chain(names).chain(address);
    let text = rules.fold(body.to_owned(), |text, (from, to)| text.replace(from, to));
    let text = format!(
        "kernel \"k\" cuda {{ loops 4; labels 4;
        object o0 \"s\" shared declared elem i32 size 64 init undefined;
        var v0 \"t\": i32; var v1 \"open\": bool; var v2 \"other\": bool; var v3 \"x\": i32; var v4 \"n\": i32;
        body {{ {text} }} }}"
    );
    let kernel = parse_kernel(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify(&kernel).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let mut domain = Constants { kernel: &kernel, cells: BTreeMap::new(), conditions: 0, skips, moments: Vec::new() };
    let threads = (0..4).map(|t| Thread::new(t, vec![Some(i128::from(t)), None, None, Some(0), Some(0)])).collect();
    let mut left = 10_000;
    let end = LockStep::new(&kernel, &mut domain, threads, &mut left).run(&kernel.body);
    let shown = |thread: &Thread<Option<i128>, u32>| {
        let x = thread.vars[VarId::from_index(3).index()].map_or("?".to_owned(), |x| x.to_string());
        format!("{x}{}", if thread.ended { "*" } else { "" })
    };
    let x = match &end {
        Ok(threads) => threads.iter().map(shown).collect::<Vec<_>>().join(" "),
        Err(obstacle) => obstacle.clone(),
    };
    End { x, cells: domain.cells.into_iter().collect(), moments: domain.moments, left }
}

fn x(body: &str) -> String {
    execute(body, false).x
}

#[test]
fn threads_take_their_own_branches() {
    assert_eq!(x("if (T < 2:i) { X = 5:i; } else { X = T; } X = (X + 1:i);"), "6 6 3 4");
    // An open condition: both branches, and the values that agree stay known.
    assert_eq!(x("if open { X = 5:i; } else { X = T; }"), "? ? ? ?");
    assert_eq!(x("if open { X = 2:i; } else { X = T; }"), "? ? 2 ?");
    assert_eq!(x("if open { N = 1:i; } else { } X = 7:i;"), "7 7 7 7");
}

#[test]
fn nested_loops_are_left_and_continued() {
    let count = "loop loop0 L0 while (N < 3:i) {
        loop loop1 L1 while true { X = (X + 1:i); if (T <= (X % 4:i)) { break L1; } else { } } step { }
        if (T == 3:i) { break L0; } else { }
        if (T == 2:i) { N = 3:i; continue L0; } else { }
        N = (N + 1:i);
    } step { X = (X + 10:i); }";
    // Threads 0 and 1 make three iterations, thread 2 continues once to the step, thread 3 leaves both loops.
    assert_eq!(x(count), "33 35 12 3");
    let outer = "loop loop0 L0 while true { loop loop1 L1 while true { X = (X + 1:i); if (T < X) { break L0; } else { }
        } step { } } step { } X = (X * 10:i);";
    assert_eq!(x(outer), "10 20 30 40");
    let head = "loop loop0 L0 head { N = (N + 1:i); if (T < N) { break L0; } else { } } while (N < 3:i) { X = N; }
        step { }";
    assert_eq!(x(head), "0 1 2 2");
}

#[test]
fn barriers_wait_for_all_threads_that_have_not_ended() {
    assert_eq!(x("if (T < 2:i) { sync; } else { }"), "Divergence");
    assert_eq!(x("if (T < 2:i) { sync; } else { sync; }"), "Divergence");
    assert_eq!(x("if open { sync; } else { }"), "Divergence");
    assert_eq!(x("if (T < 2:i) { X = 1:i; return; } else { } sync; X = 2:i;"), "1* 1* 2 2");
    assert_eq!(x("block L0 { if (T < 2:i) { break L0; } else { } sync; }"), "Divergence");
    // Threads leave the loop after different numbers of iterations.
    assert_eq!(x("loop loop0 L0 while (N < T) { N = (N + 1:i); sync; } step { }"), "Divergence");
    assert_eq!(x("loop loop0 L0 while (N < 2:i) { N = (N + 1:i); sync; } step { } X = N;"), "2 2 2 2");
}

#[test]
fn moments_tell_barrier_intervals_and_loops() {
    let end = execute(
        "store i32 [0:i] = 1:i; sync; loop loop0 L0 while (N < 1:i) { store i32 [1:i] = N; N = (N + 1:i); sync; } step { }
        barrier block global; if (T == 0:i) { store i32 [2:i] = 5:i; } else { }",
        false,
    );
    let expected: Vec<(u32, usize)> = [vec![(0, 0); 5], vec![(1, 1); 5], vec![(2, 0); 2]].concat();
    assert_eq!(end.moments, expected);
    assert_eq!(end.cells, [(0, Some(1)), (4, Some(0)), (8, Some(5))]);
}

#[test]
fn stores_follow_the_evaluation_of_all_operands() {
    // Each thread reads the element that its neighbour stores afterwards.
    let shift = "store i32 [T] = T; sync; X = load i32 [((T + 1:i) % 4:i)]; sync; store i32 [T] = X;";
    assert_eq!(execute(shift, false).cells, [(0, Some(1)), (4, Some(2)), (8, Some(3)), (12, Some(0))]);
    // Under an open condition an element may keep its contents.
    let guarded = "store i32 [T] = 1:i; if open { store i32 [T] = T; } else { }";
    assert_eq!(execute(guarded, false).cells, [(0, None), (4, Some(1)), (8, None), (12, None)]);
}

#[test]
fn labelled_statements_join_the_paths_that_leave_them() {
    assert_eq!(x("block L0 { if (T < 2:i) { X = 1:i; break L0; } else { } X = 2:i; }"), "1 1 2 2");
    // Paths under an open condition: one leaves, the other goes on, and they meet behind the statement.
    let parted = "block L0 { if open { X = 1:i; break L0; } else { } X = T; }";
    assert_eq!(x(parted), "? 1 ? ?");
    assert_eq!(x(&format!("{parted} sync; X = 3:i;")), "3 3 3 3");
    let both = "block L0 { if open { X = 1:i; break L0; } else { X = T; break L0; } X = 9:i; } sync;";
    assert_eq!(x(both), "? 1 ? ?");
    // What one path has stored is not certain before they meet, nor is a barrier reached by both.
    assert_eq!(x("block L0 { if open { break L0; } else { } sync; }"), "Divergence");
    let store = "block L0 { if open { break L0; } else { } store i32 [T] = T; }";
    assert_eq!(execute(store, false).cells, [(0, None), (4, None), (8, None), (12, None)]);
}

#[test]
fn paths_that_leave_for_an_outer_statement_are_missing_until_there() {
    let jump = "block L0 { block L1 { if open { X = 1:i; break L0; } else { } X = 2:i; } AFTER X = 3:i; } sync;";
    assert_eq!(x(&jump.replace("AFTER", "")), "? ? ? ?");
    assert_eq!(x(&jump.replace("AFTER", "sync;")), "Divergence");
    // Out of nested branches, where the other path of the inner one goes on.
    let nested = "block L0 { if open { if other { X = 3:i; break L0; } else { } X = 1:i; } else { X = 2:i; }
        AFTER X = 3:i; } sync;";
    assert_eq!(x(&nested.replace("AFTER", "")), "3 3 3 3");
    assert_eq!(x(&nested.replace("AFTER", "sync;")), "Divergence");
    // Out of a loop: the remaining paths go on in it.
    let out = "block L0 { loop loop0 L1 while (N < 2:i) { N = (N + 1:i); if open { break L0; } else { } X = N; }
        step { } X = 2:i; } sync;";
    assert_eq!(x(out), "? ? ? ?");
}

#[test]
fn loops_and_threads_do_not_end_under_open_conditions() {
    assert_eq!(x("if open { return; } else { }"), "OpenExit");
    assert_eq!(x("loop loop0 L0 while true { if open { break L0; } else { } } step { }"), "OpenExit");
    assert_eq!(x("loop loop0 L0 while true { if open { continue L0; } else { } } step { }"), "OpenExit");
    assert_eq!(x("loop loop0 L0 while open { X = 1:i; } step { }"), "OpenLoop");
    // A loop within a branch is left by all paths that are in it.
    let inside = "if open { loop loop0 L0 while true { X = T; break L0; } step { } } else { X = 2:i; } sync;";
    assert_eq!(x(inside), "? ? 2 ?");
}

#[test]
fn a_skipped_loop_leaves_threads_and_memory_as_before() {
    let body =
        "store i32 [T] = T; loop loop0 L0 while (N < 5:i) { N = (N + 1:i); store i32 [T] = 9:i; return; } step { }";
    assert_eq!(execute(body, false).x, "0* 0* 0* 0*");
    let body = "store i32 [T] = T; loop loop0 L0 while (N < 5:i) { N = (N + 1:i); store i32 [T] = 9:i;
        if open { return; } else { } } step { } X = (N + 1:i);";
    assert_eq!(execute(body, false).x, "OpenExit");
    let end = execute(body, true);
    assert_eq!((end.x.as_str(), end.cells), ("? ? ? ?", (0..4).map(|t| (4 * t, Some(t))).collect()));
    // Jumps that were begun in the loop are undone with it.
    let jumps = "block L0 { loop loop0 L1 while true { if (T < 2:i) { X = 8:i; break L0; } else { } if open { return; }
        else { } } step { } X = 1:i; }";
    assert_eq!(execute(jumps, true).x, "1 1 1 1");
}

#[test]
fn steps_are_limited() {
    assert_eq!(execute("loop loop0 L0 while true { } step { }", false).x, "Steps");
    assert_eq!(execute("X = 1:i; X = 2:i;", false).left, 10_000 - 10);
    // Two threads more than in the first case, in one iteration and one test at its end.
    assert_eq!(execute("loop loop0 L0 while (N < 1:i) { N = 1:i; } step { }", false).left, 10_000 - 20);
}

#[test]
fn statements_that_a_domain_lacks_stop_the_execution() {
    assert_eq!(x("X = havoc \"clock\";"), "NotImplemented");
    assert_eq!(x("unsupported \"goto\";"), "Unsupported(\"goto\")");
    assert_eq!(x("if (4:i < T) { unsupported \"goto\"; } else { }"), "0 0 0 0");
}
