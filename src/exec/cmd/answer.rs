//! The output of a command, in the form of Salt's functions.

use super::options::Options;
use machine::process::{End, Finished};
use model::{Value, python};

fn stripped(text: String, strips: bool) -> String {
    if strips { text.trim_end().to_owned() } else { text }
}

pub(super) fn stdout(finished: &Finished, strips: bool) -> String {
    stripped(finished.stdout_text(), strips)
}

pub(super) fn stderr(finished: &Finished, strips: bool) -> String {
    stripped(finished.stderr_text(), strips)
}

/// The text that replaces the output of a command that timed out.
pub(super) fn timed_out(finished: &Finished, options: &Options) -> Option<String> {
    let seconds = options.timeout.filter(|_| finished.end == End::TimedOut)?.as_secs_f64();
    let seconds = python::float(seconds);
    Some(format!("{} : Timed out after {} seconds", options.shown(), seconds.trim_end_matches(".0")))
}

/// pid, retcode, stdout, stderr.
pub(crate) fn whole(finished: &Finished, strips: bool) -> Value {
    [
        ("pid", Value::Int(finished.pid.into())),
        ("retcode", Value::Int(finished.code().into())),
        ("stdout", stdout(finished, strips).into()),
        ("stderr", stderr(finished, strips).into()),
    ]
    .into_iter()
    .collect()
}
