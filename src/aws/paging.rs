//! How far it is worth to leaf through all things of an account, when only some of them are wanted.
//!
//! What an account holds is not known before its last page. Pages come one after the other, while things that are asked
//! for by name come side by side, so a page must spare several calls to be worth its time.

/// Calls that a page should spare.
const WORTH: usize = 4;

/// True when another page is worth it, after this many, while what is missing would take so many calls by name.
pub fn is_worth(pages: usize, calls_by_name: usize) -> bool {
    calls_by_name > 0 && pages < calls_by_name.div_ceil(WORTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_things_are_worth_one_page_and_many_are_worth_several() {
        assert!(is_worth(0, 1) && !is_worth(1, 1) && !is_worth(1, 4), "a page first, then by name");
        assert!(is_worth(24, 100) && !is_worth(25, 100));
        assert!(!is_worth(0, 0), "nothing is missing");
    }
}
