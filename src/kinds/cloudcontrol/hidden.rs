//! Properties that a declaration itself makes secret, such as a parameter that the template of a stack marks with `NoEcho`.

use serde_json::{Map, Value as Json};

use super::declaration::Spec;
use super::facts::Facts;
use super::target::text_at;
use model::secret::declared;

/// The paths of the secrets among declared properties.
pub type SecretPaths = fn(&Map<String, Json>) -> Vec<String>;

/// AWS shows none of them: they are not compared, and their values are hidden from now on.
pub fn hide(spec: &Spec, mut facts: Facts) -> Facts {
    let Some(secrets) = spec.secrets else { return facts };
    let properties = Json::Object(spec.properties.clone());
    for path in secrets(&spec.properties) {
        if let Some(secret) = text_at(&properties, &path) {
            declared::note_text(&secret);
        }
        facts.write_only.push(path);
    }
    facts
}
