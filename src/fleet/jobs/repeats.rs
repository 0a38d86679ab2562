//! How often an instance that did not answer is asked. All times are milliseconds.

/// An order is repeated after this time, so often …
const FIRST: u64 = 400;
const FIRST_TIMES: u32 = 4;
/// … and then each time after twice as long, but no longer than this. Where many are silent, the time is doubled from the beginning.
const LAST: u64 = 3_000;
/// If many have the job, each is asked less often: one in this time, so that the ops node has time to read answers …
const BETWEEN: u64 = 1;
/// … and each twice before it counts as lost.
const RARELY: u64 = 9_000;

/// The time in which one order to each of so many costs the ops node little.
fn busy_time(busy: usize) -> u64 {
    u64::try_from(busy).unwrap_or(u64::MAX).saturating_mul(BETWEEN)
}

/// How long an instance that has the job is not asked, if so many were asked or have it.
pub(super) fn of_running(busy: usize) -> u64 {
    busy_time(busy).clamp(LAST, RARELY)
}

/// How long an instance that was asked so often, and never confirmed the job, is not asked again.
pub(super) fn of_silent(asked: u32, busy: usize) -> u64 {
    let doubled = |times: u32| (FIRST << times.min(8)).min(LAST);
    busy_time(busy).clamp(doubled(asked.saturating_sub(FIRST_TIMES)), doubled(asked))
}

/// Instances still answer if the last step was made within this time.
pub(super) fn quiet(patience: u64) -> u64 {
    (patience / 8).clamp(100, FIRST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_one_is_asked_less_and_less_often_and_many_from_the_beginning() {
        let pauses = |busy| (0..8).map(|asked| of_silent(asked, busy)).collect::<Vec<_>>();
        assert_eq!(pauses(1), [400, 400, 400, 400, 400, 800, 1_600, 3_000]);
        assert_eq!(pauses(1_000), [400, 800, 1_000, 1_000, 1_000, 1_000, 1_600, 3_000]);
        assert_eq!(pauses(10_000), [400, 800, 1_600, 3_000, 3_000, 3_000, 3_000, 3_000]);
    }

    #[test]
    fn many_that_have_the_job_are_asked_less_often() {
        assert_eq!([1, 3_000, 5_000, 20_000].map(of_running), [3_000, 3_000, 5_000, 9_000]);
    }
}
