//! A usage plan as a declaration.

use futures::future::FutureExt;
use serde_json::Value as Json;

use super::UsagePlan;
use super::spec::TYPE;
use super::stages::PROPERTY;
use crate::model::{Aspects, Reference};
use crate::resources::Source;
use crate::resources::cloudcontrol::api;
use crate::resources::cloudcontrol::declaration::Live;
use crate::resources::cloudcontrol::export::{declared, tags};
use crate::resources::export::{Declaration, Export, Exportable, Listing, Names, nameless};

pub(super) const EXPORT: Export<Live> = Export {
    list: Listing::Own(|aws| api::references(aws, UsagePlan::KIND, TYPE.type_name).boxed()).by_id(),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_plan: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let Some(name) = live.properties.get("UsagePlanName").and_then(Json::as_str) else {
        return nameless(&live.identifier);
    };
    let has_stages =
        live.properties.get(PROPERTY).and_then(Json::as_array).is_some_and(|all| !all.is_empty());
    let declaration = Declaration::new("boto_apigateway.usage_plan_present", name).remark_if(
        has_stages,
        "boto_apigateway.usage_plan_association_present declares the stages that it holds for.",
    );
    declared(declaration, &TYPE, live, &["UsagePlanName", PROPERTY]).tagged(&tags(live, TYPE.tags)).into()
}
