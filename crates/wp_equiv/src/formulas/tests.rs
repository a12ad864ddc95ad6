//! Launches over inputs that are not known: scalars without a value, and paths that leave a statement early.

use super::*;
use crate::normal::{Forms, Level};
use wp_interp::ConcreteLaunch;
use wp_kir::parse_kernel;

/// A kernel with an array `out` (`o0`) and two scalars (`v1` and `v2`) that are not given.
fn kernel(body: &str) -> Kernel {
    let text = format!(
        "kernel \"k\" cuda {{ loops 1; labels 2;
        param p0 \"out\": ptr = v0 -> o0; param p1 \"n\": i32 = v1; param p2 \"m\": i32 = v2;
        object o0 \"out\" global param p0 elem i32 init input;
        var v0 \"out\": ptr; var v1 \"n\": i32; var v2 \"m\": i32; var v3 \"x\": i32;
        body {{ {body} }} }}"
    );
    let kernel = parse_kernel(&text).unwrap();
    wp_kir::verify(&kernel).unwrap();
    kernel
}

/// Executes two threads; what they leave in `out`, or the reason for which the execution ended early.
fn leaves(kernel: &Kernel, binding: &Binding, pool: &mut Pool) -> Result<Vec<Scalar>, String> {
    let limits = Limits::default();
    let mut execution = Formulas::new(kernel, binding, pool, &limits);
    execution.run(kernel, ConcreteLaunch::linear(2, 1)).map_err(|stop| stop.what)?;
    let out = kernel.objects.ids().next().unwrap();
    Ok(execution.finals(out).into_iter().map(|(_, last)| last.value).collect())
}

/// The binding of the two scalars to inputs.
fn inputs(kernel: &Kernel) -> Binding {
    let scalars = kernel.params.iter().filter(|(_, p)| p.ty != Type::Ptr);
    let scalars = scalars.enumerate().map(|(number, (id, _))| (id, ScalarBinding::Input(number))).collect();
    Binding { scalars, ..Binding::default() }
}

const STORE: &str = "store i32 [ptradd(v0, int_to_int((threadIdx.x * 4:u32)):i64)] = v3;";

#[test]
fn a_scalar_without_a_binding_is_no_input() {
    let k = kernel(&format!("v3 = (v1 - v2); {STORE}"));
    let mut pool = Pool::default();
    let bound = inputs(&k);
    let [first, second] = leaves(&k, &bound, &mut pool).unwrap().try_into().unwrap();
    assert_eq!(first, second);
    assert!(matches!(first, Scalar::Node(_)));
    // Two scalars that are not bound would be equal if they were one symbol.
    for kept in 0..2 {
        let mut partial = bound.clone();
        partial.scalars = partial.scalars.into_iter().take(kept).collect();
        let reason = leaves(&k, &partial, &mut pool).unwrap_err();
        assert!(reason.contains("neither a value nor a place among the inputs"), "{reason}");
    }
    assert!(leaves(&k, &Binding::default(), &mut pool).is_err());
}

#[test]
fn paths_that_leave_early_are_chosen_by_their_conditions() {
    let mut pool = Pool::default();
    let early = "block L0 {
        if (v1 < 0:i32) { v3 = 0:i32; break L0; } else { }
        if (v2 < v1) { v3 = v2; break L0; } else { }
        v3 = v1;
    }";
    let chosen = "v3 = select((v1 < 0:i32), 0:i32, select((v2 < v1), v2, v1));";
    let swapped = "v3 = select((v2 < v1), v2, select((v1 < 0:i32), 0:i32, v1));";
    // The condition of the inner statement does not hold where the paths of the outer one meet.
    let outer = "block L0 {
        block L1 { if (v1 < 0:i32) { v3 = 0:i32; break L0; } else { } }
        if (v2 < v1) { v3 = v2; } else { v3 = v1; }
    }";
    let values: Vec<NodeId> = [early, chosen, swapped, outer]
        .into_iter()
        .map(|body| {
            let k = kernel(&format!("{body} barrier block shared global; {STORE}"));
            match leaves(&k, &inputs(&k), &mut pool).unwrap()[..] {
                [Scalar::Node(first), Scalar::Node(second)] if first == second => first,
                ref other => panic!("{other:?}"),
            }
        })
        .collect();
    let mut forms = Forms::new(&pool, Level::Bits, 1_000);
    let forms: Vec<_> = values.into_iter().map(|value| forms.form(value).ok().unwrap()).collect();
    assert_eq!(forms[0], forms[1]);
    assert_ne!(forms[0], forms[2]);
    assert_eq!(forms[0], forms[3]);
}

#[test]
fn jumps_under_open_conditions_stop_where_no_value_stands_for_them() {
    let mut pool = Pool::default();
    let mut reason = |body: &str| {
        let k = kernel(body);
        leaves(&k, &inputs(&k), &mut pool).unwrap_err()
    };
    assert!(reason("if (v1 < 0:i32) { return; } else { }").contains("control leaves"));
    let partly = "loop loop0 L0 while true { if (v1 < 0:i32) { break L0; } else { } } step { }";
    assert!(reason(partly).contains("control leaves"));
    assert!(reason("loop loop0 L0 while (v1 < 0:i32) { } step { }").contains("number of iterations"));
    assert!(reason("if (v1 < 0:i32) { barrier block shared global; } else { }").contains("reach a barrier"));
    assert!(reason("block L0 { if (v1 < 0:i32) { break L0; } else { } barrier block shared global; }")
        .contains("reach a barrier"));
    assert!(reason("loop loop0 L0 while true { } step { }").contains("too large"));
}
