//! Keys that change by root documents, and TUF's attacks on them.

use std::fs;
use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};

use super::place::{Place, now};
use crate::artifact::{Anchor, Envelope, Refusal, Role, Root, Signed, SigningKey};
use crate::deploy::*;
use crate::publish::{Promotion, keys_of, promote, publish_root};

const YEAR: i64 = 365;

fn later(days: i64) -> Timestamp {
    now().checked_add(SignedDuration::from_hours(24 * days)).unwrap()
}

fn key() -> SigningKey {
    SigningKey::generate().unwrap().0
}

fn role(keys: &[&SigningKey], threshold: usize) -> Role {
    Role { keys: keys.iter().map(|key| key.public()).collect(), threshold }
}

/// A document with the keys of the place.
fn document(place: &Place, version: u64, root: Role) -> Root {
    let (releases, pointers) = (role(&[&place.key], 1), role(&[&place.key], 1));
    Root { format: 1, version, expires: later(YEAR), root, releases, pointers, renewals: vec![] }
}

fn envelope(root: &Root, keys: &[&SigningKey]) -> Vec<u8> {
    let mut envelope = Envelope::unsigned(Signed::Root, &root.to_bytes());
    for key in keys {
        envelope.sign_too(Signed::Root, key).unwrap();
    }
    envelope.to_bytes()
}

fn path(place: &Place, version: u64) -> PathBuf {
    place.dir.path().join(format!("store/.root/{version}.json"))
}

fn published(place: &Place, root: &Root, keys: &[&SigningKey]) {
    let anchor = place.rules.root.clone().unwrap();
    let (bytes, store) = (envelope(root, keys), place.store());
    let done = publish_root(&bytes, &store, &anchor);
    assert!(place.runtime.block_on(done).unwrap().1);
}

/// The document that a thief of the bucket puts there.
fn smuggled(place: &Place, root: &Root, keys: &[&SigningKey]) {
    fs::write(path(place, root.version), envelope(root, keys)).unwrap();
}

/// An instance with a root document of two of three keys, and with r1 in service.
fn place() -> (Place, [SigningKey; 3]) {
    let mut place = Place::new();
    let roots = [key(), key(), key()];
    let [a, b, c] = &roots;
    place.rules.root = Some(Anchor { version: 1, root: role(&[a, b, c], 2) });
    let first = document(&place, 1, role(&[a, b, c], 2));
    published(&place, &first, &[a, b]);
    place.deployed("r1");
    (place, roots)
}

fn promoted(place: &Place, revision: &str, by: &SigningKey) -> usize {
    let anchor = place.rules.root.as_ref();
    let promotion = Promotion {
        service: "myapp",
        revision,
        instance: None,
        expires_days: None,
        rollback: true,
        now: later(1),
    };
    let store = place.store();
    let done = async {
        let keys = keys_of(&store, anchor, &place.rules.pinned, now()).await?;
        promote(&promotion, &store, by, &keys).await
    };
    place.runtime.block_on(done).unwrap().missing
}

#[test]
fn keys_change_by_a_document_and_the_configuration_stays() {
    let (mut place, [a, b, c]) = place();
    let (old, d) = (std::mem::replace(&mut place.key, key()), key());
    // Root keys change, too: b and c hand over to c and d.
    let second = document(&place, 2, role(&[&c, &d], 2));
    published(&place, &second, &[&b, &c, &d]);
    assert_eq!(place.refused(), Refusal::UnknownKey(old.public().id()), "the old key points to nothing");
    place.rules.pinned = second.pinned();
    place.published("myapp", "r2");
    assert_eq!(promoted(&place, "r2", &place.key), 0);
    assert_eq!(place.deploy().unwrap().unwrap().revision, "r2");
    // A new instance knows only the first keys, and finds the latest ones.
    fs::remove_dir_all(place.root()).unwrap();
    assert_eq!(place.deploy().unwrap().unwrap().revision, "r2");
    // A third document needs the keys of the second: those of the first do not count any more.
    let third = document(&place, 3, role(&[&a], 1));
    smuggled(&place, &third, &[&a, &b]);
    assert!(matches!(place.refused(), Refusal::UnknownKey(_)));
}

#[test]
fn compromise_of_a_root_key_below_the_threshold() {
    let (place, [a, ..]) = place();
    let thief = key();
    let second = Root { releases: role(&[&thief], 1), ..document(&place, 2, role(&[&thief], 1)) };
    smuggled(&place, &second, &[&a, &thief]);
    assert_eq!(place.refused(), Refusal::TooFew { found: 1, least: 2 });
    let second = Root { releases: role(&[&thief], 1), ..second };
    smuggled(&place, &second, &[&thief]);
    assert_eq!(place.refused(), Refusal::UnknownKey(thief.public().id()));
}

