//! What the manifests do not say themselves: services do not know each other, and SDK types stay where AWS is called. That an arrow
//! between rooms goes one way is Cargo's work: a room sees the crates in its `Cargo.toml`, and no others.

use super::source::{Source, root, rust_files};
use super::{assert_none, assert_passed, assert_refused};

/// The rooms, from the bottom up.
pub(super) const ROOMS: &[&str] = &[
    "model", "sls", "graph", "aws", "machine", "kind", "kinds", "system", "engine", "exec", "instance",
    "fleet", "cli",
];

/// Files of a kind that may name SDK types.
const SDK_FILES: &[&str] = &["api", "live"];

/// The crates of ours that a manifest names in `[dependencies]`.
pub(super) fn uses(manifest: &str) -> Vec<String> {
    let section = manifest.split("[dependencies]\n").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    let names = section.lines().filter_map(|line| line.strip_suffix(".workspace = true"));
    names.filter(|name| ROOMS.contains(name) || name.starts_with("kinds-")).map(str::to_owned).collect()
}

/// The manifest of a room.
pub(super) fn manifest(folder: &str) -> String {
    std::fs::read_to_string(root().join("src").join(folder).join("Cargo.toml")).expect("a manifest")
}

fn services(manifests: &[(String, String)]) -> Vec<String> {
    let mut complaints = vec![];
    for (service, manifest) in manifests {
        let others =
            uses(manifest).into_iter().filter(|name| !["aws", "kind", "model"].contains(&name.as_str()));
        complaints.extend(others.map(|other| format!("src/kinds/{service}: a service may not use {other}")));
    }
    complaints
}

fn sdk_types(sources: &[Source]) -> Vec<String> {
    let may = |source: &Source| {
        let parts: Vec<_> = source.path.split('/').map(|part| part.trim_end_matches(".rs")).collect();
        // The root of a crate declares its clients and its tags.
        let is_root = parts.last() == Some(&"lib");
        source.path.starts_with("src/aws/")
            || is_root
            || source.is_test()
            || SDK_FILES.iter().any(|file| parts.contains(file))
    };
    let named = |source: &Source| [source.places_of("aws_sdk_"), source.places_of("aws_smithy_")].concat();
    let outside =
        sources.iter().filter(|source| source.path.starts_with("src/") && !may(source)).flat_map(named);
    outside.map(|place| format!("{place}: SDK types belong into api.rs, live.rs or src/aws")).collect()
}

/// The grains crate knows nothing of ours and reads no environment.
fn grains_alone(sources: &[Source]) -> Vec<String> {
    let inside = sources.iter().filter(|source| source.path.starts_with("grains/src/"));
    let named =
        inside.flat_map(|source| [source.places_of("orchestrate::"), source.places_of("std::env")].concat());
    named
        .map(|place| format!("{place}: grains is a crate of its own, its caller gives it all facts"))
        .collect()
}

#[test]
fn services_do_not_use_each_other() {
    let entries =
        std::fs::read_dir(root().join("src/kinds")).expect("kinds").map(|entry| entry.expect("an entry"));
    let folders = entries.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name());
    let manifests: Vec<_> = folders
        .map(|name| name.into_string().expect("a name"))
        .map(|name| (name.clone(), manifest(&format!("kinds/{name}"))))
        .collect();
    assert!(manifests.len() > 15, "{}", manifests.len());
    assert_none(&services(&manifests));
    let sample = |name: &str| {
        ("elb".to_owned(), format!("[dependencies]\naws.workspace = true\n{name}.workspace = true\n"))
    };
    assert_eq!(services(&[sample("kinds-ec2")]), ["src/kinds/elb: a service may not use kinds-ec2"]);
    assert_none(&services(&[sample("model")]));
}

#[test]
fn sdk_types_stay_where_aws_is_called() {
    assert_none(&sdk_types(&rust_files(&["src"])));
}

#[test]
fn the_grains_crate_stands_alone() {
    assert_none(&grains_alone(&rust_files(&["grains"])));
}

#[test]
fn an_sdk_type_in_a_diff_is_refused() {
    let code = "use aws_sdk_sqs::types::QueueAttributeName;";
    assert_refused(sdk_types, "src/kinds/sqs/queue/diff.rs", code, "SDK types belong");
    for path in [
        "src/kinds/sqs/queue/api.rs",
        "src/kinds/sqs/queue/live/mod.rs",
        "src/aws/clients.rs",
        "src/kinds/sqs/lib.rs",
    ] {
        assert_passed(sdk_types, path, code);
    }
}

#[test]
fn grains_that_read_the_environment_are_refused() {
    assert_refused(grains_alone, "grains/src/x.rs", "let x = std::env::var(name);", "its caller gives");
}
