//! A plan as text for people on a terminal.

use anstyle::{AnsiColor, Style};

use super::difference::{Sign, lines};
use super::{REFUSED, failed, has_accounts, heading, of_action, sign, title, triggers, unchanged};
use crate::render::color::Paint;
use engine::planned::PlannedAction;
use engine::run_plan::{PlannedState, RunPlan, Thing};

/// Styles, if there are colours, and whether accounts are shown.
#[derive(Clone, Copy)]
struct Styled {
    on: bool,
    has_accounts: bool,
}

impl Styled {
    fn wrap(self, style: Style, text: &str) -> String {
        if self.on { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    fn bold(self, text: &str) -> String {
        self.wrap(Style::new().bold(), text)
    }

    fn dim(self, text: &str) -> String {
        self.wrap(Style::new().dimmed(), text)
    }
}

/// The whole plan, without a line end after its last line.
pub(super) fn render(plan: &RunPlan, paint: Paint) -> String {
    let styled = Styled { on: paint.is_on(), has_accounts: false };
    let mut out = groups(plan, paint);
    if !plan.refused.is_empty() {
        out.push_str(&format!("{} ({})\n\n", styled.bold(REFUSED), plan.refused.len()));
        for refused in &plan.refused {
            out.push_str(&format!("  {}\n", styled.wrap(colour(AnsiColor::Red), &refused.to_string())));
        }
        out.push('\n');
    }
    if let Some(unchanged) = unchanged(plan) {
        out.push_str(&format!("{}\n", styled.dim(&unchanged)));
    }
    out.push_str(&styled.bold(&plan.summary.to_string()));
    out
}

/// The states, group by group.
pub(super) fn groups(plan: &RunPlan, paint: Paint) -> String {
    let styled = Styled { on: paint.is_on(), has_accounts: has_accounts(plan) };
    let mut out = String::new();
    for action in PlannedAction::ALL.into_iter().filter(|it| *it != PlannedAction::Unchanged) {
        group(heading(action), &of_action(plan, action), styled, &mut out);
    }
    group("Cannot be planned", &failed(plan), styled, &mut out);
    out
}

/// One thing.
pub(super) fn thing(thing: &Thing, paint: Paint) -> String {
    let mut out = String::new();
    about(thing, Styled { on: paint.is_on(), has_accounts: thing.account.is_some() }, &mut out);
    out
}

fn group(heading: &str, states: &[&PlannedState], styled: Styled, out: &mut String) {
    if states.is_empty() {
        return;
    }
    out.push_str(&format!("{} ({})\n\n", styled.bold(heading), states.len()));
    for state in states {
        one(state, styled, out);
        out.push('\n');
    }
}

fn one(state: &PlannedState, styled: Styled, out: &mut String) {
    let name = if state.name == state.id { String::new() } else { format!(" name {}", state.name) };
    let place = styled.dim(&format!("  {}, {}{name}", state.function, state.declared_at));
    out.push_str(&format!("  {}{place}\n", styled.bold(&state.id)));
    if let Some(text) = triggers(state) {
        out.push_str(&format!("    {}\n", styled.dim(&text)));
    }
    for thing in state.things.iter().filter(|thing| thing.action != PlannedAction::Unchanged) {
        about(thing, styled, out);
    }
    let says_nothing = state.things.iter().all(|thing| thing.attributes.is_empty());
    if state.failed || says_nothing {
        let style = if state.failed { colour(AnsiColor::Red) } else { Style::new() };
        for line in state.comment.lines() {
            out.push_str(&format!("    {}\n", styled.wrap(style, line)));
        }
    }
    for warning in &state.warnings {
        out.push_str(&format!(
            "    {}\n",
            styled.wrap(colour(AnsiColor::Yellow), &format!("warning: {warning}"))
        ));
    }
}

fn about(thing: &Thing, styled: Styled, out: &mut String) {
    let style = match thing.action {
        PlannedAction::Create => colour(AnsiColor::Green),
        PlannedAction::Change => colour(AnsiColor::Yellow),
        PlannedAction::Replace | PlannedAction::Delete => colour(AnsiColor::Red),
        PlannedAction::Unchanged => Style::new(),
    };
    let line = format!("{} {}", sign(thing.action), title(thing, styled.has_accounts));
    out.push_str(&format!("    {}\n", styled.wrap(style, &line)));
    for line in thing.attributes.iter().flat_map(lines) {
        let (sign, style) = match line.sign {
            Sign::Plus => ('+', colour(AnsiColor::Green)),
            Sign::Minus => ('-', colour(AnsiColor::Red)),
            Sign::Tilde => ('~', colour(AnsiColor::Yellow)),
            Sign::Same => (' ', Style::new()),
        };
        let indent = "  ".repeat(line.depth);
        let text = format!("{indent}{sign} {}", line.text);
        out.push_str(&format!("      {}\n", styled.wrap(style, text.trim_end())));
    }
    for sentence in &thing.blast_radius {
        let text = format!("! {sentence}");
        out.push_str(&format!("      {}\n", styled.wrap(colour(AnsiColor::Magenta), &text)));
    }
}

fn colour(colour: AnsiColor) -> Style {
    colour.on_default()
}
