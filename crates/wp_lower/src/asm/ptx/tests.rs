//! Assembly that is read, and assembly that is not.

use super::*;
use crate::asm::access::{Address, Base, Kind};
use wp_kir::{AtomicOp, MemOrder, MemScope};

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

/// The one access of a statement.
fn access(statement: &str) -> Access {
    match run(&crate::asm::text::read(statement).unwrap()).unwrap().actions.as_slice() {
        [Action::Access(access)] => access.clone(),
        other => panic!("{statement}: {other:?}"),
    }
}

#[test]
fn loads_and_stores_are_accesses() {
    let load = r#"asm volatile("ld.global.nc.v2.f32 {%0, %1}, [%2+8];" : "=f"(x), "=f"(y) : "l"(p))"#;
    assert_eq!(ran(load).unwrap(), [Some(Outcome::Loaded(0)), Some(Outcome::Loaded(0))]);
    let load = access(load);
    assert_eq!((load.kind, load.bytes), (Kind::Load { is_volatile: false }, 4));
    assert_eq!(load.address, Address { base: Base::Generic(2), offset: 8 });
    assert_eq!(load.loaded, [Some(0), Some(1)]);
    let store = access(
        r#"asm("{.reg .pred p; setp.ne.b32 p, %2, 0; @!p st.global.u32 [%0], %1;}" : : "l"(p), "r"(x), "r"(c) : "memory")"#,
    );
    assert_eq!((store.kind, store.bytes), (Kind::Store { is_volatile: false }, 4));
    assert_eq!(store.address, Address { base: Base::Generic(0), offset: 0 });
    assert_eq!(store.guard, Some(Guard { operand: 2, is_negated: true }));
    assert_eq!(store.stored, [1]);
    let update = access(
        r#"asm volatile("atom.release.sys.global.cas.b64 %0, [%1], %2, %3;" : "=l"(x) : "l"(p), "l"(a), "l"(b))"#,
    );
    let (op, scope, order) = (AtomicOp::Cas, MemScope::System, MemOrder::Release);
    assert_eq!(update.kind, Kind::Atomic { op, scope, order, is_exact: true, returns: true });
    assert_eq!((&update.loaded[..], &update.stored[..]), (&[Some(0)][..], &[2, 3][..]));
}

