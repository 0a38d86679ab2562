//! The journal for people, and as data for programs.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::color::{Color, Paint};
use super::{Layout, Outputter, json as json_text, plan};
use crate::answer::Runs;
use engine::journal::{self, Begun, Called, Change, Difference, Entry, Loaded, StateName, Status};
use model::Value;

/// An answer about runs in the requested layout; text for a layout of Salt's.
pub fn render(runs: &Runs, layout: Layout) -> String {
    match layout.outputter {
        Outputter::Quiet => String::new(),
        Outputter::Json => json_text::render(&Value::from(data(runs)), layout.indent.unwrap_or(2)),
        Outputter::Yaml | Outputter::Raw | Outputter::Pprint => {
            Layout { is_ordered: true, ..layout }.render(&Value::from(data(runs)))
        }
        _ => text(runs, layout.paint).trim_end().to_owned(),
    }
}

fn data(runs: &Runs) -> Json {
    fn of(what: &impl Serialize) -> Json {
        serde_json::to_value(what).unwrap_or_default()
    }
    match runs {
        Runs::List(runs) => runs.iter().map(summary).collect(),
        Runs::Show(run) => json!({"status": run.status().words(), "lines": of(&run.lines)}),
        Runs::Differences { found, .. } => of(found),
        Runs::Blame { changes, .. } => of(changes),
        Runs::Verified(verified) => json!({
            "runs": verified.runs,
            "lines": verified.lines,
            "last": verified.last.as_ref().map(|(run, hash)| json!({"run": run, "hash": hash})),
            "faults": verified.faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "cut": verified.cut.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }),
    }
}

/// One run of the list, for programs.
fn summary(run: &Loaded) -> Json {
    let mut summary = serde_json::to_value(run.begun()).unwrap_or_default();
    if let (Some(map), Status::Finished(finished)) = (summary.as_object_mut(), run.status()) {
        map.extend(
            serde_json::to_value(finished).ok().and_then(|it| it.as_object().cloned()).unwrap_or_default(),
        );
    }
    if let Some(map) = summary.as_object_mut() {
        map.insert("status".to_owned(), run.status().words().into());
        map.insert("began".to_owned(), run.lines.first().map(|line| line.at.to_string()).into());
    }
    summary
}

fn text(runs: &Runs, paint: Paint) -> String {
    match runs {
        Runs::List(runs) if runs.is_empty() => "No run has changed anything yet.".to_owned(),
        Runs::List(runs) => list(runs, paint),
        Runs::Show(run) => show(run, paint),
        Runs::Differences { found, names } if found.is_empty() => {
            format!("The runs {} and {} did the same.", names.0, names.1)
        }
        Runs::Differences { found, names } => {
            let head = format!("- run {}\n+ run {}\n\n", names.0, names.1);
            found.iter().fold(head, |text, it| text + &differing(it, paint))
        }
        Runs::Blame { name, changes } if changes.is_empty() => format!("No run has changed '{name}'."),
        Runs::Blame { changes, .. } => changes.iter().map(|change| blamed(change, paint)).collect(),
        Runs::Verified(verified) => {
            let mut lines: Vec<String> =
                verified.faults.iter().map(|fault| paint.wrap(Color::Red, &fault.to_string())).collect();
            lines.extend(verified.cut.iter().map(|cut| paint.wrap(Color::Yellow, &cut.to_string())));
            let faults = verified.faults.len();
            lines.push(format!("{} runs, {} lines, {faults} faults", verified.runs, verified.lines));
            lines.extend(verified.last.iter().map(|(run, hash)| format!("last run {run}, hash {hash}")));
            lines.join("\n")
        }
    }
}

fn when(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M:%S").to_string()
}

fn call(begun: &Begun) -> String {
    std::iter::once(&begun.function).chain(&begun.arguments).map(String::as_str).collect::<Vec<_>>().join(" ")
}

