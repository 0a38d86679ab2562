//! Operators on the local transport, where a server that answers is behind the leader.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;

use super::*;
use crate::identity::setup::Root;
use crate::identity::{Attributes, CardBody, Decision, Entry, Right};
use crate::protocol::subjects::{REGISTER, TOKENS};
use crate::protocol::{Call, Domain, Jid, Signed};
use crate::targets::Instance;
use crate::transport::local::Local;

/// The kits of two operators: the second one's kit alone lists both.
pub(super) fn kits() -> (OperatorKit, OperatorKit) {
    let mut root = Root::generate(vec![], 0).unwrap();
    let right = || vec![Right { targets: "*".to_owned(), functions: vec!["*".to_owned()] }];
    let first = root.add_operator("ops1", right(), true, 0).unwrap();
    (first, root.add_operator("ops2", right(), true, 0).unwrap())
}

async fn console(server: &Local, kit: OperatorKit) -> Console {
    Console::open(Arc::new(server.clone()), kit, jiff::Timestamp::now).await.unwrap()
}

fn job(console: &Console) -> Job {
    let record = Record {
        nonce: Job::nonce(),
        call: Call::new("test.ping", vec![]),
        target: "*".to_owned(),
        ids: vec![],
        width: None,
        batch_wait: 0,
        failhard: false,
        patience: 1_000,
        deadline: 60,
        operator: console.kit.name.clone(),
        tree: None,
    };
    Job::new(record, jiff::Timestamp::now())
}

/// What a question comes to when the server that answers it catches up half a second later.
async fn caught_up<T>(server: &Local, question: impl Future<Output = T>) -> T {
    server.set_behind(true);
    let catch_up = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        server.set_behind(false);
        std::future::pending::<()>().await;
    };
    tokio::select! { answer = question => answer, () = catch_up => unreachable!("this waits for ever") }
}

#[tokio::test(start_paused = true)]
async fn an_older_list_of_operators_never_takes_the_place_of_a_newer_one() {
    let (server, (first, second)) = (Local::default(), kits());
    let older = Console { transport: Arc::new(server.clone()), ..console(&Local::default(), first).await };
    console(&server, second.clone()).await;
    caught_up(&server, older.publish_operators()).await.unwrap();
    let stored = server.last(String::new(), in_bucket(OPERATORS, LIST)).await.unwrap().unwrap();
    assert_eq!(Operators::open(&stored, &second.root).unwrap().version, 2);
}

#[tokio::test(start_paused = true)]
async fn an_operator_knows_the_others_though_the_server_that_answers_is_behind() {
    let (server, (first, second)) = (Local::default(), kits());
    let (other, opened) = (console(&server, second).await, caught_up(&server, console(&server, first)).await);
    assert_eq!(opened.operators.version, 2);
    let job = job(&opened);
    opened.store_job(&job, &[]).await.unwrap();
    assert_eq!(other.get_job(&job.jid).await.unwrap().record, job.record, "it is sealed for both");
}

/// A card with which an instance asks.
fn card(instance: &Identity) -> Card {
    card_of("web-1", instance)
}

fn card_of(id: &str, instance: &Identity) -> Card {
    let body = CardBody { id: id.to_owned(), seal: instance.box_key(), made: 1, grains: None, proof: None };
    let signed = Signed::new(Domain::Card, &body, instance).unwrap().to_bytes().unwrap();
    Card::open(instance.public().as_str(), &signed).unwrap()
}

