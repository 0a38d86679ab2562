//! A trail as a declaration.

use futures::future::FutureExt;

use super::Trail;
use super::spec::TYPE;
use crate::api;
use crate::declaration::Live;
use crate::export::{declared, tags};
use kind::Source;
use kind::export::{Declaration, Export, Exportable, Listing, Names};
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    list: Listing::Own(|aws| api::references(aws, Trail::KIND, TYPE.type_name).boxed()),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_trail: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let declaration = Declaration::new("boto_cloudtrail.present", &live.identifier);
    declared(declaration, &TYPE, live, &[]).tagged(&tags(live, TYPE.tags)).into()
}
