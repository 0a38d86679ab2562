//! The commands of `docs/ci.md`, in their order, on the shipped tree.

use std::path::Path;

use crate::local_aws::Moto;
use crate::support::Place;

/// The commands of the page's first table.
fn commands() -> Vec<String> {
    let page = include_str!("../../../docs/ci.md");
    let cells = page.lines().filter(|line| line.starts_with("| ")).flat_map(|line| line.split('|'));
    let commands = cells.filter_map(|cell| cell.trim().strip_prefix("`orchestrate ")?.strip_suffix('`'));
    commands.map(str::to_owned).collect()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a directory");
    for entry in std::fs::read_dir(from).expect("a directory") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a file");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_command_of_the_page_runs_on_the_shipped_tree() {
    let moto = Moto::seeded();
    let place = Place::new()
        .set("AWS_ENDPOINT_URL", &moto.endpoint)
        .set("SERVICE_NAME", "myapp")
        .set("SERVICE_INSTANCE", "production")
        .set("REGION", "useast1");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("orchestration"), &place.path("orchestration"));
    let commands = commands();
    assert_eq!(commands.len(), 6, "{commands:?}");
    for command in commands {
        let printed = tokio::task::block_in_place(|| place.run(&command));
        assert_eq!(printed.code, Some(0), "{}", printed.whole());
    }
}