#[tokio::test(start_paused = true)]
async fn the_token_of_a_refused_key_is_revoked_though_another_operator_accepted_it_meanwhile() {
    let (server, (first, second)) = (Local::default(), kits());
    let (ops2, ops1) = (console(&server, second).await, console(&server, first).await);
    let instance = Identity::generate();
    let asking = Knowledge { asking: vec![card(&instance)], ..Knowledge::default() };
    let accepted = ops2.accept(&asking, &asking.asking[0], &Attributes::new()).await.unwrap();
    for decision in [Decision::Deleted, Decision::Rejected] {
        let entry = asking.entry(&instance.public()).unwrap();
        let refused = caught_up(&server, ops1.refuse(entry, decision)).await.unwrap();
        assert_eq!((refused.decision, refused.expires), (decision, accepted.expires));
        let register = ops1.knowledge(false).await.unwrap().register;
        assert!(register.revocations(accepted.at).contains_key(instance.public().as_str()), "{decision:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_job_is_unknown_only_if_the_leader_has_none() {
    let (server, (first, _)) = (Local::default(), kits());
    let opened = console(&server, first).await;
    let job = job(&opened);
    opened.store_job(&job, &[]).await.unwrap();
    let found = caught_up(&server, opened.get_job(&job.jid)).await.unwrap();
    assert_eq!(found.record, job.record);
    let never = Jid::try_from("20260101120000123456".to_owned()).unwrap();
    let missing = opened.get_job(&never).now_or_never().unwrap();
    assert!(matches!(missing, Err(OperatorError::NoJob { .. })), "{missing:?}");
    server.set_behind(true);
    let stays_behind = opened.get_job(&job.jid).await;
    assert!(
        matches!(stays_behind, Err(OperatorError::Transport(TransportError::TimedOut))),
        "{stays_behind:?}"
    );
}

/// An operator whose register is kept in `file`, and three accepted instances.
async fn keeping(server: &Local, kit: OperatorKit, file: &Path) -> (Console, Vec<Entry>) {
    let keeper = Console { register_cache: Some(file.to_owned()), ..console(server, kit).await };
    let mut accepted = vec![];
    for id in ["web-1", "web-2", "web-3"] {
        let asking = Knowledge::default();
        let card = card_of(id, &Identity::generate());
        accepted.push(keeper.accept(&asking, &card, &Attributes::new()).await.unwrap());
    }
    (keeper, accepted)
}

async fn ids(console: &Console) -> Vec<String> {
    let register = console.knowledge(false).await.unwrap().register;
    let mut ids: Vec<String> = register.accepted().map(|entry| entry.id.clone()).collect();
    ids.sort();
    ids
}

/// Writes into the kept file what the servers do not have, so that a test sees where the register came from.
fn rename(file: &Path, from: &str, to: &str) {
    let kept = std::fs::read_to_string(file).unwrap();
    assert!(kept.contains(from), "{kept}");
    std::fs::write(file, kept.replace(from, to)).unwrap();
}

#[tokio::test]
async fn what_was_read_of_the_register_is_kept_and_what_is_newer_is_read() {
    let (server, (first, second)) = (Local::default(), kits());
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("register.json");
    let ops1 = console(&server, first).await;
    let (ops2, accepted) = keeping(&server, second, &file).await;
    assert_eq!(ids(&ops2).await, ["web-1", "web-2", "web-3"]);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);

    rename(&file, "web-1", "web-9");
    assert_eq!(ids(&ops2).await, ["web-2", "web-3", "web-9"]);
    ops1.refuse(accepted[1].clone(), Decision::Deleted).await.unwrap();
    for _ in 0..2 {
        assert_eq!(ids(&ops2).await, ["web-3", "web-9"], "the decision of another operator counts at once");
    }
    // Who decides about keys, or revokes them, reads everything.
    assert_eq!(ops2.knowledge(true).await.unwrap().register.accepted().count(), 2);
    assert_eq!(ids(&ops2).await, ["web-1", "web-3"]);
}

#[tokio::test]
async fn a_kept_register_that_does_not_fit_is_not_used() {
    let (server, (_, second)) = (Local::default(), kits());
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("register.json");
    let (ops2, accepted) = keeping(&server, second.clone(), &file).await;
    let expected = ["web-1", "web-2", "web-3"];
    let kept = || async {
        assert_eq!(ids(&ops2).await, expected);
        rename(&file, "web-1", "web-9");
    };

    // The newest decision was replaced: nothing shows any more that this is the same stream.
    kept().await;
    ops2.renew(&Entry { expires: 0, ..accepted[2].clone() }, None).await.unwrap();
    assert_eq!(ids(&ops2).await, expected);

    for broken in ["", "{", "[]", "null", "{\"root\": 1}"] {
        std::fs::write(&file, broken).unwrap();
        assert_eq!(ids(&ops2).await, expected, "{broken}");
    }

    // Others could have written the file, and its entries decide who gets jobs.
    kept().await;
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o620)).unwrap();
    assert_eq!(ids(&ops2).await, expected);

    // Another list of operators may believe other decisions.
    kept().await;
    rename(&file, "\"operators\":2", "\"operators\":1");
    assert_eq!(ids(&ops2).await, expected);

    // The servers were set up anew.
    kept().await;
    let anew = Local::default();
    let (elsewhere, _) = keeping(&anew, second, &file).await;
    assert_eq!(ids(&elsewhere).await, expected);

    // Another fleet.
    let (other, _) = kits();
    let (other, _) = keeping(&Local::default(), other, &file).await;
    assert_eq!(ids(&other).await, expected);
}

