//! What a hostile server, instance or operator may send: envelopes, and identity documents of EC2.
//!
//! Laws: nothing panics, hangs or swells, and what is believed is what was signed. A message that was changed after its
//! signature is refused; a body that its signer chose freely is refused or read, and never taken for another's.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use fleet::identity::document::{Certificate, verify};
use fleet::identity::{Attributes, Card, CardBody, Identity, Operator, Operators, Right};
use fleet::protocol::{
    AnswerParts, Call, Domain, Draft, Jid, Order, Part, Receiver, RollCall, Sealed, Signed, check,
};
use model::Map;
use serde_json::{Value, json};

use super::drive::{Target, drive};

const DER: &str = include_str!("../../../src/fleet/identity/document/fixtures/der.txt");
const BER: &str = include_str!("../../../src/fleet/identity/document/fixtures/ber.txt");
const AWS: &str = include_str!("../../../src/fleet/identity/document/fixtures/aws.pem");

/// 2026-01-01 12:00:00.
const NOW: i64 = 1_767_268_800;

/// One character for each byte, so that texts are mutated as bytes are.
fn letters_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

fn bytes_of(letters: &str) -> Vec<u8> {
    letters.chars().map(|letter| u8::try_from(u32::from(letter) & 0xff).unwrap_or(0)).collect()
}

#[test]
fn no_identity_document_panics_hangs_or_is_believed_after_a_change() {
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    let decoded = |text: &str| letters_of(&BASE64.decode(plain(text)).expect("Base64"));
    let certificates = Certificate::read_all(AWS);
    let known = |_: &str| Some(certificates.as_slice());
    let said = [DER, BER].map(|text| verify(text, known).expect("AWS signed it"));
    let corpus = vec![decoded(DER), decoded(BER)];
    let make = None;
    drive(&Target { name: "identity document", seed: 0xbe4, cases: 3000, corpus, make }, |letters| {
        // Bytes outside the signed part may change without harm: what is believed is what AWS said.
        if let Ok(document) = verify(&BASE64.encode(bytes_of(letters)), known) {
            assert!(said.contains(&document), "{document:?} was never signed");
        }
    });
    let corpus = vec![AWS.to_owned()];
    drive(&Target { name: "certificate", seed: 0xce47, cases: 1000, corpus, make }, |text| {
        let _ = Certificate::read_all(text);
    });
}

/// A fleet of one operator and one instance.
struct Stage {
    operator: Identity,
    web: Identity,
    root: nkeys::KeyPair,
    operators: Operators,
}

/// What is sent in a fleet, each with the use that it is signed for.
struct Message {
    domain: Domain,
    body: Value,
    is_of_instance: bool,
}

impl Stage {
    fn new() -> Self {
        let operator = Identity::generate();
        let right = Right { targets: "*".to_owned(), functions: vec!["*".to_owned()] };
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
        Self { operator, web: Identity::generate(), root: nkeys::KeyPair::new_operator(), operators }
    }

    fn root(&self) -> fleet::identity::PublicKey {
        self.root.public_key().try_into().expect("a key")
    }

    fn jid() -> Jid {
        "20260101120000000001".to_owned().try_into().expect("a job")
    }

