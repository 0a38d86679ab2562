//! Waiting for AWS: a condition, a deadline, never a bare sleep.

use std::future::Future;
use std::time::Duration;

use tokio::time::Instant;
use tracing::Instrument;

use crate::model::PROFILE;

/// How often to look and when to give up.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The first pause; later ones grow by half up to `longest`.
    pub first: Duration,
    /// The longest pause.
    pub longest: Duration,
    /// When to give up, counted from the start.
    pub deadline: Duration,
}

impl Patience {
    /// For a thing this run just made or changed to become visible: AWS promises seconds.
    pub const VISIBLE: Self = Self {
        first: Duration::from_millis(250),
        longest: Duration::from_secs(4),
        deadline: Duration::from_secs(90),
    };

    /// For AWS to finish something slow (deleting a group, making a cluster).
    pub const SETTLED: Self = Self {
        first: Duration::from_secs(1),
        longest: Duration::from_secs(15),
        deadline: Duration::from_secs(1800),
    };
}

/// The deadline passed and the condition did not hold.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TimedOut(pub Duration);

/// Looks again and again until `look` gives an answer or an error, or the deadline passes.
///
/// `look` answers `Ok(None)` for "not yet". It is asked at once, then after each pause.
///
/// # Errors
/// What `look` failed with, at once; `Ok(Err(TimedOut))` inside the result when the deadline passed.
pub async fn until<T, E, L, F>(patience: Patience, mut look: L) -> Result<Result<T, TimedOut>, E>
where
    L: FnMut() -> F,
    F: Future<Output = Result<Option<T>, E>>,
{
    let mut pauses = patience.pauses();
    loop {
        if let Some(answer) = look().await? {
            return Ok(Ok(answer));
        }
        if let Err(timed_out) = pauses.another().await {
            return Ok(Err(timed_out));
        }
    }
}

/// The pauses between looks, for those that cannot hand a look over to [`until`].
#[derive(Debug)]
pub struct Pauses {
    patience: Patience,
    start: Instant,
    pause: Duration,
}

impl Patience {
    /// Its pauses; the deadline counts from now.
    pub fn pauses(self) -> Pauses {
        Pauses { patience: self, start: Instant::now(), pause: self.first }
    }
}

impl Pauses {
    /// Waits until it is time to look again.
    ///
    /// # Errors
    /// The deadline would pass before.
    pub async fn another(&mut self) -> Result<(), TimedOut> {
        if self.start.elapsed() + self.pause > self.patience.deadline {
            return Err(TimedOut(self.patience.deadline));
        }
        let span = tracing::info_span!(target: PROFILE, "wait");
        tokio::time::sleep(self.pause).instrument(span).await;
        self.pause = (self.pause * 3 / 2).min(self.patience.longest);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[tokio::test(start_paused = true)]
    async fn the_answer_ends_the_wait() {
        let looks = Cell::new(0);
        let answer = until(Patience::VISIBLE, || {
            looks.set(looks.get() + 1);
            let found = (looks.get() == 3).then_some("here");
            async move { Ok::<_, ()>(found) }
        })
        .await;
        assert_eq!(answer, Ok(Ok("here")));
    }

    #[tokio::test(start_paused = true)]
    async fn the_deadline_ends_the_wait() {
        let answer = until(Patience::VISIBLE, || async { Ok::<Option<()>, ()>(None) }).await;
        assert_eq!(answer, Ok(Err(TimedOut(Patience::VISIBLE.deadline))));
    }

    #[tokio::test(start_paused = true)]
    async fn an_error_ends_the_wait_at_once() {
        let answer = until(Patience::VISIBLE, || async { Err::<Option<()>, _>("denied") }).await;
        assert_eq!(answer, Err("denied"));
    }
}
