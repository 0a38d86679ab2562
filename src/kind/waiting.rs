//! `wait` and `deadline` of states that put something into service or take it out of service, for all load balancers.

use std::time::Duration;

use model::gate::seconds;
use model::{Argument, Asked, Fields, Problems, Shape};

/// The argument that says whether to wait.
pub const WAIT: Argument = Argument::optional(
    "wait",
    Shape::Either(&[Shape::Boolean, Shape::Word(&["InService", "healthy", "OutOfService", "unused"])]),
    "wait until the balancer sends requests, or until the last request is done (default: False)",
);

/// The argument that says how long.
pub const DEADLINE: Argument = Argument::optional(
    "deadline",
    Shape::Number,
    "seconds until the wait ends with an error (default: 1800; leaving: a minute more than AWS's draining time)",
);

/// How many reads in a row must show a new registration in service after a wait, because its health may change back at
/// first.
pub const STREAK: usize = 2;

/// How long AWS may take in addition to the time for the last requests.
const GRACE: Duration = Duration::from_secs(60);

/// The end of a sentence that names what the state waits for; none if it does not wait.
pub fn waiting_for(names: impl Iterator<Item = impl ToString>, what: &str) -> Option<String> {
    let names: Vec<String> = names.map(|name| name.to_string()).collect();
    (!names.is_empty()).then(|| format!("{} {what}", names.join(", ")))
}

/// The arguments about waiting.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct WaitArguments {
    /// True to wait.
    pub is_on: bool,
    /// The longest time to wait.
    pub deadline: Option<Duration>,
}

impl WaitArguments {
    /// Reads both.
    pub fn read(fields: &Fields, problems: &mut Problems) -> Self {
        let is_on = fields.boolean("wait").unwrap_or_else(|| fields.has("wait"));
        Self { is_on, deadline: seconds(fields, "deadline", problems) }
    }

    /// The longest time to wait for a deregistration, when last requests have this many seconds.
    pub fn deadline_of_leaving(self, draining: &Asked<u64>) -> Option<Duration> {
        let of_aws = || draining.answer().map(|seconds| Duration::from_secs(*seconds) + GRACE);
        self.deadline.or_else(of_aws)
    }

    /// True if AWS must be asked how long a deregistration may take.
    pub fn asks_for_draining(self) -> bool {
        self.is_on && self.deadline.is_none()
    }
}
