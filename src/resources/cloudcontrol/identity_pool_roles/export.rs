//! The roles of an identity pool as a declaration.

use futures::future::FutureExt;
use serde_json::Value as Json;

use super::IdentityPoolRoles;
use super::spec::{PATHS, TYPE};
use crate::model::{Aspects, Reference};
use crate::resources::Source;
use crate::resources::cloudcontrol::declaration::Live;
use crate::resources::cloudcontrol::export::{at, declared};
use crate::resources::cloudcontrol::{api, identity_pool};
use crate::resources::export::{Declaration, Export, Exportable, Listing, Names, name_or};

const POOL: &str = "cloudcontrol.identity_pool";

pub(super) const EXPORT: Export<Live> = Export {
    list: Listing::Own(|aws| {
        let of = (identity_pool::TYPE.type_name, "IdentityPoolId");
        api::parts(aws, (IdentityPoolRoles::KIND, TYPE.type_name), of).boxed()
    })
    .by_id(),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_roles: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let pool = live.properties.get("IdentityPoolId").and_then(Json::as_str);
    let Some(name) = pool.and_then(|id| names.name(POOL, "id", id)) else { return Exportable::NotDeclared };
    let mut declaration = Declaration::new("boto_cognitoidentity.pool_roles_present", name);
    for (argument, path) in PATHS {
        let role = at(&live.properties, path).and_then(Json::as_str);
        declaration = declaration.with(argument, role.map(|arn| name_or(names, "iam.role", "arn", arn)));
    }
    declared(declaration, &TYPE, live, &["IdentityPoolId", "Roles"]).into()
}
