use super::diff::diff;
use super::live::Live;
use super::spec::Spec;
use super::want::Want;
use aws::tags::Tags;
use model::{Ident, Plan};

fn want(vpc: Option<&str>) -> Want {
    let spec = Spec { name: "out".to_owned(), present: true, ..Spec::default() };
    Want { spec, vpc: vpc.map(Ident::from) }
}

fn live() -> Live {
    Live { id: "eigw-1".to_owned(), vpc: Some("vpc-1".to_owned()), ..Live::default() }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn it_is_created_once_and_deleted() {
    assert_eq!(steps(&want(Some("vpc-1")), None), ["create the egress-only internet gateway"]);
    assert_eq!(diff(&want(Some("vpc-1")), Some(&live())), Plan::nothing());
    assert_eq!(diff(&want(None), Some(&live())), Plan::nothing());
    let gone = Want { spec: Spec { present: false, ..want(None).spec }, vpc: None };
    assert_eq!(steps(&gone, Some(&live())), ["delete the egress-only internet gateway"]);
    assert_eq!(diff(&gone, None), Plan::nothing());
}

#[test]
fn another_vpc_is_refused_and_a_new_one_needs_one() {
    assert!(diff(&want(Some("vpc-2")), Some(&live())).refusals[0].contains("cannot change"));
    assert!(diff(&want(None), None).refusals[0].contains("needs vpc_id or vpc_name"));
}

#[test]
fn tags_are_managed_if_given() {
    let tags: Tags = [("team".to_owned(), "network".to_owned())].into_iter().collect();
    let spec = Spec { tags: Some(tags), ..want(None).spec };
    assert_eq!(steps(&Want { spec, vpc: None }, Some(&live())), ["tag with team"]);
}
