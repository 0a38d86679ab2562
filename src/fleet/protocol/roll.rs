//! The roll call: one question to all instances, "who is there?", and the answer "here".
//!
//! It carries no secret, no function and no argument, and nothing runs. So one message with one signature is enough for all instances, and no
//! message is sealed. The signature includes the fleet, a nonce and the times. An instance answers each question once.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::jid::Jid;
use super::order::{Receiver, in_time};
use super::signed::{Domain, Refusal, Signed};
use crate::identity::{Identity, PublicKey};

/// The function that asks nothing else.
pub const PING: &str = "test.ping";
/// The longest time between the making of a roll call and its end, in seconds.
pub const LONGEST_CALL: i64 = 300;
/// How many roll calls an instance answers before the first of them has expired.
const MOST_CALLS: usize = 1_024;

/// The question, as it is signed.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct RollCall {
    /// The number of the job.
    pub jid: Jid,
    /// Random text: an instance answers each question once.
    pub nonce: String,
    /// The target, all instances of one fleet: the public key of the fleet's root.
    pub fleet: PublicKey,
    /// When it was made, in seconds since 1970.
    pub issued: i64,
    /// When it may no longer be answered.
    pub expires: i64,
    /// The version of the list of operators that the operator knows.
    pub operators: u64,
}

/// The answer of one instance, as it is signed.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Here {
    /// The number of the job.
    pub jid: Jid,
    /// The ID of the instance.
    pub id: String,
}

impl RollCall {
    /// The message.
    ///
    /// # Errors
    ///
    /// It cannot be written as JSON, which does not happen.
    pub fn to_bytes(&self, operator: &Identity) -> Result<Vec<u8>, Refusal> {
        Signed::new(Domain::RollCall, self, operator)?.to_bytes()
    }

    /// Reads the question as an instance does: an operator signed it for this fleet, its time has not passed, and this operator may ping this
    /// instance.
    ///
    /// # Errors
    ///
    /// What is wrong. The instance does not answer then. The operator sends an order for this instance next, and the instance refuses that
    /// order with the reason.
    pub fn open(bytes: &[u8], fleet: &PublicKey, receiver: Receiver<'_>) -> Result<Self, Refusal> {
        let signed = Signed::read(bytes)?;
        let operator = receiver.operators.find(&signed.by).ok_or(Refusal::UnknownOperator)?;
        let call: Self = signed.open(Domain::RollCall)?;
        if call.fleet != *fleet {
            return Err(Refusal::OtherFleet);
        }
        let life = call.expires.saturating_sub(call.issued);
        if life > LONGEST_CALL {
            return Err(Refusal::ValidTooLong { seconds: life });
        }
        in_time((&call.jid, call.issued, call.expires), receiver.now)?;
        if operator.may(PING, receiver.id, receiver.grains) {
            return Ok(call);
        }
        Err(Refusal::NotAllowed { operator: operator.name.clone(), what: format!("have '{PING}' run") })
    }

    /// The answer of an instance.
    ///
    /// # Errors
    ///
    /// It cannot be written as JSON, which does not happen.
    pub fn here(&self, id: &str, identity: &Identity) -> Result<Vec<u8>, Refusal> {
        let here = Here { jid: self.jid.clone(), id: id.to_owned() };
        Signed::new(Domain::Here, &here, identity)?.to_bytes()
    }
}

/// The roll calls that an instance has answered and that have not expired: it refuses a repeated one.
#[derive(Clone, Debug, Default)]
pub struct AnsweredCalls {
    /// When each expires, by its nonce.
    expires: BTreeMap<String, i64>,
}

impl AnsweredCalls {
    /// Notes a roll call that the instance answers now.
    ///
    /// # Errors
    ///
    /// It was answered already, or too many that have not expired were. An order follows, and that one is answered.
    pub fn note(&mut self, call: &RollCall, now: i64) -> Result<(), Refusal> {
        self.expires.retain(|_, expires| *expires >= now);
        if self.expires.contains_key(&call.nonce) {
            return Err(Refusal::Repeated { jid: call.jid.to_string() });
        }
        if self.expires.len() >= MOST_CALLS {
            return Err(Refusal::TooManyCalls { most: MOST_CALLS });
        }
        self.expires.insert(call.nonce.clone(), call.expires);
        Ok(())
    }
}

