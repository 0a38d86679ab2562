//! Help, and command lines that are wrong.

use super::{Place, assert_printed};

#[test]
fn help_is_worth_reading() {
    assert_printed!("help", Place::new().run("--help"));
}

#[test]
fn the_short_help_fits_a_page() {
    let printed = Place::new().run("-h");
    assert_eq!(printed.code, Some(0));
    assert!(printed.stdout.lines().count() < 90, "{}", printed.stdout);
}

#[test]
fn help_and_version_are_commands_too() {
    let place = Place::new();
    let help = place.run("--help");
    assert_eq!(place.run("help").stdout, help.stdout);
    assert_eq!(place.run("help plan").stdout, place.run("plan --help").stdout);
    assert_eq!(place.run("-c nosuch help runs list").stdout, place.run("runs list --help").stdout);
    assert!(place.run("help sys.doc").stdout.contains("Shows the manual of functions"));
    let version = place.run("--version").stdout;
    for words in ["version", "plan --version", "deploy --version", "artifact -V"] {
        assert_eq!(place.run(words).stdout, version, "{words}");
    }
    assert_eq!(place.run("fleet --version").stdout, version);
}

#[test]
fn the_help_lists_commands_by_purpose() {
    let help = Place::new().run("help").stdout;
    let places: Vec<usize> = ["Change AWS:\n  state.apply", "\nCheck:", "\nInstance:", "\nProgram:"]
        .iter()
        .map(|heading| help.find(heading).unwrap_or_else(|| panic!("{heading}: {help}")))
        .collect();
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn a_bare_command_line_says_what_to_type() {
    assert_printed!("bare", Place::new().run(""));
}

#[test]
fn a_hyphen_in_a_part_of_a_name_is_explained() {
    let place = Place::new()
        .set("SERVICE_NAME", "myapp")
        .set("SERVICE_INSTANCE", "test-ing")
        .set("REGION", "us-east-1");
    let printed = place.run("grains.get region");
    for words in
        ["with REGION=us-east-1 there is no grain", "write REGION=useast1", "write SERVICE_INSTANCE=testing"]
    {
        assert!(printed.stderr.contains(words), "{}", printed.stderr);
    }
}

#[test]
fn an_unknown_function_is_named_with_what_was_probably_meant() {
    assert_printed!("unknown_function", Place::new().run("stat.sls myapp"));
}

#[test]
fn a_function_that_is_not_here_on_purpose_is_no_misspelt_one() {
    for (name, words) in [
        ("absent_cloud", "cloud.get_instance web-1"),
        ("absent_service", "boto_datapipeline.describe_pipelines s"),
    ] {
        assert_printed!(name, Place::new().run(words));
    }
    assert_printed!("misspelt_service", Place::new().run("boto_sqz.exists q"));
}

#[test]
fn a_tree_without_configuration_is_looked_for_in_vain_with_what_to_do() {
    let place = Place::new().with("states/app.sls", "a: {test.nop: []}\n");
    std::fs::remove_dir_all(place.path("orchestration")).expect("a folder");
    let printed = place.run("state.apply app");
    let advice = "-c DIR names the folder of a configuration with 'file_roots'";
    // A host may have the usual directory of Salt.
    let has_usual = std::path::Path::new("/srv/salt").is_dir();
    assert!(has_usual || printed.stderr.contains(advice), "{}", printed.whole());
    assert_ne!(printed.code, Some(0), "{}", printed.whole());
}

#[test]
fn what_terraform_names_otherwise_comes_with_what_to_type() {
    let place = Place::new().with("states/app.sls", "a: {test.nop: []}\n");
    for (words, instead) in [
        ("init", "copy the folder 'orchestration', then: orchestrate plan MODS"),
        ("validate", "orchestrate lint MODS"),
        ("state list", "orchestrate runs list shows what runs changed"),
        (
            "import aws_sqs_queue.jobs jobs",
            "orchestrate export SERVICE INSTANCE writes an SLS of what exists",
        ),
        ("workspace list", "SERVICE_INSTANCE names the instance of a service"),
        ("apply p.json --auto-approve", "error: --auto-approve of Terraform is not here. Instead: --yes"),
        ("plan app --target=a", "Instead: orchestrate state.sls_id ID MODS"),
        ("plan app --var a=b", "Instead: --pillar '{key: value}'"),
        ("plan --destroy", "Instead: orchestrate destroy MODS"),
    ] {
        let printed = place.run(words);
        assert_ne!(printed.code, Some(0), "{}", printed.whole());
        assert!(printed.stderr.contains(instead), "{}", printed.whole());
    }
    assert_eq!(place.run("plan app --auto-approve").code, Some(64));
}

#[test]
fn a_command_line_without_function_says_what_one_looks_like() {
    assert_printed!("no_function", Place::new().run("-c orchestration"));
}

#[test]
fn an_unknown_option_ends_with_the_code_for_wrong_usage() {
    assert_printed!("unknown_option", Place::new().run("--sate-output=terse state.sls a"));
}

#[test]
fn an_unknown_layout_is_refused_and_not_replaced() {
    assert_printed!("unknown_layout", Place::new().run("--out=jsn test.ping"));
}

#[test]
fn a_misspelt_test_argument_runs_nothing() {
    let place = Place::new().with("states/a.sls", "a: {test.succeed_with_changes: []}\n");
    assert_printed!("misspelt_test", place.run("state.sls a tets=True"));
}

#[test]
fn a_test_argument_that_is_no_truth_runs_nothing() {
    let place = Place::new().with("states/a.sls", "a: {test.succeed_with_changes: []}\n");
    assert_printed!("test_is_no_truth", place.run("state.sls a test=maybe"));
}

#[test]
fn pillar_of_the_command_line_must_be_a_mapping() {
    let place = Place::new().with("states/a.sls", "a: {test.nop: []}\n");
    assert_printed!("pillar_is_no_mapping", place.run("state.sls a pillar=3"));
}

#[test]
fn a_directory_that_was_named_must_be_there() {
    assert_printed!("no_config_dir", Place::new().run("-c nosuch test.ping"));
}

#[test]
fn options_of_salt_call_without_meaning_are_taken() {
    let words = "--local --master salt -t 5 --no-return-event --skip-grains -m modules --out txt test.ping";
    assert_printed!("ignored_options", Place::new().run(words));
}

#[test]
fn the_version_is_reported() {
    for word in ["--version", "-V", "--versions-report"] {
        let printed = Place::new().run(word);
        assert_eq!(printed.stdout, format!("orchestrate {}\n", env!("CARGO_PKG_VERSION")));
        assert_eq!(printed.code, Some(0));
    }
}

/// What somebody types first, and what it needs.
#[test]
fn what_is_missing_comes_with_what_to_type_next() {
    let hint = |words: &str, hint: &str| {
        let printed = Place::new().run(words);
        assert_eq!(printed.code, Some(1), "{words}: {}", printed.stderr);
        assert!(printed.stderr.contains(hint), "{words}: {}", printed.stderr);
    };
    hint("boto_sqs.present jobs", "orchestrate state.single boto_sqs.present NAME test=True");
    hint("file.managed /etc/motd", "orchestrate state.single file.managed NAME test=True");
    hint("undo last", "no run of this tree is recorded yet");
    hint("apply none.json", "make one: orchestrate plan MODS -o FILE");
    hint("fleet * test.ping", "'orchestrate fleet-setup' makes kits");
}
