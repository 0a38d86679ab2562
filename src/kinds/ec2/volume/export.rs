//! A volume as a declaration, if it has a name and is attached to an instance.

use super::live::Live;
use crate::export::ids;
use kind::export::{Declaration, Export, Exportable, Names};
use kind::settings::Settings;
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    list: ids!("ec2.volume", "DescribeVolumes", "/volumeSet", "volumeId"),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_volume: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    if live.attachments.is_empty() {
        let why = "is attached to no instance, and a state needs one";
        return Exportable::Impossible(format!("volume '{}' is left out: it {why}", live.id));
    }
    // A volume without a name belongs to its instance.
    let (Some(name), Some(attachment)) = (&live.name, live.attachments.first()) else {
        return Exportable::NotDeclared;
    };
    Declaration::new("boto_ec2.volume_present", name)
        .with("volume_name", name.as_str())
        .within(names, "ec2.instance", &attachment.instance, ("instance_id", "instance_name"))
        .with("device", attachment.device.as_str())
        .with_all(live.made.entries())
        .tagged_beside_name(&live.tags)
        .into()
}
