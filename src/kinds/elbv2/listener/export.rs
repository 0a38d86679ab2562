//! Exports a listener as a declaration.

use futures::future::FutureExt;

use super::live::Live;
use crate::actions;
use crate::export::{extras, listeners, parted};
use crate::extras::{ATTRIBUTES, TAGS};
use crate::listener::CERTIFICATES;
use aws::{ApiError, Aws};
use kind::export::{Declaration, Export, Exportable, Listing, Names};
use kind::settings::Settings;
use model::{Reference, Value};

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
