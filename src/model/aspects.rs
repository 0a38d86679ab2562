//! Which parts of a thing a run needs to read.

use std::ops::{BitOr, BitOrAssign};

/// A set of aspects (attributes, tags, policies …); each kind names its own. The empty set is the thing itself.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Aspects(u32);

impl Aspects {
    /// Nothing beyond what `describe` reads anyway.
    pub const NONE: Self = Self(0);

    /// The aspect number `index`, below 32.
    pub const fn nth(index: u32) -> Self {
        Self(1 << index)
    }

    /// True if it holds all of `other`.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The union, in a constant.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// `self` if `needed`, else the empty set.
    #[must_use]
    pub const fn when(self, needed: bool) -> Self {
        if needed { self } else { Self::NONE }
    }
}

impl BitOr for Aspects {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Aspects {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}
