use serde_json::{Value as Json, json};

use super::tab::MARK;
use super::*;
use crate::sample::{call, shown};
use model::Verdict;

/// What a table becomes; nothing if it stays.
fn written(function: &str, name: &str, arguments: Json, table: &str) -> (Verdict, Option<String>) {
    call(function, name, &arguments, |call| {
        let live = Live { text: table.to_owned(), dice: [61, 5, 30, 1, 6], table: Ok(String::new()) };
        let intent = Cron::diff(call, live);
        let text = match &intent {
            Intent::Act { step, .. } => step.stdin().map(|text| text.replace(&format!("{MARK}\n"), "")),
            _ => None,
        };
        (shown(&intent).0, text)
    })
}

fn below(lines: &str) -> String {
    format!("{MARK}\n{lines}")
}

#[test]
fn a_job_is_added_changed_or_left() {
    let four = "# SALT_CRON_IDENTIFIER:x\n0 4 * * * run\n";
    for (arguments, table, after) in [
        (json!({"minute": 5}), "", Some("# SALT_CRON_IDENTIFIER:run\n5 * * * * run\n")),
        (json!({"identifier": "x", "minute": 0, "hour": 4}), four, None),
        (
            json!({"identifier": "x", "minute": 0, "hour": 5}),
            four,
            Some("# SALT_CRON_IDENTIFIER:x\n0 5 * * * run\n"),
        ),
        (
            json!({"identifier": "x", "minute": 0, "hour": 4, "comment": "c"}),
            four,
            Some("# c SALT_CRON_IDENTIFIER:x\n0 4 * * * run\n"),
        ),
        (
            json!({"identifier": "x", "minute": 0, "hour": 4, "commented": true}),
            four,
            Some("# SALT_CRON_IDENTIFIER:x\n#DISABLED#0 4 * * * run\n"),
        ),
        (
            json!({"identifier": "x", "special": "@daily"}),
            four,
            Some("# SALT_CRON_IDENTIFIER:x\n@daily run\n"),
        ),
        (
            json!({"identifier": "y", "minute": 0, "hour": 4}),
            "0 4 * * * run\n",
            Some("# SALT_CRON_IDENTIFIER:y\n0 4 * * * run\n"),
        ),
    ] {
        let (_, text) = written("cron.present", "run", arguments.clone(), &below(table));
        assert_eq!(text.as_deref(), after, "{arguments}");
    }
}

#[test]
fn what_is_random_is_chosen_once() {
    let arguments = json!({"minute": "random", "hour": "3:6", "daymonth": "random", "month": "2"});
    let (_, text) = written("cron.present", "run", arguments.clone(), "");
    let text = text.expect("a table");
    assert_eq!(text, "# SALT_CRON_IDENTIFIER:run\n1 4 3 2 * run\n");
    assert_eq!(written("cron.present", "run", arguments, &below(&text)).1, None);
}

#[test]
fn another_command_of_the_same_identifier_takes_its_place_and_keeps_its_comment() {
    let table = below("# why SALT_CRON_IDENTIFIER:x\n* * * * * old\n* * * * * other\n");
    let (_, text) = written("cron.present", "new", json!({"identifier": "x"}), &table);
    assert_eq!(text.as_deref(), Some("# why SALT_CRON_IDENTIFIER:x\n* * * * * new\n* * * * * other\n"));
}

#[test]
fn what_others_wrote_is_left_alone() {
    let table = format!("MAILTO=me\n\n* * * * * run\n{}", below("* * * * * gone\n"));
    let (_, text) = written("cron.absent", "gone", json!({}), &table);
    assert_eq!(text.as_deref(), Some("MAILTO=me\n\n* * * * * run\n"));
    assert_eq!(written("cron.absent", "run", json!({}), &table), (Verdict::Succeeded, None));
}

#[test]
fn a_job_with_a_time_by_name_goes_only_where_that_is_said() {
    let table = below("@daily tidy\n");
    assert_eq!(written("cron.absent", "tidy", json!({}), &table).1, None);
    assert_eq!(written("cron.absent", "tidy", json!({"special": "@weekly"}), &table).1, None);
    assert_eq!(written("cron.absent", "tidy", json!({"special": "@daily"}), &table).1.as_deref(), Some(""));
}

#[test]
fn variables_are_set_once_and_go() {
    let (_, text) = written("cron.env_present", "A", json!({"value": "1"}), "");
    assert_eq!(text.as_deref(), Some("A=1\n"));
    assert_eq!(written("cron.env_present", "A", json!({"value": 1}), &below("A=1\n")).1, None);
    let (_, empty) = written("cron.env_present", "A", json!({}), "");
    assert_eq!(empty.as_deref(), Some("A=\"\"\n"));
    assert_eq!(written("cron.env_present", "A", json!({}), &below("A=\"\"\n")).1, None);
    assert_eq!(written("cron.env_absent", "A", json!({}), &below("A=1\nB=2\n")).1.as_deref(), Some("B=2\n"));
}
