//! `boto_ec2.*`: key pairs.

use std::fs::{OpenOptions, remove_file};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use futures::future::FutureExt;

use super::api;
use super::arguments::{FILTERS, Filters, filters, free_filters};
use aws::{ApiError, Fault};
use kind::{Asker, AwsFunction, Refusal};
use model::{Argument, Fields, Shape, Value};

const KEY: Argument = Argument::required("key_name", Shape::Text, "the key pair's name");

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_ec2.get_key"],
        &[KEY],
        "Returns name and fingerprint of a key pair; False when there is none.",
        "a list of two texts, name and fingerprint; False",
        |ask, fields| get_key(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_ec2.get_keys"],
        &[Argument::optional("keynames", Shape::Texts, "only these"), FILTERS],
        "Lists the names of key pairs.",
        "a list of names",
        |ask, fields| get_keys(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.create_key"],
        &[KEY, Argument::required("save_path", Shape::Text, "the directory to save the private key in")],
        "Makes a key pair, saves the private key as NAME.pem and returns it; False when there is one of that name.",
        "the private key as text, or False",
        |ask, fields| create_key(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.import_key"],
        &[KEY, Argument::required("public_key_material", Shape::Text, "the public key")],
        "Imports a public key and returns its fingerprint; False when there is one of that name.",
        "the fingerprint as text, or False",
        |ask, fields| import_key(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.delete_key"],
        &[KEY],
        "Deletes a key pair; True also when there is none.",
        "True",
        |ask, fields| {
            async move {
                ask.change(&[], api::delete_key(ask.aws(), &fields.required_text("key_name"))).await?;
                Ok(true.into())
            }
            .boxed()
        },
    ),
];

async fn keys(ask: &Asker<'_>, wanted: &Filters) -> Result<Vec<Value>, Refusal> {
    let found = ask.once(("keys", wanted), api::keys(ask.aws(), wanted)).await?;
    Ok(found.as_list().unwrap_or_default().to_vec())
}

async fn get_key(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let found = keys(ask, &filters(fields, &[("key_name", "key-name")])).await?;
    let Some(key) = found.first() else { return Ok(false.into()) };
    let of = |name: &str| key.traverse(name, ":").cloned().unwrap_or_default();
    Ok(Value::List(vec![of("name"), of("fingerprint")]))
}

async fn get_keys(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let mut wanted = filters(fields, &[("keynames", "key-name")]);
    wanted.extend(free_filters(fields));
    let found = keys(ask, &wanted).await?;
    Ok(Value::List(found.iter().filter_map(|key| key.traverse("name", ":").cloned()).collect()))
}

/// The file is made before the key, because a private key that cannot be saved is lost.
async fn create_key(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("key_name");
    let path = PathBuf::from(fields.required_text("save_path")).join(format!("{name}.pem"));
    let unsaved = |error| Refusal::Because(format!("the key cannot be saved as {}: {error}", path.display()));
    let mut file =
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).map_err(unsaved)?;
    let made = unless_there(ask.change(&[], api::create_key(ask.aws(), &name)).await);
    let Ok(Some(material)) = made else {
        drop(remove_file(&path));
        return made.map(|_| false.into());
    };
    file.write_all(material.as_bytes()).map_err(unsaved)?;
    Ok(material.into())
}

async fn import_key(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (name, public) = (fields.required_text("key_name"), fields.required_text("public_key_material"));
    let made = unless_there(ask.change(&[], api::import_key(ask.aws(), &name, &public)).await)?;
    Ok(made.unwrap_or_else(|| false.into()))
}

/// None if one with that name exists already.
fn unless_there<T>(made: Result<T, ApiError>) -> Result<Option<T>, Refusal> {
    match made {
        Ok(made) => Ok(Some(made)),
        Err(error) if error.fault == Fault::AlreadyExists => Ok(None),
        Err(error) => Err(error.into()),
    }
}