#[tokio::test]
async fn a_forged_or_empty_entry_does_not_hide_an_instance_and_is_an_alarm() {
    let (server, (_, second)) = (Local::default(), kits());
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("register.json");
    let (ops2, accepted) = keeping(&server, second, &file).await;
    assert_eq!(ids(&ops2).await, ["web-1", "web-2", "web-3"]);
    for forged in ["forged", ""] {
        server.store(in_bucket(REGISTER, accepted[0].key.as_str()), forged.into()).await.unwrap();
        for with_asking in [false, true] {
            let knowledge = ops2.knowledge(with_asking).await.unwrap();
            assert_eq!(
                (knowledge.ignored.len(), knowledge.is_alarmed),
                (1, true),
                "every command reports it"
            );
            assert_eq!(knowledge.register.accepted().count(), 3);
        }
    }
}

#[tokio::test]
async fn what_a_removed_keeper_decided_counts_when_another_one_signs_it_anew() {
    let server = Local::default();
    let mut root = Root::generate(vec![], 0).unwrap();
    let right = || vec![Right { targets: "*".to_owned(), functions: vec!["*".to_owned()] }];
    let mut kit = root.add_operator("ops1", right(), true, 0).unwrap();
    let leaving = root.add_operator("ops2", right(), true, 0).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let (ops2, accepted) = keeping(&server, leaving, &directory.path().join("theirs")).await;
    ops2.refuse(accepted[1].clone(), Decision::Rejected).await.unwrap();
    assert!(root.remove_operator("ops2", ops2.seconds()).unwrap());
    kit.operators = root.signed_operators().unwrap();
    kit.authority = Some(root.signed_authority().unwrap());
    let file = Some(directory.path().join("register.json"));
    let ops1 = Console { register_cache: file, ..console(&server, kit).await };
    let knowledge = ops1.knowledge(true).await.unwrap();
    assert_eq!((knowledge.register.entries().count(), knowledge.is_alarmed), (0, true));
    assert!(matches!(ops1.take_over("ops3").await, Err(OperatorError::NotRemoved { .. })));
    assert_eq!(ops1.take_over("ops2").await.unwrap().len(), 3);
    let knowledge = ops1.knowledge(true).await.unwrap();
    assert_eq!((knowledge.register.accepted().count(), knowledge.is_alarmed), (2, false));
    let rejected = knowledge.register.find(&accepted[1].key).unwrap();
    assert_eq!((rejected.decision, ops1.take_over("ops2").await.unwrap().len()), (Decision::Rejected, 0));
    // The tokens are signed by keys that count.
    let token = server.last(stream_of(TOKENS), in_bucket(TOKENS, accepted[0].key.as_str())).await.unwrap();
    assert!(ops1.renew(&accepted[0], token.as_deref()).await.unwrap().is_none());
}

