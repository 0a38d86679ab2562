//! Exports a listener as a declaration.

use futures::future::FutureExt;

use super::live::Live;
use crate::aws::{ApiError, Aws};
use crate::model::{Reference, Value};
use crate::resources::elbv2::actions;
use crate::resources::elbv2::export::{extras, listeners, parted};
use crate::resources::elbv2::extras::{ATTRIBUTES, TAGS};
use crate::resources::elbv2::listener::CERTIFICATES;
use crate::resources::export::{Declaration, Export, Exportable, Listing, Names};
use crate::resources::settings::Settings;

pub(super) const EXPORT: Export<Live> = Export {
    list: Listing::Own(|aws| all(aws).boxed()),
    aspects: ATTRIBUTES.and(TAGS).and(CERTIFICATES),
    declare,
};

async fn all(aws: &Aws) -> Result<Vec<Reference>, ApiError> {
    let all = listeners(aws).await?;
    Ok(all.into_iter().map(|(name, _)| Reference::new("elbv2.listener", name)).collect())
}

fn declare(listener: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let (balancer, port) = parted(&listener.name);
    let others = live.others.answer().into_iter().flatten();
    let certificates: Vec<String> = live.default.iter().chain(others).cloned().collect();
    let is_mutual = live.mutual.mode.as_deref().is_some_and(|mode| mode != "off");
    let mutual: Value = live.mutual.entries().into_iter().filter(|_| is_mutual).collect();
    let declaration = Declaration::new("boto_elbv2.listener_present", format!("{balancer}:{port}"))
        .with("load_balancer", balancer)
        .with("port", port)
        .with_all(live.plain.entries())
        .with("certificates", certificates)
        .with("default_actions", actions::declared(&live.actions, names))
        .with("mutual_authentication", mutual)
        .remark_if(
            actions::has_secret(&live.actions),
            "AWS does not show the secret of its identity provider: add 'client_secret' for a new one.",
        );
    extras(declaration, &live.extras).into()
}
