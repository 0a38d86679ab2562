//! `plan` and what belongs to it, by the binary: on a machine alone, and on a local AWS.

mod accessible;
mod accounts;
mod aws;
mod ci;
mod events;
mod journal;
mod journal_aws;
mod lease;
mod prune;
mod report;
mod terminal;
mod undo;
mod watch;
mod watch_aws;

use serde_json::Value;

use crate::support::Place;

const SLS: &str = "
new file:
  file.managed:
    - name: DIR/new
    - contents: one
old file:
  file.absent:
    - name: DIR/old
told:
  cmd.run:
    - name: 'true'
    - onchanges:
      - file: new file
quiet:
  test.nop: []
";

fn place() -> Place {
    let place = Place::new().with("cache/old", "");
    let sls = SLS.replace("DIR", &place.path("cache").display().to_string());
    place.with("states/app.sls", &sls)
}

#[test]
fn a_test_run_ends_with_the_counts_and_stdout_is_salts() {
    let place = place();
    let run = place.run("state.sls app test=True");
    assert_eq!(run.code, Some(0), "{}", run.whole());
    assert_eq!(run.stderr.lines().last(), Some("1 to create, 1 to change, 1 to delete"), "{}", run.whole());
    assert!(!run.stdout.contains("to create,"), "{}", run.stdout);
    let quiet = place.run("-l quiet state.sls app test=True");
    assert_eq!(quiet.stderr, "");
    let real = place.run("state.sls app");
    assert!(!real.stderr.contains("to create"), "{}", real.whole());
}

#[test]
fn a_plan_is_grouped_by_what_happens_and_changes_nothing() {
    let place = place();
    let plan = place.run("plan app");
    assert_eq!(plan.code, Some(0), "{}", plan.whole());
    insta::assert_snapshot!(plan.stdout);
    assert!(place.path("cache/old").exists() && !place.path("cache/new").exists());
    assert_eq!(place.run("--detailed-exitcode plan app").code, Some(3));
}

#[test]
fn a_plan_is_the_documented_json() {
    let plan = place().run("plan app --out=json");
    let data: Value = serde_json::from_str(&plan.stdout).expect("JSON");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/plan.schema.json");
    let schema: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("a schema")).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<String> = validator.iter_errors(&data).map(|error| error.to_string()).collect();
    assert_eq!(errors, Vec::<String>::new(), "{data:#}");
    assert_eq!(data["format_version"], 1);
    assert_eq!(data["states"][2]["triggered_by"][0]["state"], "file: new file");
    let broken = serde_json::json!({"format_version": 1, "summary": {}, "states": []});
    assert!(!validator.is_valid(&broken), "the schema refuses what lacks counts");
}

#[test]
fn what_cannot_be_planned_is_named_and_fails_the_plan() {
    let plan = Place::new().with("states/app.sls", "a:\n  no.such: []\n").run("plan app");
    assert_eq!(plan.code, Some(1), "{}", plan.whole());
    assert!(plan.stdout.contains("Cannot be planned (1)"), "{}", plan.whole());
    assert!(plan.stdout.ends_with("0 to create, 0 to change, 0 to delete, 1 failed\n"), "{}", plan.whole());
}

#[test]
fn only_plan_has_its_layouts() {
    let run = place().run("--out markdown state.sls app test=True");
    assert_eq!(run.code, Some(64));
    assert!(run.stderr.contains("only 'plan' has"), "{}", run.stderr);
}

