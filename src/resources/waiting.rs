//! `wait` and `deadline` of states that put something into service or take it out, whichever balancer it is.

use std::time::Duration;

use crate::model::gate::seconds;
use crate::model::{Argument, Asked, Fields, Problems, Shape};

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

/// How many looks in a row must find a registration in service once it was waited for: health flaps at first.
pub const STREAK: usize = 2;

/// How long AWS may take beyond the time that it gives last requests.
const GRACE: Duration = Duration::from_secs(60);

/// What is waited for, as a sentence shows it; none where nothing is.
pub fn waiting_for(names: impl Iterator<Item = impl ToString>, what: &str) -> Option<String> {
    let names: Vec<String> = names.map(|name| name.to_string()).collect();
    (!names.is_empty()).then(|| format!("{} {what}", names.join(", ")))
}

/// What an author says about waiting.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct WaitArguments {
    /// True to wait.
    pub is_on: bool,
    /// When to give up.
    pub deadline: Option<Duration>,
}

impl WaitArguments {
    /// Reads both.
    pub fn read(fields: &Fields, problems: &mut Problems) -> Self {
        let is_on = fields.boolean("wait").unwrap_or_else(|| fields.has("wait"));
        Self { is_on, deadline: seconds(fields, "deadline", problems) }
    }

    /// When to give up something that leaves and has so many seconds for its last requests.
    pub fn deadline_of_leaving(self, draining: &Asked<u64>) -> Option<Duration> {
        let of_aws = || draining.answer().map(|seconds| Duration::from_secs(*seconds) + GRACE);
        self.deadline.or_else(of_aws)
    }

    /// True when only AWS can tell how long leaving may take.
    pub fn asks_for_draining(self) -> bool {
        self.is_on && self.deadline.is_none()
    }
}
