//! A distribution as a declaration.

use futures::future::FutureExt;

use super::Distribution;
use super::spec::TYPE;
use crate::api;
use crate::declaration::Live;
use crate::export::{declared, tags};
use kind::Source;
use kind::export::{Declaration, Export, Exportable, Listing, Names, nameless};
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    list: Listing::Own(|aws| api::references(aws, Distribution::KIND, TYPE.type_name).boxed()).by_id(),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_distribution: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let tags = tags(live, TYPE.tags);
    let Some(name) = tags.get("Name") else { return nameless(&live.identifier) };
    let declaration = Declaration::new("boto_cloudfront.present", name);
    declared(declaration, &TYPE, live, &[]).tagged_beside_name(&tags).into()
}