    fn messages(&self) -> Vec<Message> {
        let draft = Draft {
            jid: Self::jid(),
            nonce: "nonce".to_owned(),
            issued: NOW,
            expires: NOW + 60,
            deadline: 600,
            operators: 1,
            readers: self.operators.readers(),
            is_stored: true,
        };
        let call = Call::new("state.apply", vec!["myapp".into()]);
        let to = (&self.web.public(), &self.web.box_key());
        let order = draft.address(&call, to, "web-1", &self.operator).expect("an order");
        let order: Order = Signed::read(&order).expect("it").open(Domain::Order).expect("an order");
        let roll = RollCall {
            jid: Self::jid(),
            nonce: "nonce".to_owned(),
            fleet: self.root(),
            issued: NOW,
            expires: NOW + 60,
            operators: 1,
        };
        let grains = Sealed::new(br#"{"role": "web"}"#, &self.web, &[self.operator.box_key()]);
        let card = CardBody {
            id: "web-1".to_owned(),
            seal: self.web.box_key(),
            made: NOW,
            grains: Some(grains.expect("sealed")),
            proof: None,
        };
        let part =
            json!({"jid": Self::jid(), "part": 0, "parts": 1, "chunk": "{\"key\": \"x\", \"keys\": []}"});
        let of_instance = |domain, body| Message { domain, body, is_of_instance: true };
        let of_operator = |domain, body| Message { domain, body, is_of_instance: false };
        vec![
            of_operator(Domain::Order, json!(order)),
            of_operator(Domain::RollCall, json!(roll)),
            of_operator(Domain::Operators, json!(self.operators)),
            of_instance(Domain::Card, json!(card)),
            of_instance(Domain::Answer, part),
        ]
    }

    fn signer(&self, message: &Message) -> &Identity {
        if message.is_of_instance { &self.web } else { &self.operator }
    }

    fn signed(&self, message: &Message) -> Signed {
        let signed = match message.domain {
            Domain::Operators => Signed::by_root(message.domain, &message.body, &self.root),
            domain => Signed::new(domain, &message.body, self.signer(message)),
        };
        signed.expect("it signs")
    }

    /// Gives bytes to everybody who reads messages; true if somebody believes them.
    fn anybody_believes(&self, bytes: &[u8]) -> bool {
        let grains = Map::new();
        let receiver = Receiver {
            identity: &self.web,
            id: "web-1",
            grains: &grains,
            operators: &self.operators,
            now: NOW + 1,
        };
        let part = Part::open(bytes, &Self::jid(), &self.web.public());
        let is_part = part.is_ok();
        if let Ok(part) = part {
            let from = ("web-1", &self.web.box_key());
            let _ = AnswerParts::default().add(part, &self.operator, from);
        }
        let card = Card::open(self.web.public().as_str(), bytes);
        let is_card = card.is_ok();
        if let Ok(card) = card {
            let grains = card.grains(&self.operator, &Attributes::new());
            let id = grains.ok().and_then(|it| it.get("id").and_then(|id| id.as_str().map(str::to_owned)));
            assert!(id.is_none_or(|id| id == card.body.id), "the card's grains name another instance");
        }
        let order = check(bytes, receiver);
        if let Ok((order, _)) = &order {
            assert!(order.id == "web-1" && order.to == self.web.public(), "an order for another instance");
        }
        let roll = RollCall::open(bytes, &self.root(), receiver);
        if let Ok(roll) = &roll {
            assert!(roll.fleet == self.root(), "a roll call of another fleet");
        }
        let list = Operators::open(bytes, &self.root()).is_ok();
        is_part || is_card || order.is_ok() || roll.is_ok() || list
    }
}

#[test]
fn no_envelope_panics_hangs_or_is_believed_after_a_change() {
    let stage = Stage::new();
    let envelopes: Vec<Signed> = stage.messages().iter().map(|message| stage.signed(message)).collect();
    let text_of = |signed: &Signed| String::from_utf8(signed.to_bytes().expect("JSON")).expect("text");
    let corpus: Vec<String> = envelopes.iter().map(text_of).collect();
    for text in &corpus {
        assert!(stage.anybody_believes(text.as_bytes()), "the law needs messages that are believed: {text}");
    }
    let make = None;
    drive(&Target { name: "envelope", seed: 0xe17, cases: 3000, corpus, make }, |text| {
        if stage.anybody_believes(text.as_bytes()) {
            let read = Signed::read(text.as_bytes()).expect("somebody read it");
            let is_known = envelopes.iter().any(|known| known.by == read.by && known.body == read.body);
            assert!(is_known, "a body was believed that nobody signed");
        }
    });
}

#[test]
fn no_body_that_its_signer_chose_panics_hangs_or_reaches_another() {
    let stage = Stage::new();
    let messages = stage.messages();
    let corpus: Vec<String> = messages.iter().map(|message| message.body.to_string()).collect();
    let make = None;
    drive(&Target { name: "signed body", seed: 0xb0d, cases: 3000, corpus, make }, |text| {
        let Ok(body) = serde_json::from_str::<Value>(text) else { return };
        for message in &messages {
            let chosen = Message { domain: message.domain, body: body.clone(), ..*message };
            let bytes = stage.signed(&chosen).to_bytes().expect("JSON");
            let _ = stage.anybody_believes(&bytes);
        }
    });
}
