use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, call_on, shown};
use model::{Minion, Verdict};

fn live(job: &str) -> Live {
    Live {
        files: Files::of(job).expect("a name"),
        item: None,
        service: None,
        timer: None,
        state: State::default(),
        has_directories: (true, true),
        program: Program { path: "/usr/bin/orchestrate".into(), config: Some("/etc/orchestrate".into()) },
        unknown: None,
    }
}

/// What a call comes to: the outcome of a test run, and what is done.
fn plan(function: &str, arguments: &Json, live: Live) -> ((Verdict, String, Json), Vec<String>) {
    call(function, "backup", arguments, |call| {
        let intent = Schedule::diff(call, live);
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        (shown(&intent), lines)
    })
}

/// The job as it is after a run.
fn made(arguments: &Json) -> Live {
    call("schedule.present", "backup", arguments, |call| {
        let mut live = live("backup");
        let times = times::of(call.fields, call.minion).expect("times");
        live.item = item::of("backup", call.fields).ok();
        live.service = Some(units::service("backup", &live.files, &live.program, &times));
        live.timer = Some(units::timer("backup", &times));
        live.state = State { is_known: true, is_running: true, is_enabled: true, ..State::default() };
        live
    })
}

/// The lines that are written for a job, without comments and those that each job has.
fn units(arguments: &Json) -> String {
    let ((verdict, comment, _), lines) = plan("schedule.present", arguments, live("backup"));
    assert_eq!(verdict, Verdict::WouldChange, "{comment}");
    let text: String = lines.into_iter().filter(|line| line.starts_with("> /etc/systemd")).collect();
    let known = ["#", "[", ">", "Description=", "Type=", "WantedBy="];
    let own =
        text.lines().filter(|line| !line.is_empty() && !known.iter().any(|start| line.starts_with(start)));
    own.collect::<Vec<_>>().join("\n")
}

const RUN: &str =
    "/usr/bin/orchestrate -c /etc/orchestrate schedule.run_job /etc/orchestrate/schedule/backup.json";

#[test]
fn a_new_job_is_kept_and_starts_its_timer() {
    let arguments =
        json!({"function": "state.apply", "job_args": ["web"], "hours": 1, "minutes": 30, "splay": 60});
    let ((verdict, comment, changes), lines) = plan("schedule.present", &arguments, live("backup"));
    assert_eq!(
        (verdict, comment.as_str()),
        (Verdict::WouldChange, "Job: backup would be added to schedule.")
    );
    assert_eq!(changes, json!({"backup": "added"}));
    let kept =
        lines[0].strip_prefix("> /etc/orchestrate/schedule/backup.json ").expect("the declaration first");
    assert_eq!(
        serde_json::from_str::<Json>(kept).ok(),
        Some(
            json!({"function": "state.apply", "args": ["web"], "maxrunning": 1, "name": "backup", "enabled": true,
            "jid_include": true, "minutes": 30, "hours": 1, "splay": 60})
        )
    );
    assert_eq!(
        lines[3..],
        [
            "systemctl daemon-reload",
            "systemctl enable -- orchestrate-job-backup.timer",
            "systemctl restart -- orchestrate-job-backup.timer"
        ]
    );
    assert_eq!(
        units(&arguments),
        format!(
            "ExecStart={RUN}\nOnActiveSec=5400\nOnUnitActiveSec=5400\nAccuracySec=1\nRandomizedDelaySec=60"
        )
    );
}

