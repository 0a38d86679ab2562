mod launchpad;

use std::path::PathBuf;

use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call_on, shown};
use machine::package::repository::Stanza;
use machine::package::repository::apt::Sources;
use machine::package::repository::dnf::Repositories;
use model::Minion;

fn minion(family: &str) -> Minion {
    let grains = [("os_family", family), ("os", "Ubuntu"), ("oscodename", "noble")];
    let grains = grains.into_iter().map(|(key, value)| (key.into(), Value::from(value))).collect();
    Minion { grains, ..Minion::default() }
}

fn apt_with(files: &[(&str, &str)]) -> Live {
    let mut sources = Sources::default();
    for (path, text) in files {
        let path = PathBuf::from(path);
        if path.extension().is_some_and(|extension| extension == "sources") {
            sources.stanzas.extend(Stanza::all(&path, text));
            sources.paragraphs.push((path, (*text).to_owned()));
        } else {
            sources.files.push((path, (*text).to_owned()));
        }
    }
    Live::Apt(Box::new(apt::Live { sources, ..apt::Live::default() }))
}

fn rpm_with(files: &[(&str, &str)]) -> Live {
    let files = files.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned()));
    let repositories = Repositories { directories: vec!["/r".into()], files: files.collect() };
    Live::RedHat(Box::new(red_hat::Live { repositories }))
}

fn plan(function: &str, name: &str, arguments: Json, live: Live) -> (Verdict, String, Json, Vec<String>) {
    let minion = minion(if matches!(live, Live::Apt(_)) { "Debian" } else { "RedHat" });
    call_on(&minion, &format!("pkgrepo.{function}"), name, &arguments, |call| {
        let intent = Pkgrepo::diff(call, live);
        let lines = if let Intent::Act { step, .. } = &intent { step.operations.lines() } else { vec![] };
        let (verdict, comment, changes) = shown(&intent);
        (verdict, comment, changes, lines)
    })
}

const LIST: &str = "/etc/apt/sources.list.d/x.list";

#[test]
fn only_the_line_that_is_meant_changes() {
    let text = "# ours\ndeb http://y stable main\n#deb http://x/ stable main # off\n";
    let line = "deb http://x stable main contrib";
    let (verdict, _, changes, lines) = plan("managed", line, json!({}), apt_with(&[(LIST, text)]));
    assert_eq!(verdict, Verdict::WouldChange);
    let new = "# ours\ndeb http://y stable main\ndeb http://x stable main contrib #off\n";
    assert_eq!(lines, [format!("> {LIST} {new}")]);
    assert_eq!(changes["comps"], json!({"old": ["main"], "new": ["main", "contrib"]}));
    assert_eq!(changes["disabled"], json!({"old": true, "new": false}));
    let (verdict, comment, ..) = plan("managed", line, json!({}), apt_with(&[(LIST, new)]));
    assert_eq!(verdict, Verdict::Succeeded);
    assert!(comment.ends_with("already configured"), "{comment}");
}

#[test]
fn a_line_that_changes_moves_to_its_file_and_an_empty_one_goes() {
    let file = json!({"file": "/etc/apt/sources.list.d/new.list"});
    let there = apt_with(&[(LIST, "deb http://x stable main\n")]);
    let (verdict, ..) = plan("managed", "deb http://x stable main", file.clone(), there);
    assert_eq!(verdict, Verdict::Succeeded, "it is there, if elsewhere");
    let there = apt_with(&[(LIST, "deb http://x stable main\n")]);
    let (_, _, _, lines) = plan("managed", "deb [arch=amd64] http://x stable main", file, there);
    let new = "> /etc/apt/sources.list.d/new.list deb [arch=amd64] http://x stable main\n";
    assert_eq!(lines, [new, &format!("rm {LIST}")]);
}

#[test]
fn lines_for_other_architectures_are_other_sources() {
    let text = "deb [arch=amd64] http://x stable main\n";
    let (_, _, changes, lines) = plan(
        "managed",
        "deb [arch=arm64] http://x stable main",
        json!({"file": LIST}),
        apt_with(&[(LIST, text)]),
    );
    assert_eq!(changes, json!({"repo": "deb [arch=arm64] http://x stable main"}));
    assert_eq!(lines, [format!("> {LIST} {text}deb [arch=arm64] http://x stable main\n")]);
}

