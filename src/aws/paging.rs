//! How many pages of all things in an account to read when only some of them are wanted.
//!
//! The number of things in an account is not known before the last page. Pages come one after the other, while things
//! requested by name come in parallel, so a page must save several calls.

/// The calls that a page should save.
const WORTH: usize = 4;

/// True if another page is worth it after this many pages, while the missing things would take this many calls by name.
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
