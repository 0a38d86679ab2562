//! Exports an instance as a declaration.

use super::live::Live;
use super::settings::{Fixed, Settings};
use crate::export::{PASSWORD, with_groups};
use crate::status::DELETING;
use kind::export::{Declaration, Export, Exportable, Names, call, name_or};
use kind::settings::Settings as _;
use model::{Aspects, Ident, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("rds", "DescribeDBInstances", "/DBInstances/DBInstance", |instance| {
        Some(Reference::new("rds.instance", instance["DBInstanceIdentifier"].as_str()?.to_lowercase()))
    }),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_instance: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    if live.status == DELETING {
        return Exportable::NotDeclared;
    }
    let settings = written(&live.settings);
    // With a standby, the zone may change.
    let zone = live.fixed.zone.clone().filter(|_| settings.multi_az != Some(true));
    let declaration = match (&live.source, &live.fixed.cluster) {
        (Some(source), _) => Declaration::new("boto_rds.replica_present", &live.name)
            .with("source", source.as_str())
            .with("availability_zone", zone)
            .with_all(settings.entries()),
        (None, Some(_)) => {
            let Fixed { engine, cluster, .. } = live.fixed.clone();
            let fixed = Fixed { engine, cluster, zone, ..Fixed::default() };
            Declaration::new("boto_rds.present", &live.name)
                .with_all(fixed.entries())
                .with_all(of_member(settings).entries())
        }
        (None, None) => Declaration::new("boto_rds.present", &live.name)
            .with_all(Fixed { zone, ..live.fixed.clone() }.entries())
            .with_all(settings.entries())
            .remark_if(live.settings.manages_password != Some(true), PASSWORD),
    };
    // A member has the groups of its cluster.
    let groups = live.ties.groups.as_deref().filter(|_| live.fixed.cluster.is_none());
    let declaration = with_groups(declaration, groups.unwrap_or_default(), names);
    let role = live.ties.role.as_ref().map(Ident::as_str);
    let role = role.map(|arn| name_or(names, "iam.role", "arn", arn));
    declaration.with("monitoring_role_arn", role).tagged(&live.tags).into()
}

/// The settings that AWS also accepts for a new instance.
fn written(live: &Settings) -> Settings {
    // AWS refuses these numbers for a small gp3 volume, but shows the default ones.
    let is_gp3 = live.storage_type.as_deref() == Some("gp3");
    Settings {
        iops: live.iops.filter(|iops| !is_gp3 || *iops != 3000),
        throughput: live.throughput.filter(|throughput| !is_gp3 || *throughput != 125),
        manages_password: live.manages_password.filter(|is_so| *is_so),
        ..live.clone()
    }
}

/// The settings that a member does not take from its cluster.
///
/// See <https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBInstance.html>.
fn of_member(settings: Settings) -> Settings {
    Settings {
        class: settings.class,
        parameter_group: settings.parameter_group,
        maintenance_window: settings.maintenance_window,
        minor_upgrades: settings.minor_upgrades,
        is_public: settings.is_public,
        monitoring_interval: settings.monitoring_interval,
        promotion_tier: settings.promotion_tier,
        insights: settings.insights,
        insights_days: settings.insights_days,
        insights_key: settings.insights_key,
        certificate: settings.certificate,
        ..Settings::default()
    }
}