/// A message, with the key and the ID of the instance that should have sent it.
pub type Said<'a> = (&'a [u8], &'a PublicKey, &'a str);

impl Here {
    /// Reads many answers to one question. For each: what is wrong with it.
    pub fn check_all(messages: &[Said<'_>], jid: &Jid) -> Vec<Result<(), Refusal>> {
        let mut read = vec![];
        let by_instance = |(bytes, key, _): &Said<'_>| {
            let signed = Signed::read(bytes)?;
            if signed.by != **key {
                return Err(Refusal::WrongKey);
            }
            read.push(signed);
            Ok(())
        };
        let by_instances: Vec<Result<(), Refusal>> = messages.iter().map(by_instance).collect();
        let mut opened = Signed::open_all::<Self>(&read, Domain::Here).into_iter();
        let check = |((_, _, id), is_by_it): (&Said<'_>, Result<(), Refusal>)| {
            is_by_it?;
            let here = opened.next().unwrap_or(Err(Refusal::WrongSignature))?;
            if here.jid != *jid {
                return Err(Refusal::OtherJob { jid: here.jid.to_string() });
            }
            if here.id == **id { Ok(()) } else { Err(Refusal::OtherInstance { id: here.id }) }
        };
        messages.iter().zip(by_instances).map(check).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::{Operator, Operators, Right};
    use crate::protocol::{Call, Draft, check};
    use model::Map;

    const NOW: i64 = 1_767_268_800; // 2026-01-01 12:00:00

    struct Stage {
        fleet: PublicKey,
        operator: Identity,
        web: Identity,
        operators: Operators,
    }

    impl Stage {
        fn new(functions: &[&str], targets: &str) -> Self {
            let operator = Identity::generate();
            let functions = functions.iter().map(|function| (*function).to_owned()).collect();
            let operators = vec![Operator {
                name: "ops1".to_owned(),
                key: operator.public(),
                seal: operator.box_key(),
                rights: vec![Right { targets: targets.to_owned(), functions }],
                keeps_register: true,
                reads: vec![],
            }];
            let operators = Operators { version: 1, operators };
            Self { fleet: fleet(), operator, web: Identity::generate(), operators }
        }

        fn open_at(&self, bytes: &[u8], now: i64) -> Result<RollCall, Refusal> {
            let grains = Map::new();
            let receiver = Receiver {
                identity: &self.web,
                id: "web-1",
                grains: &grains,
                operators: &self.operators,
                now,
            };
            RollCall::open(bytes, &self.fleet, receiver)
        }
    }

    /// The same key each time.
    fn fleet() -> PublicKey {
        let root = nkeys::KeyPair::new_from_raw(nkeys::KeyPairType::Operator, [7; 32]).unwrap();
        PublicKey::try_from(root.public_key()).unwrap()
    }

    fn jid(number: u8) -> Jid {
        Jid::try_from(format!("202601011200000000{number:02}")).unwrap()
    }

    fn call() -> RollCall {
        let nonce = "nonce".to_owned();
        RollCall { jid: jid(1), nonce, fleet: fleet(), issued: NOW, expires: NOW + 60, operators: 1 }
    }

    fn with_body(bytes: &[u8], change: impl Fn(&mut serde_json::Value)) -> Vec<u8> {
        let mut signed = Signed::read(bytes).unwrap();
        let mut body: serde_json::Value = serde_json::from_str(&signed.body).unwrap();
        change(&mut body);
        signed.body = body.to_string();
        signed.to_bytes().unwrap()
    }

    #[test]
    fn a_roll_call_of_an_operator_is_answered_and_no_other_message_passes_for_one() {
        let stage = Stage::new(&["test.*"], "*");
        let good = call().to_bytes(&stage.operator).unwrap();
        assert_eq!(stage.open_at(&good, NOW + 60), Ok(call()));
        let stranger = Identity::generate();
        let mut posing = Signed::read(&call().to_bytes(&stranger).unwrap()).unwrap();
        posing.by = stage.operator.public();
        let mut unsigned = Signed::read(&good).unwrap();
        unsigned.signature = String::new();
        let other_use = Signed::new(Domain::Order, &call(), &stage.operator).unwrap();
        let here = call().here("web-1", &stage.operator).unwrap();
        let long = RollCall { expires: NOW + LONGEST_CALL + 1, ..call() }.to_bytes(&stage.operator).unwrap();
        let elsewhere =
            RollCall { fleet: Identity::generate().public(), ..call() }.to_bytes(&stage.operator).unwrap();
        for (what, bytes, now, expected) in [
            ("a stranger's", call().to_bytes(&stranger).unwrap(), NOW, Refusal::UnknownOperator),
            ("an instance's", call().to_bytes(&stage.web).unwrap(), NOW, Refusal::UnknownOperator),
            ("posing", posing.to_bytes().unwrap(), NOW, Refusal::WrongSignature),
            ("unsigned", unsigned.to_bytes().unwrap(), NOW, Refusal::WrongSignature),
            ("an order", other_use.to_bytes().unwrap(), NOW, Refusal::WrongSignature),
            ("an answer", here, NOW, Refusal::WrongSignature),
            ("garbage", b"{}".to_vec(), NOW, Refusal::Malformed { what: "the envelope".to_owned() }),
            (
                "another number",
                with_body(&good, |body| body["jid"] = jid(2).as_str().into()),
                NOW,
                Refusal::WrongSignature,
            ),
            (
                "made to last",
                with_body(&good, |body| body["expires"] = (NOW + 9_000).into()),
                NOW,
                Refusal::WrongSignature,
            ),
            ("repeated later", good.clone(), NOW + 61, Refusal::Expired { seconds: 1 }),
            ("a slow clock", good.clone(), NOW - 600, Refusal::FromTheFuture { seconds: 600 }),
            ("valid for long", long, NOW, Refusal::ValidTooLong { seconds: LONGEST_CALL + 1 }),
            ("of another fleet", elsewhere, NOW, Refusal::OtherFleet),
            (
                "re-addressed",
                with_body(&good, |body| body["fleet"] = stage.web.public().as_str().into()),
                NOW,
                Refusal::WrongSignature,
            ),
        ] {
            assert_eq!(stage.open_at(&bytes, now), Err(expected), "{what}");
        }
    }

    #[test]
    fn a_roll_call_has_no_function_and_no_argument() {
        let stage = Stage::new(&["*"], "*");
        let whole = serde_json::to_value(call()).unwrap();
        let open = |body: &serde_json::Value| {
            let signed = Signed::new(Domain::RollCall, body, &stage.operator).unwrap();
            stage.open_at(&signed.to_bytes().unwrap(), NOW)
        };
        assert_eq!(open(&whole), Ok(call()));
        let malformed = Err(Refusal::Malformed { what: "roll-call".to_owned() });
        // What is not known is ignored: nothing of it runs. What must not be ignored has a newer format.
        for (key, value) in [("fun", "cmd.run".into()), ("arg", vec!["id"].into()), ("sealed", "x".into())] {
            let mut more = whole.clone();
            more[key] = value;
            assert_eq!(open(&more), Ok(call()), "{key}");
            more["format"] = 2.into();
            assert_eq!(open(&more), Err(Refusal::Newer { what: "roll-call".to_owned(), format: 2 }));
        }
        for key in ["jid", "nonce", "fleet", "issued", "expires", "operators"] {
            let mut less = whole.clone();
            less.as_object_mut().unwrap().remove(key);
            assert_eq!(open(&less), malformed, "without {key}");
        }
    }

    #[test]
    fn a_roll_call_is_answered_once_and_those_that_have_expired_are_forgotten() {
        let mut answered = AnsweredCalls::default();
        let of = |nonce: usize, expires: i64| RollCall { nonce: nonce.to_string(), expires, ..call() };
        assert_eq!(answered.note(&of(0, NOW + 60), NOW), Ok(()));
        let repeated = Err(Refusal::Repeated { jid: jid(1).to_string() });
        assert_eq!(answered.note(&of(0, NOW + 60), NOW), repeated);
        assert_eq!(answered.note(&of(0, NOW + 60), NOW + 60), repeated, "as long as it is valid");
        for nonce in 1..MOST_CALLS {
            assert_eq!(answered.note(&of(nonce, NOW + 90), NOW), Ok(()));
        }
        let full = Err(Refusal::TooManyCalls { most: MOST_CALLS });
        assert_eq!(answered.note(&of(MOST_CALLS, NOW + 90), NOW + 60), full);
        assert_eq!(answered.note(&of(MOST_CALLS, NOW + 90), NOW + 61), Ok(()), "the first one has expired");
        assert_eq!(answered.expires.len(), MOST_CALLS);
    }

    #[test]
    fn a_roll_call_passes_for_no_order() {
        let stage = Stage::new(&["*"], "*");
        let grains = Map::new();
        let check = |bytes: &[u8]| {
            let (identity, operators) = (&stage.web, &stage.operators);
            let receiver = Receiver { identity, id: "web-1", grains: &grains, operators, now: NOW };
            check(bytes, receiver)
                .map(|(_, call)| call.fun)
                .map_err(|(refusal, order)| (refusal, order.is_some()))
        };
        assert_eq!(check(&call().to_bytes(&stage.operator).unwrap()), Err((Refusal::WrongSignature, false)));
        let draft = Draft {
            jid: jid(1),
            nonce: "nonce".to_owned(),
            issued: NOW,
            expires: NOW + 60,
            deadline: 1,
            operators: 1,
            readers: vec![],
            is_stored: false,
        };
        let to = (&stage.web.public(), &stage.web.box_key());
        let order = draft.address(&Call::new(PING, vec![]), to, "web-1", &stage.operator).unwrap();
        assert_eq!(check(&order), Ok(PING.to_owned()));
        assert_eq!(stage.open_at(&order, NOW), Err(Refusal::WrongSignature));
    }

    #[test]
    fn whoever_may_not_ping_an_instance_is_not_answered() {
        for (functions, targets, is_answered) in [
            (&["*"][..], "*", true),
            (&["test.ping"], "web-*", true),
            (&["test.ping"], "db-*", false),
            (&["state.*"], "*", false),
            (&[], "*", false),
        ] {
            let stage = Stage::new(functions, targets);
            let opened = stage.open_at(&call().to_bytes(&stage.operator).unwrap(), NOW);
            let what = "have 'test.ping' run".to_owned();
            let refused = Refusal::NotAllowed { operator: "ops1".to_owned(), what };
            assert_eq!(
                opened,
                if is_answered { Ok(call()) } else { Err(refused) },
                "{functions:?} {targets}"
            );
        }
    }

    #[test]
    fn an_answer_counts_for_its_instance_and_its_question_alone() {
        let stage = Stage::new(&["*"], "*");
        let (web, db) = (&stage.web, &Identity::generate());
        let good = call().here("web-1", web).unwrap();
        let mut posing = Signed::read(&call().here("web-1", db).unwrap()).unwrap();
        posing.by = web.public();
        let other = RollCall { jid: jid(2), ..call() }.here("web-1", web).unwrap();
        let other_use = Signed::new(Domain::Ack, &Here { jid: jid(1), id: "web-1".to_owned() }, web).unwrap();
        let key = web.public();
        let cases = [
            ("good", good.clone(), Ok(())),
            ("of another instance", call().here("web-1", db).unwrap(), Err(Refusal::WrongKey)),
            ("posing", posing.to_bytes().unwrap(), Err(Refusal::WrongSignature)),
            ("to an earlier question", other, Err(Refusal::OtherJob { jid: jid(2).to_string() })),
            (
                "under another ID",
                call().here("db-1", web).unwrap(),
                Err(Refusal::OtherInstance { id: "db-1".to_owned() }),
            ),
            ("another use", other_use.to_bytes().unwrap(), Err(Refusal::WrongSignature)),
            ("changed", with_body(&good, |body| body["id"] = "x".into()), Err(Refusal::WrongSignature)),
            ("garbage", vec![0xFF], Err(Refusal::Malformed { what: "the envelope".to_owned() })),
            ("good again", good.clone(), Ok(())),
        ];
        let messages: Vec<_> = cases.iter().map(|(_, bytes, _)| (bytes.as_slice(), &key, "web-1")).collect();
        let checked = Here::check_all(&messages, &jid(1));
        for ((what, _, expected), checked) in cases.iter().zip(checked) {
            assert_eq!(checked, *expected, "{what}");
        }
    }
}
