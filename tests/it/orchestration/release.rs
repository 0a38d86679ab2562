//! The recipe of a release, but for the stages that compile or need tools of their own.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::{left_out, write_program};

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
    assert!(
        read("bash").contains("orchestrate complete -- ") && read("zsh").starts_with("#compdef orchestrate")
    );
    assert!(read("fish").contains("complete"));
    assert_eq!(read("1"), include_str!("../../../orchestration/package/orchestrate.1"));
    let mut check = Command::new("sha256sum");
    check.args(["--check", "--quiet", "SHA256SUMS"]).current_dir(&package);
    assert!(check.status().expect("sha256sum runs").success());
    let sums = std::fs::read_to_string(package.join("SHA256SUMS")).expect("digests");
    assert_eq!(sums.lines().count(), 4, "{sums}");
}

const X86_64: u8 = 0x3e;
const AARCH64: u8 = 0xb7;

/// The header of a static program, elf(5), with some bytes after it.
fn static_program(machine: u8, rest: usize) -> Vec<u8> {
    let mut bytes = vec![0; 64 + rest];
    bytes[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
    // ET_EXEC, the machine, EV_CURRENT; e_ehsize is 64.
    (bytes[16], bytes[18], bytes[20], bytes[52]) = (2, machine, 1, 64);
    bytes
}

#[test]
fn a_program_for_another_processor_or_with_libraries_is_refused() {
    let target = tempfile::tempdir().expect("a folder");
    let program = target.path().join("program");
    std::fs::write(target.path().join("orchestrate-agent"), static_program(X86_64, 1)).expect("an agent");
    let dynamic = std::fs::read("/bin/true").expect("a program of the machine");
    for (bytes, said) in [
        (b"#!/bin/sh\n".to_vec(), "is not a program for Linux"),
        (static_program(AARCH64, 1), "is not a program for x86_64"),
        (dynamic, if cfg!(target_arch = "x86_64") { "is not static" } else { "is not a program for x86_64" }),
    ] {
        std::fs::write(&program, bytes).expect("a program");
        let done = build(target.path(), &program.display().to_string(), &["program"]);
        let text = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.code() == Some(1) && text.contains(said), "{text}");
    }
    std::fs::write(&program, static_program(X86_64, 1)).expect("a program");
    let done = build(target.path(), &program.display().to_string(), &["program"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn no_release_is_made_where_the_advisories_cannot_be_had_or_say_something() {
    let target = tempfile::tempdir().expect("a folder");
    let cargo = |script: &str| write_program(&target.path().join("cargo"), script);
    let path = format!("{}:{}", target.path().display(), env!("PATH"));
    let release = || {
        let recipe = Path::new(env!("CARGO_MANIFEST_DIR")).join("orchestration/package/build");
        let mut command = Command::new(recipe);
        command.env("CARGO_TARGET_DIR", target.path()).env("PATH", &path);
        let done = command.output().expect("the recipe runs");
        (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    // It fails before anything is built: this cargo can do nothing else.
    let common =
        "#!/bin/sh\ncase \"$*\" in pkgid*) echo x#0.1.0 ;; 'deny --version') echo cargo-deny 0.20.2 ;;\n";
    cargo(&format!("{common}*fetch*) exit 1 ;; *) echo built >&2; exit 9 ;; esac\n"));
    let (code, said) = release();
    assert!(code == Some(1) && said.contains("no release is made without it"), "{said}");
    cargo(&format!("{common}*fetch*) ;; *check*advisories*) exit 5 ;; *) echo built >&2; exit 9 ;; esac\n"));
    let (code, said) = release();
    assert!(code == Some(5) && !said.contains("built"), "{said}");
}

/// The package holds the program that the recipe was given. This needs `cargo-deb`, which takes minutes to build, so it is not installed for it.
#[test]
fn a_program_that_is_built_is_packed() {
    let is_there =
        Command::new("cargo").args(["deb", "--version"]).output().is_ok_and(|it| it.status.success());
    if !is_there {
        left_out("the Debian packages", 1, "cargo-deb is missing", false);
        return;
    }
    let target = tempfile::tempdir().expect("a folder");
    let program = target.path().join("program");
    std::fs::write(&program, static_program(X86_64, 10)).expect("a program");
    std::fs::write(target.path().join("orchestrate-agent"), static_program(X86_64, 13)).expect("an agent");
    let done = build(target.path(), &program.display().to_string(), &["program", "packages"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let package = format!("package/orchestrate_{}-1_amd64.deb", env!("CARGO_PKG_VERSION"));
    let mut look = Command::new("dpkg-deb");
    let listed = look.arg("--contents").arg(target.path().join(package)).output().expect("dpkg-deb runs");
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    for (name, size) in [("orchestrate", "74"), ("orchestrate-agent", "77")] {
        let line = listed.lines().find(|line| line.ends_with(&format!("./usr/bin/{name}"))).expect(name);
        assert!(line.starts_with("-rwxr-xr-x") && line.split_whitespace().nth(2) == Some(size), "{line}");
    }
}

#[test]
fn packages_without_a_program_are_refused() {
    let target = tempfile::tempdir().expect("a folder");
    let early = build(target.path(), "/bin/true", &["packages"]);
    assert_eq!(early.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&early.stderr).contains("is missing: run the stage 'program' first"));
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
