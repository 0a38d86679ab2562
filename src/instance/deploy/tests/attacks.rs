//! The attacks on update systems that TUF names: each is refused, and the release in service stays.
//!
//! See <https://theupdateframework.github.io/specification/latest/#goals-to-protect-against-specific-attacks>. Attacks
//! inside an archive or a document are in `tests/it/instance/tampered`.

use std::fs;
use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};

use super::place::{Place, now};
use crate::artifact::{Envelope, Pinned, Refusal, Signed, SigningKey};
use crate::publish::{Built, Promotion, Renewal, promote, publish, refresh, sign};

fn later(days: i64) -> Timestamp {
    now().checked_add(SignedDuration::from_hours(24 * days)).unwrap()
}

fn current(place: &Place) -> PathBuf {
    place.dir.path().join("store/myapp/current.json")
}

fn fresh(place: &Place) -> PathBuf {
    place.dir.path().join("store/myapp/fresh.json")
}

/// Makes a revision current for this many days.
fn promoted_for_days(place: &Place, revision: &str, days: i64) {
    let (service, rollback) = ("myapp", true);
    let promotion =
        Promotion { service, revision, instance: None, expires_days: Some(days), rollback, now: now() };
    place.runtime.block_on(promote(&promotion, &place.store(), &place.key, &place.keys())).unwrap();
}

/// Renews the pointer for this many days from a time on.
fn renewed(place: &Place, key: &SigningKey, days: i64, now: Timestamp) {
    let renewal = Renewal { service: "myapp", instance: None, days, now };
    let pinned = Pinned { renewals: vec![key.public()], ..place.keys() };
    let store = place.store();
    let done = refresh(&renewal, &store, key, &pinned);
    place.runtime.block_on(done).unwrap();
}

#[test]
fn arbitrary_software_attack() {
    let place = Place::new();
    place.deployed("r1");
    place.published("myapp", "r2");
    let (other, _) = SigningKey::generate().unwrap();
    let document =
        Envelope::open(&fs::read(current(&place)).unwrap(), Signed::Pointer, &place.keys().pointers, 1)
            .unwrap();
    let text = String::from_utf8(document).unwrap().replace("r1", "r2");
    fs::write(current(&place), Envelope::sign(Signed::Pointer, text.as_bytes(), &other).to_bytes()).unwrap();
    assert_eq!(place.refused(), Refusal::UnknownKey(other.public().id()));
}

#[test]
fn rollback_attack() {
    let place = Place::new();
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    let old = fs::read(current(&place)).unwrap();
    place.deployed("r2");
    fs::write(current(&place), old).unwrap();
    assert!(matches!(place.refused(), Refusal::RolledBack { .. }));
}

#[test]
fn indefinite_freeze_attack() {
    let mut place = Place::new();
    let (renewer, _) = SigningKey::generate().unwrap();
    place.rules.pinned.renewals = vec![renewer.public()];
    place.published("myapp", "r1");
    promoted_for_days(&place, "r1", 10);
    place.deploy().unwrap();
    place.day.set(later(9));
    place.deploy().unwrap();
    place.day.set(later(11));
    assert!(matches!(place.refused(), Refusal::Expired(_)), "what is shown for ever has an end");
    renewed(&place, &renewer, 7, later(10));
    assert_eq!(place.deploy().unwrap().unwrap().steps, [], "it was renewed");
    place.day.set(later(18));
    assert!(matches!(place.refused(), Refusal::Expired(_)), "the renewal has an end, too");
    // A new instance has no record, and does not get it either.
    fs::remove_dir_all(place.root()).unwrap();
    assert!(matches!(place.refused(), Refusal::Expired(_)));
}

#[test]
fn a_renewal_does_not_revive_another_pointer() {
    let mut place = Place::new();
    let (renewer, _) = SigningKey::generate().unwrap();
    place.rules.pinned.renewals = vec![renewer.public()];
    place.published("myapp", "r1");
    promoted_for_days(&place, "r1", 10);
    let old = fs::read(current(&place)).unwrap();
    place.published("myapp", "r2");
    promoted_for_days(&place, "r2", 10);
    renewed(&place, &renewer, 100, later(9));
    fs::write(current(&place), old).unwrap();
    place.day.set(later(11));
    assert!(matches!(place.refused(), Refusal::Expired(_)), "the renewal is one of r2's pointer");
}

#[test]
fn mix_and_match_attack() {
    let place = Place::new();
    place.deployed("r1");
    place.published("myapp", "r2");
    place.published("myapp", "r3");
    place.promoted("myapp", "r3");
    let store = place.dir.path().join("store/myapp");
    for name in ["manifest.json", "manifest.json.sig", "archive.tar.gz"] {
        fs::copy(store.join("r2").join(name), store.join("r3").join(name)).unwrap();
    }
    assert_eq!(place.refused(), Refusal::OtherManifest);
}

