//! Opens the configured store.

use super::super::object;
use super::{CliError, Session, Settings};
use instance::deploy::Address;
use instance::store::{Directory, Store};
use model::Problem;

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

fn bucket(
    session: &Session<'_>,
    settings: &Settings,
    location: &instance::store::Location,
) -> Result<Box<dyn Store>, CliError> {
    use instance::store::S3;

    let aws = object::open(session, settings.connection.clone())?;
    Ok(Box::new(S3 { aws, location: location.clone(), encryption: settings.encryption.clone() }))
}
