//! A question to all instances at once, "who is there?", and the answer "here".
//!
//! It carries nothing secret and has nothing run. So one message with one signature is enough for all instances, none is sealed, and nobody
//! keeps anything: whoever repeats the question within its minute has the instances tell the operators once more that they are there.

use serde::{Deserialize, Serialize};

use super::jid::Jid;
use super::order::{Receiver, in_time};
use super::signed::{Domain, Refusal, Signed};
use crate::fleet::identity::{Identity, PublicKey};

/// The function that asks nothing else.
pub const PING: &str = "test.ping";

/// The question, as it is signed.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RollCall {
    /// The number of the job.
    pub jid: Jid,
    /// When it was made, in seconds since 1970.
    pub issued: i64,
    /// When it may no longer be answered.
    pub expires: i64,
    /// The version of the list of operators that the operator knows.
    pub operators: u64,
}

/// The answer of one instance, as it is signed.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
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

    /// Reads the question as an instance does: an operator signed it, in this hour, who may ping this instance.
    ///
    /// # Errors
    ///
    /// What is wrong. Nobody is answered then: the order for this instance alone, which follows, says it to its operator.
    pub fn open(bytes: &[u8], receiver: Receiver<'_>) -> Result<Self, Refusal> {
        let signed = Signed::read(bytes)?;
        let operator = receiver.operators.find(&signed.by).ok_or(Refusal::UnknownOperator)?;
        let call: Self = signed.open(Domain::RollCall)?;
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
    use crate::fleet::identity::{Operator, Operators, Right};
    use crate::fleet::protocol::{Call, Draft, LONGEST_LIFE, check};
    use crate::model::Map;

    const NOW: i64 = 1_767_268_800; // 2026-01-01 12:00:00

    struct Stage {
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
            }];
            let operators = Operators { version: 1, operators };
            Self { operator, web: Identity::generate(), operators }
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
            RollCall::open(bytes, receiver)
        }
    }

    fn jid(number: u8) -> Jid {
        Jid::try_from(format!("202601011200000000{number:02}")).unwrap()
    }

    fn call() -> RollCall {
        RollCall { jid: jid(1), issued: NOW, expires: NOW + 60, operators: 1 }
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
        let long = RollCall { expires: NOW + LONGEST_LIFE + 1, ..call() }.to_bytes(&stage.operator).unwrap();
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
            ("valid for long", long, NOW, Refusal::ValidTooLong { seconds: LONGEST_LIFE + 1 }),
        ] {
            assert_eq!(stage.open_at(&bytes, now), Err(expected), "{what}");
        }
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
