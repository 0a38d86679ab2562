//! A domain as a declaration.

use futures::future::FutureExt;

use super::Domain;
use super::spec::TYPE;
use crate::api;
use crate::declaration::Live;
use crate::export::{declared, tags};
use kind::Source;
use kind::export::{Declaration, Export, Exportable, Listing, Names};
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    list: Listing::Own(|aws| api::references(aws, Domain::KIND, TYPE.type_name).boxed()),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_domain: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let declaration = Declaration::new("boto_elasticsearch_domain.present", &live.identifier);
    declared(declaration, &TYPE, live, &[]).tagged(&tags(live, TYPE.tags)).into()
}
