//! Keys, tokens, the register and the lists of keys.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::setup::Root;
use super::*;
use crate::protocol::subjects::ROLL_CALL;
use crate::protocol::{Domain, Signed};

const NOW: i64 = 1_767_268_800;

fn right() -> Right {
    Right { targets: "*".to_owned(), functions: vec!["*".to_owned()] }
}

fn operators(keeper: &Identity, other: &Identity) -> Operators {
    let operator = |identity: &Identity, keeps_register| Operator {
        name: if keeps_register { "ops1" } else { "ops2" }.to_owned(),
        key: identity.public(),
        seal: identity.box_key(),
        rights: vec![right()],
        keeps_register,
        reads: vec![],
    };
    Operators { version: 1, operators: vec![operator(keeper, true), operator(other, false)] }
}

fn entry(instance: &Identity, id: &str, decision: Decision) -> Entry {
    Entry {
        id: id.to_owned(),
        key: instance.public(),
        seal: instance.box_key(),
        decision,
        at: NOW,
        expires: NOW + 1_000,
        attributes: Attributes::new(),
    }
}

fn card(instance: &Identity, id: &str, made: i64) -> Card {
    let body = CardBody { id: id.to_owned(), seal: instance.box_key(), made, grains: None, proof: None };
    let bytes = Signed::new(Domain::Card, &body, instance).unwrap().to_bytes().unwrap();
    Card::open(instance.public().as_str(), &bytes).unwrap()
}

#[test]
fn seeds_are_written_for_their_owner_alone_and_kept() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("identity.json");
    let made = Identity::load_or_make(&path).unwrap();
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(Identity::load_or_make(&path).unwrap().public(), made.public());
    let seeds = made.seeds().unwrap();
    let shown = format!("{made:?} {seeds:?}");
    assert!(!shown.contains(&seeds.sign) && !shown.contains(&seeds.seal), "{shown}");
    std::fs::write(&path, "{}").unwrap();
    assert!(matches!(Identity::load_or_make(&path), Err(IdentityError::Format { .. })), "never overwritten");
}

#[test]
fn tokens_are_signed_by_their_issuer() {
    let issuer = nkeys::KeyPair::new_account();
    let key = Identity::generate().public();
    let account = PublicKey::try_from(issuer.public_key()).unwrap();
    let user = claims::User { key: &key, name: "web-1", account: &account, permissions: &of_agent(&key) };
    let token = user.claims(NOW, Some(NOW + 60)).sign(&issuer).unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
    assert!(issuer.verify(signed.as_bytes(), &signature).is_ok());
    assert_eq!(claims::expiry(&token), Some(NOW + 60));
    let says = claims::read(&token).unwrap();
    assert_eq!(says["sub"], key.as_str());
    assert_eq!(says["nats"]["issuer_account"], account.as_str());
}

#[test]
fn an_instance_may_use_its_own_subjects_and_no_wildcard_for_a_key() {
    let (key, other) = (Identity::generate().public(), Identity::generate().public());
    let permissions = of_agent(&key);
    for subject in permissions.publish.iter().chain(&permissions.subscribe) {
        let is_own = subject.split('.').any(|token| token == key.as_str());
        let is_list = subject.ends_with("$KV.fleet_operators.list");
        // Trees are for all, and sealed: an order names the keys.
        let is_tree = subject == "$JS.API.DIRECT.GET.FLEET_TREES.fleet.tree.*.*";
        // The register is signed, the mine and the grains of cards are sealed for all instances and operators: all may read them.
        let is_shared = [
            "$JS.API.DIRECT.GET.KV_fleet_mine.$KV.fleet_mine.*.*",
            "$JS.API.DIRECT.GET.KV_fleet_register.$KV.fleet_register.*",
            "$JS.API.DIRECT.GET.KV_fleet_cards.$KV.fleet_cards.*",
            "$JS.API.STREAM.INFO.KV_fleet_mine",
            "$JS.API.STREAM.INFO.KV_fleet_register",
            "fleet.info.KV_fleet_mine",
            "fleet.info.KV_fleet_register",
        ]
        .contains(&subject.as_str());
        // A roll call is for all instances, so no instance may send one.
        let is_roll_call = subject == ROLL_CALL && !permissions.publish.contains(subject);
        assert!(
            (is_own || is_list || is_tree || is_shared || is_roll_call) && !subject.contains(other.as_str()),
            "{subject}"
        );
        assert!(!subject.starts_with("fleet.>") && !subject.starts_with('*') && subject != ">", "{subject}");
    }
}

