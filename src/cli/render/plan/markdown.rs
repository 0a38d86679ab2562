//! A plan as a comment of a pull request: one collapsible block for each state.
//!
//! Differences are in fences of the language `diff`, which GitHub and GitLab colour.

use super::difference::{Sign, lines};
use super::{REFUSED, failed, has_accounts, heading, of_action, sign, title, triggers, unchanged};
use crate::engine::planned::PlannedAction;
use crate::engine::run_plan::{PlannedState, RunPlan, Thing};

/// The whole plan.
pub(super) fn render(plan: &RunPlan) -> String {
    let has_accounts = has_accounts(plan);
    let mut out = format!("### Plan: {}\n", plan.summary);
    for action in PlannedAction::ALL.into_iter().filter(|it| *it != PlannedAction::Unchanged) {
        group(heading(action), &of_action(plan, action), has_accounts, &mut out);
    }
    group("Cannot be planned", &failed(plan), has_accounts, &mut out);
    if !plan.refused.is_empty() {
        out.push_str(&format!("\n#### {REFUSED} ({})\n\n", plan.refused.len()));
        let lines = plan.refused.iter().map(|refused| format!("- {}\n", escaped(&refused.to_string())));
        out.extend(lines);
    }
    if let Some(unchanged) = unchanged(plan) {
        out.push_str(&format!("\n{unchanged}\n"));
    }
    out.truncate(out.trim_end().len());
    out
}

fn group(heading: &str, states: &[&PlannedState], has_accounts: bool, out: &mut String) {
    if states.is_empty() {
        return;
    }
    out.push_str(&format!("\n#### {heading} ({})\n", states.len()));
    for state in states {
        block(state, has_accounts, out);
    }
}

fn block(state: &PlannedState, has_accounts: bool, out: &mut String) {
    let sign = if state.failed { "!" } else { sign(state.action) };
    out.push_str(&format!(
        "\n<details><summary><code>{sign}</code> <b>{}</b> <code>{}</code></summary>\n\n",
        escaped(&state.id),
        escaped(&state.function)
    ));
    out.push_str(&format!("Declared at `{}`", state.declared_at.replace('`', "'")));
    if let Some(text) = triggers(state) {
        out.push_str(&format!(", {}", escaped(&text)));
    }
    out.push_str(".\n");
    let mut body = String::new();
    for thing in state.things.iter().filter(|thing| thing.action != PlannedAction::Unchanged) {
        about(thing, has_accounts, &mut body);
    }
    if state.failed || state.things.iter().all(|thing| thing.attributes.is_empty()) {
        body.extend(state.comment.lines().map(|line| format!("# {line}\n")));
    }
    let fence = fence(&body);
    out.push_str(&format!("\n{fence}diff\n{body}{fence}\n"));
    let reach = state.things.iter().flat_map(|thing| &thing.blast_radius);
    for sentence in reach.chain(&state.warnings) {
        out.push_str(&format!("\n> ⚠️ {}\n", escaped(sentence)));
    }
    out.push_str("\n</details>\n");
}

fn about(thing: &Thing, has_accounts: bool, out: &mut String) {
    out.push_str(&format!("@@ {} {} @@\n", thing.action.word(), title(thing, has_accounts)));
    for line in thing.attributes.iter().flat_map(lines) {
        let sign = match line.sign {
            Sign::Plus => '+',
            Sign::Minus => '-',
            Sign::Tilde => '!',
            Sign::Same => ' ',
        };
        let text = format!("{sign} {}{}", "  ".repeat(line.depth), line.text);
        out.push_str(&format!("{}\n", text.trim_end()));
    }
}

/// A fence that is longer than any in the text.
fn fence(body: &str) -> String {
    let mut longest = 2;
    let mut run = 0;
    for letter in body.chars() {
        run = if letter == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat(longest + 1)
}

/// Text in which nothing is interpreted as HTML or Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '*' | '_' | '`' | '[' | ']' | '|' | '@' | '#' => {
                out.push_str(&format!("&#{};", u32::from(letter)));
            }
            '\n' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}
