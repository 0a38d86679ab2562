//! What an instance obeys and what an operator believes. Each refusal is an attack of issue 14.

use super::*;
use crate::identity::{Identity, Operator, Operators, PublicKey, Right};
use model::{Map, Value};

const NOW: i64 = 1_767_268_800; // 2026-01-01 12:00:00

struct Stage {
    operator: Identity,
    web: Identity,
    db: Identity,
    operators: Operators,
}

impl Stage {
    fn new(functions: &[&str], targets: &str) -> Self {
        let operator = Identity::generate();
        let right = Right {
            targets: targets.to_owned(),
            functions: functions.iter().map(|function| (*function).to_owned()).collect(),
        };
        let operators = Operators {
            version: 1,
            operators: vec![Operator {
                name: "ops1".to_owned(),
                key: operator.public(),
                seal: operator.box_key(),
                rights: vec![right],
                keeps_register: true,
                reads: vec![],
            }],
        };
        Self { operator, web: Identity::generate(), db: Identity::generate(), operators }
    }

    fn draft(&self) -> Draft {
        Draft {
            jid: jid(),
            nonce: "nonce".to_owned(),
            issued: NOW,
            expires: NOW + 60,
            deadline: 600,
            operators: 1,
            readers: self.operators.readers(),
            is_stored: true,
        }
    }

    fn order(&self, draft: &Draft, by: &Identity) -> Vec<u8> {
        let to = (&self.web.public(), &self.web.box_key());
        draft.address(&call(), to, "web-1", by).unwrap()
    }

    fn check_at(&self, bytes: &[u8], now: i64) -> Result<Call, (Refusal, bool)> {
        self.check_as(bytes, &self.web, "web-1", now)
    }

    fn check_as(
        &self,
        bytes: &[u8],
        identity: &Identity,
        id: &str,
        now: i64,
    ) -> Result<Call, (Refusal, bool)> {
        let grains: Map = Value::from(serde_json::json!({"role": "web"})).as_map().cloned().unwrap();
        let receiver = Receiver { identity, id, grains: &grains, operators: &self.operators, now };
        check(bytes, receiver).map(|(_, call)| call).map_err(|(refusal, order)| (refusal, order.is_some()))
    }
}

fn jid() -> Jid {
    Jid::try_from("20260101120000000001".to_owned()).unwrap()
}

fn call() -> Call {
    let kwarg = serde_json::json!({"test": true, "pillar": {"password": "hunter2"}});
    Call {
        fun: "state.apply".to_owned(),
        arg: vec!["myapp".into()],
        kwarg: kwarg.as_object().cloned().unwrap(),
        tree: None,
    }
}

/// The envelope with its body changed, the signature left as it was.
fn with_body(bytes: &[u8], change: impl Fn(&mut serde_json::Value)) -> Vec<u8> {
    let mut signed = Signed::read(bytes).unwrap();
    let mut body: serde_json::Value = serde_json::from_str(&signed.body).unwrap();
    change(&mut body);
    signed.body = body.to_string();
    signed.to_bytes().unwrap()
}

#[test]
fn an_order_of_an_operator_is_obeyed_and_nobody_else_can_read_it() {
    let stage = Stage::new(&["state.*"], "*");
    let bytes = stage.order(&stage.draft(), &stage.operator);
    assert_eq!(stage.check_at(&bytes, NOW + 1), Ok(call()));
    let text = String::from_utf8(bytes).unwrap();
    for secret in ["state.apply", "myapp", "hunter2"] {
        assert!(!text.contains(secret), "{secret}");
    }
}

