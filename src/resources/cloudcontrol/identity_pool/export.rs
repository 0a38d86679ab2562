//! An identity pool as a declaration.

use futures::future::FutureExt;
use serde_json::Value as Json;

use super::IdentityPool;
use super::spec::TYPE;
use crate::model::{Aspects, Reference};
use crate::resources::Source;
use crate::resources::cloudcontrol::api;
use crate::resources::cloudcontrol::declaration::Live;
use crate::resources::cloudcontrol::export::{declared, tags};
use crate::resources::export::{Declaration, Export, Exportable, Listing, Names, nameless};

pub(super) const EXPORT: Export<Live> = Export {
    list: Listing::Own(|aws| api::references(aws, IdentityPool::KIND, TYPE.type_name).boxed()).by_id(),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_pool: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let Some(name) = live.properties.get("IdentityPoolName").and_then(Json::as_str) else {
        return nameless(&live.identifier);
    };
    let declaration = Declaration::new("boto_cognitoidentity.pool_present", name);
    declared(declaration, &TYPE, live, &["IdentityPoolName"]).tagged(&tags(live, TYPE.tags)).into()
}
