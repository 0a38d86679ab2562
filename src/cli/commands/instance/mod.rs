//! `instance`: an instance reports to its group that it is ready or has failed, and leaves service in time.

mod act;
mod leave;
mod own;
mod watch;

use std::time::Duration;

use super::session::Session;
use super::{CliError, Command, CommandAnswer, is_on};
use exec::{Bound, Signature, flag, int, takes, text};
use model::Effect::{AsksHosts, ChangesAws, ChangesMachine, ReadsAws, ReadsMachine, RunsPrograms};
use model::Problem;
use own::ThisInstance;

const WATCH: Signature = takes(&[
    text("sls", "elb.deregister", "the SLS that takes the instance out of service"),
    int("interval", 5, "seconds between two reads of the metadata"),
    int("heartbeat", 30, "seconds between two heartbeats of lifecycle actions"),
    int("patience", 300, "seconds to try to leave service, if no time is announced"),
    flag("rebalance", false, "also leave service when EC2 only recommends to rebalance"),
    flag("once", false, "look once"),
]);

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "instance ready",
        signature: takes(&[]),
        doc: "Reports to the Auto Scaling group of this instance that it is ready: completes the \
              actions that its lifecycle hooks wait for.",
        returns: "a mapping",
        does: &[ReadsMachine, ReadsAws, ChangesAws],
        run: |session, _| act::ready(&ThisInstance::of(session)?, session),
    },
    Command {
        name: "instance fail",
        signature: takes(&[]),
        doc: "Gives up this instance: abandons the actions that its group's lifecycle hooks wait for, \
              or reports to the group that the instance is unhealthy, so that it is replaced.",
        returns: "a mapping",
        does: &[ReadsMachine, ReadsAws, ChangesAws],
        run: |session, _| act::fail(&ThisInstance::of(session)?, session),
    },
    Command {
        name: "instance status",
        signature: takes(&[]),
        doc: "Shows the announcements in the metadata of this instance, and its state in its group.",
        returns: "a mapping",
        does: &[ReadsMachine, ReadsAws],
        run: |session, _| act::status(&ThisInstance::of(session)?, session),
    },
    Command {
        name: "instance watch",
        signature: WATCH,
        doc: "Runs until the instance ends: on a spot notice, on termination by its group and on \
              SIGTERM it runs sls= (elb.deregister) to leave service and completes the group's actions, \
              with heartbeats meanwhile. It tries again until that is done, until the announced time, or \
              for patience= seconds.\n\ninterval=, heartbeat= and patience= are seconds; with rebalance=True \
              it also leaves on recommendations; once=True reads the metadata once.",
        returns: "a mapping: why it ended",
        does: &[ReadsMachine, ChangesMachine, RunsPrograms, ReadsAws, ChangesAws, AsksHosts],
        run: |session, bound| watch::watch(session, &Options::read(bound)?),
    },
];

/// The options of a watch.
struct Options {
    /// The SLS that takes the instance out of service.
    sls: String,
    /// The pause between two reads of the metadata.
    interval: Duration,
    /// The pause between two heartbeats.
    heartbeat: Duration,
    /// How long leaving service is tried, if no time is announced.
    patience: Duration,
    /// True to leave when EC2 only recommends it.
    rebalance: bool,
    /// True to read the metadata once.
    once: bool,
}

impl Options {
    fn read(bound: &Bound) -> Result<Self, CliError> {
        Ok(Self {
            sls: bound.text("sls"),
            interval: seconds(bound, "interval")?,
            heartbeat: seconds(bound, "heartbeat")?,
            patience: seconds(bound, "patience")?,
            rebalance: is_on(bound, "rebalance")?,
            once: is_on(bound, "once")?,
        })
    }
}

fn seconds(bound: &Bound, name: &str) -> Result<Duration, CliError> {
    // Arguments of commands are text, as typed.
    let number: Option<f64> = bound.text(name).trim().parse().ok();
    let read = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    read.filter(|time| !time.is_zero()).ok_or_else(|| {
        CliError::Usage(Problem::nowhere(format!("'{name}' must be a number of seconds above 0")))
    })
}