#[test]
fn an_order_that_no_operator_signed_is_not_obeyed_and_not_answered() {
    let stage = Stage::new(&["*"], "*");
    let bytes = stage.order(&stage.draft(), &stage.operator);
    let stranger = Identity::generate();
    let mut unsigned = Signed::read(&bytes).unwrap();
    unsigned.signature = String::new();
    let mut short = Signed::read(&bytes).unwrap();
    short.signature = "AAAA".to_owned();
    let mut posing = Signed::read(&stage.order(&stage.draft(), &stranger)).unwrap();
    posing.by = stage.operator.public();
    // A signature made for another use does not pass for an order.
    let body: serde_json::Value = serde_json::from_str(&Signed::read(&bytes).unwrap().body).unwrap();
    let other_use = Signed::new(Domain::Record, &body, &stage.operator).unwrap();
    for (what, bytes, expected) in [
        ("unsigned", unsigned.to_bytes().unwrap(), Refusal::WrongSignature),
        ("short signature", short.to_bytes().unwrap(), Refusal::WrongSignature),
        ("a stranger's", stage.order(&stage.draft(), &stranger), Refusal::UnknownOperator),
        ("an instance's", stage.order(&stage.draft(), &stage.web), Refusal::UnknownOperator),
        ("posing", posing.to_bytes().unwrap(), Refusal::WrongSignature),
        ("other use", other_use.to_bytes().unwrap(), Refusal::WrongSignature),
        ("garbage", b"{}".to_vec(), Refusal::Malformed { what: "the envelope".to_owned() }),
        (
            "later expiry",
            with_body(&bytes, |body| body["expires"] = (NOW + 9_000).into()),
            Refusal::WrongSignature,
        ),
        (
            "other jid",
            with_body(&bytes, |body| body["jid"] = "20260101120000000002".into()),
            Refusal::WrongSignature,
        ),
    ] {
        assert_eq!(stage.check_at(&bytes, NOW), Err((expected, false)), "{what}");
    }
}

#[test]
fn an_order_for_another_instance_is_not_obeyed_even_when_readdressed() {
    let stage = Stage::new(&["*"], "*");
    let bytes = stage.order(&stage.draft(), &stage.operator);
    let other = |id: &str| Err((Refusal::OtherInstance { id: id.to_owned() }, false));
    assert_eq!(stage.check_as(&bytes, &stage.db, "db-1", NOW), other("web-1"));
    assert_eq!(
        stage.check_as(&bytes, &stage.db, "web-1", NOW),
        other("web-1"),
        "the same ID with another key"
    );
    assert_eq!(stage.check_as(&bytes, &stage.web, "web-2", NOW), other("web-1"), "renamed since");
    let to = stage.db.public().to_string();
    let readdressed = with_body(&bytes, |body| {
        body["to"] = to.clone().into();
        body["id"] = "db-1".into();
    });
    assert_eq!(stage.check_as(&readdressed, &stage.db, "db-1", NOW), Err((Refusal::WrongSignature, false)));
}

#[test]
fn an_order_has_its_time() {
    let stage = Stage::new(&["*"], "*");
    let order =
        |issued: i64, expires: i64| stage.order(&Draft { issued, expires, ..stage.draft() }, &stage.operator);
    let ok = order(NOW, NOW + 60);
    for (what, bytes, now, expected) in [
        ("at its end", &ok, NOW + 60, Ok(call())),
        ("late", &ok, NOW + 61, Err(Refusal::Expired { seconds: 1 })),
        ("a clock ten minutes fast", &ok, NOW + 600, Err(Refusal::Expired { seconds: 540 })),
        ("a clock ten minutes slow", &ok, NOW - 600, Err(Refusal::FromTheFuture { seconds: 600 })),
        ("a clock four minutes slow", &ok, NOW - 240, Ok(call())),
        ("valid for long", &order(NOW, NOW + 86_401), NOW, Err(Refusal::ValidTooLong { seconds: 86_401 })),
        ("ends before it begins", &order(NOW, NOW - 1), NOW, Err(Refusal::ValidTooLong { seconds: -1 })),
        ("overflow", &order(i64::MIN, i64::MAX), NOW, Err(Refusal::ValidTooLong { seconds: i64::MAX })),
        // Signed lately, but the job is older than the journal reaches.
        (
            "held back",
            &order(NOW + 700_000, NOW + 700_060),
            NOW + 700_000,
            Err(Refusal::Expired { seconds: 95_200 }),
        ),
    ] {
        let expected = expected.map_err(|refusal| (refusal, true));
        assert_eq!(stage.check_at(bytes, now), expected, "{what}");
    }
}

