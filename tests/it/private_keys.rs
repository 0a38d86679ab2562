//! `x509.private_key_managed` and `x509.pem_managed` beside the real `openssl`: it reads what they write.

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use serde_json::{Value as Json, json};

use crate::support::{Place, left_out, missing};

const PATH: &str = "/usr/sbin:/usr/bin:/sbin:/bin";

/// A place to run states in, or nothing if `openssl` is missing.
pub fn ready(what: &str) -> Option<Place> {
    let missing = missing(&["/usr/bin/openssl"]);
    if !missing.is_empty() {
        left_out(what, 1, &missing, true);
        return None;
    }
    Some(Place::new().set("PATH", PATH))
}

/// One run of one state. Its result and changes.
pub fn run(place: &Place, name: &str, function: &str, arguments: &Json, test: bool) -> (Json, Json) {
    let path = place.path(name);
    let given: Vec<Json> =
        arguments.as_object().expect("arguments").iter().map(|(key, value)| json!({key: value})).collect();
    let sls = json!({path.to_str().expect("text"): {function: given}});
    std::fs::write(place.path("states/case.sls"), sls.to_string()).expect("a file");
    let words = ["-c", "orchestration", "--out", "json", "state.sls", "case"];
    let test = format!("test={}", if test { "True" } else { "False" });
    let printed = place.run_words(&[&words[..], &[&test]].concat());
    assert!(!printed.whole().contains("opensesame"), "a passphrase is shown: {}", printed.whole());
    let all: Json = serde_json::from_str(&printed.stdout).unwrap_or_else(|_| panic!("{}", printed.whole()));
    let states = all["local"].as_object().unwrap_or_else(|| panic!("{}", printed.whole()));
    let state = states.values().next().expect("a state");
    (state["result"].clone(), state["changes"].clone())
}

/// A test run, a real run, and a second real run: the first two show the same changes, the third none.
fn managed(place: &Place, name: &str, arguments: &Json) -> Json {
    let function = "x509.private_key_managed";
    let before = std::fs::read(place.path(name)).ok();
    let (result, foreseen) = run(place, name, function, arguments, true);
    assert_eq!(result, Json::Null, "{arguments}: {foreseen}");
    assert_eq!(std::fs::read(place.path(name)).ok(), before, "{arguments}: a test run changes nothing");
    assert_eq!(run(place, name, function, arguments, false), (json!(true), foreseen.clone()), "{arguments}");
    assert_eq!(run(place, name, function, arguments, false), (json!(true), json!({})), "{arguments}");
    foreseen
}

