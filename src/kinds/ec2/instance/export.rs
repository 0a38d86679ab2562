//! An instance as a declaration. Instances of an Auto Scaling group belong to the group.

use futures::future::FutureExt;

use super::attributes::{Attribute, Content};
use super::live::Live;
use super::{ADDRESS, api};
use kind::export::{Declaration, Export, Exportable, Listing, Names, named, nameless};
use kind::settings::Settings;
use model::{Ident, Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: Listing::Own(|aws| api::list(aws).boxed()).by_id(),
    aspects: ADDRESS
        .and(Attribute::UserData.aspect())
        .and(Attribute::Protection.aspect())
        .and(Attribute::Shutdown.aspect()),
    declare,
};

/// The tag that Auto Scaling gives its instances.
const GROUP: &str = "aws:autoscaling:groupName";

fn declare(_instance: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    if live.tags.contains_key(GROUP) {
        return Exportable::NotDeclared;
    }
    let Some(name) = live.tags.get("Name").filter(|name| !name.is_empty()) else {
        return nameless(&live.id);
    };
    let made = |argument: &str| live.made.get(argument).map(String::as_str);
    let declaration = Declaration::new("boto_ec2.instance_present", name).with("image_id", made("image_id"));
    let declaration = match made("subnet_id") {
        Some(id) => declaration.within(names, "ec2.subnet", id, ("subnet_id", "subnet_name")),
        None => declaration.with("placement", made("placement")),
    };
    let metadata: Value = live.metadata.entries().into_iter().collect();
    let has_own_address =
        live.elastic.answer().is_some_and(|elastic| elastic.held.as_ref().is_some_and(|it| it.is_own));
    with_settings(declaration, live, names)
        .with("instance_type", made("instance_type"))
        .with("key_name", made("key_name"))
        .with("instance_profile_name", made("instance_profile_name"))
        .with("placement_group", made("placement_group"))
        .with("tenancy", made("tenancy").filter(|tenancy| *tenancy != "default"))
        .with("monitoring_enabled", live.is_monitored)
        .with("metadata_options", metadata)
        .with(
            "ipv6_address_count",
            (!live.ipv6.is_empty()).then(|| i32::try_from(live.ipv6.len()).ok()).flatten(),
        )
        .with("allocate_eip", has_own_address.then_some(true))
        .with("target_state", (live.state == "stopped").then_some("stopped"))
        .tagged_beside_name(&live.tags)
        .remark("Its volumes are left out: AWS makes the volumes of its image with it.")
        .into()
}

/// Adds the settings that can change.
fn with_settings(declaration: Declaration, live: &Live, names: &dyn Names) -> Declaration {
    let truth = |attribute: Attribute| match live.settings.get(&attribute) {
        Some(Content::Truth(truth)) => Some(*truth),
        _ => None,
    };
    let text = |attribute: Attribute| match live.settings.get(&attribute) {
        Some(Content::Text(text)) => Some(text.as_str()),
        _ => None,
    };
    let groups = match live.settings.get(&Attribute::Groups) {
        Some(Content::Groups(groups)) => groups.as_slice(),
        _ => &[],
    };
    let groups = named(names, "ec2.security_group", groups.iter().map(Ident::as_str));
    let check = truth(Attribute::Check).map(|check| Value::from_iter([(Attribute::Check.name(), check)]));
    declaration
        .with("security_groups", groups)
        .with("user_data", text(Attribute::UserData))
        .with("disable_api_termination", truth(Attribute::Protection))
        .with("instance_initiated_shutdown_behavior", text(Attribute::Shutdown))
        .with("ebs_optimized", truth(Attribute::Ebs).filter(|is_so| *is_so))
        .with("kernel_id", text(Attribute::Kernel))
        .with("ramdisk_id", text(Attribute::Ramdisk))
        .with("attributes", check)
}