#[test]
fn only_register_keepers_decide() {
    let (keeper, other, instance) = (Identity::generate(), Identity::generate(), Identity::generate());
    let operators = operators(&keeper, &other);
    let entry = entry(&instance, "web-1", Decision::Accepted);
    let sign = |by| Signed::new(Domain::Entry, &entry, by).unwrap().to_bytes().unwrap();
    let read = |under: &str, bytes| Register::read(&[(under.to_owned(), bytes)], &operators);
    let key = instance.public();
    let (register, refused) = read(key.as_str(), sign(&keeper));
    assert_eq!((register.of_id("web-1"), refused.len()), (Some(&entry), 0));
    for (what, under, bytes) in [
        ("an operator without the right", key.as_str(), sign(&other)),
        ("the instance itself", key.as_str(), sign(&instance)),
        ("a decision moved to another key", other.public().as_str(), sign(&keeper)),
        ("garbage", key.as_str(), b"accepted".to_vec()),
    ] {
        let (register, refused) = read(under, bytes);
        assert_eq!((register.entries().count(), refused.len()), (0, 1), "{what}");
    }
}

#[test]
fn the_same_id_with_another_key_is_shown_and_does_not_take_its_place() {
    let [accepted, twin, asking, rejected, gone] = [(); 5].map(|()| Identity::generate());
    let mut register = Register::default();
    register.put(entry(&accepted, "web-1", Decision::Accepted));
    register.put(entry(&rejected, "web-3", Decision::Rejected));
    register.put(entry(&gone, "web-4", Decision::Deleted));
    let cards = [
        card(&twin, "web-1", NOW),
        card(&asking, "web-2", NOW),
        card(&rejected, "web-3", NOW + 5),
        card(&accepted, "web-1", NOW),
        card(&gone, "web-4", NOW),
    ];
    let list = KeyList::new(&register, &cards);
    let pair = |id: &str, identity: &Identity| vec![(id.to_owned(), identity.public())];
    let expected = KeyList {
        accepted: pair("web-1", &accepted),
        denied: pair("web-1", &twin),
        unaccepted: pair("web-2", &asking),
        rejected: pair("web-3", &rejected),
    };
    assert_eq!(list, expected);
    let asks_again = KeyList::new(&register, &[card(&gone, "web-4", NOW + 1)]);
    assert_eq!(asks_again.unaccepted, pair("web-4", &gone));
}

#[test]
fn a_card_speaks_for_its_signer_alone_and_an_id_is_plain() {
    let (instance, other) = (Identity::generate(), Identity::generate());
    let sign = |id: &str| {
        let body =
            CardBody { id: id.to_owned(), seal: instance.box_key(), made: NOW, grains: None, proof: None };
        Signed::new(Domain::Card, &body, &instance).unwrap().to_bytes().unwrap()
    };
    assert!(Card::open(other.public().as_str(), &sign("web-1")).is_err());
    for wrong in ["", "a b", "../x", "a/b", "\u{1b}[31mred", "x\n", &"x".repeat(254)] {
        assert!(Card::open(instance.public().as_str(), &sign(wrong)).is_err(), "{wrong:?}");
    }
}

