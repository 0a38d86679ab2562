//! A plan as a comment of a pull request: one collapsible block for each state.
//!
//! Differences are in fences of the language `diff`, which GitHub and GitLab colour.

use super::difference::{Sign, lines};
use super::{REFUSED, failed, has_accounts, heading, of_action, sign, title, triggers, unchanged};
use engine::planned::PlannedAction;
use engine::run_plan::{PlannedState, RunPlan, Thing};

/// The length of a comment that GitHub accepts, in characters.
///
/// See <https://docs.github.com/en/rest/issues/comments>; GitLab accepts more.
const LIMIT: usize = 65_536;
/// The room for the lines that say what was left out.
const RESERVE: usize = 1024;

/// The plan. One that is too long for a comment begins with what matters most, and says what it leaves out.
pub(super) fn render(plan: &RunPlan) -> String {
    let whole = text(plan, None);
    if whole.chars().count() <= LIMIT { whole } else { text(plan, Some(LIMIT - RESERVE)) }
}

/// The plan in as many letters. Within a limit, groups come in the order in which a reviewer should see them.
fn text(plan: &RunPlan, limit: Option<usize>) -> String {
    let mut page =
        Page { text: format!("### Plan: {}\n", plan.summary), limit, has_accounts: has_accounts(plan) };
    let actions = PlannedAction::ALL.into_iter().filter(|it| *it != PlannedAction::Unchanged);
    if limit.is_none() {
        actions.for_each(|action| page.group(heading(action), &of_action(plan, action)));
        page.group("Cannot be planned", &failed(plan));
        page.refused(plan);
    } else {
        page.text.push_str("\nThe plan is too long for a comment: the plan file has all of it.\n");
        page.refused(plan);
        page.group("Cannot be planned", &failed(plan));
        let mut actions: Vec<PlannedAction> = actions.collect();
        let weight = |action: &PlannedAction| match action {
            PlannedAction::Delete => 0,
            PlannedAction::Replace => 1,
            PlannedAction::Change => 2,
            _ => 3,
        };
        actions.sort_by_key(weight);
        actions.into_iter().for_each(|action| page.group(heading(action), &of_action(plan, action)));
    }
    let mut out = page.text;
    if let Some(unchanged) = unchanged(plan) {
        out.push_str(&format!("\n{unchanged}\n"));
    }
    out.truncate(out.trim_end().len());
    out
}

/// A comment that is being written.
struct Page {
    text: String,
    limit: Option<usize>,
    has_accounts: bool,
}

impl Page {
    /// Adds a text if there is room for it.
    fn add(&mut self, text: &str) -> bool {
        let fits = self.limit.is_none_or(|limit| self.text.chars().count() + text.chars().count() <= limit);
        if fits {
            self.text.push_str(text);
        }
        fits
    }

    /// Adds a heading and as many texts as there is room for, and counts the others.
    fn list(&mut self, heading: &str, texts: &[String]) {
        if texts.is_empty() {
            return;
        }
        let head = format!("\n#### {heading} ({})\n", texts.len());
        self.text.push_str(&head);
        // A block after one that is too long may be short, but an order with gaps would mislead.
        let shown = texts.iter().take_while(|text| self.add(text)).count();
        if shown < texts.len() {
            self.text.push_str(&format!("\n… and {} more\n", texts.len() - shown));
        }
    }

    fn group(&mut self, heading: &str, states: &[&PlannedState]) {
        let blocks: Vec<String> = states
            .iter()
            .map(|state| {
                let mut text = String::new();
                block(state, self.has_accounts, &mut text);
                text
            })
            .collect();
        self.list(heading, &blocks);
    }

    fn refused(&mut self, plan: &RunPlan) {
        let mut lines: Vec<String> =
            plan.refused.iter().map(|refused| format!("- {}\n", escaped(&refused.to_string()))).collect();
        if let Some(first) = lines.first_mut() {
            first.insert(0, '\n');
        }
        self.list(REFUSED, &lines);
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
