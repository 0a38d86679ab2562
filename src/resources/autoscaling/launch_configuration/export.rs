//! Exports a launch configuration as a declaration.

use super::Live;
use crate::model::{Aspects, Reference};
use crate::resources::autoscaling::launch;
use crate::resources::export::{Declaration, Export, Exportable, Names, call};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("autoscaling", "DescribeLaunchConfigurations", "/LaunchConfigurations", |it| {
        let name = it.get("LaunchConfigurationName")?.as_str()?;
        Some(Reference::new("autoscaling.launch_configuration", name))
    }),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_launch: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    launch::declared(Declaration::new("boto_lc.present", &live.name), &live.content, names).into()
}
