//! A policy as a declaration.

use futures::future::FutureExt;

use super::IotPolicy;
use super::spec::TYPE;
use crate::model::{Aspects, Reference};
use crate::resources::Source;
use crate::resources::cloudcontrol::api;
use crate::resources::cloudcontrol::declaration::Live;
use crate::resources::cloudcontrol::export::{declared, tags};
use crate::resources::export::{Declaration, Export, Exportable, Listing, Names};

pub(super) const EXPORT: Export<Live> = Export {
    list: Listing::Own(|aws| api::references(aws, IotPolicy::KIND, TYPE.type_name).boxed()),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_it: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let declaration = Declaration::new("boto_iot.policy_present", &live.identifier);
    declared(declaration, &TYPE, live, &[]).tagged(&tags(live, TYPE.tags)).into()
}