/// What `openssl pkey` prints of the public half.
fn public(place: &Place, name: &str, options: &[&str]) -> String {
    let output = Command::new("openssl")
        .args(["pkey", "-noout", "-text_pub", "-in"])
        .arg(place.path(name))
        .args(options)
        .stdin(Stdio::null())
        .output()
        .expect("openssl");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn openssl_reads_the_keys_that_are_made() {
    let Some(place) = ready("private keys") else { return };
    for (name, arguments, part) in [
        ("rsa.key", json!({}), "(2048 bit)"),
        ("large.key", json!({"keysize": 3072, "encoding": "der"}), "(3072 bit)"),
        ("ec.key", json!({"algo": "ec"}), "NIST CURVE: P-256"),
        ("ec521.key", json!({"algo": "ec", "keysize": 521, "mode": "0600"}), "NIST CURVE: P-521"),
        ("new/ed.key", json!({"algo": "ed25519", "makedirs": true}), "ED25519 Public-Key"),
        ("ed448.key", json!({"algo": "ed448"}), "ED448 Public-Key"),
    ] {
        assert!(managed(&place, name, &arguments)["created"].is_string(), "{name}");
        let form = if arguments["encoding"] == "der" { "DER" } else { "PEM" };
        let printed = public(&place, name, &["-inform", form]);
        assert!(printed.contains(part), "{name}: {printed}");
        let mode = std::fs::metadata(place.path(name)).expect("a file").permissions().mode() & 0o7777;
        assert_eq!(mode, if arguments["mode"] == "0600" { 0o600 } else { 0o400 }, "{name}");
    }
    assert_eq!(managed(&place, "rsa.key", &json!({"algo": "ec"})), json!({"algo": "ec"}));
    assert_eq!(managed(&place, "ec.key", &json!({"algo": "ec", "keysize": 384})), json!({"keysize": 384}));
    assert_eq!(
        managed(&place, "ed448.key", &json!({"algo": "ed448", "mode": "0440"})),
        json!({"mode": "0440"})
    );
}

#[test]
fn a_passphrase_and_a_form_keep_the_key() {
    let Some(place) = ready("passphrases of private keys") else { return };
    let ec = |more: &Json| {
        let mut arguments = json!({"algo": "ec"});
        arguments.as_object_mut().expect("a mapping").extend(more.as_object().expect("a mapping").clone());
        arguments
    };
    managed(&place, "a.key", &ec(&json!({})));
    let old = public(&place, "a.key", &[]);
    assert_eq!(managed(&place, "a.key", &ec(&json!({"encoding": "der"}))), json!({"encoding": "der"}));
    assert_eq!(public(&place, "a.key", &["-inform", "DER"]), old);
    let locked = ec(&json!({"passphrase": "opensesame"}));
    assert_eq!(managed(&place, "a.key", &locked), json!({"passphrase": true, "encoding": "pem"}));
    assert_eq!(public(&place, "a.key", &["-passin", "pass:opensesame"]), old);
    let text = std::fs::read_to_string(place.path("a.key")).expect("a file");
    assert!(text.starts_with("-----BEGIN ENCRYPTED PRIVATE KEY-----"), "{text}");
    // Without the passphrase, and with another one, the file stays.
    for other in [json!({}), json!({"passphrase": "another one"})] {
        let answer = run(&place, "a.key", "x509.private_key_managed", &ec(&other), false);
        assert_eq!(answer, (json!(false), json!({})), "{other}");
        assert_eq!(std::fs::read_to_string(place.path("a.key")).expect("a file"), text);
    }
    let arguments = ec(&json!({"overwrite": true}));
    assert!(managed(&place, "a.key", &arguments)["replaced"].is_string());
    assert_ne!(public(&place, "a.key", &[]), old);
}

#[test]
fn a_key_of_another_program_is_kept() {
    let Some(place) = ready("keys of openssl") else { return };
    for (words, arguments) in [
        ("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048", json!({"mode": "0600"})),
        ("ecparam -name secp384r1 -genkey -noout", json!({"algo": "ec", "keysize": 384, "mode": "0600"})),
    ] {
        let mut made = Command::new("openssl");
        made.args(words.split(' ')).arg("-out").arg(place.path("b.key"));
        assert!(made.stderr(Stdio::null()).status().expect("openssl").success(), "{words}");
        std::fs::set_permissions(place.path("b.key"), std::fs::Permissions::from_mode(0o600))
            .expect("a mode");
        let answer = run(&place, "b.key", "x509.private_key_managed", &arguments, false);
        assert_eq!(answer, (json!(true), json!({})), "{words}");
    }
}

#[test]
fn openssl_reads_a_certificate_that_lost_its_lines() {
    let Some(place) = ready("texts in PEM") else { return };
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=shop.example", "-keyout"])
        .arg(place.path("c.key"))
        .stderr(Stdio::null())
        .output()
        .expect("openssl");
    let text = String::from_utf8(made.stdout).expect("text");
    let flat = json!({"text": text.replace('\n', "")});
    let (result, foreseen) = run(&place, "c.crt", "x509.pem_managed", &flat, true);
    assert_eq!((result, foreseen["newfile"].is_string()), (Json::Null, true));
    assert_eq!(run(&place, "c.crt", "x509.pem_managed", &flat, false).0, json!(true));
    assert_eq!(std::fs::read_to_string(place.path("c.crt")).expect("a file"), text);
    assert_eq!(run(&place, "c.crt", "x509.pem_managed", &flat, false), (json!(true), json!({})));
    // The text may be in a file, such as one with a key: only its owner reads the new file.
    let key = json!({"text": place.path("c.key")});
    assert_eq!(run(&place, "d.key", "x509.pem_managed", &key, false).0, json!(true));
    let mode = std::fs::metadata(place.path("d.key")).expect("a file").permissions().mode() & 0o7777;
    assert_eq!(mode, 0o600);
}
