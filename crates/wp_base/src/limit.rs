//! Limits of tuning: how long, how deep and how often a search tries.
//!
//! A limit decides whether a proof or a counterexample is found, never whether it is right. Limits of the language, of
//! devices and of formats are plain constants instead.
//!
//! In a program that ships a limit is a constant. With the feature `tuning`, which no crate that ships may enable
//! (`cargo xtask tidy`), it is a static whose value can be changed while the program runs: `cargo xtask budget`
//! measures the effect of each.

/// Declares limits, as constants of the type [`Limit`](crate::Limit).
#[cfg(not(feature = "tuning"))]
#[macro_export]
macro_rules! limits {
    ($($(#[$doc:meta])* $vis:vis const $name:ident: $ty:ty = $value:expr;)*) => {
        $($(#[$doc])* $vis const $name: $crate::Limit<$ty> = $crate::Limit::new($value);)*
    };
}

/// Declares limits, as statics of the type [`Limit`](crate::Limit).
#[cfg(feature = "tuning")]
#[macro_export]
macro_rules! limits {
    ($($(#[$doc:meta])* $vis:vis const $name:ident: $ty:ty = $value:expr;)*) => {
        $($(#[$doc])* $vis static $name: $crate::Limit<$ty> = {
            const VALUE: $ty = $value;
            const { assert!($crate::is_tunable(VALUE as i128), "a limit is a number of 64 bits") };
            $crate::Limit::new(concat!(module_path!(), "::", stringify!($name)), VALUE)
        };)*
    };
}

#[cfg(not(feature = "tuning"))]
mod constant {
    /// A limit of tuning.
    #[derive(Clone, Copy, Debug)]
    pub struct Limit<T>(T);

    impl<T: Copy> Limit<T> {
        /// A limit of this value; `limits!` declares it.
        pub const fn new(value: T) -> Self {
            Self(value)
        }

        /// The value.
        pub const fn get(self) -> T {
            self.0
        }
    }
}

#[cfg(feature = "tuning")]
mod tunable {
    use std::sync::atomic::{AtomicI64, Ordering};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// Marks a limit that was not read yet.
    const UNREAD: i64 = i64::MIN;

    /// True if a limit may have this value: it is no mark, and `i64` holds it.
    pub const fn is_tunable(value: i128) -> bool {
        value > UNREAD as i128 && value <= i64::MAX as i128
    }

    /// A limit of tuning.
    #[derive(Debug)]
    pub struct Limit<T> {
        name: &'static str,
        value: T,
        current: AtomicI64,
    }

    /// A limit that the process has read.
    #[derive(Clone, Copy, Debug)]
    pub struct RegisteredLimit {
        /// Its name with the path of its module.
        pub name: &'static str,
        /// Its value in the source.
        pub value: i64,
        current: &'static AtomicI64,
    }

    static REGISTERED: Mutex<Vec<RegisteredLimit>> = Mutex::new(Vec::new());

    fn all() -> MutexGuard<'static, Vec<RegisteredLimit>> {
        REGISTERED.lock().unwrap_or_else(PoisonError::into_inner)
    }

    impl<T: Copy + TryInto<i64> + TryFrom<i64>> Limit<T> {
        /// A limit of this name and value; `limits!` declares it.
        pub const fn new(name: &'static str, value: T) -> Self {
            Self { name, value, current: AtomicI64::new(UNREAD) }
        }

        /// The value.
        pub fn get(&'static self) -> T {
            let mut current = self.current.load(Ordering::Relaxed);
            if current == UNREAD {
                current = self.register();
            }
            T::try_from(current).unwrap_or(self.value)
        }

        #[cold]
        fn register(&'static self) -> i64 {
            // `is_tunable` holds.
            let value = self.value.try_into().unwrap_or(i64::MAX);
            let mut limits = all();
            if self.current.load(Ordering::Relaxed) == UNREAD {
                limits.push(RegisteredLimit { name: self.name, value, current: &self.current });
                self.current.store(value, Ordering::Relaxed);
            }
            value
        }
    }

    impl RegisteredLimit {
        /// Gives the limit another value, in all threads.
        pub fn set(&self, value: i64) {
            self.current.store(value, Ordering::Relaxed);
        }
    }

    /// The limits that the process has read so far, by name.
    pub fn registered_limits() -> Vec<RegisteredLimit> {
        let mut limits = all().clone();
        limits.sort_by_key(|limit| limit.name);
        limits
    }
}

#[cfg(not(feature = "tuning"))]
pub use constant::Limit;
#[cfg(feature = "tuning")]
pub use tunable::{is_tunable, registered_limits, Limit, RegisteredLimit};

#[cfg(test)]
mod tests {
    limits! {
        /// The answer.
        const ANSWER: usize = 42;
    }

    #[test]
    fn a_limit_has_its_value() {
        assert_eq!(ANSWER.get(), 42);
    }

    #[cfg(feature = "tuning")]
    #[test]
    fn a_limit_that_was_read_can_be_changed() {
        limits! {
            const OTHER: i128 = -1;
        }
        assert!(super::is_tunable(i128::from(i64::MAX)) && !super::is_tunable(i128::from(u64::MAX)));
        assert!(super::registered_limits().iter().all(|limit| !limit.name.ends_with("OTHER")));
        assert_eq!(OTHER.get(), -1);
        let read = super::registered_limits();
        let other = read.iter().find(|limit| limit.name.ends_with("OTHER")).unwrap();
        assert_eq!((other.name, other.value), ("wp_base::limit::tests::OTHER", -1));
        other.set(7);
        assert_eq!(OTHER.get(), 7);
    }
}
