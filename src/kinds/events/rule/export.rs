//! Exports a rule as a declaration.

use serde_json::Value as Json;

use super::live::Live;
use super::{TAGS, TARGETS};
use kind::export::{Declaration, Export, Exportable, Names, call};
use kind::settings::Settings;
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("events", "ListRules", "/Rules", |rule| {
        // Rules of services belong to these.
        let is_own = rule["ManagedBy"].as_str().is_none_or(str::is_empty);
        is_own.then(|| Some(Reference::new("events.rule", rule["Name"].as_str()?))).flatten()
    }),
    aspects: TARGETS.and(TAGS),
    declare,
};

fn declare(rule: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let targets = live.targets.answer().into_iter().flatten().map(|(id, settings)| {
        let mut target = serde_json::Map::new();
        target.insert("Id".to_owned(), Json::String(id.clone()));
        target.extend(settings.as_object().cloned().unwrap_or_default());
        Value::from(Json::Object(target))
    });
    let declaration = Declaration::new("boto_cloudwatch_event.present", &rule.name)
        .with_all(live.settings.entries())
        .with("RoleArn", live.role.as_str())
        .with("Targets", targets.collect::<Vec<Value>>());
    declaration.tagged_as(&live.tags).into()
}
