//! Releases come into service on an instance, by the binary; and go out again.

use std::fs;

use serde_json::{Value, json};

use super::yard::{Yard, snapshot};

const TOP: &str = "base:\n  '*': [myapp]\n";

/// A service with hooks and states, and what all share.
fn yard() -> Yard {
    let yard = Yard::new();
    yard.source("states/shared.jinja", "{% set greeting = 'hello' %}");
    yard.promoted("base", "r1");
    fs::remove_dir_all(yard.path("source")).unwrap();
    yard.source("states/top.sls", TOP);
    let made = yard.path("made");
    let text = "{{ greeting }} {{ pillar.name }} {{ grains.service_instance }}";
    yard.source(
        "states/myapp.sls",
        &format!(
            "{{% from 'shared.jinja' import greeting %}}\n{}:\n  file.managed:\n    - contents: {text}\n",
            made.display()
        ),
    );
    yard.source("pillar/top.sls", TOP);
    yard.source("pillar/myapp.sls", "name: from the release\n");
    let journal = yard.path("journal");
    let hook = |text: &str| format!("#!/bin/sh\necho {text} $DEPLOY_REVISION >>{}\n", journal.display());
    yard.source("hooks/pre-release", &hook("before"));
    yard.source("hooks/post-release", &hook("after"));
    yard
}

#[test]
fn a_release_comes_into_service_and_a_second_run_changes_nothing() {
    let yard = yard();
    yard.promoted("myapp", "r1");
    let told = yard.json("deploy myapp testing --test");
    assert_eq!(
        (&told["result"], &told["base"]["result"]),
        (&json!("to be deployed"), &json!("to be deployed"))
    );
    assert!(!yard.path("srv").exists(), "a test run changes nothing");
    let told = yard.json("deploy myapp testing");
    assert_eq!(
        told["steps"],
        json!([
            "fetch the archive",
            "unpack it",
            "link the service",
            "link next",
            "run pre-release hooks",
            "run the highstate",
            "link current",
            "run post-release hooks",
            "record the end",
        ])
    );
    assert_eq!(told["highstate"], json!({"states": 1, "changed": 1}));
    assert_eq!(yard.current().as_deref(), Some("r1"));
    assert_eq!(fs::read_to_string(yard.path("made")).unwrap(), "hello from the release testing\n");
    assert_eq!(fs::read_to_string(yard.path("journal")).unwrap(), "before r1\nafter r1\n");
    assert_eq!(fs::read_to_string(yard.path("srv/service/current/revision")).unwrap(), "r1");
    let before = snapshot(&yard.path("srv"));
    let again = yard.json("deploy myapp testing");
    assert_eq!((&again["result"], &again["base"]["result"]), (&json!("unchanged"), &json!("unchanged")));
    assert_eq!(snapshot(&yard.path("srv")), before);
    let log = fs::read_to_string(yard.path(told["log"].as_str().unwrap())).unwrap();
    assert!(log.contains("Succeeded: 1"), "{log}");
}

#[test]
fn a_state_that_fails_leaves_current_as_it_was() {
    let yard = yard();
    yard.promoted("myapp", "r1");
    yard.json("deploy myapp testing");
    yard.source("states/myapp.sls", "broken:\n  test.fail_without_changes: []\nfine:\n  test.nop: []\n");
    yard.promoted("myapp", "r2");
    let told = yard.refused("deploy myapp testing");
    assert!(
        told.contains("the highstate of r2 failed: test.fail_without_changes 'broken': Failure!"),
        "{told}"
    );
    assert_eq!(yard.current().as_deref(), Some("r1"));
    assert_eq!(fs::read_to_string(yard.path("journal")).unwrap(), "before r1\nafter r1\nbefore r2\n");
    let status = yard.json("status myapp")["services"]["myapp"].clone();
    assert_eq!(
        (&status["current"], &status["next"], &status["settled"]),
        (&json!("r1"), &json!("r2"), &json!(false))
    );
    yard.source("states/myapp.sls", "{{ nonsense(\n");
    yard.promoted("myapp", "r3");
    assert!(
        yard.refused("deploy myapp testing")
            .contains("the highstate of r3 failed: the states do not compile")
    );
    assert_eq!(yard.current().as_deref(), Some("r1"));
    yard.source("states/myapp.sls", "fine:\n  test.nop: []\n");
    yard.promoted("myapp", "r4");
    assert_eq!(yard.json("deploy myapp testing")["previous"], "r1");
    assert_eq!(yard.json("status myapp")["services"]["myapp"]["releases"], json!(["r1", "r4"]));
}

