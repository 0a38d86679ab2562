use std::fs;

use serde_json::json;
use tempfile::TempDir;

use super::*;

fn host(name: &str) -> (TempDir, Sources) {
    let root = TempDir::new().unwrap();
    fs::create_dir_all(root.path().join("etc")).unwrap();
    fs::write(root.path().join("etc/hostname"), name).unwrap();
    let sources = Sources { root: root.path().to_owned(), ..Sources::default() };
    (root, sources)
}

fn grains(value: Value) -> Grains {
    value.as_object().unwrap().clone().into_iter().collect()
}

fn environment(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn a_host_name_by_convention_becomes_grains() {
    let (_root, sources) = host("myapp-testing-useast1-898900.example.com");
    let found = collect(&sources);
    for (name, value) in [
        ("service_name", "myapp"),
        ("service_instance", "testing"),
        ("region", "useast1"),
        ("service_node", "898900"),
        ("cluster_name", "myapp-testing-useast1"),
        ("service_group", "myapp-testing"),
        ("id", "myapp-testing-useast1-898900.example.com"),
        ("domain", "example.com"),
    ] {
        assert_eq!(found.get(name), Some(&json!(value)), "{name}");
    }
}

#[test]
fn the_environment_names_the_cluster_on_an_ops_node() {
    let (_root, mut sources) = host("ops1");
    sources.environment = environment(&[
        ("SERVICE_NAME", "myapp"),
        ("SERVICE_INSTANCE", "testing"),
        ("REGION", "useast1"),
        ("HOME", "/root"),
    ]);
    let found = collect(&sources);
    assert_eq!(found["cluster_name"], "myapp-testing-useast1");
    assert_eq!(found["service_group"], "myapp-testing");
    assert_eq!(found.get("HOME"), None);
}

#[test]
fn without_any_part_there_is_no_cluster() {
    let (_root, mut sources) = host("ops1");
    sources.environment = environment(&[("SERVICE_NAME", ""), ("REGION", "useast1")]);
    let found = collect(&sources);
    assert_eq!((found.get("service_name"), found.get("cluster_name")), (None, None));
    assert_eq!(found["region"], "useast1");
}

#[test]
fn later_sources_win() {
    let (_root, mut sources) = host("myapp-testing-useast1-1");
    sources.static_grains = grains(json!({"os": "file", "a": "file", "b": "file"}));
    sources.config = grains(json!({"b": "config", "region": "config", "service_name": "config"}));
    sources.discovered = vec![grains(json!({"service_node": "found", "service_instance": "found"}))];
    sources.environment = environment(&[("SERVICE_INSTANCE", "environment")]);
    let found = collect(&sources);
    let all = ["os", "a", "b", "service_name", "region", "service_node", "service_instance"]
        .map(|name| found[name].clone());
    assert_eq!(
        Value::from(all.to_vec()),
        json!(["file", "file", "config", "myapp", "useast1", "found", "environment"])
    );
    assert_eq!(found["cluster_name"], "myapp-environment-useast1");
}

#[test]
fn a_cluster_written_down_stays_unless_a_part_of_it_is_told() {
    let (_root, mut sources) = host("ops1");
    sources.config = grains(
        json!({"service_name": "a", "service_instance": "b", "region": "c", "cluster_name": "written"}),
    );
    assert_eq!(collect(&sources)["cluster_name"], "written");
    assert_eq!(collect(&sources)["service_group"], "a-b");
    sources.environment = environment(&[("REGION", "d")]);
    assert_eq!(collect(&sources)["cluster_name"], "a-b-d");
}

#[test]
fn the_configured_id_is_the_id() {
    let (_root, mut sources) = host("web1.example.com");
    assert_eq!(collect(&sources)["id"], "web1.example.com");
    sources.id = Some("myapp".to_owned());
    assert_eq!(collect(&sources)["id"], "myapp");
}
