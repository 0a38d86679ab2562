//! Waits for AWS: a condition, a deadline, never a bare sleep.
//!
//! Every wait inside [`heeding`] ends when the user stops the run, however deep in a kind it is: no wait gets the
//! signal as an argument, so none can forget it. Running calls are not cut off; only the pauses between them are.

use std::fmt;
use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use futures::future::{Either, pending, select};
use tokio::sync::watch;
use tokio::time::Instant;
use tracing::Instrument;

use model::PROFILE;

tokio::task_local! {
    /// Signals the waits of this run that the run must end.
    static STOP: Stop;
    /// How many times faster than AWS the other side of this work is.
    static SPEED: u32;
}

/// Shows whether the run must end.
#[derive(Clone, Debug)]
pub struct Stop(watch::Receiver<bool>);

/// Signals all waits that the run must end.
#[derive(Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stop {
    /// A signal, and its sender.
    pub fn new() -> (Stopper, Self) {
        let (sender, receiver) = watch::channel(false);
        (Stopper(sender), Self(receiver))
    }

    /// True once the run must end.
    pub fn is_requested(&self) -> bool {
        *self.0.borrow()
    }

    /// Ends when the run must end.
    async fn requested(mut self) {
        if self.0.wait_for(|stop| *stop).await.is_err() {
            // The sender is gone, so no signal can come.
            pending::<()>().await;
        }
    }

    /// The result of `work`; nothing if the run must end before, and `work` is dropped then.
    pub async fn or<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        match select(pin!(self.clone().requested()), pin!(work)).await {
            Either::Left(_) => None,
            Either::Right((done, _)) => Some(done),
        }
    }
}

impl Stopper {
    /// Sends the signal.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// Does work whose waits all follow that signal.
pub async fn heeding<T>(stop: Stop, work: impl Future<Output = T>) -> T {
    STOP.scope(stop, work).await
}

/// Does work whose waits have pauses and deadlines so many times shorter, for a local AWS on which everything happens sooner.
pub async fn at_speed<T>(speed: u32, work: impl Future<Output = T>) -> T {
    SPEED.scope(speed, work).await
}

/// True once the run must end, for a step with several calls: it skips the rest.
pub fn is_stopping() -> bool {
    STOP.try_with(Stop::is_requested).unwrap_or(false)
}

/// The pauses and the deadline of a wait.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Patience {
    /// The first pause; later ones grow by half up to `longest`.
    pub first: Duration,
    /// The longest pause.
    pub longest: Duration,
    /// The deadline, counted from the start.
    pub deadline: Duration,
}

impl Patience {
    /// For a thing that this run just made or changed to become visible: AWS needs seconds.
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

    /// For an existing thing to become visible, which an unanswered call or another run made.
    pub const APPEARING: Self = Self { deadline: Duration::from_secs(30), ..Self::VISIBLE };

    /// For a thing to be released by users that were just deleted: network interfaces of a balancer take minutes.
    pub const RELEASED: Self = Self {
        first: Duration::from_secs(1),
        longest: Duration::from_secs(15),
        deadline: Duration::from_secs(900),
    };
}

/// Why a wait ended although its condition did not hold.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum GaveUp {
    /// The deadline passed.
    TimedOut(Duration),
    /// The run must end.
    Stopped,
}

impl fmt::Display for GaveUp {
    /// Completes "it was not available …".
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimedOut(deadline) => write!(out, "after {} s", deadline.as_secs()),
            Self::Stopped => out.write_str("when the run was stopped"),
        }
    }
}

/// Calls `look` repeatedly until it gives an answer or an error, the deadline passes, or the user stops the run.
///
/// `look` answers `Ok(None)` for "not yet". It is called at once, then after each pause.
///
/// # Errors
/// The error of `look`, at once; `Ok(Err(GaveUp))` inside the result if the wait ended for another reason.
pub async fn until<T, E, L, F>(patience: Patience, mut look: L) -> Result<Result<T, GaveUp>, E>
where
    L: FnMut() -> F,
    F: Future<Output = Result<Option<T>, E>>,
{
    let mut pauses = patience.pauses();
    loop {
        if let Some(answer) = look().await? {
            return Ok(Ok(answer));
        }
        if let Err(gave_up) = pauses.another().await {
            return Ok(Err(gave_up));
        }
    }
}

/// The pauses between looks, for code that cannot use [`until`].
#[derive(Debug)]
pub struct Pauses {
    patience: Patience,
    start: Instant,
    pause: Duration,
    speed: u32,
}

impl Patience {
    /// Its pauses; the deadline counts from now.
    pub fn pauses(self) -> Pauses {
        let speed = SPEED.try_with(|speed| *speed).unwrap_or(1);
        Pauses { patience: self, start: Instant::now(), pause: self.first, speed }
    }
}

impl Pauses {
    /// Waits until the next look, at most until the deadline.
    ///
    /// Pauses are up to a quarter shorter than planned, at random, so that many waits do not ask at the same moment.
    ///
    /// # Errors
    /// The deadline has passed, or the run must end.
    pub async fn another(&mut self) -> Result<(), GaveUp> {
        let left = (self.patience.deadline / self.speed).saturating_sub(self.start.elapsed());
        if left.is_zero() {
            return Err(GaveUp::TimedOut(self.patience.deadline));
        }
        let pause = (self.pause / self.speed).mul_f64(1.0 - JITTER * rand::random::<f64>());
        let sleep = tokio::time::sleep(pause.min(left));
        let span = tracing::info_span!(target: PROFILE, "wait");
        let slept = match STOP.try_with(Stop::clone) {
            Ok(stop) => stop.or(sleep).instrument(span).await,
            Err(_) => {
                sleep.instrument(span).await;
                Some(())
            }
        };
        self.pause = (self.pause * 3 / 2).min(self.patience.longest);
        slept.ok_or(GaveUp::Stopped)
    }
}

/// The share of a pause that varies at random.
const JITTER: f64 = 0.25;

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
        assert_eq!(answer, Ok(Err(GaveUp::TimedOut(Patience::VISIBLE.deadline))));
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_for_a_faster_aws_ends_sooner_and_reports_the_deadline_of_aws() {
        let began = Instant::now();
        let wait = until(Patience::VISIBLE, || async { Ok::<Option<()>, ()>(None) });
        let answer = at_speed(10, wait).await;
        assert_eq!(answer, Ok(Err(GaveUp::TimedOut(Patience::VISIBLE.deadline))));
        assert_eq!(began.elapsed().as_secs(), 9);
    }

    #[tokio::test(start_paused = true)]
    async fn an_error_ends_the_wait_at_once() {
        let answer = until(Patience::VISIBLE, || async { Err::<Option<()>, _>("denied") }).await;
        assert_eq!(answer, Err("denied"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_stop_ends_every_wait_below_it_however_deep() {
        let (stopper, stop) = Stop::new();
        let deep = async { until(Patience::SETTLED, || async { Ok::<Option<()>, ()>(None) }).await };
        let soon = async {
            tokio::time::sleep(Duration::from_secs(5)).await;
            stopper.stop();
        };
        let began = Instant::now();
        assert!(!is_stopping());
        let (waited, ()) = futures::join!(heeding(stop.clone(), deep), soon);
        assert!(heeding(stop, async { is_stopping() }).await, "what does not wait can ask");
        assert_eq!(waited, Ok(Err(GaveUp::Stopped)));
        assert_eq!(began.elapsed().as_secs(), 5, "it does not wait for the end of its pause");
    }
}
