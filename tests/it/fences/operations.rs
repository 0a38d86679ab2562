//! Every call of a kind is in `src/kinds/operations.txt`: from that table the policy of a run is made.

use std::collections::BTreeSet;

use kinds::operations::operations;

use super::source::{Source, root, rust_files};
use super::{assert_none, assert_refused};

/// Calls that `export` alone makes, to find all things of a kind: the policy of a run need not allow them.
const LISTS: &[(&str, &str)] = &[
    ("lambda.alias", "ListAliases"),
    ("route53.hosted_zone", "ListHostedZones"),
    ("route53.record", "ListHostedZones"),
    ("s3.bucket", "ListBuckets"),
];

/// The kind of a file, where it is in a kind's folder.
fn kind(source: &Source) -> Option<String> {
    let mut parts = source.path.strip_prefix("src/kinds/")?.split('/');
    let (service, kind) = (parts.next()?, parts.next()?);
    let folder = root().join("src/kinds").join(service).join(kind);
    (folder.join("example.sls").exists()).then(|| format!("{service}.{kind}"))
}

/// The operations that a file names: in `failed("Operation", …)` and in the lines of `steps!`.
fn named(source: &Source) -> BTreeSet<String> {
    // Texts are taken out of the code, so their places are looked for in it and their words in the file.
    let is_name = |word: &&str| {
        word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphanumeric) && word.len() > 3
    };
    let after = |mark: &'static str| {
        source
            .text
            .split(mark)
            .skip(1)
            .filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
    };
    let steps =
        source.text.split("steps! {").nth(1).and_then(|rest| rest.split("\n}").next()).unwrap_or_default();
    let of_steps = steps.split("=> \"").skip(1).filter_map(|rest| rest.split('"').next());
    after("failed(").chain(of_steps).filter(is_name).map(str::to_owned).collect()
}

fn forgotten(sources: &[Source]) -> Vec<String> {
    let mut complaints = vec![];
    for source in sources.iter().filter(|source| !source.is_test()) {
        let Some(kind) = kind(source) else { continue };
        let known: BTreeSet<&str> = operations(&kind).into_iter().map(|it| it.name).collect();
        let is_list = |name: &str| LISTS.contains(&(kind.as_str(), name));
        let missing =
            named(source).into_iter().filter(|name| !known.contains(name.as_str()) && !is_list(name));
        complaints.extend(missing.map(|name| {
            format!("{}: {name} is not in the line '{kind}' of src/kinds/operations.txt", source.path)
        }));
    }
    complaints
}

#[test]
fn every_call_of_a_kind_is_in_the_table_of_operations() {
    assert_none(&forgotten(&rust_files(&["src/kinds"])));
}

#[test]
fn a_call_that_was_forgotten_is_found() {
    let path = "src/kinds/sqs/queue/api.rs";
    assert_refused(
        forgotten,
        path,
        "failed(\"PurgeQueue\", name)",
        "PurgeQueue is not in the line 'sqs.queue'",
    );
    let steps = "steps! {\n    \"SQS\";\n    A { a: String } => \"PurgeQueue\", \"purge\";\n}";
    assert_refused(forgotten, path, steps, "PurgeQueue is not in the line 'sqs.queue'");
}
