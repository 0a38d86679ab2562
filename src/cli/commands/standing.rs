//! The state that the group of this instance wants, read again for each run that may put the instance into service.
//!
//! Grains are kept for an hour, but an instance enters or leaves a warm pool within seconds. Law: unreadable metadata
//! do not keep an instance out of service.

use std::path::Path;

use super::host;
use super::session::Session;
use crate::engine::composed;
use crate::instance::notice::{Notice, TARGET};
use crate::model::{Low, Minion};
use crate::resources::in_service;

/// The minion with the state that its group wants, if a chunk puts it into service and its group wants another state.
pub(super) fn of_run(session: &Session<'_>, lows: &[Low], minion: &Minion) -> Option<Minion> {
    let registers = lows.iter().any(|low| composed::is_meant_by(low, &in_service::REGISTER));
    registers.then(|| elsewhere(session, minion)).flatten()
}

/// The same for a call of a function.
pub(super) fn of_call(session: &Session<'_>, name: &str, minion: &Minion) -> Option<Minion> {
    let registers = in_service::REGISTER.function.names.contains(&name);
    registers.then(|| elsewhere(session, minion)).flatten()
}

fn elsewhere(session: &Session<'_>, minion: &Minion) -> Option<Minion> {
    minion.grains.get("ec2_instance_id")?;
    let metadata = host::metadata_service(session.settings(), session.opts(), Path::new("/"))?;
    let document = metadata.document(TARGET);
    let document = document.inspect_err(|error| tracing::warn!("{error}: {}", error.hint())).ok()??;
    let Notice::Leaves { target } = Notice::of_target(&document)? else { return None };
    let mut minion = minion.clone();
    minion.opts.insert(in_service::TARGET.into(), target.into());
    Some(minion)
}