#[test]
fn what_a_paragraph_says_is_there_and_what_it_says_otherwise_is_refused() {
    let file = "/etc/apt/sources.list.d/x.sources";
    let text = "Types: deb\nURIs: http://x/\nSuites: stable\nComponents: main contrib\nSigned-By: /k.asc\n";
    for (line, verdict) in [
        ("deb http://x stable main", Verdict::Succeeded),
        ("deb [signed-by=/k.asc] http://x stable contrib main", Verdict::Succeeded),
        ("deb [signed-by=/other.asc] http://x stable main", Verdict::Failed),
        ("deb http://x stable main non-free", Verdict::Failed),
        ("deb http://x stable non-free", Verdict::WouldChange),
        ("deb-src http://x stable main", Verdict::WouldChange),
    ] {
        let (found, comment, ..) = plan("managed", line, json!({}), apt_with(&[(file, text)]));
        assert_eq!(found, verdict, "{line}: {comment}");
    }
    let (verdict, comment, ..) =
        plan("absent", "deb http://x stable main", json!({}), apt_with(&[(file, text)]));
    assert_eq!(verdict, Verdict::Failed);
    assert!(comment.contains("together with others"), "{comment}");
    let (.., lines) =
        plan("absent", "deb http://x stable main contrib", json!({}), apt_with(&[(file, text)]));
    assert_eq!(lines, [format!("rm {file}")]);
    let two = format!("Types: deb\nURIs: http://y\nSuites: ./\n\n{text}");
    let (.., lines) =
        plan("absent", "deb http://x stable main contrib", json!({}), apt_with(&[(file, &two)]));
    assert_eq!(lines, [format!("> {file} Types: deb\nURIs: http://y\nSuites: ./\n\n")]);
}

#[test]
fn consolidated_sources_are_one_line_for_each_place() {
    let files = [
        ("/etc/apt/sources.list", "# a comment\ndeb http://x stable main\n"),
        (LIST, "deb http://x/ stable contrib\ndeb http://y stable main\n"),
    ];
    let (_, _, changes, lines) =
        plan("managed", "deb http://y stable main", json!({"consolidate": true}), apt_with(&files));
    let new = "deb http://x stable main contrib\ndeb http://y stable main\n";
    assert_eq!(lines, [format!("> /etc/apt/sources.list {new}"), format!("rm {LIST}")]);
    assert_eq!(changes, json!({"consolidated": ["/etc/apt/sources.list", LIST]}));
    let again = apt_with(&[("/etc/apt/sources.list", new)]);
    let (verdict, ..) = plan("managed", "deb http://y stable main", json!({"consolidate": true}), again);
    assert_eq!(verdict, Verdict::Succeeded);
}

#[test]
fn a_section_changes_where_it_differs() {
    let text = "# ours\n[x]\nname=X\nbaseurl=http://x\nenabled=1\n\n[y]\nname=Y\nbaseurl=http://y\n";
    let there = || rpm_with(&[("/r/x.repo", text)]);
    let same = json!({"humanname": "X", "baseurl": "http://x", "enabled": true});
    assert_eq!(plan("managed", "x", same, there()).0, Verdict::Succeeded);
    let other = json!({"humanname": "X", "mirrorlist": "http://m", "disabled": true, "gpgcheck": false});
    let (_, _, changes, lines) = plan("managed", "x", other, there());
    let new =
        "# ours\n[x]\nname=X\nenabled=0\nmirrorlist=http://m\ngpgcheck=0\n\n[y]\nname=Y\nbaseurl=http://y\n";
    assert_eq!(lines, [format!("> /r/x.repo {new}")]);
    assert_eq!(changes["enabled"], json!({"old": "1", "new": "0"}));
    assert_eq!(changes["baseurl"], json!({"old": "http://x", "new": null}));
    let (.., lines) = plan("absent", "x", json!({}), there());
    assert_eq!(lines, ["> /r/x.repo # ours\n[y]\nname=Y\nbaseurl=http://y\n"]);
    let only = rpm_with(&[("/r/x.repo", "[x]\nname=X\nbaseurl=http://x\n")]);
    assert_eq!(plan("absent", "x", json!({}), only).3, ["rm /r/x.repo"]);
}

#[test]
fn what_does_nothing_in_a_section_is_told() {
    let arguments = json!({"baseurl": "http://x", "key_url": "https://x/key"});
    call_on(&minion("RedHat"), "pkgrepo.managed", "x", &arguments, |call| {
        let Intent::Act { foreseen, .. } = Pkgrepo::diff(call, rpm_with(&[])) else { panic!("it is new") };
        assert!(foreseen.warnings.iter().any(|warning| warning.contains("gpgkey")), "{foreseen:?}");
    });
}

#[test]
fn a_section_without_a_place_is_refused() {
    for arguments in [json!({}), json!({"baseurl": "a", "mirrorlist": "b"}), json!({"copr": "a/b"})] {
        let (verdict, comment, ..) = plan("managed", "x", arguments, rpm_with(&[]));
        assert_eq!(verdict, Verdict::Failed, "{comment}");
    }
    let by_metalink = json!({"metalink": "https://m"});
    assert_eq!(plan("managed", "x", by_metalink, rpm_with(&[])).0, Verdict::WouldChange);
}

const KEY: &str = include_str!("../../../tests/it/packages/key.asc");
const FINGERPRINT: &str = "E91E6ACE4F0987062D4A20A48E6282500026D7DD";

