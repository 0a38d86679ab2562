use aws_sdk_ec2::operation::describe_volumes::DescribeVolumesOutput;
use aws_sdk_ec2::types::{Tag, Volume as Sdk, VolumeAttachment, VolumeAttachmentState, VolumeState};
use aws_smithy_mocks::{RuleMode, mock};

use super::live::{Attachment, Live};
use super::spec::{New, Spec};
use super::want::Want;
use super::*;
use crate::Ec2;
use kind::which::Which;
use kind::{Ask, Resource, Source};
use model::Aspects;

fn want(more: impl FnOnce(&mut Want)) -> Want {
    let spec = Spec {
        name: "data".to_owned(),
        present: true,
        is_named: true,
        device: "/dev/xvdf".to_owned(),
        new: New { size: Some(10), ..New::default() },
        ..Spec::default()
    };
    let mut want = Want { spec, instance: Some("i-1".into()), zone: Some("us-east-1a".into()) };
    more(&mut want);
    want
}

fn live(attached: Option<(&str, &str, &str)>) -> Live {
    let attachment = attached.map(|(instance, device, state)| Attachment {
        instance: instance.to_owned(),
        device: device.to_owned(),
        state: state.to_owned(),
    });
    Live {
        id: "vol-1".to_owned(),
        state: if attachment.is_some() { "in-use" } else { "available" }.to_owned(),
        zone: "us-east-1a".to_owned(),
        made: New { size: Some(10), ..New::default() },
        attachments: attachment.into_iter().collect(),
        ..Live::default()
    }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = Volume::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn it_is_created_then_attached_and_moved_from_another_holder() {
    let there = [
        (None, vec!["attach it to i-1 as /dev/xvdf"]),
        (Some(("i-1", "/dev/xvdf", "attached")), vec![]),
        (Some(("i-2", "/dev/xvdf", "attached")), vec!["detach it from i-2"]),
        (Some(("i-1", "/dev/xvdg", "attached")), vec!["detach it from i-1"]),
    ];
    assert_eq!(steps(&want(|_| ()), None), ["create the volume"]);
    for (attached, expected) in there {
        assert_eq!(steps(&want(|_| ()), Some(&live(attached))), expected, "{attached:?}");
    }
    let going = Volume::diff(&want(|_| ()), Some(&live(Some(("i-2", "/dev/xvdf", "detaching")))));
    assert!(going.steps.is_empty() && going.busy.is_some(), "{going:?}");
}

#[test]
fn a_new_one_needs_a_name_and_a_size_and_an_old_one_stays_as_it_was_made() {
    let refused = |more: fn(&mut Want)| Volume::diff(&want(more), None).refusals.len();
    assert_eq!(refused(|want| want.spec.is_named = false), 1);
    assert_eq!(refused(|want| want.spec.new.size = None), 1);
    let larger = want(|want| want.spec.new.size = Some(20));
    let plan = Volume::diff(&larger, Some(&live(Some(("i-1", "/dev/xvdf", "attached")))));
    assert!(plan.is_empty() && plan.warnings[0].contains("size is 10, and the SLS declares 20"), "{plan:?}");
}

#[test]
fn a_volume_of_another_zone_is_refused() {
    let there = Live { zone: "us-east-1b".to_owned(), ..live(None) };
    let plan = Volume::diff(&want(|_| ()), Some(&there));
    assert!(plan.steps.is_empty() && plan.refusals[0].contains("us-east-1b"), "{plan:?}");
}

#[test]
fn it_is_deleted_once_it_is_detached_and_one_given_by_device_is_marked() {
    let gone = want(|want| want.spec.present = false);
    assert_eq!(steps(&gone, Some(&live(None))), ["delete the volume"]);
    assert_eq!(steps(&gone, Some(&live(Some(("i-1", "/dev/xvdf", "attached"))))), ["detach it from i-1"]);
    let by_device = want(|want| {
        want.spec.present = false;
        want.spec.instance = Some(Which::Id("i-1".to_owned()));
    });
    let expected = ["mark it to be deleted", "detach it from i-1"];
    assert_eq!(steps(&by_device, Some(&live(Some(("i-1", "/dev/xvdf", "attached"))))), expected);
    let marked = Live { mark: Some("i-1 /dev/xvdf".to_owned()), ..live(None) };
    assert_eq!(steps(&by_device, Some(&marked)), ["delete the volume"]);
    let deleting = Live { state: "deleting".to_owned(), ..live(None) };
    let plan = Volume::diff(&gone, Some(&deleting));
    assert!(plan.steps.is_empty() && plan.deleting.is_some(), "{plan:?}");
}

#[tokio::test]
async fn a_volume_is_found_by_name_by_device_and_by_its_mark() {
    let all = mock!(aws_sdk_ec2::Client::describe_volumes).then_output(|| {
        let tag = |key: &str, value: &str| Tag::builder().key(key).value(value).build();
        let volume = |id: &str| Sdk::builder().volume_id(id).state(VolumeState::InUse);
        let attachment = VolumeAttachment::builder().instance_id("i-1").device("/dev/xvdf");
        let attachment = attachment.state(VolumeAttachmentState::Attached).build();
        DescribeVolumesOutput::builder()
            .volumes(volume("vol-1").tags(tag("Name", "data")).attachments(attachment).build())
            .volumes(volume("vol-2").tags(tag(MARK, "i-1 /dev/xvdg")).build())
            .build()
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&all]));
    let named = |name: &str| Reference::new(Volume::KIND, name);
    let asked = [named("data"), named("/dev/xvdf").within("i-1"), named("/dev/xvdg").within("i-1")];
    let asks = asked.clone().map(|reference| Ask { reference, aspects: Aspects::NONE });
    let answers = Volume::describe(&aws, &asks).await.0;
    let id = |reference: &Reference| answers[reference].clone().unwrap().unwrap().id;
    assert_eq!(asked.each_ref().map(id), ["vol-1", "vol-1", "vol-2"]);
    assert_eq!(all.num_calls(), 3, "one call for names, one for instances, one for marks");
}