#[test]
fn one_goes_back_and_stays_back() {
    let yard = yard();
    yard.promoted("myapp", "r1");
    yard.json("deploy myapp testing");
    yard.promoted("myapp", "r2");
    yard.json("deploy myapp testing");
    let back = yard.json("rollback myapp");
    assert_eq!((&back["revision"], &back["previous"]), (&json!("r1"), &json!("r2")));
    assert_eq!(yard.current().as_deref(), Some("r1"));
    assert!(fs::read_to_string(yard.path("journal")).unwrap().ends_with("after r2\nafter r1\n"));
    let told = yard.refused("deploy myapp testing");
    assert!(
        told.contains("r2 of myapp is current in the store, but this instance rolled back from"),
        "{told}"
    );
    assert!(yard.refused("rollback myapp").contains("no earlier release of myapp to go back to"));
    assert_eq!(yard.json("deploy myapp testing --revision r2")["revision"], "r2");
    yard.json("rollback myapp --revision r1 --hooks=False");
    assert!(fs::read_to_string(yard.path("journal")).unwrap().ends_with("before r2\nafter r2\n"));
    assert!(yard.refused("rollback myapp --revision r9").contains("there are r1, r2"));
    let status = yard.json("status")["services"]["myapp"].clone();
    assert_eq!((&status["withdrawn"], &status["settled"]), (&json!(["r2"]), &json!(true)));
}

#[test]
fn instances_may_have_a_release_of_their_own() {
    let yard = yard();
    yard.promoted("myapp", "r1");
    yard.published("myapp", "r2");
    yard.json("artifact promote myapp r2 --instance testing --key signing.pem");
    assert_eq!(yard.json("deploy myapp testing --test")["revision"], "r2");
    assert_eq!(yard.json("deploy myapp production --test")["revision"], "r1");
    let listed = yard.json("artifact list myapp");
    assert_eq!(
        (&listed["r1"]["current_for"], &listed["r2"]["current_for"]),
        (&json!(["all"]), &json!(["testing"]))
    );
    let told = yard.refused("artifact promote myapp r1 --instance testing --key signing.pem");
    assert!(told.contains("r1 of myapp was built before r2, which is current"), "{told}");
    yard.json("artifact promote myapp r1 --instance testing --rollback --key signing.pem");
    assert_eq!(yard.json("artifact list"), json!(["base", "myapp"]));
}

#[test]
fn what_is_missing_or_wrong_is_reported() {
    let yard = Yard::new();
    yard.source("x", "x");
    yard.published("myapp", "r1");
    let told = yard.refused("deploy myapp testing");
    assert!(
        told.contains("there is no pointer of myapp in store") && told.contains("artifact promote"),
        "{told}"
    );
    let told = yard.refused("deploy myapp testing --revision r9");
    assert!(told.contains("there is no revision r9 of myapp"), "{told}");
    for (words, part) in [
        ("artifact", "Puts a signed artifact into"),
        ("artifact promotee myapp r1", "'promote'"),
        ("deploy myapp", "<INSTANCE>"),
        ("deploy ../etc testing", "cannot be the name of a service"),
        ("deploy service testing", "is the link to the service of an instance"),
        ("deploy myapp testing --test=perhaps", "test must be True or False, not 'perhaps'"),
        ("artifact build source myapp r2 --sequence soon", "--sequence must be a whole number"),
        ("artifact sign artifacts/myapp/r1 --key env:NOTHING", "the environment has no NOTHING"),
    ] {
        let printed = yard.run(words);
        assert!(printed.code.is_some_and(|code| code != 0), "{words}");
        assert!(printed.stderr.contains(part), "{}", printed.whole());
    }
    assert!(yard.refused("status other").contains("nothing of other was deployed below"));
    assert_eq!(yard.json("status")["services"], json!({}));
    fs::write(yard.path("orchestration/minion"), "deploy: {keep: few, kep: 1}\n").unwrap();
    let told = yard.refused("deploy myapp testing");
    assert!(told.contains("'keep' of deploy") && told.contains("did you mean 'keep'?"), "{told}");
    fs::write(yard.path("orchestration/minion"), "deploy: {store: /nowhere}\n").unwrap();
    assert!(yard.refused("deploy myapp testing").contains("no key is pinned"));
    fs::write(yard.path("orchestration/minion"), "id: x\n").unwrap();
    assert!(yard.refused("deploy myapp testing").contains("'deploy:store' is not configured"));
}

#[test]
fn a_key_is_kept_for_its_owner_and_another_program_reads_it() {
    let yard = Yard::new();
    let text = fs::read_to_string(yard.path("signing.pem")).unwrap();
    assert!(text.starts_with("-----BEGIN PRIVATE KEY-----\n"));
    let again = yard.json("artifact key signing.pem");
    assert_eq!(again["made"], Value::Bool(false));
    let mode = std::os::unix::fs::PermissionsExt::mode(
        &fs::metadata(yard.path("signing.pem")).unwrap().permissions(),
    );
    assert_eq!(mode & 0o777, 0o600);
    yard.source("x", "x");
    let yard = Yard { place: yard.place.set("SIGNING", &text).set("SOURCE_DATE_EPOCH", "1700000000") };
    yard.json("artifact build source myapp r1 --key env:SIGNING --build commit=abc,branch=main");
    let first = fs::read(yard.path("artifacts/myapp/r1/manifest.json")).unwrap();
    yard.json("artifact build source myapp r1");
    let again = yard.json("artifact build source myapp r1 --build commit=abc,branch=main");
    assert_eq!(again["sequence"], 1_700_000_000);
    assert_eq!(fs::read(yard.path("artifacts/myapp/r1/manifest.json")).unwrap(), first, "reproducible");
    assert!(!yard.path("artifacts/myapp/r1/manifest.json.sig").exists(), "another build lost the signature");
}

