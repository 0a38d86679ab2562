//! How many instances of a batch work at once.

/// The width of a batch as typed: `5` or `25%`, of which at least one. More than all of them means all at once, as in Salt.
///
/// # Errors
///
/// It is neither.
pub fn width(typed: &str, members: usize) -> Result<usize, String> {
    let wrong = || format!("a batch is a number such as 5 or a share such as 25%, not '{typed}'");
    if let Some(share) = typed.strip_suffix('%') {
        let share: usize = share.trim().parse().map_err(|_| wrong())?;
        let width = members.saturating_mul(share) / 100;
        return if share > 0 { Ok(width.clamp(1, members.max(1))) } else { Err(wrong()) };
    }
    typed.trim().parse().ok().filter(|number| *number > 0).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_numbers_or_shares() {
        for (typed, members, expected) in
            [("5", 3, Ok(5)), ("25%", 10, Ok(2)), ("1%", 10, Ok(1)), ("100%", 7, Ok(7)), ("200%", 7, Ok(7))]
        {
            assert_eq!(width(typed, members), expected, "{typed}");
        }
        for wrong in ["0", "0%", "-5%", "x", "-1", ""] {
            assert!(width(wrong, 10).is_err(), "{wrong}");
        }
    }
}
