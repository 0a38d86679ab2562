//! The state of a bucket, in three numbers that fit into a file.
//!
//! The state is the time at which the bucket will be full again (the "virtual scheduling" form of a token bucket). A
//! call moves that time on by one interval, and may go when the time is no further away than the bucket is deep. Each
//! call gets its time at once and never asks again, so calls stay in order, and a process that dies has used at most
//! the calls that it took.

use super::limits::Pace;

/// Nanoseconds in a second.
const SECOND: f64 = 1e9;
/// The share of the rate that is left after a throttle.
const LOWERED: f64 = 0.5;
/// The minimum share of the rate.
const LEAST: f64 = 0.05;
/// The time in which a throttled bucket recovers from nothing to the whole rate.
const RECOVERY: f64 = 120.0 * SECOND;
/// Throttles within this time have one cause.
const ONE_CAUSE: u64 = 1_000_000_000;
/// The maximum wait for a call: a longer one comes from a wrong clock.
const LONGEST: f64 = 900.0 * SECOND;

/// The state of a bucket. Times are nanoseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct State {
    /// The time at which it is full again.
    full_at: u64,
    /// The time of AWS's last throttle; 0 if there was none.
    throttled_at: u64,
    /// The share of the rate that was left then, in millionths.
    share: u64,
}

impl State {
    /// Takes one call and returns when it may go: now or later.
    pub fn take(&mut self, pace: Pace, now: u64) -> u64 {
        let interval = SECOND / (pace.per_second * self.share(now));
        let depth = (pace.capacity - 1.0).max(0.0) * SECOND / pace.per_second;
        let full_at = self.sane(depth, now);
        let goes_at = now.max(full_at.saturating_sub(nanoseconds(depth)));
        self.full_at = full_at.max(now) + nanoseconds(interval);
        goes_at
    }

    /// Notes a throttle: the bucket is empty, and is filled slower for a while.
    pub fn throttled(&mut self, pace: Pace, now: u64) {
        let depth = (pace.capacity - 1.0).max(0.0) * SECOND / pace.per_second;
        self.full_at = self.sane(depth, now).max(now + nanoseconds(depth));
        if self.throttled_at == 0 || now.abs_diff(self.throttled_at) > ONE_CAUSE {
            self.share = nanoseconds((self.share(now) * LOWERED).max(LEAST) * 1e6);
            self.throttled_at = now;
        }
    }

    /// The current share of the rate: the whole, or the share that was left plus the recovery since.
    fn share(&self, now: u64) -> f64 {
        if self.throttled_at == 0 || now < self.throttled_at {
            return 1.0;
        }
        let grown = float(now - self.throttled_at) / RECOVERY;
        (float(self.share) / 1e6 + grown).clamp(LEAST, 1.0)
    }

    /// A time too far in the future is invalid: the bucket counts as full.
    fn sane(&self, depth: f64, now: u64) -> u64 {
        if float(self.full_at.saturating_sub(now)) > depth + LONGEST { now } else { self.full_at }
    }

    /// For a file.
    pub fn to_bytes(self) -> [u8; 24] {
        let mut bytes = [0; 24];
        for (place, number) in bytes.chunks_exact_mut(8).zip([self.full_at, self.throttled_at, self.share]) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// From a file; invalid content is a full bucket.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let mut numbers =
            bytes.chunks_exact(8).filter_map(|it| Some(u64::from_le_bytes(it.try_into().ok()?)));
        match (numbers.next(), numbers.next(), numbers.next()) {
            (Some(full_at), Some(throttled_at), Some(share)) if share <= 1_000_000 => {
                Self { full_at, throttled_at, share }
            }
            _ => Self::default(),
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "intervals are positive and far below 2^53"
)]
fn nanoseconds(number: f64) -> u64 {
    number as u64
}

#[expect(clippy::cast_precision_loss, reason = "differences of times within a run")]
fn float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_700_000_000_000_000_000;
    const MS: u64 = 1_000_000;
    const PACE: Pace = Pace { capacity: 3.0, per_second: 10.0 };

    fn waits(state: &mut State, now: u64, count: usize) -> Vec<u64> {
        (0..count).map(|_| (state.take(PACE, now) - now) / MS).collect()
    }

    #[test]
    fn a_full_bucket_lets_its_capacity_through_and_then_its_rate() {
        let mut state = State::default();
        assert_eq!(waits(&mut state, NOW, 6), [0, 0, 0, 100, 200, 300]);
    }

    #[test]
    fn a_bucket_fills_again_and_never_above_its_capacity() {
        let mut state = State::default();
        waits(&mut state, NOW, 3);
        assert_eq!(waits(&mut state, NOW + 100 * MS, 2), [0, 100]);
        assert_eq!(waits(&mut state, NOW + 60_000 * MS, 4), [0, 0, 0, 100]);
    }

    #[test]
    fn a_throttle_empties_the_bucket_and_halves_the_rate_until_it_has_recovered() {
        let mut state = State::default();
        state.throttled(PACE, NOW);
        assert_eq!(waits(&mut state, NOW, 3), [0, 200, 400]);
        assert_eq!(waits(&mut state, NOW + 200_000 * MS, 5), [0, 0, 0, 100, 200]);
    }

    #[test]
    fn many_throttles_of_one_moment_count_once() {
        let (mut once, mut often) = (State::default(), State::default());
        once.throttled(PACE, NOW);
        for _ in 0..30 {
            often.throttled(PACE, NOW);
        }
        assert_eq!(once, often);
    }

    #[test]
    fn what_a_wrong_clock_wrote_is_a_full_bucket() {
        let mut state = State { full_at: NOW + 3_600_000 * MS, ..State::default() };
        assert_eq!(waits(&mut state, NOW, 4), [0, 0, 0, 100]);
    }

    #[test]
    fn a_file_gives_back_what_was_written_and_rubbish_is_a_full_bucket() {
        let mut state = State::default();
        state.take(PACE, NOW);
        state.throttled(PACE, NOW);
        assert_eq!(State::of_bytes(&state.to_bytes()), state);
        for rubbish in [&b""[..], b"short", &[0xff; 24], &[0xff; 100]] {
            assert_eq!(State::of_bytes(rubbish), State::default());
        }
    }
}
