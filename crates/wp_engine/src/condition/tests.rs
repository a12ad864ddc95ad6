//! Conditions: what they say of a launch, their text, and how they become preconditions of a kernel.

use super::*;
use wp_base::Id;
use wp_interp::{ConcreteLaunch, End, Inputs, Value};
use wp_logic::{Class, Range, Sort};

const X: Quantity = Quantity::BlockDim(Axis::X);
const GY: Quantity = Quantity::GridDim(Axis::Y);

fn kernel() -> Kernel {
    wp_kir::parse_kernel(
        "kernel \"k\" cuda { loops 0; labels 0; param p0 \"n\": i32 = v0; param p1 \"m\": u32 = v1;
         var v0 \"n\": i32; var v1 \"m\": u32; body { return; } }",
    )
    .unwrap()
}

fn n() -> Quantity {
    Quantity::Param(ParamId::from_index(0))
}

fn m() -> Quantity {
    Quantity::Param(ParamId::from_index(1))
}

fn valuation([x, gy, n_value, m_value]: [i128; 4]) -> Valuation {
    [(X, x), (GY, gy), (n(), n_value), (m(), m_value)].into_iter().collect()
}

fn valuations() -> Vec<Valuation> {
    let mut all = Vec::new();
    for x in [1, 2, 3, 8, 12] {
        for n in [-2_000_000_000, -8, 0, 1, 7, 8, 24, 2_000_000_000] {
            for m in [0, 3, 12, 4_000_000_000] {
                all.push(valuation([x, 1 + x % 3, n, m]));
            }
        }
    }
    all
}

fn conditions() -> Vec<Condition> {
    let (int, of) = (Monomial::constant, Monomial::of);
    let product = of(X).times(&of(GY)).unwrap();
    vec![
        Condition::Le(of(X), int(8)),
        Condition::Le(int(3), of(m())),
        Condition::Le(of(m()), of(n())),
        Condition::Le(product.clone(), of(n())),
        Condition::Le(int(7).times(&of(m())).unwrap().times(&of(X)).unwrap(), int(4_294_967_295)),
        Condition::Eq(of(X), int(1)),
        Condition::Eq(of(n()), product),
        Condition::Ne(of(n()), of(m())),
        Condition::Multiple(of(n()), of(X)),
        Condition::Multiple(of(n()), of(m())),
        Condition::Multiple(of(X), int(4)),
        Condition::Multiple(int(24), of(X)),
        Condition::Power(X),
        Condition::Power(n()),
        Condition::Power(m()),
    ]
}

/// True if a run of the kernel with the condition in front satisfies it.
fn runs(condition: &Condition, v: &Valuation) -> bool {
    let mut kernel = kernel();
    condition.require(&mut kernel);
    assert_eq!(wp_kir::verify(&kernel), Ok(()));
    let extent = |q| u32::try_from(v[&q]).unwrap();
    let launch = ConcreteLaunch { block: [extent(X), 1, 1], grid: [1, extent(GY), 1], offset: [0; 3] };
    let params = [n(), m()].map(|q| match q {
        Quantity::Param(id) => (id, Value::Int(v[&q])),
        _ => unreachable!(),
    });
    let inputs = Inputs { params: params.into_iter().collect(), ..Inputs::default() };
    match wp_interp::run(&kernel, &launch, &inputs, &wp_interp::Config::default()).end {
        End::Completed => true,
        End::AssumptionViolated { .. } => false,
        end => panic!("{end:?}"),
    }
}

#[test]
fn value_term_and_kernel_agree() {
    for condition in conditions() {
        for v in valuations() {
            let mut terms = Terms::new();
            let symbols: Symbols = v.iter().map(|(&q, &value)| (q, terms.int(value))).collect();
            let term = condition.term(&mut terms, &symbols).unwrap();
            let holds = condition.holds(&v);
            assert_eq!(terms.as_bool(term), holds, "term of {condition:?} under {v:?}");
            assert_eq!(Some(runs(&condition, &v)), holds, "run of {condition:?} under {v:?}");
        }
    }
}