#[tokio::test]
async fn an_older_acceptance_does_not_bring_a_deleted_key_back() {
    let (server, (first, second)) = (Local::default(), kits());
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("register.json");
    let (ops2, accepted) = keeping(&server, second.clone(), &file).await;
    let subject = in_bucket(REGISTER, accepted[0].key.as_str());
    let acceptance = server.last(stream_of(REGISTER), subject.clone()).await.unwrap().unwrap();
    ops2.refuse(accepted[0].clone(), Decision::Deleted).await.unwrap();
    assert_eq!(ids(&ops2).await, ["web-2", "web-3"]);
    server.store(subject.clone(), acceptance).await.unwrap();
    for with_asking in [false, true] {
        let knowledge = ops2.knowledge(with_asking).await.unwrap();
        assert_eq!(knowledge.register.find(&accepted[0].key).unwrap().decision, Decision::Deleted);
        assert!(knowledge.is_alarmed && knowledge.ignored[0].contains("older decision about web-1"));
        assert!(!knowledge.register.revocations(0).is_empty(), "it stays revoked");
    }
    // An acceptance that an operator makes now counts, also within the same second.
    let knowledge = ops2.knowledge(true).await.unwrap();
    let card = Card {
        key: accepted[0].key.clone(),
        body: CardBody {
            id: "web-1".to_owned(),
            seal: accepted[0].seal.clone(),
            made: 0,
            grains: None,
            proof: None,
        },
    };
    ops2.accept(&knowledge, &card, &Attributes::new()).await.unwrap();
    let keeper = Console { register_cache: Some(file.clone()), ..console(&server, first).await };
    for ops in [&ops2, &keeper] {
        let knowledge = ops.knowledge(true).await.unwrap();
        assert_eq!((knowledge.register.accepted().count(), knowledge.is_alarmed), (3, false));
    }
    assert_eq!(kept_ids(&file).len(), 3, "completions need no server");
    assert_eq!(kept_ids(&file.with_extension("none")), Vec::<String>::new());
}

/// An operator who may do all, and one who may ping web-1, publish for it, and have `cmd.run` run where the role is 'db'.
async fn consoles(server: &Local) -> (Console, Console) {
    let mut root = Root::generate(vec![], 0).unwrap();
    let right = |targets: &str, functions: &[&str]| Right {
        targets: targets.to_owned(),
        functions: functions.iter().map(|it| (*it).to_owned()).collect(),
    };
    let rights = vec![right("web-1", &["test.ping", "tree.publish"]), right("G@role:db", &["cmd.run"])];
    let limited = root.add_operator("limited", rights, false, 0).unwrap();
    let first = root.add_operator("ops1", vec![right("*", &["*"])], true, 0).unwrap();
    (console(server, first).await, console(server, limited).await)
}

fn instance(id: &str, role: &str) -> (Identity, Instance) {
    let identity = Identity::generate();
    let grains = model::Value::from(serde_json::json!({"role": role})).as_map().cloned();
    let attributes = Attributes::new();
    let (key, seal) = (identity.public(), identity.box_key());
    let instance = Instance { id: id.to_owned(), key, seal, attributes, grains };
    (identity, instance)
}

fn job_of(console: &Console, function: &str, ids: &[&str]) -> Job {
    let mut job = job(console);
    job.record.call = Call::new(function, vec![]);
    job.record.ids = ids.iter().map(|id| (*id).to_owned()).collect();
    job
}

