use serde_json::{Value as Json, json};

use super::*;
use crate::Step;
use crate::sample::{call, shown};
use machine::file::{FileKind, Stat};
use machine::x509::{Algorithm, Encoding, Facts, Key};
use model::{Map, Verdict};

const PATH: &str = "/srv/tls.key";

/// A file with mode 0400 that holds this.
fn there(found: Found) -> Live {
    let stat = Stat { kind: FileKind::File, mode: 0o400, ..stat() };
    let now = Now {
        link: Some(stat.clone()),
        stat: Some(stat),
        contents: Some(b"old".to_vec()),
        has_parent: true,
        missing_parents: vec![],
    };
    Live { now, key: Ok(Some(found)), text: Ok(String::new()), signed: None }
}

fn stat() -> Stat {
    Stat::find("/".as_ref()).expect("it can be read").expect("a directory")
}

fn nothing() -> Live {
    Live {
        now: Now { has_parent: true, ..Now::default() },
        key: Ok(None),
        text: Ok(String::new()),
        signed: None,
    }
}

fn rsa() -> Key {
    Key { algorithm: Algorithm::Rsa(2048), encoding: Encoding::Pem, is_encrypted: false }
}

/// The outcome of a test run, and what a real run does.
fn plan(arguments: &Json, live: Live) -> ((Verdict, String, Json), Vec<String>) {
    call("x509.private_key_managed", PATH, arguments, |call| {
        let intent = X509::diff(call, live);
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        (shown(&intent), lines)
    })
}

fn changes(arguments: &Json, live: Live) -> Json {
    let ((verdict, comment, changes), _) = plan(arguments, live);
    assert_eq!(verdict, Verdict::WouldChange, "{comment}");
    changes
}

#[test]
fn a_key_is_made_if_it_is_missing_or_another_one() {
    let key = |key| there(Found::Key(key));
    let ((_, comment, shown), lines) = plan(&json!({}), nothing());
    assert_eq!(
        (comment.as_str(), shown),
        ("The private key would have been created", json!({"created": PATH}))
    );
    assert!(lines[0].contains("openssl genpkey -outform PEM -algorithm RSA"), "{lines:?}");
    assert_eq!(plan(&json!({}), key(rsa())).0.0, Verdict::Succeeded);
    assert_eq!(plan(&json!({"keysize": 2048, "algo": "rsa"}), key(rsa())).1, [""; 0]);
    assert_eq!(changes(&json!({"keysize": 4096}), key(rsa())), json!({"keysize": 4096}));
    assert_eq!(changes(&json!({"algo": "ec"}), key(rsa())), json!({"algo": "ec"}));
    assert_eq!(changes(&json!({"algo": "ed25519"}), key(rsa())), json!({"algo": "ed25519"}));
    let mut other = rsa();
    other.algorithm = Algorithm::Other;
    assert_eq!(changes(&json!({}), key(other)), json!({"algo": "rsa"}));
    let replaced = Live { key: Ok(None), ..key(rsa()) };
    assert_eq!(changes(&json!({"new": true}), replaced), json!({"replaced": PATH}));
}

#[test]
fn a_new_form_or_passphrase_keeps_the_key() {
    let key = |key| there(Found::Key(key));
    let arguments = json!({"passphrase": "opensesame"});
    assert_eq!(changes(&arguments, key(rsa())), json!({"passphrase": true}));
    let (_, lines) = plan(&arguments, key(rsa()));
    assert!(lines[0].contains("openssl pkey -inform PEM -outform PEM -aes-256-cbc"), "{lines:?}");
    assert!(!lines[0].contains("opensesame"), "{lines:?}");
    let encrypted = Key { is_encrypted: true, ..rsa() };
    assert_eq!(plan(&arguments, key(encrypted)).1, [""; 0]);
    assert_eq!(changes(&json!({"encoding": "der"}), key(rsa())), json!({"encoding": "der"}));
    let (_, lines) = plan(&json!({"encoding": "der"}), key(rsa()));
    assert!(lines[0].contains("openssl pkey -inform PEM -outform DER"), "{lines:?}");
    // Another size makes a new key, with the passphrase.
    let (_, lines) = plan(&json!({"passphrase": "opensesame", "keysize": 3072}), key(rsa()));
    assert!(lines[0].contains("genpkey") && lines[0].contains("-aes-256-cbc"), "{lines:?}");
}

