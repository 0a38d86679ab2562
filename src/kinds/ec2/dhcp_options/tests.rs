use super::live::Live;
use super::spec::{Options, Spec};
use super::want::Want;
use super::*;
use kind::Resource;
use model::{Asked, Ident};

fn want(vpc: Option<&str>) -> Want {
    let options = Options { domain_name: Some("example.com".to_owned()), ..Options::default() };
    let spec = Spec { name: "options".to_owned(), present: true, options, ..Spec::default() };
    Want { spec, vpc: vpc.map(Ident::from) }
}

fn live(vpcs: &[&str]) -> Live {
    let servers = Some(vec!["AmazonProvidedDNS".to_owned()]);
    let options = Options { domain_name_servers: servers, ..want(None).spec.options };
    let vpcs = Asked::Answer(vpcs.iter().map(|vpc| (*vpc).to_owned()).collect());
    Live { id: "dopt-1".to_owned(), options, vpcs, ..Live::default() }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = DhcpOptions::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn they_are_made_then_given_to_their_vpc() {
    assert_eq!(steps(&want(Some("vpc-1")), None), ["create the DHCP options"]);
    assert_eq!(steps(&want(Some("vpc-1")), Some(&live(&["vpc-2"]))), ["associate them with vpc-1"]);
    assert_eq!(steps(&want(Some("vpc-1")), Some(&live(&["vpc-2", "vpc-1"]))), Vec::<String>::new());
    assert_eq!(steps(&want(None), Some(&live(&[]))), Vec::<String>::new(), "what is left out is not managed");
}

#[test]
fn other_options_are_refused_and_so_are_new_ones_by_id_or_without_any() {
    let mut other = want(None);
    other.spec.options.domain_name = Some("other.example.com".to_owned());
    assert!(DhcpOptions::diff(&other, Some(&live(&[]))).refusals[0].contains("it is example.com"));
    let by_id = Want { spec: Spec { is_by_id: true, ..want(None).spec }, vpc: None };
    assert_eq!(DhcpOptions::diff(&by_id, None).refusals.len(), 1);
    let empty = Want { spec: Spec { options: Options::default(), ..want(None).spec }, vpc: None };
    assert_eq!(DhcpOptions::diff(&empty, None).refusals.len(), 1);
}

#[test]
fn a_deletion_disassociates_the_vpcs_first() {
    let gone = Want { spec: Spec { present: false, ..want(None).spec }, vpc: None };
    assert_eq!(
        steps(&gone, Some(&live(&["vpc-1"]))),
        ["disassociate them from vpc-1", "delete the DHCP options"]
    );
    assert_eq!(steps(&gone, None), Vec::<String>::new());
    assert!(DhcpOptions::aspects(&gone.spec).has(VPCS));
}

#[test]
fn nothing_is_associated_or_deleted_if_the_vpcs_were_not_read() {
    let unread = Live { vpcs: Asked::NotAsked, ..live(&[]) };
    let gone = Want { spec: Spec { present: false, ..want(None).spec }, vpc: None };
    for want in [&want(Some("vpc-1")), &gone] {
        let plan = DhcpOptions::diff(want, Some(&unread));
        assert_eq!((plan.steps.len(), plan.refusals.len()), (0, 1));
    }
}
