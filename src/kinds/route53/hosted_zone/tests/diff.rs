//! Tables for `diff`.

use crate::hosted_zone::diff::{Step, diff};
use crate::hosted_zone::live::Live;
use crate::hosted_zone::resolve::Want;
use crate::hosted_zone::spec::Spec;
use model::Plan;

fn want(vpcs: &[&str], are_vpcs_complete: bool) -> Want {
    Want {
        spec: Spec {
            name: "a.b.".to_owned(),
            present: true,
            is_private: !vpcs.is_empty(),
            comment: Some("c".to_owned()),
            are_vpcs_complete,
            ..Spec::default()
        },
        vpcs: vpcs.iter().map(|vpc| ((*vpc).into(), None)).collect(),
    }
}

fn live(vpcs: &[&str]) -> Live {
    Live {
        id: "Z1".to_owned(),
        comment: "c".to_owned(),
        is_private: !vpcs.is_empty(),
        vpcs: vpcs.iter().map(|vpc| (*vpc).to_owned()).collect::<Vec<_>>().into(),
    }
}

fn steps(plan: &Plan<Step>) -> Vec<String> {
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn the_same_does_not_differ() {
    assert!(diff(&want(&[], false), Some(&live(&[]))).is_empty());
    assert!(diff(&want(&["v2", "v1"], true), Some(&live(&["v1", "v2"]))).is_empty());
    assert!(diff(&want(&["v1"], false), Some(&live(&["v1", "v2"]))).is_empty());
}

#[test]
fn a_creation_takes_the_first_vpc_and_lists_all() {
    let plan = diff(&want(&["v2", "v1"], true), None);
    let shown: Vec<&str> = plan.changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(shown, ["hosted_zone", "comment", "private_zone", "vpcs"]);
    let [Step::Create { vpc: Some((vpc, None)), .. }] = plan.steps.as_slice() else { panic!("{plan:?}") };
    assert_eq!(vpc.as_str(), "v2");
}

#[test]
fn vpcs_come_before_others_go_and_others_go_only_when_all_were_named() {
    let plan = diff(&want(&["v2"], true), Some(&live(&["v1"])));
    assert_eq!(steps(&plan), ["associate v2", "disassociate v1"]);
    let plan = diff(&want(&["v2"], false), Some(&live(&["v1"])));
    assert_eq!(steps(&plan), ["associate v2"]);
}

#[test]
fn the_comment_is_managed_when_given() {
    let mut other = live(&[]);
    other.comment = "old".to_owned();
    assert_eq!(steps(&diff(&want(&[], false), Some(&other))), ["set the comment"]);
    let mut silent = want(&[], false);
    silent.spec.comment = None;
    assert!(diff(&silent, Some(&other)).is_empty());
}

#[test]
fn a_removal_is_one_step() {
    let mut gone = want(&[], false);
    gone.spec.present = false;
    assert_eq!(steps(&diff(&gone, Some(&live(&[])))), ["delete the zone"]);
    assert!(diff(&gone, None).is_empty());
}