#[test]
fn what_is_declared_says_when_it_runs() {
    for (arguments, lines) in [
        (json!({"seconds": 30, "run_on_start": true}), "OnActiveSec=0 OnUnitActiveSec=30"),
        (json!({"cron": "0 4 * * *", "run_on_start": true}), "OnActiveSec=0 OnCalendar=*-*-*_04:00:00"),
        (
            json!({"when": ["Monday 5:00pm", "3:00am"]}),
            "OnCalendar=Mon_*-*-*_17:00:00 OnCalendar=*-*-*_03:00:00",
        ),
        (json!({"when": "night"}), "OnCalendar=*-*-*_02:30:00"),
        (json!({"once": "2026-12-24T18:00:00"}), "OnCalendar=2026-12-24_18:00:00"),
        (json!({"once": "24.12.26 6PM", "once_fmt": "%d.%m.%y %I%p"}), "OnCalendar=2026-12-24_18:00:00"),
    ] {
        let mut arguments = arguments;
        arguments["function"] = "test.ping".into();
        let pillar = Value::from(json!({"whens": {"night": "2:30am"}}));
        let minion = Minion { pillar: pillar.as_map().cloned().unwrap_or_default(), ..Minion::default() };
        let times =
            call_on(&minion, "schedule.present", "x", &arguments, |call| times::of(call.fields, call.minion));
        let written = times.map(|times| times.timer.join("\n").replace(' ', "_").replace('\n', " "));
        assert_eq!(written, Ok(format!("{lines} AccuracySec=1")));
    }
}

#[test]
fn a_range_is_a_condition_of_the_service() {
    for (arguments, condition) in [
        (
            json!({"range": {"start": "8:00am", "end": "5:00pm"}}),
            "[ $$time -ge 1080000 ] && [ $$time -le 1170000 ]",
        ),
        (
            json!({"range": [{"start": "8:00am"}, {"end": "5:00pm"}, {"invert": true}]}),
            "{ [ $$time -le 1080000 ] || [ $$time -ge 1170000 ]; }",
        ),
        (
            json!({"skip_during_range": {"start": "2pm", "end": "3pm"}, "until": "2026-12-24"}),
            "{ [ $$time -lt 1140000 ] || [ $$time -gt 1150000 ]; } && [ $$now -lt 20261224000000 ]",
        ),
        (json!({"after": "2026-12-24 18:00"}), "[ $$now -gt 20261224180000 ]"),
    ] {
        let mut arguments = arguments;
        arguments["function"] = "test.ping".into();
        arguments["hours"] = 1.into();
        let written = units(&arguments);
        let line = format!(
            "ExecStart=/bin/sh -c \"now=$$(date +%%Y%%m%%d%%H%%M%%S); time=1$$(date +%%H%%M%%S); {condition} || exit 0; \
             exec \\\"$$@\\\"\" sh {RUN}\n"
        );
        assert!(written.starts_with(&line), "{written}\n{line}");
    }
    let delayed = units(&json!({"function": "test.ping", "days": 1, "splay": {"start": 10, "end": 25}}));
    assert!(
        delayed.starts_with("ExecStartPre=/bin/sleep 10\n") && delayed.ends_with("RandomizedDelaySec=15")
    );
}

#[test]
fn a_shell_finds_the_condition_true_when_salt_would_run_the_job() {
    let runs = |arguments: &Json, now: &str| {
        let mut arguments = arguments.clone();
        arguments["function"] = "test.ping".into();
        arguments["hours"] = 1.into();
        let times = call("schedule.present", "x", &arguments, |call| times::of(call.fields, call.minion));
        let conditions = times.expect("times").conditions.join(" && ");
        let script = format!("now={now}; time=1{}; {conditions}", &now[8..]);
        let ended = std::process::Command::new("/bin/sh").args(["-c", &script]).status().expect("a shell");
        ended.success()
    };
    let at = |time: &str| format!("20261125{time}");
    for (arguments, inside, outside) in [
        (
            json!({"range": {"start": "8:00am", "end": "5:00pm"}}),
            ["080000", "090807", "170000"],
            ["000000", "075959", "170001"],
        ),
        (
            json!({"range": {"start": "8:00am", "end": "5:00pm", "invert": true}}),
            ["000000", "080000", "170000"],
            ["080001", "120000", "165959"],
        ),
        (
            json!({"skip_during_range": {"start": "2pm", "end": "3pm"}}),
            ["000900", "135959", "150001"],
            ["140000", "143000", "150000"],
        ),
        (
            json!({"after": "2026-11-25 08:00", "until": "2026-11-25 09:00"}),
            ["080001", "083000", "085959"],
            ["080000", "090000", "235959"],
        ),
    ] {
        for (times, expected) in [(inside, true), (outside, false)] {
            for time in times {
                assert_eq!(runs(&arguments, &at(time)), expected, "{arguments} at {time}");
            }
        }
    }
}

