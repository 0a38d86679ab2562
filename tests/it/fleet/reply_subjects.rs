//! JetStream answers to whatever reply subject a client names. No answer may reach a subject that its client may not use.

use fleet::protocol::subjects::{CARDS, LIST, OPERATORS, PENDING, REGISTER, in_bucket, stream_of};

use super::Fleet;
use super::raw::{Credentials, Raw};

/// What the servers hold under a subject of a bucket, asked by an operator.
fn stored(operator: &mut Raw, bucket: &str, key: &str) -> String {
    let asked = format!("$JS.API.DIRECT.GET.{}.{}", stream_of(bucket), in_bucket(bucket, key));
    let bytes = operator.ask(&asked, b"").expect("the servers answer");
    // The whole would fill the screen.
    let text = String::from_utf8_lossy(&bytes).chars().take(200).collect::<String>();
    format!("{bucket}: {} bytes: {text}", bytes.len())
}

/// What must be the same after an attack.
fn valuables(fleet: &Fleet, victims: &[String]) -> Vec<String> {
    let mut operator = Raw::connect(fleet, 1, &Credentials::of_operator(fleet, "ops1")).unwrap();
    let mut all = vec![stored(&mut operator, OPERATORS, LIST)];
    for victim in victims {
        all.push(stored(&mut operator, REGISTER, victim));
        all.push(stored(&mut operator, CARDS, victim));
    }
    all
}

/// Has the servers answer what `attacker` asks to each of these subjects; until they have done so.
fn answers_to(attacker: &mut Raw, questions: &[(String, Vec<u8>)], subjects: &[String]) {
    for subject in subjects {
        for (question, payload) in questions {
            attacker.publish(question, subject, payload);
            // The servers have answered this one when they answer the same question to ourselves.
            assert!(attacker.ask(question, payload).is_some(), "{question} is allowed");
        }
    }
}

#[test]
fn an_instance_has_no_answer_sent_to_the_subjects_of_others() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let [own, victim] = ["web-1", "web-2"].map(|id| Credentials::of_instance(&fleet, id));
    let (own_key, victim_key) = (own.key(), victim.key());
    let mut attacker = Raw::connect(&fleet, 0, &own).unwrap();
    let card = in_bucket(CARDS, &own_key);
    let get = format!("$JS.API.DIRECT.GET.{}.{card}", stream_of(CARDS));
    let own_card = attacker.ask(&get, b"").unwrap();
    let before = valuables(&fleet, &[own_key.clone(), victim_key.clone()]);

    let mut operator = Raw::connect(&fleet, 2, &Credentials::of_operator(&fleet, "ops2")).unwrap();
    let heard = ["fleet.ack.>", "fleet.reply.>", "fleet.here.>", "fleet.event.>"];
    for (number, subject) in heard.iter().enumerate() {
        operator.subscribe(subject, 10 + number);
    }
    operator.flush().unwrap();
    let jid = "20260101000000000000";
    answers_to(
        &mut attacker,
        &[(card, own_card), (get, vec![])],
        &[
            in_bucket(REGISTER, &victim_key),
            in_bucket(REGISTER, &own_key),
            in_bucket(CARDS, &victim_key),
            in_bucket(OPERATORS, LIST),
            format!("fleet.ack.{jid}.{victim_key}"),
            format!("fleet.reply.{jid}.{victim_key}.0"),
            format!("fleet.answer.{jid}.{victim_key}.0"),
            format!("fleet.here.{jid}.{victim_key}"),
            format!("fleet.event.{victim_key}"),
        ],
    );
    assert_eq!(valuables(&fleet, &[own_key, victim_key]), before);
    operator.flush().unwrap();
    let of_attack: Vec<_> =
        operator.received.iter().filter(|it| it.payload.starts_with(b"{\"stream\"")).collect();
    assert!(of_attack.is_empty(), "{of_attack:?}");
    let listed = fleet.run("ops2", &["key", "list", "--out", "json"]);
    assert_eq!((&listed.json()["minions"], listed.code), (&serde_json::json!(["web-1", "web-2"]), Some(0)));
    assert_eq!(listed.stderr, "");
    fleet.ping_until("ops2", &["web-1", "web-2"]);
}

#[test]
fn who_has_the_kit_of_instances_alone_changes_nothing_but_his_request() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    let victim = Credentials::of_instance(&fleet, "web-1").key();
    let mut attacker = Raw::connect(&fleet, 0, &Credentials::of_kit(&fleet)).unwrap();
    let before = valuables(&fleet, std::slice::from_ref(&victim));
    // The answer to a question for something that is not there is empty.
    let nobody = fleet::identity::Identity::generate().public();
    let nothing = format!("$JS.API.DIRECT.GET.KV_fleet_tokens.$KV.fleet_tokens.{nobody}");
    answers_to(
        &mut attacker,
        &[(in_bucket(PENDING, nobody.as_str()), b"bytes".to_vec()), (nothing, vec![])],
        &[
            in_bucket(OPERATORS, LIST),
            in_bucket(REGISTER, &victim),
            in_bucket(CARDS, &victim),
            format!("fleet.job.{victim}"),
        ],
    );
    assert_eq!(valuables(&fleet, &[victim]), before);
    // A command says what is wrong with the request, and works.
    let listed = fleet.run("ops2", &["key", "list", "--out", "json"]);
    assert_eq!(listed.json()["minions"], serde_json::json!(["web-1"]), "{listed:?}");
    fleet.ping_until("ops2", &["web-1"]);
}