/// Answers once with a key, and tells where.
fn serve() -> (String, std::thread::JoinHandle<()>) {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/key.asc", listener.local_addr().expect("an address"));
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a client");
        let _ = stream.read(&mut [0; 4096]);
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", KEY.len());
        let _ = stream.write_all(format!("{head}{KEY}").as_bytes());
    });
    (url, server)
}

/// The key that a declaration comes to.
fn found(source: &str, arguments: &Json) -> Result<Option<key::Key>, String> {
    let source = package::repository::apt::Source::parse(source).expect("a source");
    call_on(&minion("Debian"), "pkgrepo.managed", "x", arguments, |call| {
        tokio::runtime::Runtime::new().expect("a runtime").block_on(key::find(&call, &source))
    })
}

#[test]
fn a_key_of_a_server_is_fetched_where_it_is_not_there_or_is_another() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("keys/x.asc");
    let line = format!("deb [signed-by={}] http://x stable main", path.display());
    let hash = machine::file::Algorithm::Sha256.digest(KEY.as_bytes());

    let (url, server) = serve();
    let key = found(&line, &json!({"key_url": url})).expect("a key").expect("one is named");
    server.join().expect("it ends");
    assert_eq!((key.bytes.as_deref(), key.is_new, key.has_directory), (Some(KEY.as_bytes()), true, false));
    assert!(key.warning.is_some_and(|warning| warning.contains("key_hash")));
    assert_eq!(key.path, path);

    std::fs::create_dir(dir.path().join("keys")).expect("a directory");
    std::fs::write(&path, "another key").expect("a file");
    // Nobody listens there: a key that is fetched is an error.
    let nobody = "http://127.0.0.1:1/key.asc";
    let kept = found(&line, &json!({"key_url": nobody})).expect("it is there").expect("one is named");
    assert_eq!(kept.bytes, None);
    let (url, server) = serve();
    let key = found(&line, &json!({"key_url": url, "key_hash": hash})).expect("a key").expect("one is named");
    server.join().expect("it ends");
    assert_eq!((key.bytes.is_some(), key.is_new, key.warning), (true, false, None));
    std::fs::write(&path, KEY).expect("a file");
    let same = json!({"key_url": nobody, "key_hash": format!("sha256={hash}")});
    assert_eq!(found(&line, &same).expect("it is there").expect("one is named").bytes, None);

    std::fs::remove_file(&path).expect("it is there");
    let (url, server) = serve();
    let wrong = format!("sha256={}", "0".repeat(64));
    let refused = found(&line, &json!({"key_url": url, "key_hash": wrong})).expect_err("another key");
    server.join().expect("it ends");
    assert!(refused.contains(&hash) && refused.contains("key_hash says"), "{refused}");
    assert!(found(&line, &json!({"key_url": nobody, "allow_insecure_key": false})).is_err());
}

#[test]
fn a_key_is_kept_as_its_file_says_and_known_by_its_fingerprint() {
    let dir = tempfile::tempdir().expect("a directory");
    let signed =
        |name: &str| format!("deb [signed-by={}] http://x stable main", dir.path().join(name).display());
    let text = json!({"key_text": KEY});
    let bytes =
        found(&signed("x.gpg"), &text).expect("a key").expect("one is named").bytes.expect("it is new");
    assert!(!String::from_utf8_lossy(&bytes).contains("BEGIN"));
    let elsewhere = dir.path().join("bytes");
    std::fs::write(&elsewhere, &bytes).expect("a file");
    let url = json!({"key_url": elsewhere.display().to_string()});
    let refused = found(&signed("x.asc"), &url).expect_err("apt would not take it");
    assert!(refused.contains("x.gpg"), "{refused}");
    std::fs::write(&elsewhere, "<html>").expect("a file");
    assert!(found(&signed("x.gpg"), &url).expect_err("no key").contains("is not an OpenPGP key"));

    // What is there is not asked for: there is no such server.
    std::fs::write(dir.path().join("x.gpg"), &bytes).expect("a file");
    for id in [FINGERPRINT, "0x8E6282500026D7DD", "0026d7dd"] {
        let server = json!({"keyid": id, "keyserver": "hkp://127.0.0.1:1"});
        let key = found(&signed("x.gpg"), &server).expect("it is there").expect("one is named");
        assert_eq!(key.bytes, None, "{id}");
    }
    assert!(found(&signed("x.gpg"), &json!({"keyid": FINGERPRINT})).is_err());

    let unsigned = found("deb http://user@apt.example.com/debian stable main", &text);
    let path = unsigned.expect("a key").expect("one is named").path.display().to_string();
    assert!(path.starts_with("/etc/apt/trusted.gpg.d/apt-example-com-") && path.ends_with(".gpg"), "{path}");
    let nowhere = json!({"key_text": KEY, "aptkey": false});
    assert!(found("deb http://x stable main", &nowhere).expect_err("no place").contains("signedby"));
    assert!(found("deb http://x stable main", &json!({})).expect("none").is_none());
}
