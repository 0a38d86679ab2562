use aws_sdk_ec2::operation::delete_vpc_endpoints::DeleteVpcEndpointsOutput;
use aws_sdk_ec2::types::{UnsuccessfulItem, UnsuccessfulItemError};
use aws_smithy_mocks::{RuleMode, mock};

use super::diff::Step;
use super::live::Live;
use super::spec::{Fixed, Spec};
use super::want::Want;
use super::*;
use crate::Ec2;
use kind::Resource;

fn want(more: impl FnOnce(&mut Want)) -> Want {
    let spec = Spec { name: "s3".to_owned(), present: true, ..Spec::default() };
    let mut want = Want { spec, vpc: Some("vpc-1".into()), ..Want::default() };
    more(&mut want);
    want
}

fn live(state: &str) -> Live {
    Live {
        id: "vpce-1".to_owned(),
        state: state.to_owned(),
        vpc: "vpc-1".to_owned(),
        tables: vec!["rtb-1".to_owned(), "rtb-2".to_owned()],
        policy: r#"{"Statement": {"Action": ["*"], "Effect": "Allow", "Principal": "*", "Resource": "*"}}"#
            .to_owned(),
        ..Live::default()
    }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = VpcEndpoint::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn only_additions_and_removals_are_sent_and_settings_left_out_stay() {
    assert_eq!(steps(&want(|_| ()), None), ["create the VPC endpoint"]);
    assert_eq!(steps(&want(|_| ()), Some(&live("available"))), Vec::<String>::new());
    let moved = want(|want| want.tables = Some(vec!["rtb-2".into(), "rtb-3".into()]));
    let plan = VpcEndpoint::diff(&moved, Some(&live("available")));
    let [Step::Modify { edit, .. }] = plan.steps.as_slice() else { panic!("{plan:?}") };
    assert_eq!(
        (edit.tables.add.clone(), edit.tables.remove.clone()),
        (vec!["rtb-3".into()], vec!["rtb-1".to_owned()])
    );
    let none = want(|want| want.tables = Some(vec![]));
    assert_eq!(steps(&none, Some(&live("available"))), ["modify the VPC endpoint"]);
}

#[test]
fn a_policy_is_compared_by_its_meaning() {
    let same = r#"{"Statement":[{"Effect":"Allow","Principal":"*","Action":"*","Resource":"*"}]}"#;
    let policy = |text: &str| want(|want| want.spec.policy = Some(text.to_owned()));
    assert_eq!(steps(&policy(same), Some(&live("available"))), Vec::<String>::new());
    let other = same.replace("Allow", "Deny");
    assert_eq!(steps(&policy(&other), Some(&live("available"))), ["modify the VPC endpoint"]);
}

#[test]
fn vpc_service_and_type_cannot_change_and_the_state_waits_for_a_deletion() {
    let other = want(|want| {
        want.vpc = Some("vpc-2".into());
        want.spec.fixed = Fixed { service_name: Some("other".to_owned()), ..Fixed::default() };
    });
    assert_eq!(VpcEndpoint::diff(&other, Some(&live("available"))).refusals.len(), 2);
    for want in [want(|_| ()), want(|want| want.spec.present = false)] {
        let plan = VpcEndpoint::diff(&want, Some(&live("deleting")));
        assert!(plan.steps.is_empty() && plan.deleting.is_some(), "{plan:?}");
    }
    assert!(VpcEndpoint::diff(&want(|_| ()), Some(&live("pending"))).busy.is_some());
    assert_eq!(
        steps(&want(|want| want.spec.present = false), Some(&live("available"))),
        ["delete the VPC endpoint"]
    );
}

#[tokio::test]
async fn a_failed_deletion_is_not_a_success() {
    let answered = |code: &'static str| {
        mock!(aws_sdk_ec2::Client::delete_vpc_endpoints).then_output(move || {
            let error = UnsuccessfulItemError::builder().code(code).message("it is used").build();
            let item = UnsuccessfulItem::builder().resource_id("vpce-1").error(error).build();
            DeleteVpcEndpointsOutput::builder().unsuccessful(item).build()
        })
    };
    let step = Step::Delete { endpoint: "vpce-1".to_owned() };
    for (code, is_done) in [("InvalidVpcEndpointId.NotFound", true), ("DependencyViolation", false)] {
        let rule = answered(code);
        let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&rule]));
        assert_eq!(VpcEndpoint::apply(&aws, &step).await.is_ok(), is_done, "{code}");
    }
}