#[test]
fn a_file_that_cannot_be_read_as_a_key_stays_unless_overwrite_is_set() {
    for found in [Found::Locked, Found::WrongPassphrase, Found::NoKey] {
        let ((verdict, comment, _), lines) = plan(&json!({}), there(found));
        assert_eq!(verdict, Verdict::Failed);
        assert!(comment.contains("Pass overwrite: true") && lines.is_empty(), "{comment}");
        assert_eq!(changes(&json!({"overwrite": true}), there(found)), json!({"replaced": PATH}));
    }
}

#[test]
fn owner_and_mode_change_without_a_new_key() {
    let ((_, _, changes), lines) = plan(&json!({"mode": "0440"}), there(Found::Key(rsa())));
    assert_eq!(changes, json!({"mode": "0440"}));
    assert!(!lines.is_empty() && !lines.iter().any(|line| line.contains("openssl")), "{lines:?}");
}

#[test]
fn what_is_not_supported_is_refused_with_advice() {
    for (arguments, part) in [
        (json!({"encoding": "pkcs12"}), "openssl pkcs12"),
        (json!({"encoding": "der", "passphrase": "opensesame"}), "leave out"),
        (json!({"pkcs12_encryption_compat": true}), "PEM or DER"),
        (json!({"keysize": 1024}), "2048, 3072, 4096"),
        (json!({"algo": "ec", "keysize": 2048}), "256, 384, 521"),
        (json!({"algo": "ed25519", "keysize": 256}), "keysize is an invalid parameter"),
        (json!({"attrs": "i"}), "chattr"),
        (json!({"selinux": {"serange": "s0"}}), "chcon"),
    ] {
        let ((verdict, comment, _), _) = plan(&arguments, nothing());
        assert_eq!(verdict, Verdict::Failed, "{arguments}");
        assert!(comment.contains(part), "{comment}");
    }
}

#[tokio::test]
async fn what_an_earlier_state_may_bring_fails_in_a_real_run_only() {
    let unread = Live { key: Err("no openssl".to_owned()), ..there(Found::NoKey) };
    let no_directory = Live { now: Now::default(), ..nothing() };
    for (live, reason) in [(unread, "no openssl"), (no_directory, "Parent directory not present")] {
        let intent = call("x509.private_key_managed", PATH, &json!({}), |call| X509::diff(call, live));
        assert_eq!(shown(&intent).0, Verdict::WouldChange);
        let Intent::Act { step, .. } = intent else { panic!("a real run fails") };
        let outcome = step.carry_out().await;
        assert_eq!((outcome.verdict, outcome.comment.as_str()), (Verdict::Failed, reason));
    }
}

#[test]
fn a_text_is_written_in_lines_and_a_key_is_private() {
    let pem = |text: &str| {
        let live = Live { text: Ok(text.to_owned()), ..nothing() };
        call("x509.pem_managed", "/srv/x.pem", &json!({"text": text}), |call| {
            let intent = X509::diff(call, live);
            let operations = match &intent {
                Intent::Act { step, .. } => format!("{:?}", step.clone().into_parts().0),
                _ => String::new(),
            };
            (shown(&intent), operations)
        })
    };
    let ((verdict, ..), operations) = pem("-----BEGIN CERTIFICATE-----QUJD-----END CERTIFICATE-----");
    assert_eq!(verdict, Verdict::WouldChange);
    assert!(!operations.contains(&format!("mode: Some({})", 0o600)), "{operations}");
    let (_, operations) = pem("-----BEGIN PRIVATE KEY-----QUJD-----END PRIVATE KEY-----");
    assert!(operations.contains(&format!("mode: Some({})", 0o600)), "{operations}");
    let ((verdict, comment, _), _) = pem("-----BEGIN PRIVATE KEY-----QUJD");
    assert!(verdict == Verdict::Failed && !comment.contains("QUJD"), "{comment}");
}

fn facts(subject: &str, extensions: &[(&str, &str)]) -> Facts {
    let extensions = extensions.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    Facts { subject: subject.to_owned(), extensions, ..Facts::default() }
}

/// The outcome of a test run of a request, and the number of operations.
fn request(arguments: &Json, live: Live) -> ((Verdict, String, Json), usize) {
    let mut all = json!({"private_key": PATH});
    all.as_object_mut().expect("a mapping").extend(arguments.as_object().expect("a mapping").clone());
    call("x509.csr_managed", "/srv/tls.csr", &all, |call| {
        let intent = X509::diff(call, live);
        let count =
            if let Intent::Act { step, .. } = &intent { step.clone().into_parts().0.len() } else { 0 };
        (shown(&intent), count)
    })
}

