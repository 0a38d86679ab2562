//! One tree per test.

use model::Ident;

use super::{account, stands, tree};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_with_all_it_stands_on() {
    let world = account().await;
    let template = "Action=CreateLaunchTemplate&Version=2016-11-15&LaunchTemplateName=between-template\
                    &LaunchTemplateData.ImageId=ami-0a1b2c3d4e5f60001&LaunchTemplateData.InstanceType=t3.small";
    world.call("ec2", template).await;
    let foreseen = stands(&world, &tree("group"), &tree("group_left")).await;
    assert!(foreseen.contains(Ident::AFTER_APPLY), "{foreseen}");
    assert!(foreseen.contains("between busy"), "{foreseen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_balancer_with_its_records_alarms_and_instances() {
    let world = account().await;
    let instance = "Action=RunInstances&Version=2016-11-15&ImageId=ami-0a1b2c3d4e5f60001&MinCount=1&MaxCount=1\
                    &TagSpecification.1.ResourceType=instance&TagSpecification.1.Tag.1.Key=Name\
                    &TagSpecification.1.Tag.1.Value=between-one";
    world.call("ec2", instance).await;
    let foreseen = stands(&world, &tree("balancer"), &tree("balancer_left")).await;
    assert!(foreseen.contains(Ident::AFTER_APPLY), "{foreseen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_and_targets_that_name_target_groups_of_the_run() {
    let foreseen = stands(&account().await, &tree("targets"), &[]).await;
    assert!(foreseen.contains(Ident::AFTER_APPLY), "{foreseen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_that_name_groups_of_the_run() {
    stands(&account().await, &tree("rules"), &[]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_of_a_balancer_in_zones_of_the_run() {
    let foreseen = stands(&account().await, &tree("names"), &[]).await;
    assert!(foreseen.contains(Ident::AFTER_APPLY), "{foreseen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_alarm_about_policies_of_a_group_of_the_run() {
    let foreseen = stands(&account().await, &tree("alarm"), &[]).await;
    assert!(foreseen.contains(Ident::AFTER_APPLY), "{foreseen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn users_and_groups_with_a_policy_of_the_run() {
    let foreseen = stands(&account().await, &tree("users"), &[]).await;
    assert!(foreseen.contains(Ident::AFTER_APPLY), "{foreseen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn balancers_with_certificates_by_domain_and_by_name() {
    let world = account().await;
    let authority = "arn:aws:acm-pca:us-east-1:123456789012:certificate-authority/one";
    let wanted =
        serde_json::json!({"DomainName": "*.between.example.com", "CertificateAuthorityArn": authority});
    world.call_json("acm", "CertificateManager.RequestCertificate", &wanted).await;
    let foreseen = stands(&world, &tree("certificates"), &[]).await;
    assert!(foreseen.contains("arn:aws:acm:us-east-1:"), "{foreseen}");
    assert!(foreseen.contains(Ident::AFTER_APPLY), "{foreseen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_launch_configuration_with_the_image_of_a_parameter() {
    let foreseen = stands(&account().await, &tree("image"), &[]).await;
    assert!(foreseen.contains("between-image"), "{foreseen}");
}
