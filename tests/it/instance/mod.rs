//! An instance learns what it is, by the binary: from its host name, its metadata, its group, or a program of its owner's.

mod bad_days;
mod bootstrap;
mod broken;
mod bucket;
mod deploy;
mod full_disk;
mod hanging;
mod in_service;
mod killed;
mod metadata;
mod run_lock;
mod served;
mod shop;
mod shutdown;
mod tampered;
mod timer;
mod yard;

use serde_json::Value;

use crate::local_aws::{Fault, Metadata, Moto, Proxy};
use crate::support::Place;

const ID: &str = "i-0123456789abcdef0";
const CONFIG: &str = "file_client: local\nroot_dir: .\ncachedir: cache\n";

/// Runs `grains.items` on an instance: the grains, and what was said.
async fn grains(place: Place) -> (Value, String, Place) {
    let run = move || {
        let printed = place.run("-c orchestration --out json grains.items");
        (printed, place)
    };
    let (printed, place) = tokio::task::spawn_blocking(run).await.expect("it runs");
    let grains: Value =
        serde_json::from_str(&printed.stdout).unwrap_or_else(|_| panic!("{}", printed.stderr));
    (grains["local"].clone(), printed.stderr, place)
}

fn instance(metadata: &Metadata) -> Place {
    let place = Place::new().with("orchestration/minion", CONFIG);
    let place = place.set("AWS_EC2_METADATA_DISABLED", "false");
    place.set("AWS_EC2_METADATA_SERVICE_ENDPOINT", &metadata.endpoint)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tags_in_the_metadata_name_the_service_without_a_call() {
    let metadata = Metadata::start(ID).await;
    metadata.put("meta-data/tags/instance", "Name\naws:autoscaling:groupName");
    metadata.put("meta-data/tags/instance/Name", "myapp");
    metadata.put("meta-data/tags/instance/aws:autoscaling:groupName", "myapp-testing-useast1");
    let (grains, said, place) = grains(instance(&metadata)).await;
    assert_eq!(said, "");
    for (name, value) in [
        ("service_name", "myapp"),
        ("service_instance", "testing"),
        ("region", "useast1"),
        ("service_node", "0123456789abcdef0"),
        ("cluster_name", "myapp-testing-useast1"),
        ("service_host_name", "myapp-testing-useast1-0123456789abcdef0"),
        ("ec2_instance_id", ID),
        ("ec2_region", "us-east-1"),
    ] {
        assert_eq!(grains[name], value, "{name}");
    }
    let asked = metadata.asked().len();
    let (again, _, _) = self::grains(place).await;
    assert_eq!(again["service_name"], "myapp");
    assert_eq!(metadata.asked().len(), asked, "the metadata are kept until the next boot");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_tags_in_the_metadata_aws_is_asked_once() {
    let metadata = Metadata::start(ID).await;
    let moto = Moto::start();
    let proxy = Proxy::start(&moto.endpoint).await;
    proxy.set(Fault::None);
    let place = instance(&metadata).set("AWS_ENDPOINT_URL", &proxy.endpoint);
    let place = place.set("AWS_ACCESS_KEY_ID", "test").set("AWS_SECRET_ACCESS_KEY", "test");
    moto.call("ec2", &format!(
        "Action=CreateTags&ResourceId.1={ID}&Tag.1.Key=aws:autoscaling:groupName&Tag.1.Value=myapp-testing-useast1"
    )).await;
    let (grains, said, place) = grains(place).await;
    let calls: Vec<_> = proxy.traffic().calls.into_iter().map(|call| call.name).collect();
    assert_eq!((said.as_str(), calls), ("", vec!["DescribeTags".to_owned()]));
    assert_eq!(grains["service_group"], "myapp-testing");
    self::grains(place).await;
    assert_eq!(proxy.traffic().calls.len(), 1, "the group is kept until the next boot");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_named_by_the_environment_needs_no_call_and_no_group() {
    let metadata = Metadata::start(ID).await;
    let place =
        instance(&metadata).set("AWS_ENDPOINT_URL", "http://127.0.0.1:1").set("SERVICE_NAME", "myapp");
    let (grains, said, _) = grains(place).await;
    assert_eq!((said.as_str(), &grains["service_name"]), ("", &Value::from("myapp")));
    assert_eq!(grains["ec2_instance_id"], ID);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn host_names_of_another_convention_are_configured() {
    let metadata = Metadata::start(ID).await;
    metadata.put("meta-data/tags/instance", "aws:autoscaling:groupName");
    metadata.put("meta-data/tags/instance/aws:autoscaling:groupName", "live_myapp");
    let forms = "host_names:\n  - host: '{service_instance}_{service_name}_{service_node}'\n    cluster_name: '{service_instance}_{service_name}'\n";
    let place = instance(&metadata).with("orchestration/minion", &format!("{CONFIG}{forms}"));
    let (grains, _, _) = grains(place).await;
    assert_eq!(grains["service_host_name"], "live_myapp_0123456789abcdef0");
}

#[test]
fn a_convention_that_cannot_be_read_back_is_refused() {
    let place =
        Place::new().with("orchestration/minion", &format!("{CONFIG}host_names: [{{host: '{{a}}{{b}}'}}]\n"));
    let printed = place.run("-c orchestration test.ping");
    assert_eq!(printed.code, Some(1));
    assert!(printed.stderr.contains("two parts stand side by side"), "{}", printed.stderr);
}

#[test]
fn programs_print_grains_and_a_broken_one_is_reported() {
    let place = Place::new()
        .with("orchestration/minion", &format!("{CONFIG}grains_dirs: [grains.d]\n"))
        .with("grains.d/role.py", "def role():\n    return {}\n");
    let printed = place.run("-c orchestration grains.get role");
    assert!(printed.stderr.contains("Python module for Salt"), "{}", printed.stderr);
}