#[tokio::test(start_paused = true)]
async fn nobody_lends_his_rights_to_the_operator_who_stored_a_job() {
    let server = Local::default();
    let (ops1, limited) = consoles(&server).await;
    let (web, other, db) = (instance("web-1", "web").1, instance("web-2", "web").1, instance("db-1", "db").1);
    for (function, at, is_allowed) in [
        ("test.ping", &web, true),
        ("test.ping", &other, false),
        ("cmd.run", &web, false),
        ("cmd.run", &db, true),
    ] {
        let mut job = job_of(&limited, function, &[&at.id]);
        // He overwrites a job of ops1, in the name of ops1.
        job.record.operator = "ops1".to_owned();
        limited.store_job(&job, &[]).await.unwrap();
        let read = ops1.get_job(&job.jid).await.unwrap();
        assert_eq!(read.record.operator, "limited", "the signer is shown");
        let checked = ops1.check_signer(&read, std::slice::from_ref(at));
        assert_eq!(checked.is_ok(), is_allowed, "{function} on {}: {checked:?}", at.id);
        if let Err(error) = checked {
            let said = error.to_string();
            assert!(said.contains("stored by operator 'limited'") && said.contains(&at.id), "{said}");
        }
        assert!(
            limited.check_signer(&limited.get_job(&job.jid).await.unwrap(), std::slice::from_ref(at)).is_ok()
        );
    }
    // Unknown grains give no right.
    let job = job_of(&limited, "cmd.run", &["db-1"]);
    limited.store_job(&job, &[]).await.unwrap();
    let unknown = Instance { grains: None, ..db };
    assert!(ops1.check_signer(&ops1.get_job(&job.jid).await.unwrap(), &[unknown]).is_err());
}

#[tokio::test(start_paused = true)]
async fn who_may_not_have_a_function_run_reads_neither_its_jobs_nor_its_answers() {
    let server = Local::default();
    let (ops1, limited) = consoles(&server).await;
    for (function, ids, is_read) in [
        ("test.ping", &["web-1"][..], true),
        ("test.ping", &["web-1", "web-2"], false),
        ("state.apply", &["web-1"], false),
    ] {
        let job = job_of(&ops1, function, ids);
        ops1.store_job(&job, &[]).await.unwrap();
        assert_eq!(limited.get_job(&job.jid).await.is_ok(), is_read, "{function} {ids:?}");
        assert!(ops1.get_job(&job.jid).await.is_ok());
    }
    let (own, his) = (ops1.identity.box_key(), limited.identity.box_key());
    let operators = &ops1.operators;
    let roles = [instance("x", "db").1, instance("x", "web").1];
    for (function, id, grains, is_read) in [
        ("test.ping", "web-1", None, true),
        ("test.ping", "web-2", None, false),
        ("cmd.run", "web-1", None, true),
        ("cmd.run", "web-1", roles[0].grains.as_ref(), true),
        ("cmd.run", "web-1", roles[1].grains.as_ref(), false),
        ("state.apply", "web-1", None, false),
    ] {
        let readers = operators.readers_of(function, id, grains, &own);
        assert_eq!(readers.contains(&his), is_read, "{function} {id} {grains:?}");
        assert!(readers.contains(&own));
    }
    // The instance knows its grains, and seals for nobody else, whoever is named.
    let named = operators.readers();
    let grains = roles[1].grains.clone().unwrap();
    let allowed = operators.allowed_readers(&named, "cmd.run", "web-1", &grains);
    assert_eq!(allowed.as_slice(), std::slice::from_ref(&own));
    assert_eq!(operators.allowed_readers(&named, "test.ping", "web-1", &grains).len(), 2);
    assert_eq!(operators.readers_of_pillar(&own), std::slice::from_ref(&own));
    // Who may read beside that reads, and may do no more.
    let mut auditing = operators.clone();
    let auditor = auditing.operators.iter_mut().find(|operator| operator.seal == his).unwrap();
    auditor.reads = vec![Right { targets: "web-*".to_owned(), functions: vec!["state.*".to_owned()] }];
    assert!(!auditor.may("state.apply", "web-1", &grains) && !auditor.may_somewhere("state.apply"));
    for (id, is_read) in [("web-1", true), ("db-1", false)] {
        let readers = auditing.readers_of("state.apply", id, None, &own);
        assert_eq!(readers.contains(&his), is_read, "{id}");
        assert_eq!(auditing.allowed_readers(&readers, "state.apply", id, &grains).contains(&his), is_read);
    }
}