#[test]
fn the_newer_of_two_decisions_about_a_key_counts() {
    let instance = Identity::generate();
    let of = |decision, at| Entry { at, ..entry(&instance, "a", decision) };
    for (known, put, expected) in [
        (of(Decision::Accepted, 1), of(Decision::Deleted, 2), Decision::Deleted),
        (of(Decision::Accepted, 2), of(Decision::Deleted, 2), Decision::Deleted),
        (of(Decision::Accepted, 3), of(Decision::Deleted, 2), Decision::Accepted),
    ] {
        let mut register = Register::default();
        register.put_newer(known);
        register.put_newer(put);
        assert_eq!(register.find(&instance.public()).map(|entry| entry.decision), Some(expected));
    }
}

#[test]
fn revocations_end_with_the_tokens_that_they_revoke() {
    let [rejected, deleted, accepted] = [(); 3].map(|()| Identity::generate());
    let mut register = Register::default();
    register.put(entry(&rejected, "a", Decision::Rejected));
    register.put(entry(&deleted, "b", Decision::Deleted));
    register.put(entry(&accepted, "c", Decision::Accepted));
    let revoked: Vec<String> = register.revocations(NOW).into_keys().collect();
    let mut expected = [rejected.public().to_string(), deleted.public().to_string()];
    expected.sort();
    assert_eq!(revoked, expected);
    assert!(register.revocations(NOW + 1_000).is_empty());
}

#[test]
fn each_register_keeper_has_keys_of_its_own_and_they_are_given_once() {
    let mut root = Root::generate(vec!["nats://127.0.0.1:4222".to_owned()], NOW).unwrap();
    let mut seeds = std::collections::BTreeSet::new();
    for number in 0..setup::REGISTRARS {
        let kit = root.add_operator(&format!("ops{number}"), vec![right()], true, NOW).unwrap();
        let registrar = kit.registrar.unwrap();
        assert!(seeds.insert(registrar.operator_seed) && seeds.insert(registrar.account_seed));
    }
    assert!(root.add_operator("more", vec![right()], true, NOW).is_err());
    let plain = root.add_operator("reader", vec![right()], false, NOW).unwrap();
    assert!(plain.registrar.is_none());
    let list = Operators::open(&plain.operators.to_bytes().unwrap(), &plain.root).unwrap();
    assert_eq!((list.version, list.operators.len()), (5, 5));

    // Whoever leaves takes keys along that count no more; the next one gets others.
    let signers =
        |root: &Root| Authority::open(&root.signed_authority().unwrap(), &plain.root).unwrap().signers;
    let before = signers(&root);
    assert!(root.remove_operator("ops1", NOW).unwrap() && !root.remove_operator("ops1", NOW).unwrap());
    let after = signers(&root);
    assert_eq!((before.len(), after.len()), (4, 4));
    assert_eq!(before.iter().filter(|signer| !after.contains(signer)).count(), 1);
    let registrar = root.add_operator("next", vec![right()], true, NOW).unwrap().registrar.unwrap();
    assert!(seeds.insert(registrar.operator_seed) && seeds.insert(registrar.account_seed));
}

/// An instance that calls itself by another's ID in its grains is targeted, and gets its pillar, by its own.
#[test]
fn the_grain_id_is_the_id_of_the_card_whatever_the_instance_sent() {
    let (instance, operator) = (Identity::generate(), Identity::generate());
    let claimed = serde_json::json!({"id": "db-1", "role": "web", "register": {"role": "db"}});
    let grains = claimed.to_string();
    let sealed = crate::protocol::Sealed::new(grains.as_bytes(), &instance, &[operator.box_key()]).unwrap();
    let body = CardBody {
        id: "web-1".to_owned(),
        seal: instance.box_key(),
        made: 1,
        grains: Some(sealed),
        proof: None,
    };
    let signed = Signed::new(Domain::Card, &body, &instance).unwrap().to_bytes().unwrap();
    let card = Card::open(instance.public().as_str(), &signed).unwrap();
    let grains = card.grains(&operator, &Attributes::new()).unwrap();
    assert_eq!(grains.get("id").and_then(|id| id.as_str()), Some("web-1"));
    assert_eq!(grains.get("register"), Some(&model::Value::Map(model::Map::new())));
    assert_eq!(grains.get("role").and_then(|id| id.as_str()), Some("web"));
}
