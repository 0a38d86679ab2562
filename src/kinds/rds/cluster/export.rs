//! Exports a cluster as a declaration.

use super::live::Live;
use super::settings::Settings;
use crate::export::{PASSWORD, with_groups};
use crate::status::DELETING;
use kind::export::{Declaration, Export, Exportable, Names, call};
use kind::settings::Settings as _;
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("rds", "DescribeDBClusters", "/DBClusters/DBCluster", |cluster| {
        Some(Reference::new("rds.cluster", cluster["DBClusterIdentifier"].as_str()?.to_lowercase()))
    }),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_cluster: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    if live.status == DELETING {
        return Exportable::NotDeclared;
    }
    let manages_password = live.settings.manages_password.filter(|is_so| *is_so);
    let settings = Settings { manages_password, ..live.settings.clone() };
    let declaration = Declaration::new("boto_rds.cluster_present", &live.name)
        .with_all(live.fixed.entries())
        .with_all(settings.entries());
    with_groups(declaration, &live.groups, names)
        .tagged(&live.tags)
        .remark_if(manages_password.is_none(), PASSWORD)
        .into()
}
