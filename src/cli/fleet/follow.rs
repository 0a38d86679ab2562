//! A job that a person waits for: how far it is, on a terminal, and what Ctrl-C leaves behind.

use std::cell::Cell;
use std::time::{Duration, Instant};

use tokio::signal::unix::{SignalKind, signal};

use super::open::told;
use super::show::Show;
use super::{Ended, failed};
use crate::render::{StatusLines, print_error};
use fleet::operator::{Console, Job, Report, Silence};
use fleet::targets::Instance;

/// The exit code after Ctrl-C, as shells have it.
pub const INTERRUPTED: u8 = 130;
/// How often the line on a terminal changes. A job that ends before has none.
const TURN: Duration = Duration::from_secs(1);

/// Has a job run and shows the answers; none if it was asked to end, after it has said what becomes of the job.
///
/// # Errors
///
/// The servers cannot be reached, or signals cannot be received.
pub async fn follow(
    console: &Console,
    (job, instances): (&Job, &[Instance]),
    show: &mut Show<'_>,
) -> Result<Option<Silence>, Ended> {
    let no_signal = |error: std::io::Error| failed(format!("signals cannot be received: {error}"));
    let mut interrupt = signal(SignalKind::interrupt()).map_err(no_signal)?;
    let mut terminate = signal(SignalKind::terminate()).map_err(no_signal)?;
    let answered = Cell::new(0);
    let mut report = |report| {
        answered.set(answered.get() + usize::from(matches!(report, Report::Answered(_))));
        show.report(report);
    };
    let lines = StatusLines::begin();
    let begun = Instant::now();
    let mut turns = tokio::time::interval_at(tokio::time::Instant::now() + TURN, TURN);
    let running = console.run_job(job, instances, &mut report);
    tokio::pin!(running);
    let ended = loop {
        tokio::select! {
            silence = &mut running => break Some(silence),
            _ = interrupt.recv() => break None,
            _ = terminate.recv() => break None,
            _ = turns.tick() => {
                if let Some(lines) = &lines {
                    lines.show(&[progress(job, answered.get(), instances.len(), begun.elapsed())]);
                }
            }
        }
    };
    if let Some(lines) = lines {
        lines.end();
    }
    match ended {
        Some(silence) => silence.map(Some).map_err(told),
        None => {
            print_error(&left_behind(job, answered.get(), instances.len()));
            Ok(None)
        }
    }
}

/// `state.apply, job 20261128…: 3 of 10 answered, 12 s`.
fn progress(job: &Job, answered: usize, all: usize, time: Duration) -> String {
    let function = &job.record.call.fun;
    format!("{function}, job {}: {answered} of {all} answered, {} s", job.jid, time.as_secs())
}

/// What becomes of a job that nobody waits for any more.
fn left_behind(job: &Job, answered: usize, all: usize) -> String {
    let jid = &job.jid;
    if !job.is_stored {
        return format!("ended after {answered} of {all} answers; the others are not kept\n");
    }
    let mut text = format!(
        "job {jid} goes on where it has begun; {answered} of {all} have answered.\nits answers: orchestrate jobs show {jid}\n"
    );
    if job.record.width.is_some_and(|width| width < all) {
        text.push_str(&format!(
            "instances that were not asked yet are asked by: orchestrate jobs resume {jid}\n"
        ));
    }
    text
}
