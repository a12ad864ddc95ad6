//! Samples: launches and scalars that satisfy what a kernel asks for.

use super::*;
use wp_base::Id;
use wp_kir::ParamId;

const X: Quantity = Quantity::BlockDim(Axis::X);
const GX: Quantity = Quantity::GridDim(Axis::X);
const N: usize = 0;

fn param(i: usize) -> Quantity {
    Quantity::Param(ParamId::from_index(i))
}

fn kernel() -> Kernel {
    wp_kir::parse_kernel(
        "kernel \"k\" cuda { loops 0; labels 0; param p0 \"n\": i32 = v0; param p1 \"m\": u8 = v1; param p2 \"x\": f32 = v2;
         var v0 \"n\": i32; var v1 \"m\": u8; var v2 \"x\": f32; body { return; } }",
    )
    .unwrap()
}

fn linear(block: u32, grid: u32) -> ConcreteLaunch {
    ConcreteLaunch::linear(block, grid)
}

#[test]
fn a_valuation_has_the_values_of_the_types() {
    let ids = [0, 1].map(ParamId::from_index);
    let params = [(ids[0], Value::Int(0xFFFF_FFFE)), (ids[1], Value::Int(257))].into_iter().collect();
    let inputs = Inputs { params, ..Inputs::default() };
    let v = valuation(&kernel(), &linear(64, 3), &inputs);
    assert_eq!((v[&X], v[&GX], v[&param(0)], v[&param(1)]), (64, 3, -2, 1));
    assert_eq!(v[&Quantity::BlockDim(Axis::Z)], 1);
    assert!(!v.contains_key(&param(2)), "a float is no quantity");
    let v = valuation(&kernel(), &linear(64, 3), &Inputs::default());
    assert_eq!(v[&param(N)], 0, "a missing scalar is 0");
}

#[test]
fn launches_have_the_extents_and_limits() {
    let mut inputs = Inputs::default();
    let v: Valuation = [(X, 16), (GX, 2), (param(N), 7)].into_iter().collect();
    let launch = launch_of(&v, [0; 3], &mut inputs).unwrap();
    assert_eq!((launch.block, launch.grid), ([16, 1, 1], [2, 1, 1]));
    assert_eq!(inputs.params[&ParamId::from_index(N)], Value::Int(7));
    for (q, value) in [(X, 0), (X, -1), (X, 1025), (X, i128::from(u32::MAX) + 1), (Quantity::BlockDim(Axis::Z), 65)] {
        let mut v = v.clone();
        v.insert(q, value);
        assert_eq!(launch_of(&v, [0; 3], &mut inputs), None, "{q:?} = {value}");
    }
    let many: Valuation = [(X, 1024), (GX, 5)].into_iter().collect();
    assert_eq!(launch_of(&many, [0; 3], &mut inputs), None, "too many threads to run");
}

fn conditions() -> Vec<Condition> {
    let (int, of) = (Monomial::constant, Monomial::of);
    let product = of(X).times(&of(GX)).unwrap();
    vec![
        Condition::Le(of(X), int(16)),
        Condition::Le(int(3), of(X)),
        Condition::Le(of(X), of(param(N))),
        Condition::Le(product.clone(), of(param(N))),
        Condition::Eq(of(param(N)), product),
        Condition::Eq(of(GX), int(1)),
        Condition::Ne(of(param(N)), of(X)),
        Condition::Multiple(of(X), int(32)),
        Condition::Multiple(int(96), of(X)),
        Condition::Multiple(of(param(N)), of(X)),
        Condition::Power(X),
    ]
}

/// Whatever comes out is on the side that was asked for and is changed only where that is allowed; the inner side comes out
/// for each condition alone, the outer side nearly always.
#[test]
fn adjusted_values_are_on_the_sides_asked_for() {
    let all = |_: Quantity| true;
    let mut sides = 0;
    for start in [[64, 2, 0], [5, 3, 1], [1, 1, 1]] {
        let v: Valuation = [X, GX, param(N)].into_iter().zip(start).collect();
        for c in conditions() {
            let inside = adjust(v.clone(), &[&c], None, &all).unwrap_or_else(|| panic!("{c:?} from {v:?}"));
            assert_eq!(c.holds(&inside), Some(true));
            if let Some(outside) = adjust(v.clone(), &[], Some(&c), &all) {
                assert_eq!(c.holds(&outside), Some(false));
                sides += 1;
            }
            let only_extents = |q: Quantity| q.is_extent();
            for (within, beyond) in [(Some(&c), None), (None, Some(&c))] {
                let within: Vec<&Condition> = within.into_iter().collect();
                if let Some(w) = adjust(v.clone(), &within, beyond, &only_extents) {
                    assert_eq!(w[&param(N)], v[&param(N)]);
                }
            }
        }
    }
    // `n % x != 0` has no solution with an `x` of 1, and only `n` is changed.
    assert_eq!(sides, 3 * conditions().len() - 1);
}

#[test]
fn adjusted_values_satisfy_several() {
    let (int, of) = (Monomial::constant, Monomial::of);
    let v: Valuation = [(X, 64), (GX, 2), (param(N), 0)].into_iter().collect();
    let bound = Condition::Le(of(X), int(16));
    let even = Condition::Multiple(of(param(N)), of(X));
    let least = Condition::Le(of(X), of(param(N)));
    let w = adjust(v, &[&bound, &even, &least], None, &|_| true).unwrap();
    assert!([&bound, &even, &least].iter().all(|c| c.holds(&w) == Some(true)), "{w:?}");
}

#[test]
fn contradictions_come_out_as_nothing() {
    let v: Valuation = [(X, 64), (GX, 2)].into_iter().collect();
    let few = Condition::Le(Monomial::of(X), Monomial::constant(16));
    let many = Condition::Le(Monomial::constant(17), Monomial::of(X));
    assert_eq!(adjust(v.clone(), &[&few, &many], None, &|_| true), None);
    assert_eq!(adjust(v.clone(), &[&few], Some(&few), &|_| true), None);
    assert_eq!(adjust(v, &[&few], None, &|_| false), None, "nothing may be changed");
}

#[test]
fn only_parameters_that_were_changed_are_rounded() {
    let before: Valuation = [(X, 5), (param(0), 3), (param(1), 9)].into_iter().collect();
    let after: Valuation = [(X, 6), (param(0), 5), (param(1), 9)].into_iter().collect();
    let v = rounded(&after, &before);
    assert_eq!((v[&X], v[&param(0)], v[&param(1)]), (6, 8, 9));
}
