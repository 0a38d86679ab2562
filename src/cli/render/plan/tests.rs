use serde_json::{Value as Json, json};

use super::difference::{Line, Sign, lines};
use super::*;
use crate::render::color::Paint;
use engine::guards::Violation;
use engine::run_plan::{Attribute, Tally, Trigger, VERSION};

fn attribute(path: &str, old: Json, new: Json) -> Attribute {
    Attribute { path: path.to_owned(), action: PlannedAction::Change, old, new, hidden: false }
}

fn shown(attribute: &Attribute) -> Vec<String> {
    let text = |line: Line| {
        let sign = match line.sign {
            Sign::Plus => '+',
            Sign::Minus => '-',
            Sign::Tilde => '~',
            Sign::Same => ' ',
        };
        format!("{sign} {}{}", "  ".repeat(line.depth), line.text)
    };
    lines(attribute).into_iter().map(text).collect()
}

#[test]
fn rules_are_added_and_removed_one_by_one() {
    let rule = |port: u16| json!({"ip_protocol": "tcp", "from_port": port, "to_port": port, "cidr_ip": "10.0.0.0/8"});
    let difference = attribute("rules", json!([rule(22), rule(80)]), json!([rule(80), rule(443)]));
    assert_eq!(
        shown(&difference),
        [
            "  rules:",
            "-   ip_protocol: tcp, from_port: 22, to_port: 22, cidr_ip: 10.0.0.0/8",
            "+   ip_protocol: tcp, from_port: 443, to_port: 443, cidr_ip: 10.0.0.0/8",
            "    (1 unchanged)",
        ]
    );
}

#[test]
fn policies_are_compared_by_statement() {
    let statement =
        |sid: &str, action: &str| json!({"Sid": sid, "Effect": "Allow", "Action": action, "Resource": "*"});
    let policy = |statements: Json| json!({"Version": "2012-10-17", "Statement": statements});
    let old = policy(json!([statement("Read", "s3:GetObject"), statement("Old", "sqs:*")]));
    let new = policy(json!([statement("Read", "s3:Get*"), statement("New", "sns:Publish")]));
    let expected = [
        "  policies:",
        "    app:",
        "~     Read:",
        "~       Action: \"s3:GetObject\" → \"s3:Get*\"",
        "-     Sid: Old, Effect: Allow, Action: sqs:*, Resource: *",
        "+     Sid: New, Effect: Allow, Action: sns:Publish, Resource: *",
    ];
    assert_eq!(shown(&attribute("policies", json!({"app": old}), json!({"app": new}))), expected);
    // A policy that is text is compared in the same way.
    let texts = attribute("policies", json!({"app": old.to_string()}), json!({"app": new.to_string()}));
    assert_eq!(shown(&texts), expected);
}

#[test]
fn tags_are_compared_key_by_key_and_texts_line_by_line() {
    let tags = attribute("tags", json!({"a": "1", "b": "2"}), json!({"b": "3", "c": "4"}));
    assert_eq!(shown(&tags), ["  tags:", "-   a: \"1\"", "~   b: \"2\" → \"3\"", "+   c: \"4\""]);
    let (old, new) = ("#!/bin/sh\necho 1\nexit\n", "#!/bin/sh\necho 2\nexit\n");
    let expected = ["  user_data:", "    #!/bin/sh", "-   echo 1", "+   echo 2", "    exit"];
    assert_eq!(shown(&attribute("user_data", json!(old), json!(new))), expected);
    let encoded =
        |text: &str| json!(base64::Engine::encode(&base64::engine::general_purpose::STANDARD, text));
    assert_eq!(shown(&attribute("user_data", encoded(old), encoded(new))), expected);
    let file = "--- \n+++ \n@@ -1 +1 @@\n-a\n+b\n";
    let lines = shown(&attribute("diff", Json::Null, json!(file)));
    assert_eq!(lines[4..], ["-   a", "+   b"]);
}

#[test]
fn secrets_and_what_only_aws_knows_are_named_as_such() {
    let secret = Attribute { hidden: true, ..attribute("auth_token", json!("(hidden)"), json!("(hidden)")) };
    assert_eq!(shown(&secret), ["~ auth_token: (hidden)"]);
    let later = attribute("vpc_id", Json::Null, json!("(known after apply)"));
    assert_eq!(shown(&later), ["+ vpc_id: (known after apply)"]);
}

fn plan() -> RunPlan {
    let thing = |action, attributes| Thing {
        kind: "sqs.queue".to_owned(),
        noun: "queue".to_owned(),
        name: "jobs".to_owned(),
        named_by: std::collections::BTreeMap::new(),
        id: None,
        identity: None,
        region: Some("us-east-1".to_owned()),
        account: None,
        action,
        attributes,
        steps: vec![],
        depends_on: vec![],
        blast_radius: vec!["3 instances are behind it".to_owned()],
        tags: None,
    };
    let state = |id: &str, action, things| PlannedState {
        id: id.to_owned(),
        function: "boto_sqs.present".to_owned(),
        name: "jobs".to_owned(),
        sls: "app".to_owned(),
        declared_at: "states/app.sls:1:1".to_owned(),
        action,
        failed: false,
        comment: "queue jobs is …".to_owned(),
        triggered_by: vec![Trigger { by: "watch".to_owned(), state: "file: /etc/app".to_owned() }],
        things,
        warnings: vec![],
    };
    let change = attribute("DelaySeconds", json!("0"), json!("5"));
    let failed = PlannedState {
        failed: true,
        comment: "it <b>cannot</b> be\n```".to_owned(),
        triggered_by: vec![],
        ..state("broken", PlannedAction::Unchanged, vec![])
    };
    let states = vec![
        state("jobs", PlannedAction::Change, vec![thing(PlannedAction::Change, vec![change])]),
        state("same", PlannedAction::Unchanged, vec![thing(PlannedAction::Unchanged, vec![])]),
        failed,
    ];
    RunPlan { format_version: VERSION, summary: Tally::of(&states), states, refused: vec![] }
}