#[test]
fn rights_are_functions_times_targets() {
    for (functions, targets, allowed) in [
        (&["state.*"][..], "*", true),
        (&["state.apply"], "web-*", true),
        (&["state.*"], "G@role:web", true),
        (&["state.*"], "G@role:db", false),
        (&["state.*"], "db-*", false),
        (&["test.*", "grains.*"], "*", false),
        (&[], "*", false),
    ] {
        let stage = Stage::new(functions, targets);
        let checked = stage.check_at(&stage.order(&stage.draft(), &stage.operator), NOW);
        let what = "have 'state.apply' run".to_owned();
        let refused = Err((Refusal::NotAllowed { operator: "ops1".to_owned(), what }, true));
        assert_eq!(checked, if allowed { Ok(call()) } else { refused }, "{functions:?} {targets}");
    }
}

#[test]
fn an_operator_taken_off_the_list_is_a_stranger() {
    let mut stage = Stage::new(&["*"], "*");
    let bytes = stage.order(&stage.draft(), &stage.operator);
    stage.operators.operators.clear();
    assert_eq!(stage.check_at(&bytes, NOW), Err((Refusal::UnknownOperator, false)));
}

#[test]
fn only_the_root_names_operators() {
    let (root, other) = (nkeys::KeyPair::new_operator(), nkeys::KeyPair::new_operator());
    let pinned = PublicKey::try_from(root.public_key()).unwrap();
    let operators = Stage::new(&["*"], "*").operators;
    let sign = |key| Signed::by_root(Domain::Operators, &operators, key).unwrap().to_bytes().unwrap();
    assert_eq!(Operators::open(&sign(&root), &pinned), Ok(operators.clone()));
    assert_eq!(Operators::open(&sign(&other), &pinned), Err(Refusal::WrongKey));
    let changed = with_body(&sign(&root), |body| body["version"] = 9.into());
    assert_eq!(Operators::open(&changed, &pinned), Err(Refusal::WrongSignature));
}

fn answer(length: usize) -> Answer {
    Answer {
        jid: jid(),
        id: "web-1".to_owned(),
        fun: "test.echo".to_owned(),
        status: Status::Done,
        result: "x".repeat(length).into(),
        retcode: 0,
        out: None,
    }
}

#[test]
fn a_long_answer_comes_in_parts_in_any_order() {
    let stage = Stage::new(&["*"], "*");
    let readers = stage.operators.readers();
    let mut parts = answer(1_500_000).parts(&stage.web, &readers).unwrap();
    assert!(parts.len() > 3 && parts.iter().all(|part| part.len() < 1_000_000), "{}", parts.len());
    parts.reverse();
    let mut gathered = AnswerParts::default();
    let last = parts.pop().unwrap();
    for bytes in parts.iter().chain(&parts) {
        let part = Part::open(bytes, &jid(), &stage.web.public()).unwrap();
        assert_eq!(gathered.add(part, &stage.operator, ("web-1", &stage.web.box_key())), Ok(None));
    }
    assert_eq!(gathered.missing(), [0]);
    let part = Part::open(&last, &jid(), &stage.web.public()).unwrap();
    let whole = gathered.add(part, &stage.operator, ("web-1", &stage.web.box_key()));
    assert_eq!(whole, Ok(Some(answer(1_500_000))));
}

#[test]
fn an_answer_of_sixty_four_megabytes_is_refused_where_it_is_made() {
    let stage = Stage::new(&["*"], "*");
    let refused = answer(64 * 1024 * 1024).parts(&stage.web, &stage.operators.readers());
    assert_eq!(refused, Err(Refusal::Malformed { what: "the answer is too long".to_owned() }));
}

#[test]
fn a_forged_answer_is_not_believed() {
    let stage = Stage::new(&["*"], "*");
    let readers = stage.operators.readers();
    let open = |bytes: &[u8]| Part::open(bytes, &jid(), &stage.web.public());
    let by_db = answer(10).parts(&stage.db, &readers).unwrap();
    assert_eq!(open(&by_db[0]), Err(Refusal::WrongKey));
    let good = answer(10).parts(&stage.web, &readers).unwrap();
    let changed = with_body(&good[0], |body| body["chunk"] = "{}".into());
    assert_eq!(open(&changed), Err(Refusal::WrongSignature));
    let other = Answer { jid: Jid::try_from("20260101120000000009".to_owned()).unwrap(), ..answer(10) };
    let of_another_job = other.parts(&stage.web, &readers).unwrap();
    assert_eq!(open(&of_another_job[0]), Err(Refusal::OtherJob { jid: other.jid.to_string() }));
    // An accepted instance cannot speak under another's ID either.
    let lying = Answer { id: "db-1".to_owned(), ..answer(10) }.parts(&stage.web, &readers).unwrap();
    let from = ("web-1", &stage.web.box_key());
    let added = AnswerParts::default().add(open(&lying[0]).unwrap(), &stage.operator, from);
    assert_eq!(added, Err(Refusal::OtherInstance { id: "db-1".to_owned() }));
    // And whoever is no reader learns nothing.
    let spied = AnswerParts::default().add(open(&good[0]).unwrap(), &stage.db, from);
    assert_eq!(spied, Err(Refusal::NotSealedForUs));
}

