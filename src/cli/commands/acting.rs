//! The run lock for functions that change this machine, as for runs of states.

use std::borrow::Cow;

use super::function::parameters;
use super::state::asked_when_busy;
use super::{CliError, Session};
use crate::run_lock::{self, RunLock};
use engine::composed;
use exec::Arguments;
use kind::{COMPOSITES, Composite};
use model::{Effect, Low, Value};

/// The arguments that control the lock, as in runs of states.
const WORDS: [&str; 2] = ["queue", "concurrent"];

/// Takes the run lock for a call that changes this machine or puts it into service, and removes `queue` and
/// `concurrent` from its arguments. Other calls, and calls with `test=True`, need no lock.
///
/// # Errors
/// Another run is in progress, or root cannot lock.
pub(super) fn lock<'a>(
    session: &Session<'_>,
    (name, does): (&str, &[Effect]),
    given: &'a Arguments,
) -> Result<(Option<RunLock>, Cow<'a, Arguments>), CliError> {
    if !acts(name, does, given) {
        return Ok((None, Cow::Borrowed(given)));
    }
    let known = parameters(name).unwrap_or_default();
    let own = |word: &&str| !known.contains(word);
    let mut arguments = Cow::Borrowed(given);
    for word in WORDS.iter().filter(|word| own(word) && given.named.contains_key(**word)) {
        arguments.to_mut().named.shift_remove(*word);
    }
    let opts = session.opts();
    let is_test = match given.named.get("test") {
        Some(test) => test.is_truthy(),
        None => registration(name).is_some() && opts.get("test").is_some_and(Value::is_truthy),
    };
    if is_test {
        return Ok((None, arguments));
    }
    let asked = |word: &str| given.named.get(word).filter(|_| own(&word));
    let lock = run_lock::take_within(session, asked_when_busy(session, asked))?;
    Ok((Some(lock), arguments))
}

fn acts(name: &str, does: &[Effect], given: &Arguments) -> bool {
    does.contains(&Effect::ChangesMachine)
        || (registration(name).is_some() && !given.named.contains_key("instance"))
}

/// The function that puts this instance into service, if this is its name. The function that takes it out never waits,
/// because an ending instance has no time.
fn registration(name: &str) -> Option<&'static Composite> {
    let composite = composed::find(name)?;
    (composite.function.verb == "register").then_some(composite)
}

/// True for a state that puts this instance into service.
pub(super) fn registers(low: &Low) -> bool {
    let mut registrations = COMPOSITES.iter().filter(|composite| composite.function.verb == "register");
    registrations.any(|composite| composed::is_meant_by(low, composite)) && low.argument("instance").is_none()
}
