//! Parts of names from the environment that no name can be made of.

use grains::{Grains, Sources};

/// Variables of the environment whose hyphens keep names such as `cluster_name` from being made: hyphens separate their parts.
pub(super) fn unusable(sources: &Sources, grains: &Grains) -> Vec<String> {
    let convention = &sources.convention;
    let made = convention.derive(&convention.parts(grains)).len();
    let (mut usable, mut hyphens) = (grains.clone(), vec![]);
    for (variable, grain) in grains::environment::NAMES {
        let Some(text) = sources.environment.get(*variable).filter(|text| text.contains('-')) else {
            continue;
        };
        let without = text.replace('-', "");
        usable.insert((*grain).to_owned(), serde_json::Value::from(without.as_str()));
        hyphens.push((variable, text, without));
    }
    let would_make = convention.derive(&convention.parts(&usable));
    if would_make.len() <= made {
        return vec![];
    }
    let names: Vec<&str> = would_make.keys().map(String::as_str).collect();
    let said = hyphens.into_iter().map(|(variable, text, without)| {
        format!(
            "with {variable}={text} there is no grain '{}': hyphens separate the parts of a name, so a part \
             has none; write {variable}={without}",
            names.join("', '")
        )
    });
    said.collect()
}
