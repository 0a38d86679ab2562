//! The recipe of a release, but for the stages that compile or need tools of their own.

use std::path::Path;
use std::process::{Command, Output};

fn build(target: &Path, program: &str, stages: &[&str]) -> Output {
    let recipe = Path::new(env!("CARGO_MANIFEST_DIR")).join("orchestration/package/build");
    let mut command = Command::new(recipe);
    command.args(stages).env("CARGO_TARGET_DIR", target).env("PROGRAM", program);
    command.output().expect("the recipe runs")
}

#[test]
fn a_program_that_is_built_gets_its_papers_and_digests() {
    let target = tempfile::tempdir().expect("a folder");
    let done = build(target.path(), env!("CARGO_BIN_EXE_orchestrate"), &["papers", "digests"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let package = target.path().join("package");
    let version = env!("CARGO_PKG_VERSION");
    let read = |end: &str| {
        let file = package.join(format!("orchestrate-{version}.{end}"));
        std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    };
    assert!(read("bash").contains("state.highstate") && read("zsh").starts_with("#compdef orchestrate"));
    assert!(read("fish").contains("complete"));
    assert_eq!(read("1"), include_str!("../../../orchestration/package/orchestrate.1"));
    let mut check = Command::new("sha256sum");
    check.args(["--check", "--quiet", "SHA256SUMS"]).current_dir(&package);
    assert!(check.status().expect("sha256sum runs").success());
    let sums = std::fs::read_to_string(package.join("SHA256SUMS")).expect("digests");
    assert_eq!(sums.lines().count(), 4, "{sums}");
}

#[test]
fn a_stage_that_does_not_exist_and_a_program_that_does_not_run_are_refused() {
    let target = tempfile::tempdir().expect("a folder");
    let unknown = build(target.path(), "/bin/true", &["nonsense"]);
    assert_eq!(unknown.status.code(), Some(64));
    let broken = build(target.path(), "/bin/false", &["papers"]);
    assert_eq!(broken.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&broken.stderr).contains("does not run on this machine"));
}