#[test]
fn compromise_of_one_pointer_key() {
    let (mut place, [a, b, c]) = place();
    let second_key = key();
    let second =
        Root { pointers: role(&[&place.key, &second_key], 2), ..document(&place, 2, role(&[&a, &b, &c], 2)) };
    published(&place, &second, &[&a, &b]);
    assert_eq!(place.refused(), Refusal::TooFew { found: 1, least: 2 }, "one signature was enough before");
    place.rules.pinned = second.pinned();
    place.published("myapp", "r2");
    // The first signer proposes, and does not sign twice; the second one makes it current.
    assert_eq!(promoted(&place, "r2", &place.key), 1);
    assert_eq!(promoted(&place, "r2", &place.key), 1);
    assert_eq!(place.refused(), Refusal::TooFew { found: 1, least: 2 });
    assert_eq!(promoted(&place, "r2", &second_key), 0);
    assert_eq!(place.deploy().unwrap().unwrap().revision, "r2");
    // Another revision is another proposal.
    place.published("myapp", "r3");
    assert_eq!(promoted(&place, "r3", &place.key), 1);
    assert_eq!(promoted(&place, "r2", &second_key), 1);
}

#[test]
fn rollback_attack_on_the_root_document() {
    let (mut place, [a, b, c]) = place();
    let old = std::mem::replace(&mut place.key, key());
    let second = document(&place, 2, role(&[&a, &b, &c], 2));
    published(&place, &second, &[&a, &b]);
    assert!(matches!(place.refused(), Refusal::UnknownKey(_)));
    // A thief who removes the second document brings the old key back only to new instances, until the first one
    // expires.
    fs::remove_file(path(&place, 2)).unwrap();
    assert_eq!(place.refused(), Refusal::UnknownKey(old.public().id()));
    // A document with the name of a later version does not become one.
    fs::copy(path(&place, 1), path(&place, 3)).unwrap();
    assert_eq!(place.refused(), Refusal::RootVersion { found: 1, wanted: 3 });
}

#[test]
fn indefinite_freeze_attack_on_the_root_document() {
    let (place, [a, b, c]) = place();
    place.day.set(later(YEAR + 1));
    assert!(matches!(place.refused(), Refusal::RootExpired(_)));
    fs::remove_dir_all(place.root()).unwrap();
    assert!(matches!(place.refused(), Refusal::RootExpired(_)), "nor does a new instance believe it");
    let second = Root { expires: later(2 * YEAR), ..document(&place, 2, role(&[&a, &b, &c], 2)) };
    published(&place, &second, &[&b, &c]);
    assert_eq!(place.deploy().unwrap().unwrap().revision, "r1");
}

#[test]
fn fast_forward_attack() {
    let (mut place, [a, b, c]) = place();
    // A thief of the pointer key counts as far ahead as possible.
    let store = place.dir.path().join("store/myapp/current.json");
    let document_of = |place: &Place| {
        let keys = place.keys();
        let bytes = fs::read(&store).unwrap();
        Envelope::open(&bytes, Signed::Pointer, &keys.pointers, 1).unwrap()
    };
    let mut pointer: serde_json::Value = serde_json::from_slice(&document_of(&place)).unwrap();
    pointer["sequence"] = u64::MAX.into();
    let text = serde_json::to_vec(&pointer).unwrap();
    fs::write(&store, Envelope::sign(Signed::Pointer, &text, &place.key).to_bytes()).unwrap();
    place.deploy().unwrap();
    // With other keys, counting begins again.
    place.key = key();
    let second = document(&place, 2, role(&[&a, &b, &c], 2));
    published(&place, &second, &[&a, &c]);
    place.rules.pinned = second.pinned();
    place.published("myapp", "r2");
    assert_eq!(promoted(&place, "r2", &place.key), 0);
    assert_eq!(place.deploy().unwrap().unwrap().revision, "r2");
}

#[test]
fn mix_and_match_attack_on_root_documents() {
    let (place, [a, b, c]) = place();
    // The document of another store, with other root keys, does not belong to this chain.
    let (x, y) = (key(), key());
    let foreign = document(&place, 2, role(&[&x, &y], 2));
    smuggled(&place, &foreign, &[&x, &y]);
    assert!(matches!(place.refused(), Refusal::UnknownKey(_)));
    // A pointer in the position of a root document is refused.
    fs::copy(place.dir.path().join("store/myapp/current.json"), path(&place, 2)).unwrap();
    assert!(matches!(place.refused(), Refusal::Document(_)));
    // A document that was changed after it was signed.
    let second = document(&place, 2, role(&[&a, &b, &c], 2));
    let signed = String::from_utf8(envelope(&second, &[&a, &b])).unwrap();
    let other = String::from_utf8(envelope(&Root { expires: later(9999), ..second }, &[])).unwrap();
    let payload = |text: &str| {
        let json: serde_json::Value = serde_json::from_str(text).unwrap();
        json["payload"].as_str().unwrap().to_owned()
    };
    fs::write(path(&place, 2), signed.replace(&payload(&signed), &payload(&other))).unwrap();
    assert!(matches!(place.refused(), Refusal::BadSignature(_)));
}

#[test]
fn a_store_without_the_document_is_refused_and_a_preview_keeps_nothing() {
    let (place, _) = place();
    let kept = place.root().join(".root.json");
    assert!(kept.is_file());
    fs::remove_file(&kept).unwrap();
    place.run(None, Disk::unwatched(), preview).unwrap();
    assert!(!kept.exists());
    fs::remove_file(path(&place, 1)).unwrap();
    let error = place.deploy().unwrap_err();
    assert!(error.to_string().starts_with("there is no root document 1 in "), "{error}");
}
