//! Servers that are not as they should be: the command says what is wrong, exits with 1, and nothing is done.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::{Fleet, Printed, Running, pause, server_program};
use crate::support::left_out;

/// A single server beside the fleet, ended when dropped.
struct Server {
    _process: Running,
    port: u16,
}

impl Server {
    /// Starts one that trusts the fleet, with more configuration.
    fn start(fleet: &Fleet, name: &str, more: &str) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let home = fleet.path(name);
        std::fs::create_dir_all(&home).unwrap();
        std::fs::copy(fleet.path("fleet/servers.conf"), home.join("servers.conf")).unwrap();
        let conf = format!(
            "server_name: {name}\nlisten: 127.0.0.1:{port}\nresolver: MEMORY\ninclude \"servers.conf\"\n{more}\n"
        );
        std::fs::write(home.join("nats.conf"), conf).unwrap();
        let mut command = Command::new(server_program().unwrap());
        command.arg("-c").arg(home.join("nats.conf"));
        let process =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let server = Self { _process: Running(process), port };
        for _ in 0..200 {
            if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return server;
            }
            pause();
        }
        panic!("the server does not listen");
    }
}

/// A copy of the operator's directory whose servers are others.
fn operator(fleet: &Fleet, servers: &[String]) -> PathBuf {
    let (from, to) = (fleet.path("ops1"), fleet.path("elsewhere"));
    std::fs::create_dir_all(to.join("fleet")).unwrap();
    std::fs::copy(from.join("minion"), to.join("minion")).unwrap();
    let kit = std::fs::read(from.join("fleet/operator.json")).unwrap();
    let mut kit: Value = serde_json::from_slice(&kit).unwrap();
    kit["servers"] = serde_json::json!(servers);
    std::fs::write(to.join("fleet/operator.json"), kit.to_string()).unwrap();
    to
}

fn run(fleet: &Fleet, words: &[&str]) -> Printed {
    fleet.run("elsewhere", words)
}

#[test]
fn a_server_without_jetstream_is_named_as_such() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    let server = Server::start(&fleet, "plain", "");
    operator(&fleet, &[format!("nats://127.0.0.1:{}", server.port)]);
    for words in [&["key", "list"][..], &["fleet", "*", "test.ping"], &["tree", "list"], &["jobs", "list"]] {
        let printed = run(&fleet, words);
        assert_eq!((printed.code, printed.stdout.as_str()), (Some(1), ""), "{words:?}: {printed:?}");
        assert!(
            printed.stderr.contains("no server of the fleet that can be reached has JetStream"),
            "{words:?}: {printed:?}"
        );
    }
}

/// A certificate for one name, and its key; none where there is no openssl.
fn certificate(directory: &Path, name: &str) -> bool {
    let mut command = Command::new("openssl");
    command.args([
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
    ]);
    command.args(["-subj", "/CN=fleet", "-addext", &format!("subjectAltName={name}")]);
    command.args(["-addext", "basicConstraints=critical,CA:FALSE"]);
    command.arg("-keyout").arg(directory.join("key.pem")).arg("-out").arg(directory.join("certificate.pem"));
    let made = command.stdin(Stdio::null()).output().is_ok_and(|made| made.status.success());
    left_out("TLS of a fleet", usize::from(!made), "openssl is missing", true);
    made
}

#[test]
fn a_certificate_counts_for_its_name_alone() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    for (name, is_right) in [("IP:127.0.0.1", true), ("DNS:other.example", false)] {
        let directory = fleet.path(if is_right { "right" } else { "wrong" });
        std::fs::create_dir_all(&directory).unwrap();
        if !certificate(&directory, name) {
            return;
        }
        let tls = format!(
            "tls {{ cert_file: \"{0}/certificate.pem\", key_file: \"{0}/key.pem\" }}\njetstream {{ store_dir: \"{0}/data\", max_mem: 64MB, max_file: 100GB }}",
            directory.display()
        );
        let server = Server::start(&fleet, if is_right { "right" } else { "wrong" }, &tls);
        let home = operator(&fleet, &[format!("tls://127.0.0.1:{}", server.port)]);
        std::fs::copy(directory.join("certificate.pem"), home.join("fleet/ca.pem")).unwrap();
        let printed = run(&fleet, &["key", "list"]);
        if is_right {
            assert_eq!(printed.code, Some(0), "{printed:?}");
            // Without the certificate nobody vouches for this server.
            std::fs::remove_file(home.join("fleet/ca.pem")).unwrap();
            let unknown = run(&fleet, &["key", "list"]);
            assert!(
                unknown.code == Some(1) && unknown.stderr.contains("certificate is not accepted"),
                "{unknown:?}"
            );
        } else {
            assert_eq!((printed.code, printed.stdout.as_str()), (Some(1), ""), "{printed:?}");
            assert!(printed.stderr.contains("certificate is not accepted"), "{printed:?}");
        }
    }
}

#[test]
fn an_instance_whose_servers_belong_to_another_fleet_is_refused_and_says_so() {
    let (Some(ours), Some(theirs)) = (Fleet::up(0, false), Fleet::up(0, false)) else { return };
    let kit = |fleet: &Fleet| -> Value {
        serde_json::from_slice(&std::fs::read(fleet.path("agent-kit/agent.json")).unwrap()).unwrap()
    };
    let mut mixed = kit(&ours);
    mixed["servers"] = kit(&theirs)["servers"].clone();
    std::fs::write(ours.path("agent-kit/agent.json"), mixed.to_string()).unwrap();
    let log = ours.path("log");
    let mut agent = ours.start_logged_agent("lost-1", "lost-1", &log);
    let mut text = String::new();
    for _ in 0..200 {
        text = std::fs::read_to_string(&log).unwrap_or_default();
        if text.contains("refuse this key") {
            break;
        }
        pause();
    }
    agent.end();
    assert!(text.contains("refuse this key"), "{text}");
    for fleet in [&ours, &theirs] {
        let list = fleet.run("ops1", &["key", "list", "--out", "json"]).json();
        assert_eq!(list["minions_pre"], serde_json::json!([]), "{list}");
    }
}
