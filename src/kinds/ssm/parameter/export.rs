//! Exports a parameter as a declaration. The export never reads the value of an encrypted one.

use super::live::Live;
use super::{DETAILS, TAGS};
use kind::export::{Declaration, Export, Exportable, Names, call};
use kind::settings::Settings;
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("ssm", "DescribeParameters", "/Parameters", |parameter| {
        Some(Reference::new("ssm.parameter", parameter["Name"].as_str()?))
    }),
    aspects: DETAILS.and(TAGS),
    declare,
};

fn declare(parameter: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let name = &parameter.name;
    let Some(value) = live.value.as_ref().filter(|_| live.kind != "SecureString") else {
        let reason = format!("the parameter {name} is encrypted: declare it with a value of the pillar");
        return Exportable::Impossible(reason);
    };
    let details = live.details.answer().map(Settings::entries).unwrap_or_default();
    // Only encrypted parameters have a key.
    let details = details.into_iter().filter(|(name, _): &(&str, Value)| *name != "key_id");
    let declaration = Declaration::new("boto_ssm.parameter_present", name)
        .saying("value", value.reveal())
        .with("type", live.kind.as_str())
        .with_all(details);
    declaration.tagged_as(&live.tags).into()
}
