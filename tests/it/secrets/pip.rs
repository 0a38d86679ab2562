//! The password of a URL that pip gets: of an index, of a file, of a repository. No process that pip starts has it in its arguments.

use std::path::Path;
use std::process::Command;

use super::declared::{SECRET, Server, is_nowhere, shown};
use crate::support::Place;

/// A place with what pip installs, the server of it, and an environment; `notes` has the arguments of all that runs during a request.
fn served() -> (Place, Server) {
    let place = Place::new();
    let (directory, notes) = (place.path("served").display().to_string(), place.path("notes"));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/secrets/index.py");
    let made = Command::new("python3").arg(script).arg(&directory).status().expect("python3 runs");
    assert!(made.success());
    let made = Command::new("python3").args(["-m", "venv"]).arg(place.path("venv")).status();
    assert!(made.expect("python3 runs").success());
    let words = [directory, notes.display().to_string(), format!("me:{SECRET}")];
    let server = Server::start("git_server.py", &words.each_ref().map(String::as_str));
    (place, server)
}

#[test]
fn the_password_of_an_index_a_file_and_a_repository_is_no_argument_of_pip_and_what_it_starts() {
    for (package, arguments, started) in [
        // Its build needs a package of the index: pip starts a pip.
        ("alpha", "[{name: alpha}, {index_url: 'http://me:SECRET@HOST/simple'}]", "pip-build-env"),
        (
            "alpha",
            "[{name: alpha}, {extra_args: ['--index-url=http://me:SECRET@HOST/simple']}]",
            "pip-build-env",
        ),
        (
            "alpha",
            "[{name: alpha}, {env_vars: {PIP_INDEX_URL: 'http://me:SECRET@HOST/simple'}}]",
            "pip-build-env",
        ),
        ("beta", "[{name: 'git+http://me:SECRET@HOST/beta.git@main'}]", "git clone"),
        ("beta", "[{pkgs: ['beta @ git+http://me:SECRET@HOST/beta.git@main']}]", "git clone"),
        ("gamma", "[{name: 'http://me:SECRET@HOST/gamma-1.0.zip'}]", "pip install"),
    ] {
        let (place, server) = served();
        let arguments =
            arguments.replace("SECRET", SECRET).replace("HOST", &format!("127.0.0.1:{}", server.1));
        let venv = place.path("venv").display().to_string();
        let arguments =
            arguments.replacen('[', &format!("[{{bin_env: '{venv}'}}, {{no_cache_dir: True}}, "), 1);
        let place = place.with("states/app.sls", &format!("a:\n  pip.installed: {arguments}\n"));
        let all = shown(&place);
        is_nowhere(&all, &arguments);
        let notes = std::fs::read_to_string(place.path("notes")).expect("notes");
        assert!(notes.contains(started), "{started}: {notes}{}", all[2].1);
        assert!(!notes.contains(SECRET), "{arguments}: {notes}");
        let listed = Command::new(place.path("venv/bin/pip")).arg("list").output().expect("pip runs");
        assert!(String::from_utf8_lossy(&listed.stdout).contains(package), "{arguments}: {}", all[2].1);
    }
}

/// A program in the place of pip, which notes its arguments.
#[test]
fn whatever_has_the_password_of_a_url_it_is_no_argument_of_pip() {
    for arguments in [
        "[{name: a}, {extra_index_url: ['https://me:SECRET@a.example/', 'https://SECRET@b.example/']}]",
        "[{name: a}, {find_links: 'https://me:SECRET@a.example/'}]",
        "[{name: a}, {proxy: 'me:SECRET@proxy:3128'}]",
        "[{name: a}, {proxy: 'http://me:SECRET@proxy:3128'}]",
        "[{name: a}, {extra_args: [{'--proxy': 'http://me:SECRET@proxy:3128'}]}]",
        "[{name: a}, {extra_args: [-i, 'https://me:SECRET@a.example/']}]",
        "[{name: 'https://me:SECRET@a.example/a.whl'}]",
        "[{pkgs: ['b @ https://me:SECRET@a.example/b.whl', c]}]",
        "[{editable: 'git+https://me:SECRET@a.example/a.git#egg=a'}]",
    ] {
        let place = Place::new();
        let (pip, argv) = (place.path("pip"), place.path("argv"));
        let text = format!("#!/bin/sh\necho \"$@\" >> {}\necho '[]'\n", argv.display());
        std::fs::write(&pip, text).expect("a file");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&pip, mode).expect("a mode");
        let arguments = arguments.replace("SECRET", SECRET);
        let arguments = arguments.replacen('[', &format!("[{{bin_env: '{}'}}, ", pip.display()), 1);
        let place = place.with("states/app.sls", &format!("a:\n  pip.installed: {arguments}\n"));
        let all = shown(&place);
        is_nowhere(&all, &arguments);
        let argv = std::fs::read_to_string(&argv).expect("notes");
        assert!(argv.lines().any(|line| line.starts_with("install")), "{argv}{}", all[2].1);
        assert!(!argv.contains(SECRET), "{arguments}: {argv}");
    }
}

#[test]
fn a_password_that_a_tool_would_get_as_an_argument_is_refused_before_anything_runs() {
    let place = Place::new().with(
        "states/app.sls",
        &format!("a:\n  pip.installed:\n    - bin_env: /bin/true\n    - name: svn+https://me:{SECRET}@a.example/a\n"),
    );
    let all = shown(&place);
    is_nowhere(&all, "svn");
    for (outlet, text) in &all[..3] {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("write the URL without the password"), "{outlet}: {text}");
    }
}
