use std::ffi::OsString;

use super::*;
use crate::args;
use crate::render::highstate::Detail;

fn settings(words: &str, variables: &[(&str, &str)]) -> Result<Settings, CliError> {
    let words = std::iter::once("orchestrate").chain(words.split_whitespace()).map(OsString::from);
    let pairs = variables.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let environment = Environment { variables: pairs.collect(), ..Environment::default() };
    Settings::new(args::parse(words).expect("a command line"), environment)
}

fn refused(words: &str) -> String {
    match settings(words, &[]) {
        Err(CliError::Usage(problem)) => problem.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_typed_directory_wins_over_the_environment_and_ours_over_salts() {
    let both = [("ORCHESTRATE_CONFIG_DIR", "ours"), ("SALT_CONFIG_DIR", "salts")];
    let dir = |words, variables: &[_]| settings(words, variables).unwrap().config.dir;
    assert_eq!(dir("-c typed test.ping", &both), Some("typed".into()));
    assert_eq!(dir("test.ping", &both), Some("ours".into()));
    assert_eq!(dir("test.ping", &both[1..]), Some("salts".into()));
    assert!(settings("test.ping", &both).unwrap().config.is_named);
}

#[test]
fn roots_and_id_override_the_configuration() {
    let settings = settings("--file-root /s --pillar-root /p --id me test.ping", &[]).unwrap();
    let expected =
        serde_json::json!({"file_roots": {"base": ["/s"]}, "pillar_roots": {"base": ["/p"]}, "id": "me"});
    assert_eq!(Value::Map(settings.config.overrides).to_json(), expected);
}

#[test]
fn colours_are_off_where_somebody_says_so() {
    let color = |words, variables: &[_]| settings(words, variables).unwrap().output.color;
    assert_eq!(color("test.ping", &[("NO_COLOR", "1")]), Some(false));
    assert_eq!(color("test.ping", &[("NO_COLOR", "")]), None);
    assert_eq!(color("--force-color test.ping", &[("NO_COLOR", "1")]), Some(true));
    assert_eq!(color("test.ping", &[("TERM", "dumb")]), Some(false));
    assert_eq!(color("test.ping", &[("TERM", "xterm")]), None);
    assert_eq!(color("--force-color --no-color test.ping", &[]), Some(false));
}

#[test]
fn the_configuration_counts_where_nothing_was_typed() {
    let opts = serde_json::json!({
        "state_output": "terse", "state_verbose": false, "log_level": "debug", "output": "json",
    });
    let opts = Value::from(opts).as_map().cloned().unwrap();
    let words = "--state-output=mixed --state-verbose=True -l error --out yaml state.sls a";
    let (plain, typed) = (settings("state.sls a", &[]).unwrap(), settings(words, &[]).unwrap());
    let layouts = [&plain, &typed].map(|settings| settings.layout(&opts, Outputter::Highstate));
    assert_eq!(layouts.map(|layout| layout.highstate.detail), [Detail::Terse, Detail::Mixed]);
    assert_eq!(layouts.map(|layout| layout.highstate.verbose), [false, true]);
    assert_eq!(layouts.map(|layout| layout.outputter), [Outputter::Json, Outputter::Yaml]);
    assert_eq!([&plain, &typed].map(|settings| settings.levels(&opts).0), [Level::Debug, Level::Error]);
}

#[test]
fn grains_and_doc_stand_for_functions() {
    assert_eq!(settings("-g", &[]).unwrap().function, "grains.items");
    let doc = settings("-d pillar.get", &[]).unwrap();
    assert_eq!((doc.function.as_str(), doc.words.as_slice()), ("sys.doc", &["pillar.get".to_owned()][..]));
}

#[test]
fn options_of_salt_that_would_change_the_arguments_are_refused() {
    assert!(refused("--args-stdin test.echo").contains("xargs puts a file there"));
    assert!(refused("--no-parse=text test.echo text=5").contains("quote the value for YAML"));
}

#[test]
fn unknown_words_come_with_a_suggestion() {
    assert_eq!(refused("--out jsn test.ping"), "--out cannot be 'jsn'\n  hint: did you mean 'json'?");
    assert_eq!(refused("-l warn test.ping"), "--log-level cannot be 'warn'\n  hint: did you mean 'warning'?");
    assert_eq!(
        refused("--state-verbose maybe x.y"),
        "--state-verbose cannot be 'maybe'\n  hint: one of True, False"
    );
    assert!(refused("-c dir").starts_with("no function is named"));
}