#[test]
fn numbers_of_jobs_are_twenty_digits_and_nothing_else() {
    for wrong in ["", "1", "2026010112000000000x", "../../etc/passwd1234", "202601011200000000001"] {
        assert!(Jid::try_from(wrong.to_owned()).is_err(), "{wrong}");
    }
    assert_eq!(jid().seconds(), Some(NOW));
    let now = jiff::Timestamp::from_second(NOW).unwrap();
    assert_eq!(Jid::at(now).as_str(), "20260101120000000000");
}

#[test]
fn an_event_is_believed_of_its_sender_alone() {
    let (instance, other, operator) = (Identity::generate(), Identity::generate(), Identity::generate());
    let event =
        Event { tag: "a/b".to_owned(), id: "web-1".to_owned(), at: NOW, data: serde_json::json!({"x": 1}) };
    let of = |key: &PublicKey| (*key == instance.public()).then(|| ("web-1".to_owned(), instance.box_key()));
    let bytes = event.to_bytes(&instance, &[operator.box_key()]).unwrap();
    assert_eq!(Event::open(&bytes, &operator, of), Ok(event.clone()));
    assert!(!String::from_utf8_lossy(&bytes).contains("web-1"));
    let foreign = Event { id: "web-2".to_owned(), ..event.clone() };
    for (what, bytes, expected) in [
        ("a stranger", event.to_bytes(&other, &[operator.box_key()]), Refusal::WrongKey),
        (
            "in the name of another",
            foreign.to_bytes(&instance, &[operator.box_key()]),
            Refusal::OtherInstance { id: "web-2".to_owned() },
        ),
        ("for others", event.to_bytes(&instance, &[other.box_key()]), Refusal::NotSealedForUs),
        ("changed", Ok(with_body(&bytes, |body| body["content"] = "AAAA".into())), Refusal::WrongSignature),
    ] {
        assert_eq!(Event::open(&bytes.unwrap(), &operator, of), Err(expected), "{what}");
    }
    let long = Event { tag: "x".repeat(2000), ..event };
    assert!(long.to_bytes(&instance, &[operator.box_key()]).is_err());
}

/// Nothing that another version may write is refused for a field that this one does not know; what is kept by this version for itself is.
#[test]
fn fields_that_are_not_known_are_ignored_in_all_that_another_version_writes() {
    const OWN: [&str; 3] = ["register_cache.rs", "setup.rs", "root.rs"];
    let mut directories = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"))];
    let mut strict = vec![];
    let mut files = 0;
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
                continue;
            }
            files += 1;
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            let attribute = ["deny_unknown", "_fields"].concat();
            if text.contains(&attribute) && !OWN.contains(&name.as_str()) {
                strict.push(path);
            }
        }
    }
    assert!(files > 50, "{files}");
    assert_eq!(strict, [] as [std::path::PathBuf; 0]);
}

#[test]
fn an_answer_with_words_and_fields_of_a_newer_version_is_read() {
    let mut json = serde_json::to_value(answer(3)).unwrap();
    json["colour"] = "blue".into();
    json["status"] = "sleeping".into();
    let read: Answer = format::read(&json.to_string(), "answer").unwrap();
    assert_eq!(read, Answer { status: Status::Unknown, ..answer(3) });
    json["format"] = 2.into();
    let refused = format::read::<Answer>(&json.to_string(), "answer");
    assert_eq!(refused, Err(Refusal::Newer { what: "answer".to_owned(), format: 2 }));
}