#[test]
fn a_plan_is_grouped_and_ends_with_its_counts() {
    let text = text::render(&plan(), Paint::new(false));
    assert_eq!(
        text,
        "Change (1)\n\n  jobs  boto_sqs.present, states/app.sls:1:1\n    triggered by file: /etc/app (watch)\n    \
         ~ queue 'jobs' in us-east-1\n      ~ DelaySeconds: \"0\" → \"5\"\n      ! 3 instances are behind it\n\n\
         Cannot be planned (1)\n\n  broken  boto_sqs.present, states/app.sls:1:1 name jobs\n    \
         it <b>cannot</b> be\n    ```\n\n1 unchanged\n0 to create, 1 to change, 0 to delete, 1 failed"
    );
    let coloured = text::render(&plan(), Paint::new(true));
    assert!(coloured.contains("\x1b[33m~ queue 'jobs' in us-east-1\x1b[0m"), "{coloured:?}");
}

#[test]
fn markdown_has_a_block_for_each_state_and_nothing_breaks_out_of_it() {
    let text = markdown::render(&plan());
    assert_eq!(text.matches("<details>").count(), 2);
    assert_eq!(text.matches("</details>").count(), 2);
    assert!(text.contains("\n```diff\n@@ change queue 'jobs' in us-east-1 @@\n! DelaySeconds"), "{text}");
    assert!(text.contains("\n````diff\n# it <b>cannot</b> be\n# ```\n````\n"), "{text}");
    assert!(text.contains("> ⚠️ 3 instances are behind it"), "{text}");
}

#[test]
fn what_the_guards_refuse_is_the_last_group() {
    let refused = Violation {
        guard: "max_deletes".to_owned(),
        state: Some("boto_sqs.absent 'a' (s.sls:1:1)".to_owned()),
        what: "queue 'a' goes".to_owned(),
    };
    let plan = RunPlan { refused: vec![refused], ..plan() };
    let line = "boto_sqs.absent 'a' (s.sls:1:1): queue 'a' goes (guard max_deletes)";
    let text = text::render(&plan, Paint::new(false));
    assert!(text.contains(&format!("Refused by guards (1)\n\n  {line}\n\n1 unchanged")), "{text}");
    let markdown = markdown::render(&plan);
    assert!(
        markdown.contains("#### Refused by guards (1)\n\n- boto&#95;sqs.absent 'a' (s.sls:1:1): queue"),
        "{markdown}"
    );
}

#[test]
fn a_plan_of_several_accounts_shows_them() {
    let mut plan = plan();
    plan.states[0].things[0].account = Some("111111111111".to_owned());
    let one = text::render(&plan, Paint::new(false));
    assert!(one.contains("~ queue 'jobs' in us-east-1\n"), "{one}");
    let mut other = plan.states[0].clone();
    other.things[0].account = Some("333333333333".to_owned());
    plan.states.push(other);
    let text = text::render(&plan, Paint::new(false));
    assert!(text.contains("~ queue 'jobs' in us-east-1 of 111111111111\n"), "{text}");
    assert!(text.contains("~ queue 'jobs' in us-east-1 of 333333333333\n"), "{text}");
    assert!(markdown::render(&plan).contains("@@ change queue 'jobs' in us-east-1 of 333333333333 @@\n"));
}

#[test]
fn a_long_plan_fits_a_comment_and_begins_with_what_matters_most() {
    let state = |index: usize, action: PlannedAction| PlannedState {
        id: format!("state-{index}"),
        function: "boto_sqs.present".to_owned(),
        name: format!("state-{index}"),
        sls: "app".to_owned(),
        declared_at: format!("app.sls:{index}:1"),
        action,
        failed: false,
        comment: "ä".repeat(200),
        triggered_by: vec![],
        things: vec![],
        warnings: vec![],
    };
    let mut states: Vec<PlannedState> = (0..1000).map(|it| state(it, PlannedAction::Create)).collect();
    states.push(state(1000, PlannedAction::Delete));
    let refused = Violation { guard: "max_deletes".to_owned(), state: None, what: "it deletes".to_owned() };
    let plan =
        RunPlan { format_version: VERSION, summary: Tally::of(&states), states, refused: vec![refused] };
    let text = markdown::render(&plan);
    assert!(text.chars().count() <= 65_536, "{}", text.chars().count());
    assert!(text.chars().count() > 60_000, "as much as there is room for");
    assert!(text.starts_with("### Plan: "), "{}", &text[..100]);
    let at = |word: &str| text.find(word).unwrap_or_else(|| panic!("no {word}"));
    assert!(
        at("Refused by guards") < at("#### Delete (1)") && at("#### Delete (1)") < at("#### Create (1000)")
    );
    assert!(text.contains("<b>state-1000</b>") && text.contains("\n… and "), "{}", &text[text.len() - 200..]);
    let short = RunPlan { states: plan.states[..2].to_vec(), ..plan };
    assert!(markdown::render(&short).find("#### Create") < markdown::render(&short).find("Refused by"));
}
