//! Exports a launch configuration as a declaration.

use super::Live;
use crate::launch;
use kind::export::{Declaration, Export, Exportable, Names, call};
use model::{Aspects, Reference};

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
