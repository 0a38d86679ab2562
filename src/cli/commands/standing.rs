//! What only `cli` can read about this instance before a run that may put it into service: the state that its group
//! wants, and the release that is deployed on it.
//!
//! Grains are kept for an hour, but an instance enters or leaves a warm pool within seconds. Law: unreadable metadata
//! do not keep an instance out of service; an unreadable record of its deployments does.

use std::path::Path;

use super::deploy;
use super::host;
use super::session::Session;
use engine::composed;
use instance::notice::{Notice, SPOT, TARGET};
use kind::in_service;
use model::fitness::{ENDS, RELEASE};
use model::{Low, Minion, Value};

/// The states, besides `elb.register`, that put an instance into service. The functions of the same names are direct
/// calls, as in Salt.
const REGISTER: &[&str] = &[
    "boto_elb.register_instances",
    "boto3_elb.register_instances",
    "boto_elbv2.targets_registered",
    "boto3_elbv2.targets_registered",
    "boto_asg.lifecycle_completed",
    "boto3_asg.lifecycle_completed",
];

/// The minion with what is known about this instance, if a chunk may put it into service.
pub(super) fn of_run(session: &Session<'_>, lows: &[Low], minion: &Minion) -> Option<Minion> {
    let registering: Vec<&Low> = lows.iter().filter(|low| registers(low)).collect();
    if registering.is_empty() {
        return None;
    }
    if let Some(deployment) = &session.settings().deployment {
        for low in registering {
            deployment.note(low);
        }
    }
    Some(noted(session, minion))
}

/// The same for a call of a function.
pub(super) fn of_call(session: &Session<'_>, name: &str, minion: &Minion) -> Option<Minion> {
    let registers = in_service::REGISTER.function.names.contains(&name);
    registers.then(|| noted(session, minion))
}

fn registers(low: &Low) -> bool {
    composed::is_meant_by(low, &in_service::REGISTER) || REGISTER.contains(&low.full_function().as_str())
}

fn noted(session: &Session<'_>, minion: &Minion) -> Minion {
    let mut minion = minion.clone();
    let Announced { target, end } = announced(session, &minion);
    let notes = [(in_service::TARGET, target), (ENDS, end)];
    minion.opts.extend(notes.into_iter().filter_map(|(name, note)| Some((name.into(), note?.into()))));
    let release = match &session.settings().deployment {
        Some(deployment) => Some(deployment.release()),
        None => deploy::release_here(session),
    };
    if let Some(release) = release {
        minion.opts.insert(RELEASE.into(), Value::from(serde_json::to_value(release).unwrap_or_default()));
    }
    minion
}

/// What the metadata announce: they are read in each run, because grains are kept for an hour.
#[derive(Default)]
struct Announced {
    /// The state that the group of this instance wants, if it wants it elsewhere than in service.
    target: Option<String>,
    /// Why EC2 ends the instance, also where no `instance watch` runs.
    end: Option<String>,
}

fn announced(session: &Session<'_>, minion: &Minion) -> Announced {
    if !minion.grains.contains_key("ec2_instance_id") {
        return Announced::default();
    }
    let Some(metadata) = host::metadata_service(session.settings(), session.opts(), Path::new("/")) else {
        return Announced::default();
    };
    let read = |path: &str| {
        let document = metadata.document(path);
        document.inspect_err(|error| tracing::warn!("{error}: {}", error.hint())).ok().flatten()
    };
    let target = match read(TARGET).and_then(|document| Notice::of_target(&document)) {
        Some(Notice::Leaves { target }) => Some(target),
        _ => None,
    };
    Announced { target, end: read(SPOT).map(|document| Notice::of_spot(&document).to_string()) }
}