fn list(runs: &[Loaded], paint: Paint) -> String {
    let mut rows =
        vec![["RUN", "BEGAN (UTC)", "USER", "CHANGED", "FAILED", "RESULT", "CALL"].map(str::to_owned)];
    let host = |run: &Loaded| run.begun().map(|begun| begun.host.clone());
    let has_hosts = runs.iter().any(|run| host(run) != host(&runs[0]));
    for run in runs {
        let begun = run.begun().cloned().unwrap_or_default();
        let user = if has_hosts { format!("{} on {}", begun.user, begun.host) } else { begun.user.clone() };
        let began = run.lines.first().map(|line| when(line.at)).unwrap_or_default();
        let (changed, failed) = match run.status() {
            Status::Finished(finished) => (finished.changed.to_string(), finished.failed.to_string()),
            _ => Default::default(),
        };
        let result = run.status().words().to_owned();
        rows.push([run.run.clone(), began, user, changed, failed, result, call(&begun)]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let line = |row: &[String; 7]| {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        let text = cells.join("  ").trim_end().to_owned();
        let is_bad = ["failed", "broken off", "interrupted"].contains(&row[5].as_str());
        if is_bad { paint.wrap(Color::Red, &text) } else { text }
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn show(run: &Loaded, paint: Paint) -> String {
    if let (None, Some(cut)) = (run.begun(), &run.cut) {
        return paint.wrap(Color::Red, &format!("Run {}: nothing of it can be read. {}", run.run, cut.what));
    }
    let begun = run.begun().cloned().unwrap_or_default();
    let began = run.lines.first().map(|line| when(line.at)).unwrap_or_default();
    let mut out = format!(
        "Run {}: {}\nby {} on {}, minion {}, {began} UTC, {}, process {}\n\n",
        run.run,
        call(&begun),
        begun.user,
        begun.host,
        begun.minion,
        begun.program,
        begun.pid
    );
    out.push_str(&plan::states(&journal::plan(run), paint));
    let calls: Vec<String> = run.lines.iter().filter_map(|line| called(line.at, &line.entry)).collect();
    if !calls.is_empty() {
        out.push_str(&format!("Calls ({})\n\n{}\n", calls.len(), calls.concat()));
    }
    let failed: Vec<String> = run.lines.iter().filter_map(|line| failure(&line.entry, paint)).collect();
    if !failed.is_empty() {
        out.push_str(&format!("Failed ({})\n\n{}\n", failed.len(), failed.concat()));
    }
    for fault in run.faults.iter().chain(&run.cut) {
        out.push_str(&format!("{}\n", paint.wrap(Color::Red, &format!("journal: {fault}"))));
    }
    out + &match run.status() {
        Status::Finished(it) => format!(
            "{}: {} states, {} changed, {} failed, {} calls",
            it.result, it.states, it.changed, it.failed, it.calls
        ),
        Status::UnderWay => "The run is in progress.".to_owned(),
        Status::BrokenOff => paint.wrap(
            Color::Red,
            "The run was aborted: it was killed, or it could not write here. The last call may have \
             been carried out.",
        ),
    }
}

/// `  09:50:01  SQS.CreateQueue  200  52 ms  request 3f2a  (jobs)`.
fn called(at: Timestamp, entry: &Entry) -> Option<String> {
    let Entry::Called(called) = entry else { return None };
    let state = called.state.as_ref().map(|state| format!("  ({})", state.id)).unwrap_or_default();
    Some(format!("  {}  {}{state}\n", at.strftime("%H:%M:%S%.3f"), of_call(called)))
}

fn of_call(called: &Called) -> String {
    let status = called.status.map_or("no answer".to_owned(), |status| status.to_string());
    let tried = if called.attempts > 1 { format!(", {} attempts", called.attempts) } else { String::new() };
    let request = called.request_id.as_ref().map(|id| format!("  request {id}")).unwrap_or_default();
    format!("{}  {status}  {} ms{tried}{request}", called.operation, called.ms)
}

fn failure(entry: &Entry, paint: Paint) -> Option<String> {
    let Entry::Ended { state, result, comment, .. } = entry else { return None };
    let lines: String =
        comment.lines().map(|line| format!("    {}\n", paint.wrap(Color::Red, line))).collect();
    (result == "failed").then(|| format!("  {}\n{lines}", state.title()))
}

fn differing(difference: &Difference, paint: Paint) -> String {
    let mut out = format!("{}\n", difference.thing);
    let (first, second) = (difference.first, difference.second);
    if first != second {
        let word = |action: Option<engine::planned::PlannedAction>| {
            action.map_or("left alone", engine::planned::PlannedAction::word)
        };
        out.push_str(&format!("  - {}\n  + {}\n", word(first), word(second)));
    }
    for it in &difference.attributes {
        let name = if it.path.is_empty() { "the whole" } else { &it.path };
        out.push_str(&format!("  {name}\n"));
        out.push_str(&format!("    {}\n", paint.wrap(Color::Red, &format!("- {}", it.first))));
        out.push_str(&format!("    {}\n", paint.wrap(Color::Green, &format!("+ {}", it.second))));
    }
    out + "\n"
}

fn blamed(change: &Change, paint: Paint) -> String {
    let Change { run, at, user, host, function, state, thing, calls, result } = change;
    let result = result.as_deref().unwrap_or("broken off");
    let head = format!("{} UTC  {user} on {host}  {function}  {result}  run {run}", when(*at));
    let mut out = format!("{}\n", paint.wrap(Color::Cyan, &head));
    out.push_str(&format!("  {}\n", StateName::title(state)));
    out.push_str(&plan::thing(thing, paint));
    out.extend(calls.iter().map(|called| format!("      called {}\n", of_call(called))));
    out + "\n"
}
