//! Arrows between layers go one way; services do not know each other; SDK types stay where AWS is called.

use super::source::{Source, rust_files};
use super::{assert_none, assert_passed, assert_refused};

/// What each layer may name of the crate. `cli` is the top and may name all.
pub(super) const ARROWS: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("sls", &["model"]),
    ("graph", &["model"]),
    ("aws", &["model"]),
    ("machine", &[]),
    ("resources", &["model", "aws"]),
    ("system", &["model", "machine"]),
    ("engine", &["model", "sls", "graph", "aws", "machine", "resources", "system"]),
    ("exec", &["model", "sls", "aws", "machine", "engine::snapshot", "instance::bootstrap"]),
    ("instance", &["model", "aws", "machine"]),
    ("fleet", &["model", "sls::matcher", "machine", "instance::artifact"]),
];

/// Files of a kind that may name SDK types.
const SDK_FILES: &[&str] = &["api", "live"];

fn layer_of(path: &str) -> Option<&'static (&'static str, &'static [&'static str])> {
    let inside = path.strip_prefix("src/")?;
    let first = inside.split('/').next()?.trim_end_matches(".rs");
    ARROWS.iter().find(|(layer, _)| *layer == first)
}

/// The paths below `crate::` that the code names, as written up to the first character that ends a path.
fn crate_paths(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in code.lines().enumerate() {
        for part in line.split("crate::").skip(1) {
            let end =
                part.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(part.len());
            found.push((number + 1, part[..end].trim_end_matches(':').to_owned()));
        }
    }
    found
}

fn arrows(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    for source in sources {
        let Some((layer, allowed)) = layer_of(&source.path) else { continue };
        for (line, named) in crate_paths(&source.code) {
            let own = named.split("::").next() == Some(layer);
            let permitted =
                allowed.iter().any(|arrow| named == *arrow || named.starts_with(&format!("{arrow}::")));
            // What unit tests share with the tests in `tests/it/recorded/`.
            let is_record = source.is_test() && named.starts_with("recorded_");
            if !own && !permitted && !is_record {
                complaints.push(format!("{}:{line}: {layer} may not use crate::{named}", source.path));
            }
        }
    }
    complaints
}

fn services(sources: &[Source]) -> Vec<String> {
    let service_of =
        |path: &str| path.strip_prefix("src/resources/")?.split_once('/').map(|(name, _)| name.to_owned());
    let mut known: Vec<_> = sources.iter().filter_map(|source| service_of(&source.path)).collect();
    known.dedup();
    let mut complaints = Vec::new();
    for source in sources {
        let Some(own) = service_of(&source.path) else { continue };
        for (line, named) in crate_paths(&source.code) {
            let other = named.strip_prefix("resources::").and_then(|inside| inside.split("::").next());
            if other.is_some_and(|other| other != own && known.iter().any(|name| name == other)) {
                complaints.push(format!("{}:{line}: service {own} may not use crate::{named}", source.path));
            }
        }
    }
    complaints
}

fn sdk_types(sources: &[Source]) -> Vec<String> {
    let may = |source: &Source| {
        let parts: Vec<_> = source.path.split('/').map(|part| part.trim_end_matches(".rs")).collect();
        source.path.starts_with("src/aws/")
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
fn arrows_between_layers_go_one_way() {
    assert_none(&arrows(&rust_files(&["src"])));
}

#[test]
fn services_do_not_import_each_other() {
    assert_none(&services(&rust_files(&["src"])));
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
fn a_layer_that_looks_up_is_refused() {
    assert_refused(
        arrows,
        "src/model/x.rs",
        "use crate::engine::Run;",
        "model may not use crate::engine::Run",
    );
    assert_refused(arrows, "src/sls/x.rs", "fn f() { crate::aws::call() }", "sls may not use crate::aws");
    assert_refused(arrows, "src/exec/x.rs", "use crate::engine::reconcile;", "exec may not use");
    assert_passed(arrows, "src/exec/x.rs", "use crate::engine::snapshot::Snapshot;");
    assert_passed(
        arrows,
        "src/sls/x.rs",
        "use crate::model::Place; // not crate::engine\nuse crate::sls::yaml;",
    );
}

#[test]
fn a_service_that_imports_another_is_refused() {
    let sources = [
        Source::new(
            "src/resources/elb/mod.rs",
            "use crate::resources::ec2::group;\nuse crate::resources::AnyKind;",
        ),
        Source::new("src/resources/ec2/mod.rs", ""),
    ];
    assert_eq!(
        services(&sources),
        ["src/resources/elb/mod.rs:1: service elb may not use crate::resources::ec2::group"]
    );
}

#[test]
fn an_sdk_type_in_a_diff_is_refused() {
    let code = "use aws_sdk_sqs::types::QueueAttributeName;";
    assert_refused(sdk_types, "src/resources/sqs/queue/diff.rs", code, "SDK types belong");
    for allowed in
        ["src/resources/sqs/queue/api.rs", "src/resources/sqs/queue/live/mod.rs", "src/aws/clients.rs"]
    {
        assert_passed(sdk_types, allowed, code);
    }
}

#[test]
fn grains_that_read_the_environment_are_refused() {
    assert_refused(grains_alone, "grains/src/x.rs", "let x = std::env::var(name);", "its caller gives");
}