#[test]
fn what_a_timer_cannot_say_is_refused_with_what_to_write() {
    for (arguments, part) in [
        (json!({}), "write 'seconds'"),
        (json!({"seconds": 0}), "every 0 seconds"),
        (json!({"days": i64::MAX}), "too many"),
        (json!({"seconds": 1, "cron": "* * * * *"}), "Error: Unable to use \"seconds\""),
        (json!({"when": "5pm", "cron": "* * * * *"}), "Unable to use \"when\""),
        (json!({"once": "2026-12-24", "hours": 1}), "'once' cannot be used with"),
        (json!({"once": "5pm"}), "Date string could not be parsed: 5pm, %Y-%m-%dT%H:%M:%S"),
        (json!({"when": "soon"}), "Schedule item soon for \"when\" in invalid.\n"),
        (json!({"when": 1020}), "in quotes"),
        (json!({"cron": "@reboot"}), "five fields"),
        (json!({"seconds": 1, "job_args": "web"}), "job_args is not a list"),
        (json!({"seconds": 1, "job_kwargs": ["web"]}), "job_kwargs is not a dict"),
        (json!({"seconds": 1, "returner": "mysql"}), "journal"),
        (json!({"seconds": 1, "persist": false}), "schedule.absent"),
        (json!({"seconds": 1, "maxrunning": 0}), "enabled: False"),
        (json!({"seconds": 1, "splay": {"start": 5, "end": 1}}), "splay"),
        (json!({"seconds": 1, "range": {"start": "10pm", "end": "6am"}}), "invert: True"),
        (json!({"seconds": 1, "range": {"start": "10pm", "end": "2026-12-24"}}), "both have a date"),
        (json!({"seconds": 1, "until": "Monday 5pm"}), "use 'cron'"),
    ] {
        let mut arguments = arguments;
        arguments["function"] = "test.ping".into();
        let ((verdict, comment, _), lines) = plan("schedule.present", &arguments, live("backup"));
        assert_eq!(verdict, Verdict::Failed, "{arguments}");
        assert!(comment.contains(part) && lines.is_empty(), "{arguments}: {comment}");
    }
}

