//! Counts the round trips of a run: the longest chain of calls each of which needs the answer of the one before it.
//!
//! Calls are held and let through in waves. A wave begins when the program is idle: no call is under way and all its
//! threads sleep, so nothing more will come before an answer does. All calls of a wave had arrived before the first of them
//! was answered, so none of them needs another one's answer: each call of a chain is in a wave of its own, and there are
//! at least as many waves as the longest chain has calls. A wave that begins too early only adds to the count.

use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::{Notify, oneshot};

/// How long the program has been idle when a wave begins.
const IDLE: u32 = 10;
/// Between looks at the program.
const PAUSE: Duration = Duration::from_millis(25);

/// Calls on their way, in waves.
#[derive(Default)]
pub struct Waves {
    calls: Mutex<Calls>,
    news: Notify,
}

#[derive(Default)]
struct Calls {
    is_on: bool,
    held: Vec<(String, oneshot::Sender<()>)>,
    under_way: usize,
    arrived: usize,
    waves: Vec<Vec<String>>,
}

/// A call of a wave, until it is answered.
pub struct OfWave<'a>(&'a Waves);

impl Drop for OfWave<'_> {
    fn drop(&mut self) {
        self.0.calls.lock().expect("unpoisoned").under_way -= 1;
    }
}

impl Waves {
    /// Waits for the call's wave; waits for nothing while no waves are made.
    pub async fn join(&self, name: &str) -> Option<OfWave<'_>> {
        let turn = {
            let mut calls = self.calls.lock().expect("unpoisoned");
            if !calls.is_on {
                return None;
            }
            let (sender, turn) = oneshot::channel();
            calls.held.push((name.to_owned(), sender));
            calls.arrived += 1;
            turn
        };
        self.news.notify_one();
        turn.await.ok();
        Some(OfWave(self))
    }

    /// From now on calls wait for their wave.
    pub fn hold(&self) {
        self.calls.lock().expect("unpoisoned").is_on = true;
    }

    /// Makes waves of the calls of that process, without end.
    pub async fn make(&self, process: u32) {
        loop {
            self.until_idle(process).await;
            let mut calls = self.calls.lock().expect("unpoisoned");
            let wave: Vec<_> = std::mem::take(&mut calls.held);
            calls.under_way += wave.len();
            calls.waves.push(wave.iter().map(|(name, _)| name.clone()).collect());
            for (_, turn) in wave {
                // Whoever has given up is not under way.
                calls.under_way -= usize::from(turn.send(()).is_err());
            }
        }
    }

    async fn until_idle(&self, process: u32) {
        let (mut idle, mut arrived) = (0, 0);
        while idle < IDLE {
            let (is_held, is_answered, now) = {
                let calls = self.calls.lock().expect("unpoisoned");
                (!calls.held.is_empty(), calls.under_way == 0, calls.arrived)
            };
            if !is_held {
                self.news.notified().await;
            }
            let is_idle = is_held && is_answered && now == arrived && is_asleep(process);
            idle = if is_idle { idle + 1 } else { 0 };
            arrived = now;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The names of the calls of each wave so far.
    pub fn so_far(&self) -> Vec<Vec<String>> {
        self.calls.lock().expect("unpoisoned").waves.clone()
    }
}

/// True when no thread of the process runs or wants to.
///
/// See <https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html>.
fn is_asleep(process: u32) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { return false };
    threads.flatten().all(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('S'))
    })
}