#[test]
fn the_space_of_an_access_gives_the_meaning_of_its_address() {
    let base = |statement: &str| access(statement).address.base;
    assert_eq!(base(r#"asm("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(a))"#), Base::Shared(1));
    assert_eq!(base(r#"asm("st.shared::cta.v4.b32 [%0+16], {%1, %1, %1, %1};" : : "r"(a), "r"(x))"#), Base::Shared(0));
    assert_eq!(base(r#"asm("ld.volatile.shared.u32 %0, [%1];" : "=r"(x) : "l"(a))"#), Base::Shared(1));
    assert_eq!(base(r#"asm("ld.u32 %0, [%1];" : "=r"(x) : "l"(a))"#), Base::Generic(1));
    let converted = r#"asm("{.reg .u64 a; cvta.to.shared.u64 a, %1; ld.shared.u32 %0, [a];}" : "=r"(x) : "l"(p))"#;
    assert_eq!(base(converted), Base::Converted(1));
    let address = r#"asm("{.reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a;}" : "=r"(x) : "l"(p))"#;
    assert_eq!(first(address), Some(Outcome::SharedAddress(1)));
    // Half of it is no address.
    let half = r#"asm("{.reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u16.u64 %0, a;}" : "=h"(x) : "l"(p))"#;
    assert!(matches!(first(half), Some(Outcome::Unknown(_))));
}

#[test]
fn what_orders_threads_is_an_action() {
    let actions = |statement: &str| run(&crate::asm::text::read(statement).unwrap()).unwrap().actions;
    assert_eq!(
        actions(r#"asm volatile("bar.sync 0; membar.gl; bar.warp.sync -1; trap; exit;")"#),
        [
            Action::Barrier { id: Extent::Number(0), count: None, waits: true },
            Action::Fence { scope: MemScope::Device, order: MemOrder::SeqCst, is_exact: true },
            Action::WarpBarrier,
            Action::Trap,
            Action::Exit
        ]
    );
    let named = r#"asm volatile("barrier.cta.sync.aligned %0, 64; bar.arrive 0x2, %1;" : : "r"(a), "n"(32))"#;
    assert_eq!(
        actions(named),
        [
            Action::Barrier { id: Extent::Operand(0), count: Some(Extent::Number(64)), waits: true },
            Action::Barrier { id: Extent::Number(2), count: Some(Extent::Operand(1)), waits: false },
        ]
    );
    assert_eq!(
        actions(r#"asm volatile("cp.async.commit_group; cp.async.wait_group 2; cp.async.wait_all;")"#),
        [Action::CommitCopies, Action::WaitForCopies(Extent::Number(2)), Action::WaitForAllCopies]
    );
    let copy = r#"asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" : : "r"(a), "l"(p), "r"(n))"#;
    let [Action::Copy(copy)] = &actions(copy)[..] else { panic!("no copy") };
    assert_eq!((copy.target.base, copy.source.base), (Base::Shared(0), Base::Generic(1)));
    assert_eq!((copy.bytes, copy.given), (Extent::Number(8), Some(Extent::Operand(2))));
    let rows =
        r#"asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(a))"#;
    let [Action::Rows(rows)] = &actions(rows)[..] else { panic!("no rows") };
    assert_eq!((rows.matrices, rows.stores), (2, false));
}

#[test]
fn what_may_do_more_is_an_error() {
    for bad in [
        r#"asm("st.global.u32 [%0], %1;" : : "r"(a), "r"(x))"#,
        r#"asm("st.global.u64 [%0], %1;" : : "l"(a), "r"(x))"#,
        r#"asm("ld.global.u8 %0, [%1];" : "=r"(x) : "l"(a))"#,
        r#"asm("ld.global.v2.u32 {%0}, [%1];" : "=r"(x) : "l"(a))"#,
        r#"asm("ld.relaxed.cluster.global.u32 %0, [%1];" : "=r"(x) : "l"(a))"#,
        r#"asm("ld.acquire.gpu.global.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(a))"#,
        r#"asm("red.global.cas.b32 [%0], %1;" : : "l"(a), "r"(x))"#,
        r#"asm("atom.global.add.noftz.f16 %0, [%1], %2;" : "=h"(x) : "l"(a), "h"(y))"#,
        r#"asm("ld.acquire.global.u32 %0, [%1];" : "=r"(x) : "l"(a))"#,
        r#"asm("ld.global.u32 %0, [%1+%2];" : "=r"(x) : "l"(a), "l"(b))"#,
        r#"asm("{.reg .pred p; setp.lt.u32 p, %2, 3; @p ld.global.u32 %0, [%1];}" : "=r"(x) : "l"(a), "r"(b))"#,
        r#"asm("mov.u32 %0, %%laneid; // ok\n red.global.add.u32 [%1], 1;" : "=r"(x) : "l"(a))"#,
        r#"asm("shfl.sync.idx.b32 %0, %1, 0, 31, 3;" : "=r"(x) : "r"(y))"#,
        r#"asm("shfl.sync.idx.b32 %0, %1, 0, 31, %2;" : "=r"(x) : "r"(y), "r"(mask))"#,
        r#"asm("{.reg .pred p; setp.ne.u32 p, %1, 0; @p redux.sync.add.s32 %0, %1, -1;}" : "=r"(x) : "r"(y))"#,
        r#"asm("shfl.idx.b32 %0, %1, 0, 31;" : "=r"(x) : "r"(y))"#,
        r#"asm("add.sync.u32 %0, %1, -1;" : "=r"(x) : "r"(y))"#,
        r#"asm("bar.arrive 0;")"#,
        r#"asm("bar.sync;")"#,
        r#"asm("bar.sync 1, 2, 3;")"#,
        r#"asm("bar.red.popc.u32 %0, 1, p;" : "=r"(x))"#,
        r#"asm("bar.warp.sync 3;")"#,
        r#"asm("{.reg .pred p; setp.ne.u32 p, %0, 0; @p bar.sync 0;}" : : "r"(y))"#,
        r#"asm("fence.proxy.async;")"#,
        r#"asm("fence.acq_rel.cluster;")"#,
        r#"asm("st.shared::cluster.u32 [%0], %1;" : : "r"(a), "r"(x))"#,
        r#"asm("st.shared.u32 [%0], %1;" : : "r"(a), "l"(x))"#,
        r#"asm("ld.param.u32 %0, [%1];" : "=r"(x) : "l"(a))"#,
        r#"asm("cp.async.ca.global.shared [%0], [%1], 16;" : : "l"(p), "r"(a))"#,
        r#"asm("cp.async.cg.shared.global.mbarrier [%0], [%1], 16;" : : "r"(a), "l"(p))"#,
        r#"asm("cp.async.bulk.commit_group;")"#,
        r#"asm("cp.async.mbarrier.arrive.shared.b64 [%0];" : : "r"(a))"#,
        r#"asm("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(a))"#,
        r#"asm("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(a))"#,
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
