//! Assembly that is read, and assembly that is not.

use super::*;
use crate::asm::access::Kind;
use wp_kir::{AtomicOp, MemScope};

fn ran(statement: &str) -> Result<Vec<Option<Outcome>>, String> {
    run(&crate::asm::text::read(statement)?).map(|effects| effects.results)
}

fn lane() -> Option<Outcome> {
    Some(Outcome::Register(Register::Special(Special::LaneId)))
}

fn first(statement: &str) -> Option<Outcome> {
    ran(statement).unwrap().swap_remove(0)
}

#[test]
fn special_registers_are_exact() {
    assert_eq!(first(r#"asm("mov.u32 %0, %%laneid;" : "=r"(x))"#), lane());
    assert_eq!(first(r#"asm volatile("mov.b32 %[a], %%laneid;" : [a] "=r"(x))"#), lane());
    let tid = Some(Outcome::Register(Register::Special(Special::ThreadIdx(Axis::Y))));
    assert_eq!(first(r#"asm("mov.u32 %0, %%tid.y;" : "=r"(x))"#), tid);
    let through = r#"asm("{.reg .u32 t; /* ; */ mov.u32 t, %%laneid; // ; \n mov.u32 %0, t;}" : "=r"(x))"#;
    assert_eq!(first(through), lane());
}

#[test]
fn everything_else_is_unknown() {
    let unknown = |statement: &str| matches!(first(statement), Some(Outcome::Unknown(_)));
    assert!(unknown(r#"asm("mov.u32 %0, %%smid;" : "=r"(x))"#));
    assert!(unknown(r#"asm("mov.u32 %0, %%warpid;" : "=r"(x))"#));
    assert!(unknown(r#"asm("mov.u64 %0, %%globaltimer;" : "=l"(x))"#));
    assert!(unknown(r#"asm("mov.u32 %0, %1;" : "=r"(x) : "r"(y))"#));
    assert!(unknown(r#"asm("add.u32 %0, %%laneid, 1;" : "=r"(x))"#));
    assert!(unknown(r#"asm("mov.u16 %0, %%laneid;" : "=h"(x))"#));
    assert!(unknown(r#"asm("mov.u32 %0, %%laneid;" : "=l"(x))"#));
    assert!(unknown(r#"asm("" : "=r"(x))"#));
    // Set under a predicate: either value.
    assert!(unknown(r#"asm("{.reg .pred p; setp.ne.u32 p, %1, 0; @p mov.u32 %0, %%laneid;}" : "+r"(x) : "r"(y))"#));
    // A name of an inner block is another register.
    assert!(unknown(r#"asm("{.reg .u32 t; {.reg .u32 t; mov.u32 t, %%laneid;} mov.u32 %0, t;}" : "=r"(x))"#));
    // Both halves of a vector are written.
    let halves = ran(r#"asm("mov.u32 %0, %%laneid; mov.b64 {%0, %1}, %2;" : "=r"(x), "=r"(y) : "l"(z))"#).unwrap();
    assert!(halves.iter().all(|o| matches!(o, Some(Outcome::Unknown(_)))));
    assert_eq!(first(r#"asm volatile("" : "+r"(x))"#), None);
}

#[test]
fn instructions_of_all_lanes_need_the_warp() {
    let effects = |statement: &str| run(&crate::asm::text::read(statement).unwrap()).unwrap();
    for of_warp in [
        r#"asm volatile("shfl.sync.idx.b32 %0, %1, 0, 0x1F, 0xFFFFFFFF;" : "=r"(x) : "r"(y))"#,
        r#"asm("{.reg .pred p; shfl.sync.up.b32 %0|p, %1, 1, 0, -1;}" : "=r"(x) : "r"(y))"#,
        r#"asm("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(x) : "r"(y))"#,
        r#"asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(x), "+d"(y) : "d"(a), "d"(b))"#,
    ] {
        let effects = effects(of_warp);
        assert!(effects.needs_warp && effects.results.iter().all(|r| matches!(r, Some(Outcome::Unknown(_)))));
    }
    assert!(!effects(r#"asm("mov.u32 %0, %%laneid;" : "=r"(x))"#).needs_warp);
}

#[test]
fn loads_and_stores_of_global_memory_are_accesses() {
    let effects = |statement: &str| run(&crate::asm::text::read(statement).unwrap()).unwrap();
    let load = effects(r#"asm volatile("ld.global.nc.v2.f32 {%0, %1}, [%2+8];" : "=f"(x), "=f"(y) : "l"(p))"#);
    let access = |access: &Access| (access.kind, access.pointer, access.offset, access.bytes);
    assert_eq!(access(&load.accesses[0]), (Kind::Load { is_volatile: false }, 2, 8, 4));
    assert_eq!((&load.accesses[0].loaded[..], load.accesses.len()), (&[Some(0), Some(1)][..], 1));
    assert_eq!(load.results, [Some(Outcome::Loaded(0)), Some(Outcome::Loaded(0))]);
    let store = effects(
        r#"asm("{.reg .pred p; setp.ne.b32 p, %2, 0; @!p st.global.u32 [%0], %1;}" : : "l"(p), "r"(x), "r"(c) : "memory")"#,
    );
    let guard = Some(Guard { operand: 2, is_negated: true });
    assert_eq!(access(&store.accesses[0]), (Kind::Store { is_volatile: false }, 0, 0, 4));
    assert_eq!((&store.accesses[0].stored[..], store.accesses[0].guard), (&[1][..], guard));
    let update = effects(
        r#"asm volatile("atom.release.sys.global.cas.b64 %0, [%1], %2, %3;" : "=l"(x) : "l"(p), "l"(a), "l"(b))"#,
    );
    let (op, scope) = (AtomicOp::Cas, MemScope::System);
    assert_eq!(access(&update.accesses[0]).0, Kind::Atomic { op, scope, is_fenced: true, returns: true });
    assert_eq!((&update.accesses[0].loaded[..], &update.accesses[0].stored[..]), (&[Some(0)][..], &[2, 3][..]));
}

#[test]
fn what_may_do_more_is_an_error() {
    for bad in [
        r#"asm("st.shared.u32 [%0], %1;" : : "r"(a), "r"(x))"#,
        r#"asm("st.global.u32 [%0], %1;" : : "r"(a), "r"(x))"#,
        r#"asm("st.global.u64 [%0], %1;" : : "l"(a), "r"(x))"#,
        r#"asm("ld.global.u8 %0, [%1];" : "=r"(x) : "l"(a))"#,
        r#"asm("ld.global.v2.u32 {%0}, [%1];" : "=r"(x) : "l"(a))"#,
        r#"asm("ld.volatile.shared.u32 %0, [%1];" : "=r"(x) : "l"(a))"#,
        r#"asm("ld.relaxed.cluster.global.u32 %0, [%1];" : "=r"(x) : "l"(a))"#,
        r#"asm("ld.acquire.gpu.global.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(a))"#,
        r#"asm("red.global.cas.b32 [%0], %1;" : : "l"(a), "r"(x))"#,
        r#"asm("atom.global.add.noftz.f16 %0, [%1], %2;" : "=h"(x) : "l"(a), "h"(y))"#,
        r#"asm("red.shared.add.u32 [%0], %1;" : : "l"(a), "r"(x))"#,
        r#"asm("ld.acquire.global.u32 %0, [%1];" : "=r"(x) : "l"(a))"#,
        r#"asm("ld.global.u32 %0, [%1+%2];" : "=r"(x) : "l"(a), "l"(b))"#,
        r#"asm("{.reg .pred p; setp.lt.u32 p, %2, 3; @p ld.global.u32 %0, [%1];}" : "=r"(x) : "l"(a), "r"(b))"#,
        r#"asm("add.u32 %0, %1, 1; bar.sync 0;" : "=r"(x) : "r"(y))"#,
        r#"asm("mov.u32 %0, %%laneid; // ok\n red.global.add.u32 [%1], 1;" : "=r"(x) : "l"(a))"#,
        r#"asm volatile("membar.gl;")"#,
        r#"asm volatile("cp.async.wait_all;")"#,
        r#"asm volatile("exit;")"#,
        r#"asm volatile("trap;")"#,
        r#"asm("shfl.sync.idx.b32 %0, %1, 0, 31, 3;" : "=r"(x) : "r"(y))"#,
        r#"asm("shfl.sync.idx.b32 %0, %1, 0, 31, %2;" : "=r"(x) : "r"(y), "r"(mask))"#,
        r#"asm("{.reg .pred p; setp.ne.u32 p, %1, 0; @p redux.sync.add.s32 %0, %1, -1;}" : "=r"(x) : "r"(y))"#,
        r#"asm("shfl.idx.b32 %0, %1, 0, 31;" : "=r"(x) : "r"(y))"#,
        r#"asm("add.sync.u32 %0, %1, -1;" : "=r"(x) : "r"(y))"#,
        r#"asm("L: add.u32 %0, %0, 1; @p bra L;" : "+r"(x))"#,
        r#"asm("call f;")"#,
        r#"asm("frobnicate.u32 %0, %0;" : "+r"(x))"#,
        r#"asm("mov.u32 %0, table;" : "=r"(x))"#,
        r#"asm("mov.u32 %1, %%laneid;" : "=r"(x) : "r"(y))"#,
        r#"asm("mov.u32 %0, %%laneid" : "=r"(x))"#,
        r#"asm("mov.u32 %3, %%laneid;" : "=r"(x))"#,
        r#"asm("{ mov.u32 %0, %%laneid;" : "=r"(x))"#,
        r#"asm("mov.u32 %0, %%pm_of_the_future;" : "=r"(x))"#,
        r#"asm(".shared .u32 s;")"#,
    ] {
        assert!(ran(bad).is_err(), "{bad}");
    }
}
