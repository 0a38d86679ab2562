//! An option group as a declaration: with the settings of each option that differ from AWS's defaults.

use super::TAGS;
use super::live::Live;
use super::option::There;
use kind::export::{Declaration, Export, Exportable, Names, call, named};
use kind::settings::Settings;
use model::{Ident, Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("rds", "DescribeOptionGroups", "/OptionGroupsList/OptionGroup", |group| {
        let name = group["OptionGroupName"].as_str()?.to_lowercase();
        // AWS's own groups are named default:mysql-8-0.
        (!name.starts_with("default:")).then(|| Reference::new("rds.option_group", name))
    }),
    aspects: TAGS,
    declare,
};

fn declare(_group: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let options: Vec<Value> = live.options.iter().map(|(name, there)| option(name, there, names)).collect();
    let declaration = Declaration::new("boto_rds.option_group_present", &live.name)
        .with_all(live.fixed.entries())
        .saying("options", options);
    declaration.tagged_as(&live.tags).into()
}

fn option(name: &str, there: &There, names: &dyn Names) -> Value {
    let groups = named(names, "ec2.security_group", there.groups.iter().map(Ident::as_str));
    let mut all: Vec<(&str, Value)> = vec![("option_name", name.into())];
    let is_empty = |value: &Value| value.as_list().is_some_and(<[Value]>::is_empty);
    all.extend(there.entries().into_iter().filter(|(_, value)| !is_empty(value)));
    all.extend((!groups.is_empty()).then(|| ("vpc_security_groups", groups.into())));
    all.into_iter().collect()
}
