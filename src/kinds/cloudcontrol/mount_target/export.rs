//! A mount target as a declaration.

use futures::future::FutureExt;
use serde_json::Value as Json;

use super::MountTarget;
use super::spec::TYPE;
use crate::api;
use crate::declaration::Live;
use crate::export::declared;
use kind::Source;
use kind::export::{Declaration, Export, Exportable, Listing, Names, name_or};
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    list: Listing::Own(|aws| api::references(aws, MountTarget::KIND, TYPE.type_name).boxed()).by_id(),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_target: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let text = |property: &str| live.properties.get(property).and_then(Json::as_str);
    let (Some(system), Some(subnet)) = (text("FileSystemId"), text("SubnetId")) else {
        return Exportable::NotDeclared;
    };
    let named = |kind, id: &str| name_or(names, kind, "id", id);
    let title = format!("{} in {}", named("cloudcontrol.file_system", system), named("ec2.subnet", subnet));
    let declaration = Declaration::new("boto_efs.mount_target_present", title)
        .within(names, "cloudcontrol.file_system", system, ("file_system_id", "file_system_name"))
        .within(names, "ec2.subnet", subnet, ("subnet_id", "subnet_name"));
    declared(declaration, &TYPE, live, &["FileSystemId", "SubnetId"]).into()
}
