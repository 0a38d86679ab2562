//! A key pair as a declaration: its public key.

use super::live::Live;
use kind::export::{Declaration, Export, Exportable, Names, call};
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("ec2", "DescribeKeyPairs", "/keySet", |pair| {
        Some(Reference::new("ec2.key_pair", pair["keyName"].as_str()?))
    }),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_pair: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let Some(public) = live.public.as_deref().filter(|key| !key.is_empty()) else {
        return Exportable::Impossible(format!("AWS does not show the public key of {}", live.name));
    };
    Declaration::new("boto_ec2.key_present", &live.name)
        .with("upload_public", public.trim())
        .tagged(&live.tags)
        .into()
}
