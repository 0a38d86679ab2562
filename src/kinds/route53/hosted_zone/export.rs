//! Exports a hosted zone as a declaration.

use futures::future::FutureExt;

use super::live::Live;
use super::{VPCS, api};
use kind::export::{Declaration, Export, Exportable, Listing, Names};
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> =
    Export { list: Listing::Own(|aws| api::all(aws).boxed()), aspects: VPCS, declare };

fn declare(zone: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let vpcs = live.vpcs.answer().into_iter().flatten().filter(|_| live.is_private);
    let vpcs: Vec<Value> = vpcs
        .map(|vpc| match names.name("ec2.vpc", "id", vpc) {
            Some(name) => Value::from_iter([("VPCName", name)]),
            None => Value::from_iter([("VPCId", vpc.as_str())]),
        })
        .collect();
    Declaration::new("boto3_route53.hosted_zone_present", &zone.name)
        .with("PrivateZone", live.is_private.then_some(true))
        .with("Comment", live.comment.as_str())
        .with("VPCs", vpcs)
        .into()
}
