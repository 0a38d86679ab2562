//! Opens the configured store.

#[cfg(feature = "s3")]
use super::super::object;
use super::{CliError, Session, Settings};
use crate::instance::deploy::Address;
use crate::instance::store::{Directory, Store};
use crate::model::Problem;

/// Opens it; makes no call.
pub(super) fn open(session: &Session<'_>, settings: &Settings) -> Result<Box<dyn Store>, CliError> {
    match &settings.store {
        Some(Address::Directory(path)) => Ok(Box::new(Directory::new(path))),
        Some(Address::S3(location)) => bucket(session, settings, location),
        None => {
            let problem =
                Problem::nowhere("'deploy:store' is not configured: it names the store of artifacts");
            let hint = "write 'deploy: {store: s3://bucket/prefix}' into the minion configuration";
            Err(CliError::Config(problem.hint(hint).into()))
        }
    }
}

#[cfg(feature = "s3")]
fn bucket(
    session: &Session<'_>,
    settings: &Settings,
    location: &crate::instance::store::Location,
) -> Result<Box<dyn Store>, CliError> {
    use crate::instance::store::S3;

    let aws = object::open(session, settings.connection.clone())?;
    Ok(Box::new(S3 { aws, location: location.clone(), encryption: settings.encryption.clone() }))
}

#[cfg(not(feature = "s3"))]
fn bucket(
    _session: &Session<'_>,
    _settings: &Settings,
    location: &crate::instance::store::Location,
) -> Result<Box<dyn Store>, CliError> {
    let problem =
        Problem::nowhere(format!("{} cannot be read: this program was built without S3", location.url()));
    Err(CliError::Config(problem.into()))
}
