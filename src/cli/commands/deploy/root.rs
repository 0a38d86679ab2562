//! `artifact root`, `artifact sign-root` and `artifact publish-root`: the keys whose signatures count.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::artifact::{failed, number, path, signing_key, wrong};
use super::{CliError, CommandAnswer, Session, given, settings, store};
use exec::Bound;
use instance::artifact::{Anchor, PublicKey};
use instance::deploy::Settings;
use instance::publish::{self, Changes};
use machine::file::{self, Permissions};
use model::Value;

/// The default validity of a document in days.
const DAYS: i64 = 365;

/// Public keys with commas between them.
fn keys(bound: &Bound, name: &str) -> Result<Option<Vec<PublicKey>>, CliError> {
    let Some(text) = given(bound, name) else { return Ok(None) };
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let keys = parts.map(|part| PublicKey::parse(part).map_err(|error| wrong(format!("--{name}: {error}"))));
    keys.collect::<Result<_, _>>().map(Some)
}

fn threshold(bound: &Bound, name: &str) -> Result<Option<usize>, CliError> {
    Ok(number(bound, name)?.map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
}

/// The root document that the configuration pins.
fn anchor(settings: &Settings) -> Result<&Anchor, CliError> {
    let anchor = settings.rules.root.as_ref();
    anchor.ok_or_else(|| wrong("'deploy:root_keys' pins no keys of a root document".to_owned()))
}

pub(super) fn draft(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let changes = Changes {
        root: keys(bound, "root_keys")?,
        root_threshold: threshold(bound, "root_threshold")?,
        releases: keys(bound, "release_keys")?,
        release_threshold: threshold(bound, "release_threshold")?,
        pointers: keys(bound, "pointer_keys")?,
        pointer_threshold: threshold(bound, "pointer_threshold")?,
        renewals: keys(bound, "refresh_keys")?,
    };
    let days = number(bound, "expires_days")?.unwrap_or(DAYS);
    let expires = Timestamp::now().checked_add(SignedDuration::from_hours(days.saturating_mul(24)));
    let expires = expires.unwrap_or(Timestamp::MAX);
    let settings = settings(session)?;
    // The first document is drafted before the configuration pins it.
    let latest = match &settings.rules.root {
        Some(anchor) => {
            let store = store::open(session, &settings)?;
            session.reach().wait(publish::latest_root(&*store, anchor))?.map_err(failed)?
        }
        None => None,
    };
    let draft = publish::draft(latest.as_ref(), changes, expires).map_err(failed)?;
    let file = path(session, bound, "file");
    file::replace(&file, &draft.to_bytes(), Permissions::default()).map_err(|error| failed(error.into()))?;
    let version = latest.map_or(1, |latest| latest.version.saturating_add(1));
    Ok(CommandAnswer::ordered(Value::from(json!({"file": file, "version": version, "expires": expires}))))
}

pub(super) fn sign(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let key = signing_key(session, given(bound, "key").unwrap_or_default())?;
    let file = path(session, bound, "file");
    let bytes = file::read(&file).map_err(|error| failed(error.into()))?;
    let (envelope, root) = publish::sign_root(&bytes, &key).map_err(failed)?;
    file::replace(&file, &envelope.to_bytes(), Permissions::default())
        .map_err(|error| failed(error.into()))?;
    let data = json!({"file": file, "version": root.version, "signed_by": key.public().id()});
    Ok(CommandAnswer::ordered(Value::from(data)))
}

pub(super) fn publish(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let settings = settings(session)?;
    let anchor = anchor(&settings)?;
    let bytes = file::read(&path(session, bound, "file")).map_err(|error| failed(error.into()))?;
    let store = store::open(session, &settings)?;
    let done = publish::publish_root(&bytes, &*store, anchor);
    let (root, is_new) = session.reach().wait(done)?.map_err(failed)?;
    Ok(CommandAnswer::ordered(Value::from(json!({
        "version": root.version,
        "expires": root.expires,
        "store": store.name(),
        "result": if is_new { "published" } else { "unchanged" },
    }))))
}
