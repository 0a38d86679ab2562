//! Canned replies for `api`.

use aws_sdk_route53::Client;
use aws_sdk_route53::operation::get_hosted_zone::GetHostedZoneOutput;
use aws_sdk_route53::operation::list_hosted_zones_by_name::{
    ListHostedZonesByNameError, ListHostedZonesByNameOutput,
};
use aws_sdk_route53::types::{HostedZone as SdkZone, HostedZoneConfig, Vpc};
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use crate::Route53;
use crate::hosted_zone::HostedZone;
use aws::Fault;
use kind::{Ask, Source};
use model::{Aspects, Reference};

fn ask(scope: Option<&str>) -> Ask {
    let zone = Reference::new(HostedZone::KIND, "a.b.");
    let reference = match scope {
        Some(scope) => zone.within(scope),
        None => zone,
    };
    Ask { reference, aspects: Aspects::NONE }
}

fn zone(id: &str, name: &str, is_private: bool) -> SdkZone {
    let config = HostedZoneConfig::builder().private_zone(is_private).comment("c").build();
    let zone = SdkZone::builder().id(format!("/hostedzone/{id}")).name(name).caller_reference("r");
    zone.config(config).build().unwrap()
}

/// A page, with the id of the first zone of the next page.
fn page(zones: Vec<SdkZone>, next: Option<&str>) -> ListHostedZonesByNameOutput {
    ListHostedZonesByNameOutput::builder()
        .set_hosted_zones(Some(zones))
        .is_truncated(next.is_some())
        .set_next_dns_name(next.map(|_| "a.b.".to_owned()))
        .set_next_hosted_zone_id(next.map(str::to_owned))
        .max_items(100)
        .build()
        .unwrap()
}

fn zones(zones: Vec<SdkZone>) -> Rule {
    mock!(Client::list_hosted_zones_by_name).then_output(move || page(zones.clone(), None))
}

/// The id, or the fault, of the zone that each scope means.
async fn found(rules: &[&Rule], scopes: &[Option<&str>]) -> Vec<Result<Option<String>, Fault>> {
    let aws = canned::aws(|clients| clients.answer::<Route53>(RuleMode::MatchAny, rules));
    let asks: Vec<Ask> = scopes.iter().map(|scope| ask(*scope)).collect();
    let answers = HostedZone::describe(&aws, &asks).await;
    let of = |ask: &Ask| answers.0[&ask.reference].clone();
    asks.iter().map(|ask| of(ask).map(|live| live.map(|live| live.id)).map_err(|error| error.fault)).collect()
}

fn id(id: &str) -> Result<Option<String>, Fault> {
    Ok(Some(id.to_owned()))
}

#[tokio::test]
async fn one_call_answers_for_all_scopes_of_a_name() {
    let rule = zones(vec![zone("Z1", "A.b.", false), zone("Z2", "a.b.", true), zone("Z3", "c.b.", false)]);
    let scopes = [None, Some("public"), Some("private"), Some("private vpc-1")];
    assert_eq!(found(&[&rule], &scopes).await, [id("Z1"), id("Z1"), id("Z2"), id("Z2")]);
    assert_eq!(rule.num_calls(), 1);
}

#[tokio::test]
async fn the_only_zone_with_a_name_is_used_whether_public_or_private() {
    let rule = zones(vec![zone("Z2", "a.b.", true)]);
    assert_eq!(found(&[&rule], &[None, Some("public")]).await, [id("Z2"), Ok(None)]);
}

#[tokio::test]
async fn the_vpc_selects_one_of_several_private_zones_and_without_a_vpc_it_is_an_error() {
    let rule = zones(vec![zone("Z1", "a.b.", true), zone("Z2", "a.b.", true)]);
    let details = mock!(Client::get_hosted_zone)
        .match_requests(|request| request.id() == Some("Z2"))
        .then_output(|| {
            GetHostedZoneOutput::builder()
                .hosted_zone(zone("Z2", "a.b.", true))
                .vpcs(Vpc::builder().vpc_id("vpc-1").build())
                .build()
        });
    let other = mock!(Client::get_hosted_zone)
        .match_requests(|request| request.id() == Some("Z1"))
        .then_output(|| GetHostedZoneOutput::builder().hosted_zone(zone("Z1", "a.b.", true)).build());
    let scopes = [Some("private vpc-1"), Some("private vpc-2"), Some("private"), None];
    let expected = [id("Z2"), Ok(None), Err(Fault::Ambiguous), Err(Fault::Ambiguous)];
    assert_eq!(found(&[&rule, &details, &other], &scopes).await, expected);
}

#[tokio::test]
async fn a_name_is_followed_over_pages() {
    let first = mock!(Client::list_hosted_zones_by_name)
        .match_requests(|request| request.hosted_zone_id().is_none())
        .then_output(|| page(vec![zone("Z1", "a.b.", false)], Some("Z2")));
    let second = mock!(Client::list_hosted_zones_by_name)
        .match_requests(|request| request.hosted_zone_id() == Some("Z2"))
        .then_output(|| page(vec![zone("Z2", "a.b.", true)], None));
    assert_eq!(found(&[&first, &second], &[Some("private")]).await, [id("Z2")]);
}

#[tokio::test]
async fn a_denied_read_is_never_absence() {
    let denied = mock!(Client::list_hosted_zones_by_name).then_error(|| {
        ListHostedZonesByNameError::generic(ErrorMetadata::builder().code("AccessDenied").build())
    });
    assert_eq!(found(&[&denied], &[None]).await, [Err(Fault::Denied)]);
}
