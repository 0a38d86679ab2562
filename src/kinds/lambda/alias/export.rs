//! Exports an alias as a declaration.

use futures::future::FutureExt;

use super::live::Live;
use super::spec::Settings;
use super::{PERMISSIONS, api};
use crate::permission;
use kind::export::{Declaration, Export, Exportable, Listing, Names};
use kind::settings::Settings as _;
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> =
    Export { list: Listing::Own(|aws| api::list(aws).boxed()), aspects: PERMISSIONS, declare };

fn declare(alias: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let Some((function, name)) = alias.name.rsplit_once(':') else { return Exportable::NotDeclared };
    // Changes show only the weights; an SLS has them below a key.
    let weights = live.settings.routing.as_ref().filter(|weights| !weights.0.is_empty());
    let weights =
        weights.map(|it| -> Value { it.0.iter().map(|(name, weight)| (name.as_str(), *weight)).collect() });
    let settings = Settings { routing: None, ..live.settings.clone() };
    let permissions = live.permissions.answer().filter(|all| !all.is_empty());
    // Functions may have aliases of the same name.
    Declaration::new("boto_lambda.alias_present", &alias.name)
        .with("FunctionName", function)
        .with("Name", name)
        .with_all(settings.entries())
        .with("RoutingConfig", weights.map(|it| Value::from_iter([("AdditionalVersionWeights", it)])))
        .with(permission::ARGUMENT.name, permissions.map(permission::to_value))
        .into()
}