fn beside(present: Option<Facts>, wanted: Facts) -> Live {
    let contents = b"new".to_vec();
    let found = Signed { present, wanted, reasons: Map::new(), contents, converted: None, ignored: None };
    Live { signed: Some(Ok(found)), ..there(Found::NoKey) }
}

#[test]
fn a_document_is_made_anew_if_it_differs() {
    let wanted = facts("CN=a", &[("X509v3 Key Usage", "x"), ("X509v3 Subject Alternative Name", "y")]);
    let ((verdict, comment, _), _) = request(&json!({}), beside(Some(wanted.clone()), wanted.clone()));
    assert_eq!(verdict, Verdict::Succeeded);
    assert_eq!(comment, "The certificate signing request is in the correct state");

    let other = facts("CN=b", &[("X509v3 Key Usage", "z"), ("OCSP No Check", "")]);
    let ((_, comment, changes), count) = request(&json!({}), beside(Some(other), wanted.clone()));
    assert_eq!(comment, "The certificate signing request would have been recreated");
    let extensions = json!({"added": ["subjectAltName"], "changed": ["keyUsage"], "removed": ["noCheck"]});
    assert_eq!((changes, count), (json!({"subject_name": "CN=a", "extensions": extensions}), 1));

    let ((_, _, changes), _) = request(&json!({}), beside(None, wanted.clone()));
    assert_eq!(changes, json!({"replaced": "/srv/tls.csr"}));
    let missing = Live { now: nothing().now, ..beside(None, wanted.clone()) };
    let ((_, comment, changes), _) = request(&json!({}), missing);
    assert_eq!(changes, json!({"created": "/srv/tls.csr"}));
    assert_eq!(comment, "The certificate signing request would have been created");
    let missing = Live { now: nothing().now, ..beside(None, wanted.clone()) };
    assert_eq!(request(&json!({"create": false}), missing).0.0, Verdict::Succeeded);

    let permitted = request(&json!({"mode": "0440"}), beside(Some(wanted.clone()), wanted));
    assert_eq!((permitted.0.2, permitted.1), (json!({"mode": "0440"}), 1));
}

#[test]
fn a_missing_key_fails_in_a_real_run_only_and_a_wrong_argument_in_both() {
    let late = Live { signed: Some(Err(DocumentError::Missing("no key".to_owned()))), ..nothing() };
    let created = json!({"created": "/srv/tls.csr"});
    assert_eq!(request(&json!({}), late).0, (Verdict::WouldChange, "no key".to_owned(), created));
    let wrong = Live { signed: Some(Err(DocumentError::Refused("no".to_owned()))), ..nothing() };
    assert_eq!(request(&json!({}), wrong).0.0, Verdict::Failed);
}

#[test]
fn what_a_certificate_does_not_support_is_refused_with_advice() {
    for (arguments, part) in [
        (json!({"ca_server": "ca"}), "ca_server is not supported"),
        (json!({"signing_policy": "www"}), "in the state"),
        (json!({"not_after": "2030-01-01 00:00:00"}), "days_valid"),
        (json!({"copypath": "/srv"}), "file.copy"),
        (json!({"pkcs12_passphrase": "opensesame"}), "pkcs12"),
        (json!({"encoding": "pkcs12"}), "write pem"),
        (json!({"digest": "md5"}), "not one of sha1"),
        (json!({"signing_private_key": "tls.key"}), "neither an absolute path"),
        (json!({"serial_number": "shop"}), "no number"),
        (json!({"crlDistributionPoints": [{"fullname": ["URI:http://a"]}]}), "for openssl"),
    ] {
        let mut all = json!({"signing_private_key": PATH});
        all.as_object_mut().expect("a mapping").extend(arguments.as_object().expect("a mapping").clone());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let answer = call("x509.certificate_managed", "/srv/tls.crt", &all, |call| {
            runtime.block_on(certificate::describe(&call, &nothing().now))
        });
        let Err(DocumentError::Refused(reason)) = answer else { panic!("{arguments}: {answer:?}") };
        assert!(reason.contains(part), "{reason}");
    }
}

#[test]
fn serial_numbers_have_two_forms() {
    let read = |value: Json| certificate::serial(&model::Value::from(value)).ok();
    assert_eq!(read(json!(4660)).as_deref(), Some("1234"));
    assert_eq!(read(json!("0A:bc:1")).as_deref(), Some("ABC1"));
    assert_eq!(read(json!(5)).as_deref(), Some("05"));
    assert_eq!(read(json!("")), None);
}
