//! A secret as a declaration, without its value.

use futures::future::FutureExt;
use serde_json::Value as Json;

use super::Secret;
use super::spec::TYPE;
use crate::api;
use crate::declaration::Live;
use crate::export::{declared, tags};
use kind::Source;
use kind::export::{Declaration, Export, Exportable, Listing, Names};
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    // The identifier is an ARN.
    list: Listing::Own(|aws| api::references(aws, Secret::KIND, TYPE.type_name).boxed()).by_id(),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_secret: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let Some(name) = live.properties.get("Name").and_then(Json::as_str) else {
        return Exportable::NotDeclared;
    };
    let declaration = Declaration::new("boto_secretsmanager.secret_present", name);
    declared(declaration, &TYPE, live, &["Name"])
        .tagged(&tags(live, TYPE.tags))
        .remark("Its value is left out. A new secret needs 'secret_string' or 'generate'.")
        .into()
}