#[tokio::test(start_paused = true)]
async fn a_revision_of_who_may_publish_for_some_instances_counts_for_himself_alone() {
    let server = Local::default();
    let (ops1, limited) = consoles(&server).await;
    for (by, name) in [(&ops1, "all"), (&limited, "some")] {
        let revision = crate::protocol::Revision {
            name: name.to_owned(),
            sequence: if name == "some" { 9 } else { 1 },
            created: 0,
            operator: "ops1".to_owned(),
            content: String::new(),
            files: 0,
            bytes: 0,
            sealed_trees: crate::protocol::Sealed::new(b"{}", &by.identity, &ops1.operators.readers())
                .unwrap(),
        };
        let signed = Signed::new(Domain::Revision, &revision, &by.identity).unwrap().to_bytes().unwrap();
        let subject = in_bucket(crate::protocol::subjects::REVISIONS, name);
        server.store(subject, signed).await.unwrap();
    }
    let names = |found: Vec<Published>| found.into_iter().map(|it| it.revision.name).collect::<Vec<_>>();
    let (found, ignored) = ops1.list_revisions().await.unwrap();
    assert_eq!(names(found), ["all"]);
    assert!(
        ignored[0].said.contains("operator 'limited' may not publish trees for other ops nodes"),
        "{ignored:?}"
    );
    assert!(ops1.get_revision("some").await.is_err());
    assert_eq!(names(limited.list_revisions().await.unwrap().0), ["all", "some"]);
}

/// What an operator makes of an answer that the instance signed.
async fn made_of(part: impl Fn(&Jid, &Identity) -> Vec<u8>) -> (Vec<crate::protocol::Answer>, Duration) {
    let server = Local::default();
    let (ops1, _) = consoles(&server).await;
    let (identity, instance) = instance("web-1", "web");
    let mut orders = server.subscribe(crate::protocol::subjects::order(&instance.key)).await.unwrap();
    let job = job_of(&ops1, "cmd.run", &["web-1"]);
    let subject = crate::protocol::subjects::answer(&job.jid, &instance.key, 0);
    let bytes = part(&job.jid, &identity);
    let replies = async {
        orders.recv().await.unwrap();
        server.store(subject, bytes).await.unwrap();
        std::future::pending::<()>().await;
    };
    let mut answers = vec![];
    let mut report = |report| {
        if let Report::Answered(answer) = report {
            answers.push(answer);
        }
    };
    let (begin, all) = (tokio::time::Instant::now(), [instance.clone()]);
    tokio::select! {
        ended = ops1.run_job(&job, &all, &mut report) => { ended.unwrap(); }
        () = replies => {}
    }
    let took = begin.elapsed();
    // `jobs show` names it, and goes on.
    let found = ops1.find_answer(&job, &instance).await.unwrap();
    assert_eq!(found.as_ref(), answers.first());
    (answers, took)
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_cannot_be_read_is_a_failure_of_that_instance_at_once() {
    use crate::protocol::Sealed;
    let part = |jid: &Jid, identity: &Identity, chunk: String, format: u64| {
        let body = serde_json::json!({"jid": jid, "part": 0, "parts": 1, "chunk": chunk, "format": format});
        Signed::new(Domain::Answer, &body, identity).unwrap().to_bytes().unwrap()
    };
    let (answers, took) = made_of(|jid, identity| part(jid, identity, "no seal".to_owned(), 1)).await;
    assert_eq!((answers.len(), answers[0].retcode, answers[0].id.as_str()), (1, 1, "web-1"));
    assert!(took < Duration::from_secs(2), "{took:?}");
    let (answers, took) = made_of(|jid, identity| part(jid, identity, String::new(), 2)).await;
    assert!(answers[0].result.as_str().unwrap().contains("format 2"), "{answers:?}");
    assert!(took < Duration::from_secs(2), "{took:?}");
    // It was sealed for others.
    let sealed = |identity: &Identity| {
        let sealed = Sealed::new(b"{}", identity, &[identity.box_key()]).unwrap();
        serde_json::to_string(&sealed).unwrap()
    };
    let (answers, took) = made_of(|jid, identity| part(jid, identity, sealed(identity), 1)).await;
    assert!(answers[0].result.as_str().unwrap().contains("cannot be read"), "{answers:?}");
    assert!(took < Duration::from_secs(2), "{took:?}");
}
