//! The arguments of `schedule.*`.

use model::argument::Literal;
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Shape};

const NAME: Argument = Argument::optional("name", Shape::Text, "the job; the ID if left out");
const PERSIST: Argument =
    Argument::optional("persist", Shape::Boolean, "jobs are always stored: False is refused")
        .or(Literal::Bool(true));
const OFFLINE: Argument = Argument::optional("offline", Shape::Boolean, "has no effect");

/// The keys of an argument that is a mapping of times.
const RANGE: &[Argument] = &[
    Argument::required("start", Shape::Text, "its first moment: '8:00am', '2026-12-24 08:00'"),
    Argument::required("end", Shape::Text, "its last moment"),
    Argument::optional("invert", Shape::Boolean, "whether the job runs outside of the range instead"),
];
const SKIPPED: &[Argument] = &[RANGE[0], RANGE[1]];
const SPLAY: &[Argument] = &[
    Argument::required("start", Shape::Integer, "the shortest delay"),
    Argument::required("end", Shape::Integer, "the longest delay"),
];

const PRESENT: &[Argument] = &[
    NAME,
    Argument::required("function", Shape::Text, "the function to call: state.apply"),
    Argument::optional("job_args", Shape::Any, "its arguments, a list"),
    Argument::optional("job_kwargs", Shape::Any, "its arguments by name, a mapping"),
    Argument::optional("seconds", Shape::Integer, "run each time that many seconds have passed"),
    Argument::optional("minutes", Shape::Integer, "the same in minutes; the program adds up all four"),
    Argument::optional("hours", Shape::Integer, "the same in hours"),
    Argument::optional("days", Shape::Integer, "the same in days"),
    Argument::optional(
        "when",
        Shape::Texts,
        "run at these times: '5:00pm', 'Monday 17:00', '2026-12-24 18:00'",
    ),
    Argument::optional("cron", Shape::Text, "run at the times of a crontab: '*/5 * * * *'"),
    Argument::optional("once", Shape::Text, "run once: '2026-12-24T18:00:00'"),
    Argument::optional("once_fmt", Shape::Text, "the format of 'once', as in Python's strptime"),
    Argument::optional(
        "run_on_start",
        Shape::Boolean,
        "whether it also runs when the timer starts, which includes the start of the machine",
    ),
    Argument::optional("range", Shape::Merged(RANGE), "run only between start and end"),
    Argument::optional("skip_during_range", Shape::Merged(SKIPPED), "do not run between start and end"),
    Argument::optional("run_after_skip_range", Shape::Boolean, "has no effect"),
    Argument::optional("after", Shape::Text, "run only after this moment"),
    Argument::optional("until", Shape::Text, "run only before this moment"),
    Argument::optional(
        "splay",
        Shape::Either(&[Shape::Integer, Shape::Record(SPLAY)]),
        "a random delay of up to that many seconds; or start and end",
    ),
    Argument::optional("maxrunning", Shape::Integer, "how many may run at the same time; always one"),
    Argument::optional("enabled", Shape::Boolean, "whether it runs; True if left out"),
    Argument::optional("returner", Shape::Any, "where results go: refused, since they go to the journal"),
    Argument::optional("return_config", Shape::Any, "has no effect"),
    Argument::optional("return_kwargs", Shape::Any, "has no effect"),
    Argument::optional("return_job", Shape::Any, "has no effect"),
    Argument::optional("jid_include", Shape::Boolean, "has no effect"),
    Argument::optional("metadata", Shape::Any, "has no effect"),
    PERSIST,
    OFFLINE,
];

const OTHER: &[Argument] = &[NAME, PERSIST, OFFLINE];

/// The functions.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["schedule.present"],
        PRESENT,
        "Has systemd call a function at times.\n\n\
         What a timer of systemd cannot say is refused. Answers go to the journal: journalctl -u 'orchestrate-job-*'.",
    )
    .does(BY_PROGRAMS),
    Function::absent(&["schedule.absent"], OTHER, "Removes a job.").does(BY_PROGRAMS),
    Function::other("enabled", &["schedule.enabled"], OTHER, "Enables a job that exists.").does(BY_PROGRAMS),
    Function::other("disabled", &["schedule.disabled"], OTHER, "Disables a job that exists.").does(BY_PROGRAMS),
];
