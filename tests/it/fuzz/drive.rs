//! Runs one target on mutated texts: a fixed number of them, or for a time; shrinks what fails.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use super::mutate::{Dice, mutated};

/// The memory that a process may have taken at its peak: a template may make half a gigabyte.
const MOST_KIB: u64 = 2 << 20;

/// A single text that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// The stack that the main thread of a program has.
const STACK: usize = 8 << 20;

/// What is fuzzed.
pub(super) struct Target {
    /// Its name, in messages.
    pub name: &'static str,
    /// The seed of an ordinary run.
    pub seed: u64,
    /// The number of cases of an ordinary run.
    pub cases: usize,
    /// What is mutated.
    pub corpus: Vec<String>,
    /// Makes every other text from nothing.
    pub make: Option<fn(&mut Dice) -> String>,
}

/// Runs `case` on many texts.
pub(super) fn drive(target: &Target, case: impl Fn(&str) + Sync) {
    let number = |name: &str| setting(name).and_then(|text| text.parse::<u64>().ok());
    let time = number("ORCHESTRATE_FUZZ_SECONDS").map(Duration::from_secs);
    let random = || u64::try_from(uuid::Uuid::new_v4().as_u128() & u128::from(u32::MAX)).unwrap_or(0);
    let seed = match (number("ORCHESTRATE_FUZZ_SEED"), time) {
        (Some(seed), _) => seed,
        (None, Some(_)) => random(),
        (None, None) => target.seed,
    };
    let now = Mutex::new(String::new());
    let done = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (ended, end) = mpsc::channel::<()>();
        scope.spawn(|| watch(end, target, &now, &done));
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || {
            work(target, seed, time, &now, &done, &case);
        });
        let worked = worker.expect("a thread").join();
        drop(ended);
        if let Err(panic) = worked {
            std::panic::resume_unwind(panic);
        }
    });
    let peak = peak_kib();
    if time.is_some() {
        let cases = done.load(Ordering::Relaxed);
        // Shown with --nocapture; a test has no other way to tell.
        let mut out = std::io::stderr();
        let _ = std::io::Write::write_all(
            &mut out,
            format!("fuzz {}: seed {seed}, {cases} cases, peak {} MiB\n", target.name, peak >> 10).as_bytes(),
        );
    }
    assert!(peak < MOST_KIB, "{}: {} MiB were in use (seed {seed})", target.name, peak >> 10);
}

fn work(
    target: &Target,
    seed: u64,
    time: Option<Duration>,
    now: &Mutex<String>,
    done: &AtomicUsize,
    case: &(impl Fn(&str) + Sync),
) {
    let began = Instant::now();
    let mut dice = Dice::new(seed);
    loop {
        let count = done.load(Ordering::Relaxed);
        let is_enough = time.map_or(count >= target.cases, |time| began.elapsed() >= time);
        if is_enough {
            return;
        }
        let text = match target.make {
            Some(make) if dice.below(2) == 0 => make(&mut dice),
            _ => mutated(&target.corpus, &mut dice),
        };
        now.lock().expect("a lock").clone_from(&text);
        if fails(case, &text) {
            let small = shrunk(&text, |text| fails(case, text));
            panic!("{}: case {count} of seed {seed} fails: {small:?}", target.name);
        }
        done.store(count + 1, Ordering::Relaxed);
    }
}

fn fails(case: &impl Fn(&str), text: &str) -> bool {
    catch_unwind(AssertUnwindSafe(|| case(text))).is_err()
}

/// Takes away whatever is not needed for the failure.
pub(super) fn shrunk(text: &str, fails: impl Fn(&str) -> bool) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let mut size = letters.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at < letters.len() {
            let end = (at + size).min(letters.len());
            let less: String = letters[..at].iter().chain(&letters[end..]).collect();
            if fails(&less) {
                letters = less.chars().collect();
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    letters.into_iter().collect()
}

/// Ends the process when one case never does, and shows it.
fn watch(end: mpsc::Receiver<()>, target: &Target, now: &Mutex<String>, done: &AtomicUsize) {
    let mut before = usize::MAX;
    while let Err(mpsc::RecvTimeoutError::Timeout) = end.recv_timeout(PATIENCE) {
        let count = done.load(Ordering::Relaxed);
        if count == before {
            let text = now.lock().map(|text| text.clone()).unwrap_or_default();
            let mut out = std::io::stderr();
            let _ =
                std::io::Write::write_all(&mut out, format!("{} hangs: {text:?}\n", target.name).as_bytes());
            std::process::abort();
        }
        before = count;
    }
}

/// The most memory that the process ever had, in KiB; 0 where the system does not tell.
fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

#[expect(clippy::disallowed_methods, reason = "a test has no settings but the environment")]
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
