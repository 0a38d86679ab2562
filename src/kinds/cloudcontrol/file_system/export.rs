//! A file system as a declaration.

use futures::future::FutureExt;
use serde_json::Value as Json;

use super::FileSystem;
use super::spec::TYPE;
use crate::api;
use crate::declaration::Live;
use crate::export::{at, declared, tags};
use kind::Source;
use kind::export::{Declaration, Export, Exportable, Listing, Names, nameless};
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    list: Listing::Own(|aws| api::references(aws, FileSystem::KIND, TYPE.type_name).boxed()).by_id(),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_system: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let tags = tags(live, TYPE.tags);
    let Some(name) = tags.get("Name") else { return nameless(&live.identifier) };
    let backup = at(&live.properties, "BackupPolicy/Status").and_then(Json::as_str);
    let declaration = Declaration::new("boto_efs.file_system_present", name)
        .with("backup", backup.map(|status| status == "ENABLED"));
    declared(declaration, &TYPE, live, &["BackupPolicy"]).tagged_beside_name(&tags).into()
}
