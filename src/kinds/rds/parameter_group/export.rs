//! A parameter group as a declaration: the parameters that were set.

use super::live::Live;
use super::{PARAMETERS, TAGS};
use kind::export::{Declaration, Export, Exportable, Names, call};
use kind::settings::Settings;
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("rds", "DescribeDBParameterGroups", "/DBParameterGroups/DBParameterGroup", |group| {
        let name = group["DBParameterGroupName"].as_str()?.to_lowercase();
        // AWS's own groups are named default.postgres16.
        (!name.starts_with("default.")).then(|| Reference::new("rds.parameter_group", name))
    }),
    aspects: TAGS.and(PARAMETERS),
    declare,
};

fn declare(_group: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let parameters = live.parameters.answer().into_iter().flatten();
    let set = parameters.filter(|(_, parameter)| parameter.is_set && !parameter.is_locked);
    let set: Value =
        set.filter_map(|(name, it)| Some((name.as_str(), Value::from(it.value.as_deref()?)))).collect();
    let declaration = Declaration::new("boto_rds.parameter_present", &live.name)
        .with_all(live.fixed.entries())
        .with("parameters", set);
    declaration.tagged_as(&live.tags).into()
}
