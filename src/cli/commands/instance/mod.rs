//! `instance`: what an instance does about itself: it tells its group that it is ready or has failed, and leaves in time.

mod act;
mod leave;
mod own;
mod watch;

use std::time::Duration;

use super::session::Session;
use super::{Answer, CliError, Command};
use crate::exec::{Bound, Default, Signature, optional, required, takes, text};
use crate::model::Problem;
use crate::model::problem::did_you_mean;
use own::Own;

const ARGUMENTS: Signature = takes(&[
    required("what"),
    text("sls", "elb.deregister"),
    optional("interval", Default::Int(5)),
    optional("heartbeat", Default::Int(30)),
    optional("rebalance", Default::Bool(false)),
    optional("once", Default::Bool(false)),
]);

const WHAT: [&str; 4] = ["ready", "fail", "status", "watch"];

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "instance",
    signature: ARGUMENTS,
    doc: "Acts for the instance that runs it: orchestrate instance ready | fail | status | watch.\n\n\
          ready completes the actions that its group's lifecycle hooks wait for.\n\
          fail gives it up: abandons these actions, or tells the group that it is unhealthy, so that it is replaced.\n\
          status tells what its metadata announce and where it stands in its group.\n\
          watch runs until the instance goes: on a spot notice, on termination by its group and on SIGTERM it runs sls= \
          (elb.deregister) to leave service and completes the group's actions, with heartbeats meanwhile. interval= and \
          heartbeat= are seconds; rebalance=True heeds recommendations too; once=True looks once.",
    run,
}];

/// How to watch.
struct Options {
    /// What takes the instance out of service.
    sls: String,
    /// The pause between two looks at the metadata.
    interval: Duration,
    /// The pause between two heartbeats.
    heartbeat: Duration,
    /// True to leave where EC2 only recommends it.
    rebalance: bool,
    /// True to look once.
    once: bool,
}

impl Options {
    fn read(bound: &Bound) -> Result<Self, CliError> {
        Ok(Self {
            sls: bound.text("sls"),
            interval: seconds(bound, "interval")?,
            heartbeat: seconds(bound, "heartbeat")?,
            rebalance: flag(bound, "rebalance")?,
            once: flag(bound, "once")?,
        })
    }
}

fn flag(bound: &Bound, name: &str) -> Result<bool, CliError> {
    match bound.text(name).as_str() {
        "True" | "true" | "1" => Ok(true),
        "False" | "false" | "0" => Ok(false),
        other => {
            let message = format!("'{name}' is True or False, and not '{other}'");
            Err(CliError::Usage(Problem::nowhere(message)))
        }
    }
}

fn seconds(bound: &Bound, name: &str) -> Result<Duration, CliError> {
    // Commands are given their arguments as they were typed.
    let number: Option<f64> = bound.text(name).trim().parse().ok();
    let read = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    read.filter(|time| !time.is_zero())
        .ok_or_else(|| CliError::Usage(Problem::nowhere(format!("'{name}' is a number of seconds above 0"))))
}

fn run(session: &Session<'_>, bound: &Bound) -> Result<Answer, CliError> {
    let what = bound.text("what");
    match what.as_str() {
        "ready" => act::ready(&Own::of(session)?, session),
        "fail" => act::fail(&Own::of(session)?, session),
        "status" => act::status(&Own::of(session)?, session),
        "watch" => watch::watch(session, &Options::read(bound)?),
        _ => {
            let problem = Problem::nowhere(format!("there is no 'instance {what}'"));
            let hint = did_you_mean(&what, WHAT).map_or_else(
                || format!("there are {}", WHAT.join(", ")),
                |near| format!("did you mean '{near}'?"),
            );
            Err(CliError::Usage(problem.hint(hint)))
        }
    }
}
