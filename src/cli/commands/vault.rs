//! Secrets by reference, fetched from AWS: parameters ten at a time, secrets twenty at a time.
//!
//! The configuration's `secrets.profile`, `secrets.region`, `secrets.keyid` … name the keys, else the SDK's own sources
//! are used.

use std::collections::HashMap;

use super::reach::Reach;
use model::Minion;
use sls::secrets::Reference;

/// The existing secrets among these.
///
/// # Errors
///
/// AWS refuses, or this build has no such store.
pub fn fetch(
    wanted: &[Reference],
    minion: &Minion,
    reach: &Reach,
) -> Result<HashMap<Reference, String>, String> {
    use aws::{profile, secrets};
    use model::{Fields, Place, Problems, Value};
    use sls::secrets::Store;

    let mut problems = Problems::default();
    let place = Place::file("the minion configuration");
    let given = minion.option("secrets.profile").map(|given| {
        let node = model::Node::from_value(given.clone(), &place);
        ("profile".to_owned(), model::Entry { key_place: place.clone(), node })
    });
    let fields = Fields::check(profile::ARGUMENTS, given, &place, "secrets", &mut problems);
    let connection = profile::resolve(&fields, minion, &["secrets"], &mut problems);
    let connection = connection.ok_or_else(|| problems.to_string().trim_end().to_owned())?;
    let names = |store: Store| -> Vec<String> {
        let mut names: Vec<String> =
            wanted.iter().filter(|one| one.store == store).map(|one| one.name.clone()).collect();
        names.sort();
        names.dedup();
        names
    };
    let (parameters, held) = (names(Store::Parameters), names(Store::Secrets));
    let asked = async {
        let aws = reach.snapshot().sessions().open(&connection).await;
        Ok::<_, aws::ApiError>((
            secrets::parameters(&aws, &parameters).await?,
            secrets::secrets(&aws, &held).await?,
        ))
    };
    let (parameters, held) =
        reach.wait(asked).map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
    let value = |one: &Reference| match (one.store, &one.key) {
        (Store::Parameters, _) => parameters.get(&one.name).cloned(),
        (Store::Secrets, None) => held.get(&one.name).cloned(),
        (Store::Secrets, Some(key)) => {
            let json: serde_json::Value = serde_json::from_str(held.get(&one.name)?).ok()?;
            match Value::from(json.get(key)?.clone()) {
                Value::Str(text) => Some(text),
                Value::Map(_) | Value::List(_) | Value::Null => None,
                scalar => Some(model::python::text(&scalar)),
            }
        }
    };
    Ok(wanted.iter().filter_map(|one| value(one).map(|found| (one.clone(), found))).collect())
}
