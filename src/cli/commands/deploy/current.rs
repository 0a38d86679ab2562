//! `artifact promote`, `artifact refresh` and `artifact list`: the current revision, its validity, and the other
//! revisions.

use jiff::Timestamp;
use serde_json::{Value as Json, json};

use super::artifact::{failed, number, signing_key};
use super::{CliError, CommandAnswer, Session, given, is_on, name, settings, store};
use exec::Bound;
use instance::artifact::Pinned;
use instance::deploy::Settings;
use instance::publish::{self, Promotion, Renewal, trusted};
use instance::store::Store;
use model::Value;

/// The default validity of a pointer in days.
const POINTER_DAYS: i64 = 90;

/// The default validity of a renewal in days.
const REFRESH_DAYS: i64 = 7;

/// The keys that count in a store.
pub(super) fn keys(
    session: &Session<'_>,
    settings: &Settings,
    store: &dyn Store,
) -> Result<Pinned, CliError> {
    let rules = &settings.rules;
    let found = publish::keys_of(store, rules.root.as_ref(), &rules.pinned, Timestamp::now());
    session.reach().wait(found)?.map_err(failed)
}

pub(super) fn promote(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let settings = settings(session)?;
    let key = signing_key(session, given(bound, "key").unwrap_or_default())?;
    let (service, revision, instance) =
        (name(bound, "service")?, name(bound, "revision")?, name(bound, "instance")?);
    let promotion = Promotion {
        service: service.as_deref().unwrap_or_default(),
        revision: revision.as_deref().unwrap_or_default(),
        instance: instance.as_deref(),
        expires_days: match given(bound, "expires_days") {
            Some("0") => None,
            _ => Some(number(bound, "expires_days")?.unwrap_or(POINTER_DAYS)),
        },
        rollback: is_on(bound, "rollback")?,
        now: Timestamp::now(),
    };
    let store = store::open(session, &settings)?;
    let keys = trusted(&keys(session, &settings, &*store)?, &key);
    let done = publish::promote(&promotion, &*store, &key, &keys);
    let publish::Promoted { pointer, missing } = session.reach().wait(done)?.map_err(failed)?;
    let result = match missing {
        0 => "current".to_owned(),
        _ => format!("proposed: {missing} more of the keys must promote it"),
    };
    Ok(CommandAnswer::ordered(Value::from(json!({
        "service": pointer.service,
        "revision": pointer.revision,
        "result": result,
        "instance": pointer.instance.as_deref().unwrap_or("all"),
        "sequence": pointer.sequence,
        "expires": pointer.expires,
        "store": store.name(),
    }))))
}

pub(super) fn refresh(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let settings = settings(session)?;
    let key = signing_key(session, given(bound, "key").unwrap_or_default())?;
    let (service, instance) = (name(bound, "service")?, name(bound, "instance")?);
    let renewal = Renewal {
        service: service.as_deref().unwrap_or_default(),
        instance: instance.as_deref(),
        days: number(bound, "expires_days")?.unwrap_or(REFRESH_DAYS),
        now: Timestamp::now(),
    };
    let store = store::open(session, &settings)?;
    let keys = keys(session, &settings, &*store)?;
    let done = publish::refresh(&renewal, &*store, &key, &keys);
    let done = session.reach().wait(done)?.map_err(failed)?;
    Ok(CommandAnswer::ordered(Value::from(json!({
        "service": done.service,
        "instance": done.instance.as_deref().unwrap_or("all"),
        "expires": done.expires,
        "store": store.name(),
    }))))
}

pub(super) fn list(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let settings = settings(session)?;
    let store = store::open(session, &settings)?;
    let Some(service) = name(bound, "service")? else {
        let found = session.reach().wait(publish::services(&*store))?.map_err(failed)?;
        return Ok(CommandAnswer::data(Value::from(found)));
    };
    let keys = keys(session, &settings, &*store)?;
    let found = publish::list(&*store, &service, &keys);
    let found = session.reach().wait(found)?.map_err(failed)?;
    let revisions = found.into_iter().map(|mut one| {
        let name = std::mem::take(&mut one.revision);
        let mut facts = serde_json::to_value(one).unwrap_or_default();
        if let Some(facts) = facts.as_object_mut() {
            facts.shift_remove("revision");
        }
        (name, facts)
    });
    Ok(CommandAnswer::ordered(Value::from(Json::Object(revisions.collect()))))
}