#[test]
fn a_job_that_is_as_declared_is_left_alone_and_any_difference_is_set_right() {
    let hourly = json!({"function": "test.ping", "hours": 1});
    let ((verdict, comment, _), lines) = plan("schedule.present", &hourly, made(&hourly));
    assert_eq!((verdict, comment.as_str()), (Verdict::Succeeded, "Job backup in correct state"));
    assert_eq!(lines, [""; 0]);
    // Others stopped it.
    let mut stopped = made(&hourly);
    stopped.item.as_mut().expect("a job").insert("enabled".into(), false.into());
    let ((_, _, changes), lines) = plan("schedule.present", &hourly, stopped);
    assert_eq!(
        (&changes["backup"]["old"]["enabled"], &changes["backup"]["new"]["enabled"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(
        lines.last().map(String::as_str),
        Some("systemctl enable --now -- orchestrate-job-backup.timer")
    );
    // Others wrote the unit.
    let written = Live { service: Some("[Service]\n".to_owned()), ..made(&hourly) };
    let ((_, comment, changes), _) = plan("schedule.present", &hourly, written);
    assert_eq!(
        (comment.as_str(), changes),
        ("Job: backup would be modified in schedule.", json!({"backup": "units"}))
    );
    // Other arguments do not start the time anew, other times do.
    let last = |arguments: &Json| plan("schedule.present", arguments, made(&hourly)).1.pop();
    assert_eq!(
        last(&json!({"function": "test.ping", "hours": 1, "job_args": [1]})).as_deref(),
        Some("systemctl enable --now -- orchestrate-job-backup.timer")
    );
    assert_eq!(
        last(&json!({"function": "test.ping", "hours": 2})).as_deref(),
        Some("systemctl restart -- orchestrate-job-backup.timer")
    );
    assert_eq!(
        last(&json!({"function": "test.ping", "hours": 1, "enabled": false})).as_deref(),
        Some("systemctl disable --now -- orchestrate-job-backup.timer")
    );
}

#[test]
fn a_job_goes_with_its_units_and_its_declaration_last() {
    let hourly = json!({"function": "test.ping", "hours": 1});
    let ((_, comment, changes), lines) = plan("schedule.absent", &json!({}), made(&hourly));
    assert_eq!(
        (comment.as_str(), changes),
        ("Job: backup would be deleted from schedule.", json!({"backup": "removed"}))
    );
    assert_eq!(
        lines,
        [
            "systemctl disable --now -- orchestrate-job-backup.timer",
            "rm /etc/systemd/system/orchestrate-job-backup.timer",
            "rm /etc/systemd/system/orchestrate-job-backup.service",
            "systemctl daemon-reload",
            "rm /etc/orchestrate/schedule/backup.json",
        ]
    );
    assert_eq!(plan("schedule.absent", &json!({}), live("backup")).0.1, "Job backup not present in schedule");
    // A run that was broken off after the units.
    let rest = Live { timer: None, service: None, state: State::default(), ..made(&hourly) };
    assert_eq!(
        plan("schedule.absent", &json!({}), rest).1,
        ["systemctl daemon-reload", "rm /etc/orchestrate/schedule/backup.json"]
    );
}

#[test]
fn a_job_is_turned_on_and_off() {
    let hourly = json!({"function": "test.ping", "hours": 1});
    let ((_, comment, changes), lines) = plan("schedule.disabled", &json!({}), made(&hourly));
    assert_eq!(
        (comment.as_str(), changes),
        ("Job: backup would be disabled in schedule.", json!({"backup": "disabled"}))
    );
    assert!(lines[0].contains(r#""enabled":false"#), "{}", lines[0]);
    assert_eq!(lines[1..], ["systemctl disable --now -- orchestrate-job-backup.timer"]);
    assert_eq!(plan("schedule.enabled", &json!({}), made(&hourly)).0.1, "Enabled job backup from schedule");
    let mut half = made(&hourly);
    half.item.as_mut().expect("a job").insert("enabled".into(), Value::Null);
    assert_eq!(
        plan("schedule.enabled", &json!({}), half).1[1..],
        ["systemctl enable --now -- orchestrate-job-backup.timer"]
    );
    assert_eq!(
        plan("schedule.enabled", &json!({}), live("backup")).0.1,
        "Job backup not present in schedule"
    );
}

#[test]
fn a_declaration_is_kept_with_what_its_timer_is() {
    let state = |is_enabled, is_running| State { is_enabled, is_running, ..State::default() };
    let enabled =
        |state: State| kept(r#"{"function": "test.ping", "enabled": true}"#, &state).get("enabled").cloned();
    assert_eq!(enabled(state(true, true)), Some(true.into()));
    assert_eq!(enabled(state(false, false)), Some(false.into()));
    assert_eq!(enabled(state(true, false)), Some(Value::Null));
    assert_eq!(kept("broken", &state(true, true)).len(), 1);
}

#[test]
fn words_of_a_command_line_are_escaped() {
    let program = Program { path: "/opt/my program/o%$\"\\".into(), config: None };
    let files = Files::of("a b").expect("a name");
    let line = units::service("a\nb 5%", &files, &program, &times::Times::default());
    assert!(line.contains("Description=Job a b 5%%\n"), "{line}");
    let path = r#""/etc/orchestrate/schedule/a\\x20b.json""#;
    assert!(
        line.contains(&format!("ExecStart=\"/opt/my program/o%%$$\\\"\\\\\" schedule.run_job {path}\n")),
        "{line}"
    );
}