#[test]
fn wrong_software_installation() {
    let place = Place::new();
    place.deployed("r1");
    place.published("other", "r9");
    place.promoted("other", "r9");
    fs::copy(place.dir.path().join("store/other/current.json"), current(&place)).unwrap();
    assert!(matches!(place.refused(), Refusal::Service { .. }));
    // The pointer of an instance is not one of all instances.
    place.promoted_for("myapp", "r1", Some("production"));
    fs::copy(place.dir.path().join("store/myapp/current.production.json"), current(&place)).unwrap();
    assert!(matches!(place.refused(), Refusal::Instance { .. }));
}

#[test]
fn compromise_of_the_key_that_renews() {
    let mut place = Place::new();
    let (renewer, _) = SigningKey::generate().unwrap();
    place.rules.pinned.renewals = vec![renewer.public()];
    place.published("myapp", "r1");
    place.deployed("r2");
    let document =
        Envelope::open(&fs::read(current(&place)).unwrap(), Signed::Pointer, &place.keys().pointers, 1)
            .unwrap();
    let text = String::from_utf8(document).unwrap().replace("r2", "r1");
    fs::write(current(&place), Envelope::sign(Signed::Pointer, text.as_bytes(), &renewer).to_bytes())
        .unwrap();
    assert_eq!(place.refused(), Refusal::UnknownKey(renewer.public().id()));
    // A key that may not renew cannot keep a pointer valid.
    promoted_for_days(&place, "r2", 10);
    let (other, _) = SigningKey::generate().unwrap();
    renewed(&place, &other, 100, now());
    place.day.set(later(11));
    assert!(matches!(place.refused(), Refusal::Expired(_)));
    assert!(fresh(&place).is_file());
}

#[test]
fn endless_data_attack() {
    let place = Place::new();
    place.deployed("r1");
    fs::File::create(current(&place)).unwrap().set_len(1 << 40).unwrap();
    let message = place.deploy().unwrap_err().with_causes();
    assert!(message.contains("but at most 67108864 are allowed"), "{message}");
    assert_eq!(place.whole().as_deref(), Some("r1"));
}

#[test]
fn compromise_of_one_release_key() {
    let mut place = Place::new();
    let (second, _) = SigningKey::generate().unwrap();
    let own = place.key.public();
    // Its id is pinned twice, but it is still one key.
    place.rules.pinned.releases = vec![own.clone(), own, second.public()];
    place.published("myapp", "r1");
    let built = Built::at(&place.dir.path().join("built/myapp/r1"));
    let again = |place: &Place| {
        place.runtime.block_on(publish(&built, &place.store(), &place.keys())).unwrap();
        place.promoted("myapp", "r1");
    };
    again(&place);
    place.rules.pinned.least = 2;
    assert_eq!(place.refused(), Refusal::TooFew { found: 1, least: 2 });
    let done = place.runtime.block_on(publish(&built, &place.store(), &place.keys()));
    assert!(done.unwrap_err().to_string().contains("1 of the keys that count for it have signed it"));
    sign(&built, &second).unwrap();
    again(&place);
    assert_eq!(place.deploy().unwrap().unwrap().revision, "r1");
}

#[test]
fn compromise_of_the_key_that_points() {
    let mut place = Place::new();
    place.deployed("r1");
    let (pointer, _) = SigningKey::generate().unwrap();
    place.rules.pinned.pointers = vec![pointer.public()];
    let own = place.key.public().id();
    assert_eq!(place.refused(), Refusal::UnknownKey(own.clone()), "a key of releases points to none");
    // The pointer key cannot sign a release.
    place.published("myapp", "r2");
    let built = Built::at(&place.dir.path().join("built/myapp/r2"));
    let signatures = place.dir.path().join("store/myapp/r2/manifest.json.sig");
    fs::remove_file(built.path().join("manifest.json.sig")).unwrap();
    sign(&built, &pointer).unwrap();
    fs::copy(built.path().join("manifest.json.sig"), signatures).unwrap();
    place.key = pointer;
    let pinned = Pinned { releases: place.rules.pinned.pointers.clone(), ..place.keys() };
    let promotion = Promotion {
        service: "myapp",
        revision: "r2",
        instance: None,
        expires_days: None,
        rollback: true,
        now: later(1),
    };
    place.runtime.block_on(promote(&promotion, &place.store(), &place.key, &pinned)).unwrap();
    assert_eq!(place.refused(), Refusal::UnknownKey(place.key.public().id()));
    assert_eq!(place.whole().as_deref(), Some("r1"));
}
