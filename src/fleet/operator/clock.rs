//! The clock of a job: by it an ops node decides that an instance has been silent for too long.

use std::time::Duration;

use tokio::time::Instant;

/// How many seconds of work count as one. Work must count: otherwise a flood of messages would keep a job from ending.
const SLOWER: u32 = 8;

/// Milliseconds since a job began. While this node works, answers wait in its buffers unread. So work counts little: an instance is
/// not given up because ten thousand others answered at the same moment.
#[derive(Clone, Debug)]
pub struct Clock {
    waited: Duration,
    worked: Duration,
    since: Instant,
    is_waiting: bool,
}

impl Clock {
    /// Begins, at work.
    pub fn new() -> Self {
        Self { waited: Duration::ZERO, worked: Duration::ZERO, since: Instant::now(), is_waiting: false }
    }

    /// From now on this node waits.
    pub fn waits(&mut self) {
        self.turn(true);
    }

    /// From now on this node works.
    pub fn works(&mut self) {
        self.turn(false);
    }

    fn turn(&mut self, is_waiting: bool) {
        let now = Instant::now();
        let passed = now - self.since;
        *(if self.is_waiting { &mut self.waited } else { &mut self.worked }) += passed;
        (self.since, self.is_waiting) = (now, is_waiting);
    }

    /// What it shows.
    pub fn now(&self) -> u64 {
        let mut now = self.clone();
        now.turn(self.is_waiting);
        u64::try_from((now.waited + now.worked / SLOWER).as_millis()).unwrap_or(u64::MAX)
    }

    /// How long this node has to wait until the clock shows a time.
    pub fn until(&self, at: u64) -> Duration {
        Duration::from_millis(at.saturating_sub(self.now()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_this_node_works_counts_little() {
        let mut clock = Clock::new();
        advance(Duration::from_secs(8)).await;
        assert_eq!(clock.now(), 1_000);
        clock.waits();
        advance(Duration::from_secs(2)).await;
        assert_eq!(
            (clock.now(), clock.until(3_500), clock.until(10)),
            (3_000, Duration::from_millis(500), Duration::ZERO)
        );
        clock.works();
        advance(Duration::from_secs(16)).await;
        clock.waits();
        assert_eq!(clock.now(), 5_000);
    }
}