#[test]
fn what_is_outside_does_not_hold() {
    for condition in conditions() {
        for v in valuations() {
            let mut terms = Terms::new();
            let symbols: Symbols = v.iter().map(|(&q, &value)| (q, terms.int(value))).collect();
            let outside = condition.outside(&mut terms, &symbols).unwrap();
            if terms.as_bool(outside) == Some(true) {
                assert_eq!(condition.holds(&v), Some(false), "{condition:?} under {v:?}");
            }
        }
    }
}

#[test]
fn weaker_conditions_hold_where_the_stronger_do() {
    let mut some = 0;
    for condition in conditions() {
        let Some(weaker) = condition.weaker() else { continue };
        some += 1;
        assert_ne!(weaker, condition);
        for v in valuations().iter().filter(|v| condition.holds(v) == Some(true)) {
            assert_eq!(weaker.holds(v), Some(true), "{weaker:?} after {condition:?} under {v:?}");
        }
    }
    assert!(some >= 3);
}

#[test]
fn what_is_absent_is_not_decided() {
    let v: Valuation = [(X, 4)].into_iter().collect();
    for condition in conditions() {
        let of_x_alone = matches!(&condition, Condition::Power(q) if *q == X)
            || matches!(&condition, Condition::Le(a, b) | Condition::Eq(a, b) | Condition::Multiple(a, b)
                if a.of.iter().chain(&b.of).all(|q| *q == X));
        assert_eq!(condition.holds(&v).is_some(), of_x_alone, "{condition:?}");
    }
}

#[test]
fn a_constant_of_the_summary_has_no_term() {
    let mut terms = Terms::new();
    let x = terms.sym("blockDim.x", Sort::Int, Class::Launch, Range::at_least(1));
    let symbols: Symbols = [(X, x)].into_iter().collect();
    assert!(Condition::Le(Monomial::of(X), Monomial::constant(8)).term(&mut terms, &symbols).is_some());
    assert!(Condition::Le(Monomial::of(X), Monomial::of(n())).term(&mut terms, &symbols).is_none());
}

#[test]
fn texts_are_source() {
    let kernel = kernel();
    let texts: Vec<String> = conditions().iter().map(|c| c.text(&kernel)).collect();
    let expected = [
        "blockDim.x <= 8",
        "m >= 3",
        "m <= n",
        "blockDim.x * gridDim.y <= n",
        "7 * blockDim.x * m <= 4294967295",
        "blockDim.x == 1",
        "n == blockDim.x * gridDim.y",
        "n != m",
        "n % blockDim.x == 0",
        "m > 0 && n % m == 0",
        "blockDim.x % 4 == 0",
        "24 % blockDim.x == 0",
        "(blockDim.x & (blockDim.x - 1)) == 0",
        "n > 0 && (n & (n - 1)) == 0",
        "m > 0 && (m & (m - 1)) == 0",
    ];
    assert_eq!(texts, expected);
}

#[test]
fn products_stay_within_64_bits() {
    let large = Monomial::constant(1 << 62);
    assert_eq!(large.times(&Monomial::constant(4)), None);
    assert!(large.times(&Monomial::of(X)).is_some());
}

/// Bounds are tried before conditions that fix a value, symbols before numbers, and 1 before other numbers.
#[test]
fn costs_are_ordered() {
    let (int, of) = (Monomial::constant, Monomial::of);
    let order = [
        Condition::Le(of(X), of(n())),
        Condition::Le(of(X), int(256)),
        Condition::Eq(of(X), int(1)),
        Condition::Multiple(of(n()), int(32)),
        Condition::Eq(of(X), int(256)),
    ];
    assert!(order.windows(2).all(|pair| pair[0].cost() < pair[1].cost()));
}

#[test]
fn bisection_ends_next_to_the_weaker_bound() {
    let (int, of) = (Monomial::constant, Monomial::of);
    for (start, weaker, last) in [
        (Condition::Le(of(X), int(17)), Condition::Le(of(X), int(34)), Condition::Le(of(X), int(33))),
        (Condition::Le(int(32), of(n())), Condition::Le(int(16), of(n())), Condition::Le(int(17), of(n()))),
    ] {
        let mut at = start;
        while let Some(next) = at.between(&weaker) {
            at = next;
        }
        assert_eq!(at, last);
    }
    assert_eq!(Condition::Power(X).between(&Condition::Power(X)), None);
    assert_eq!(Condition::Le(of(X), int(4)).between(&Condition::Le(of(GY), int(9))), None, "of another quantity");
}
