//! The clock of a job: by it an ops node decides that an instance has been silent for too long.

use std::time::Duration;

use tokio::time::Instant;

/// How many seconds of work count as one. Work must count: otherwise a flood of messages would keep a job from ending.
const SLOWER: u32 = 8;
/// If no message comes for this time while this node waits, it has read all that has arrived.
const QUIET: Duration = Duration::from_millis(200);

/// Milliseconds since a job began. While this node works, answers wait in its buffers unread. So work counts little: an instance is
/// not given up because ten thousand others answered at the same moment. When this node has read all that has arrived, the clock may catch up:
/// it shows the real time again.
#[derive(Clone, Debug)]
pub struct Clock {
    /// What it showed when this node last began to wait or to work.
    shown: Duration,
    /// How much later it really was.
    behind: Duration,
    since: Instant,
    is_waiting: bool,
    /// Whether it catches up.
    catches_up: bool,
}

impl Clock {
    /// Begins, at work.
    pub fn new() -> Self {
        let (shown, behind) = (Duration::ZERO, Duration::ZERO);
        Self { shown, behind, since: Instant::now(), is_waiting: false, catches_up: false }
    }

    /// All orders have been sent: the time until now is not caught up. Otherwise the last instances would have less time.
    pub fn begins(&mut self) {
        *self = Self { behind: Duration::ZERO, ..self.turned() };
    }

    /// From now on this node waits. The clock may catch up only if all that are waited for were asked at the beginning. Others would have less
    /// time, or would count as lost before they were asked.
    pub fn waits(&mut self, catches_up: bool) {
        *self = Self { is_waiting: true, catches_up, ..self.turned() };
    }

    /// From now on this node works.
    pub fn works(&mut self) {
        *self = Self { is_waiting: false, ..self.turned() };
    }

    /// The same clock, read now.
    fn turned(&self) -> Self {
        let now = Instant::now();
        let passed = now - self.since;
        let (counted, behind) = match self.is_waiting {
            true if self.catches_up && passed >= QUIET => (passed + self.behind, Duration::ZERO),
            true => (passed, self.behind),
            false => (passed / SLOWER, self.behind + passed - passed / SLOWER),
        };
        Self { shown: self.shown + counted, behind, since: now, ..*self }
    }

    /// What it shows.
    pub fn now(&self) -> u64 {
        u64::try_from(self.turned().shown.as_millis()).unwrap_or(u64::MAX)
    }

    /// How long this node, which waits, has to wait until the clock shows a time.
    pub fn until(&self, at: u64) -> Duration {
        let turned = self.turned();
        let slow = Duration::from_millis(at).saturating_sub(turned.shown);
        if !self.catches_up {
            return slow;
        }
        // When it has been quiet for long enough, the clock jumps.
        let jump = QUIET.saturating_sub(turned.since - self.since);
        slow.min(jump.max(slow.saturating_sub(turned.behind)))
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// A clock of a node that has worked for so long, and now waits.
    async fn worked(time: Duration) -> Clock {
        let mut clock = Clock::new();
        advance(time).await;
        clock.waits(true);
        clock
    }

    #[tokio::test(start_paused = true)]
    async fn what_this_node_works_counts_little_while_messages_come() {
        let mut clock = worked(8 * SECOND).await;
        assert_eq!(clock.now(), 1_000);
        for _ in 0..10 {
            advance(QUIET / 2).await;
            clock.works();
            clock.waits(true);
        }
        assert_eq!((clock.now(), clock.until(2_050), clock.until(10)), (2_000, QUIET / 4, Duration::ZERO));
        clock.works();
        advance(16 * SECOND).await;
        assert_eq!(clock.now(), 4_000);
    }

    #[tokio::test(start_paused = true)]
    async fn when_no_more_messages_come_it_shows_the_real_time() {
        let mut clock = worked(8 * SECOND).await;
        advance(QUIET / 4).await;
        // A time that is before the jump, those that it jumps over, and one behind it.
        assert_eq!(clock.until(1_080), Duration::from_millis(30));
        assert_eq!((clock.until(1_300), clock.until(8_000)), (QUIET * 3 / 4, QUIET * 3 / 4));
        assert_eq!(clock.until(9_000), Duration::from_millis(950));
        advance(QUIET * 3 / 4).await;
        assert_eq!((clock.now(), clock.until(8_000), clock.until(9_000)), (8_200, Duration::ZERO, 4 * QUIET));
        clock.works();
        advance(8 * SECOND).await;
        assert_eq!(clock.now(), 9_200, "what it works afterwards counts little again");
        clock.waits(false);
        advance(SECOND).await;
        assert_eq!((clock.now(), clock.until(20_000)), (10_200, Duration::from_millis(9_800)));
    }

    #[tokio::test(start_paused = true)]
    async fn the_time_until_the_last_order_is_sent_is_not_caught_up() {
        let mut clock = Clock::new();
        advance(8 * SECOND).await;
        clock.begins();
        clock.waits(true);
        advance(SECOND).await;
        assert_eq!(clock.now(), 2_000);
    }
}
