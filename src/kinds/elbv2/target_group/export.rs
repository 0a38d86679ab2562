//! Exports a target group as a declaration.

use super::live::Live;
use crate::export::extras;
use crate::extras::{ATTRIBUTES, TAGS};
use kind::export::{Declaration, Export, Exportable, Names, call};
use kind::settings::Settings;
use model::Reference;

pub(super) const EXPORT: Export<Live> = Export {
    list: call("elbv2", "DescribeTargetGroups", "/TargetGroups", |group| {
        Some(Reference::new("elbv2.target_group", group["TargetGroupName"].as_str()?))
    }),
    aspects: ATTRIBUTES.and(TAGS),
    declare,
};

fn declare(_group: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let declaration =
        Declaration::new("boto_elbv2.create_target_group", &live.name).with_all(live.fixed.entries());
    // A group of functions has no VPC.
    let declaration = if live.vpc_id.is_empty() {
        declaration
    } else {
        declaration.within(names, "ec2.vpc", &live.vpc_id, ("vpc_id", "vpc_name"))
    };
    extras(declaration.with_all(live.check.entries()), &live.extras).into()
}
