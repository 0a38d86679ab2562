//! Objects of S3 as sources of files, `s3://bucket/key`, with the keys of `s3.keyid`, `s3.key`, or the SDK's own.

use std::path::Path;
use std::sync::Arc;

use super::session::Session;
use crate::error::CliError;
use aws::{Aws, Connection};
use instance::store::{Location, Store};
use model::Minion;

/// The connection to buckets: those of an instance are in its own region, unless configured differently.
pub(super) fn open(session: &Session<'_>, connection: Connection) -> Result<Arc<Aws>, CliError> {
    session.reach().wait(connect(session, connection))
}

async fn connect(session: &Session<'_>, mut connection: Connection) -> Arc<Aws> {
    let variables = &session.settings().environment;
    let is_set = |name: &str| variables.get(name).is_some_and(|region| !region.is_empty());
    if connection.region.is_none() && !is_set("AWS_REGION") && !is_set("AWS_DEFAULT_REGION") {
        connection.region = session.grain("ec2_region").map(str::to_owned);
    }
    session.reach().snapshot().sessions().open(&connection).await
}

/// A bucket, with the keys of `s3.keyid` and `s3.key`, or the SDK's own.
///
/// # Errors
/// The keys are incomplete.
pub(crate) fn open_bucket(
    session: &Session<'_>,
    minion: &Minion,
    location: &Location,
) -> Result<Arc<dyn Store>, CliError> {
    use aws::profile;
    use instance::store::{Encryption, S3};
    use model::{Fields, Place, Problems};

    let mut problems = Problems::default();
    let place = Place::file(location.url());
    let nothing = Fields::check(profile::ARGUMENTS, [], &place, "a bucket", &mut problems);
    let connection = profile::resolve(&nothing, minion, &["s3"], &mut problems);
    let connection = problems.or(connection.unwrap_or_default()).map_err(CliError::Config)?;
    let (aws, location) = (open(session, connection)?, location.clone());
    Ok(Arc::new(S3 { aws, location, encryption: Encryption::default() }))
}

/// Downloads an object, up to a maximum size, into a file, continuing at the end of the file.
pub(super) async fn download(
    session: &Session<'_>,
    minion: &Minion,
    (url, most): (&str, u64),
    to: &Path,
) -> Result<(), String> {
    use aws::profile;
    use instance::store::{Encryption, S3};
    use model::{Fields, Place, Problems, chain};

    let found = Location::parse(url).filter(|location| !location.prefix.is_empty());
    let Some(Location { bucket, prefix: key }) = found else {
        return Err("an object is written s3://bucket/key".to_owned());
    };
    let mut problems = Problems::default();
    let nothing = Fields::check(profile::ARGUMENTS, [], &Place::file(url), "an object", &mut problems);
    let connection = profile::resolve(&nothing, minion, &["s3"], &mut problems);
    let connection = connection.ok_or_else(|| problems.to_string())?;
    let aws = connect(session, connection).await;
    let location = Location { bucket, prefix: String::new() };
    let s3 = S3 { aws, location, encryption: Encryption::default() };
    match s3.download(&key, most, to).await {
        Ok(true) => Ok(()),
        Ok(false) => Err("there is no such object".to_owned()),
        Err(error) => Err(chain(&error)),
    }
}
