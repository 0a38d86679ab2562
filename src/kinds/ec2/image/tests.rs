use aws_sdk_ec2::operation::describe_images::DescribeImagesOutput;
use aws_sdk_ec2::types::Image as Sdk;
use aws_smithy_mocks::{RuleMode, mock};

use super::live::{Live, fits};
use super::spec::Spec;
use super::want::Want;
use super::*;
use crate::Ec2;
use aws::Fault;
use kind::{Ask, Resource, Source};
use model::Aspects;

fn ask(name: &str) -> Ask {
    Ask { reference: Reference::new(Image::KIND, name), aspects: Aspects::NONE }
}

#[test]
fn patterns_fit_as_in_a_filter() {
    for (pattern, name, does) in [
        ("myapp-*", "myapp-2026", true),
        ("myapp-*", "myapp-", true),
        ("my?pp", "myapp", true),
        ("*-a-*", "x-a-b-a-c", true),
        ("myapp", "myapp-2", false),
        ("my?pp", "mypp", false),
        ("", "", true),
    ] {
        assert_eq!(fits(pattern, name), does, "{pattern} {name}");
    }
}

#[tokio::test]
async fn the_newest_image_of_one_owner_is_used_and_two_owners_are_refused() {
    let images = mock!(aws_sdk_ec2::Client::describe_images).then_output(|| {
        let image = |id: &str, name: &str, owner: &str, created: &str| {
            let image = Sdk::builder().image_id(id).name(name).owner_id(owner).creation_date(created);
            image.root_device_name("/dev/xvda").build()
        };
        DescribeImagesOutput::builder()
            .images(image("ami-1", "myapp-1", "123456789012", "2026-01-01T00:00:00.000Z"))
            .images(image("ami-2", "myapp-2", "123456789012", "2026-02-01T00:00:00.000Z"))
            .images(image("ami-3", "base", "123456789012", "2026-01-01T00:00:00.000Z"))
            .images(image("ami-4", "base", "666666666666", "2026-03-01T00:00:00.000Z"))
            .build()
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&images]));
    let answers = Image::describe(&aws, &[ask("myapp-*"), ask("base"), ask("other")]).await.0;
    let live = answers[&ask("myapp-*").reference].clone().unwrap().unwrap();
    assert_eq!(Image::attribute(&live, "id"), Some("ami-2".into()));
    assert_eq!(Image::attribute(&live, "root_device_name"), Some("/dev/xvda".into()));
    assert_eq!(answers[&ask("base").reference].clone().unwrap_err().fault, Fault::Ambiguous);
    assert_eq!(answers[&ask("other").reference], Ok(None));
}

fn want(present: bool) -> Want {
    let tags = Some([("team".to_owned(), "web".to_owned())].into_iter().collect());
    let patience = Some(std::time::Duration::from_secs(300));
    let spec = Spec { name: "mine".to_owned(), present, patience, tags, ..Spec::default() };
    Want { spec, instance: Some("i-1".into()) }
}

fn live(state: &str) -> Live {
    let tags = [("team".to_owned(), "web".to_owned())].into_iter().collect();
    Live { id: "ami-1".to_owned(), state: state.to_owned(), tags, ..Live::default() }
}

#[test]
fn an_image_is_made_once_and_waited_for() {
    let steps = |want: &Want, live: Option<&Live>| -> Vec<String> {
        Image::diff(want, live).steps.iter().map(ToString::to_string).collect()
    };
    assert_eq!(steps(&want(true), None), ["make an image of i-1"]);
    assert!(Image::diff(&want(true), Some(&live("available"))).is_empty());
    let pending = Image::diff(&want(true), Some(&live("pending")));
    assert!(pending.steps.is_empty() && pending.busy.is_some() && pending.deadline.is_some(), "{pending:?}");
    let failed = Image::diff(&want(true), Some(&live("failed")));
    assert!(!failed.refusals.is_empty(), "{failed:?}");
    assert_eq!(steps(&want(false), Some(&live("available"))), ["deregister ami-1"]);
}

#[tokio::test]
async fn an_owner_distinguishes_images_with_one_name_and_only_own_ones_may_be_pending() {
    let images = mock!(aws_sdk_ec2::Client::describe_images).then_output(|| {
        let image = |id: &str, owner: &str, state: &str| {
            let image = Sdk::builder().image_id(id).name("base").owner_id(owner).state(state.into());
            image.set_image_owner_alias((owner == "666666666666").then(|| "amazon".to_owned())).build()
        };
        DescribeImagesOutput::builder()
            .images(image("ami-1", "123456789012", "available"))
            .images(image("ami-2", "666666666666", "available"))
            .images(image("ami-3", "777777777777", "pending"))
            .build()
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&images]));
    let of = |owner: &str| Ask { reference: ask("base").reference.within(owner), aspects: Aspects::NONE };
    let asks = [of("123456789012"), of("amazon"), of("777777777777")];
    let answers = Image::describe(&aws, &asks).await.0;
    let id = |ask: &Ask| answers[&ask.reference].clone().unwrap().map(|live| live.id);
    assert_eq!(asks.each_ref().map(id), [Some("ami-1".to_owned()), Some("ami-2".to_owned()), None]);
}