#[test]
fn a_release_that_fails_in_service_gives_way_to_the_one_before() {
    let yard = Yard::new();
    yard.promoted("myapp", "r1");
    yard.json("deploy myapp testing");
    yard.source("hooks/validate", "#!/bin/sh\necho no answer; exit 1\n");
    yard.promoted("myapp", "r2");
    let told = yard.refused("deploy myapp testing");
    assert!(told.contains("r2 of myapp failed in service, and r1 is in service again"), "{told}");
    assert!(told.contains("the hook validate of r2 ended with 1: no answer"), "{told}");
    assert_eq!(yard.current().as_deref(), Some("r1"));
    assert_eq!(yard.json("status myapp")["services"]["myapp"]["settled"], true);
    assert!(yard.refused("deploy myapp testing").contains("this instance rolled back from it"));
}

#[test]
fn a_pointer_ends_and_is_renewed_by_a_key_that_can_do_nothing_else() {
    let yard = Yard::new();
    let key =
        |file: &str| yard.json(&format!("artifact key {file}"))["public_key"].as_str().unwrap().to_owned();
    let (public, refresh) = (key("signing.pem"), key("refresh.pem"));
    let store = yard.path("store").display().to_string();
    yard.configure(&store, &public, &format!("base: False, refresh_keys: ['{refresh}']"));
    yard.published("myapp", "r1");
    let promote = "artifact promote myapp r1 --key signing.pem";
    assert!(yard.json(promote)["expires"].is_string(), "it has an end");
    assert!(yard.json(&format!("{promote} --expires-days 0"))["expires"].is_null());
    yard.json(&format!("{promote} --expires-days 1"));
    let renewed = yard.json("artifact refresh myapp --key refresh.pem");
    assert_eq!((&renewed["instance"], renewed["expires"].is_string()), (&"all".into(), true));
    assert_eq!(yard.json("deploy myapp testing")["result"], "deployed");
    let told = yard.refused("artifact promote myapp r1 --key refresh.pem");
    assert!(told.contains("none of these keys is among those that count"), "{told}");
    key("other.pem");
    let told = yard.refused("artifact refresh myapp --key other.pem");
    assert!(told.contains("the renewal of the pointer of myapp is refused"), "{told}");
}

#[test]
fn keys_change_by_a_signed_document_and_two_of_them_promote() {
    let yard = Yard::new();
    let key =
        |file: &str| yard.json(&format!("artifact key {file}"))["public_key"].as_str().unwrap().to_owned();
    let (signing, root, other) = (key("signing.pem"), key("root.pem"), key("other.pem"));
    let pins = format!(
        "deploy: {{store: '{}', root: '{}', base: False, root_keys: ['{root}']}}\n",
        yard.path("store").display(),
        yard.path("srv").display()
    );
    fs::write(yard.path("orchestration/minion"), format!("file_client: local\nroot_dir: .\n{pins}")).unwrap();
    assert!(yard.refused("deploy myapp testing").contains("there is no root document 1"));
    yard.json(&format!(
        "artifact root 1.json --root-keys {root} --release-keys {signing} --pointer-keys {signing}"
    ));
    assert!(yard.refused("artifact publish-root 1.json").contains("it is not signed"));
    yard.json("artifact sign-root 1.json --key root.pem");
    assert_eq!(yard.json("artifact publish-root 1.json")["result"], "published");
    assert_eq!(yard.json("artifact publish-root 1.json")["result"], "unchanged");
    yard.promoted("myapp", "r1");
    assert_eq!(yard.json("deploy myapp testing")["revision"], "r1");
    // Two keys must point from now on. What is left out of the draft stays.
    let drafted =
        yard.json(&format!("artifact root 2.json --pointer-keys {signing},{other} --pointer-threshold 2"));
    assert_eq!(drafted["version"], 2);
    yard.json("artifact sign-root 2.json --key root.pem");
    yard.json("artifact publish-root 2.json");
    yard.published("myapp", "r2");
    let proposed = yard.json("artifact promote myapp r2 --key signing.pem");
    assert_eq!(proposed["result"], "proposed: 1 more of the keys must promote it");
    assert!(yard.refused("deploy myapp testing").contains("1 of the keys that count for it"));
    assert_eq!(yard.json("artifact promote myapp r2 --key other.pem")["result"], "current");
    assert_eq!(yard.json("deploy myapp testing")["revision"], "r2");
    let services = yard.json("artifact list");
    assert_eq!(services, json!(["myapp"]), "root documents are no service");
}