#[test]
fn a_plan_that_is_kept_is_private_and_applied_as_it_stands() {
    let place = place();
    let plan = place.run("plan app -o app.plan");
    assert_eq!(plan.code, Some(0), "{}", plan.whole());
    let mode = std::os::unix::fs::PermissionsExt::mode(
        &std::fs::metadata(place.path("app.plan")).expect("a file").permissions(),
    );
    assert_eq!(mode & 0o777, 0o600);
    let unasked = place.run("apply app.plan");
    assert_eq!(unasked.code, Some(1), "{}", unasked.whole());
    let advice = "if it was reviewed elsewhere, give --yes";
    assert!(
        unasked.stderr.contains("there is no terminal") && unasked.stderr.contains(advice),
        "{}",
        unasked.stderr
    );
    assert!(place.path("cache/old").exists(), "nothing is done without a confirmation");
    let applied = place.run("apply app.plan --yes");
    assert_eq!(applied.code, Some(0), "{}", applied.whole());
    assert!(!place.path("cache/old").exists() && place.path("cache/new").exists());
    let again = place.run("apply app.plan --yes");
    assert_eq!(again.code, Some(1), "{}", again.whole());
    assert!(again.stderr.contains("the plan is already applied"), "{}", again.stderr);
    let advice = "nothing was changed; make a new plan for further changes";
    assert!(again.stderr.contains(advice), "{}", again.stderr);
    assert!(again.stderr.lines().count() < 5, "{}", again.stderr);
}

#[test]
fn another_sls_makes_a_plan_stale_though_it_would_change_the_same() {
    let place = place();
    let _ = place.run("plan app -o app.plan");
    let sls = std::fs::read_to_string(place.path("states/app.sls")).expect("an SLS");
    std::fs::write(
        place.path("states/app.sls"),
        sls.replace("- name: 'true'", "- name: 'true'\n    - cwd: /"),
    )
    .expect("a file");
    let applied = place.run("apply app.plan --yes");
    assert_eq!(applied.code, Some(1), "{}", applied.whole());
    let advice = "nothing was changed; make a new plan: orchestrate plan … -o FILE";
    assert!(applied.stderr.contains(advice), "{}", applied.stderr);
    assert!(place.path("cache/old").exists());
    // Another minion is another machine.
    let other = place.run("--id other apply app.plan --yes");
    assert_eq!(other.code, Some(1), "{}", other.whole());
    assert!(other.stderr.contains("hint: --id selects another minion"), "{}", other.stderr);
}

#[test]
fn a_pillar_of_the_command_line_is_not_kept_and_must_be_given_again() {
    let sls = "a:\n  test.configurable_test_state:\n    - changes: True\n    - comment: {{ pillar.word }}\n";
    let place = Place::new().with("states/app.sls", sls);
    let plan = place.run_words(&["plan", "app", "--pillar", "{word: hunter2word}", "-o", "p"]);
    assert_eq!(plan.code, Some(0), "{}", plan.whole());
    let missing = place.run("apply p --yes");
    assert_eq!(missing.code, Some(64), "{}", missing.whole());
    assert!(missing.stderr.contains("give it again: apply FILE --pillar …"), "{}", missing.stderr);
    let other = place.run_words(&["apply", "p", "--yes", "--pillar", "{word: other}"]);
    assert_eq!(other.code, Some(1), "{}", other.whole());
    let same = place.run_words(&["apply", "p", "--yes", "--pillar", "{word: hunter2word}"]);
    assert_eq!(same.code, Some(0), "{}", same.whole());
}

#[test]
fn a_graph_shows_what_waits_for_what_and_why() {
    let sls = "first:\n  test.nop: []\nsecond:\n  test.nop:\n    - require:\n      - test: first\n\
               queue:\n  boto_sqs.present:\n    - region: us-east-1\n    - watch:\n      - test: second\n";
    let place = Place::new().with("states/app.sls", sls);
    let text = place.run("graph app");
    assert_eq!(text.code, Some(0), "{}", text.whole());
    insta::assert_snapshot!(text.stdout);
    let dot = place.run("graph app --format dot");
    assert!(dot.stdout.contains("s0 -> s1 [label=\"require\"];"), "{}", dot.whole());
    let svg = place.run("graph app --format=svg");
    assert!(svg.stdout.starts_with("<svg") && svg.stdout.trim_end().ends_with("</svg>"), "{}", svg.whole());
    assert_eq!(svg.stdout.matches("<rect").count(), 3);
    let unknown = place.run("graph app --format png");
    assert_ne!(unknown.code, Some(0), "{}", unknown.whole());
}
