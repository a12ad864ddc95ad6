//! A typed arena: a vector indexed by ids that only fit it.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed index. Implement it with [`crate::define_id!`].
pub trait Id: Copy + Eq + Ord + Hash + fmt::Debug {
    /// The id of the `index`-th element.
    fn from_index(index: usize) -> Self;
    /// The position of the element.
    fn index(self) -> usize;
}

/// Defines a typed id whose `Display` is the given prefix followed by the number.
#[macro_export]
macro_rules! define_id {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);
        impl $crate::Id for $name {
            fn from_index(index: usize) -> Self {
                debug_assert!(index < u32::MAX as usize);
                Self(index as u32)
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// A vector of `T` indexed by the typed id `I`.
#[derive(Clone, PartialEq, Eq)]
pub struct Arena<I: Id, T> {
    items: Vec<T>,
    marker: PhantomData<I>,
}

impl<I: Id, T> Default for Arena<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> Arena<I, T> {
    /// An empty arena.
    pub fn new() -> Self {
        Self { items: Vec::new(), marker: PhantomData }
    }
    /// Adds an element and returns its id.
    pub fn push(&mut self, item: T) -> I {
        let id = I::from_index(self.items.len());
        self.items.push(item);
        id
    }
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// True if there is no element.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The element, if the id belongs to this arena.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }
    /// Ids and elements in order of insertion.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(i, t)| (I::from_index(i), t))
    }
    /// Ids in order of insertion.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator {
        (0..self.items.len()).map(I::from_index)
    }
    /// The elements, mutably, in order of insertion.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }
    /// The elements in order of insertion.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
}

impl<I: Id, T> Index<I> for Arena<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Arena<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for Arena<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}
