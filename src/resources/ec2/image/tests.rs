use aws_sdk_ec2::operation::describe_images::DescribeImagesOutput;
use aws_sdk_ec2::types::Image as Sdk;
use aws_smithy_mocks::{RuleMode, mock};

use super::live::fits;
use super::*;
use crate::aws::Fault;
use crate::model::{Aspects, Reference};

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
async fn the_newest_of_one_owner_is_meant_and_two_owners_are_refused() {
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
    let aws = Aws::canned(|clients| clients.ec2(RuleMode::MatchAny, &[&images]));
    let answers = Image::describe(&aws, &[ask("myapp-*"), ask("base"), ask("other")]).await.0;
    let live = answers[&ask("myapp-*").reference].clone().unwrap().unwrap();
    assert_eq!(Image::attribute(&live, "id"), Some("ami-2".into()));
    assert_eq!(Image::attribute(&live, "root_device_name"), Some("/dev/xvda".into()));
    assert_eq!(answers[&ask("base").reference].clone().unwrap_err().fault, Fault::Ambiguous);
    assert_eq!(answers[&ask("other").reference], Ok(None));
}
