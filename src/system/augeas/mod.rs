//! `augeas.change`: changes of configuration files by commands of Augeas.
//!
//! ```yaml
//! redis:
//!   augeas.change:
//!     - lens: Redis.lns
//!     - context: /files/etc/redis/redis.conf
//!     - changes:
//!       - set bind 0.0.0.0
//!       - rm save
//! ```
//!
//! `augtool` runs the commands on a copy, in test runs too. The changed copy is shown as a difference, and written as other
//! states write files: a path that another user could redirect is refused.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.augeas.html>.

mod commands;

use super::file::difference;
use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, act, refused, settled, with};
use commands::commands;
use machine::augeas::Trial;
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Map, Outcome, Shape, Value, chain};

const CHANGE: &[Argument] = &[
    Argument::optional("name", Shape::Text, "any text; the ID if left out"),
    Argument::optional("context", Shape::Text, "the file, below /files; paths of changes are below it"),
    Argument::required("changes", Shape::Texts, "commands: set, setm, mv, ins, rm"),
    Argument::optional("lens", Shape::Text, "the lens: Redis.lns; by the path if left out"),
    Argument::optional("load_path", Shape::Texts, "directories of further lenses"),
];

/// The state module `augeas`.
pub struct Augeas;

/// The contents of a file now, and after the commands.
#[derive(Clone, Debug)]
pub struct Live {
    trial: Trial,
    before: Option<String>,
    after: Option<String>,
}

impl LocalState for Augeas {
    type Live = Result<Live, String>;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] =
        &[Function::other("change", &["augeas.change"], CHANGE, "Changes a configuration file by Augeas.")
            .does(BY_PROGRAMS)];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Self::Live, Outcome> {
        let fields = call.fields;
        let refused = |why: String| Outcome::failed(format!("Error: {why}"));
        let context = fields.text("context");
        let written = fields.texts("changes").unwrap_or_default();
        let (path, commands) = commands(context.as_deref(), &written).map_err(refused)?;
        let lens = fields.text("lens").filter(|_| context.is_some());
        let load_path = fields.texts("load_path").unwrap_or_default();
        let trial = Trial { path, lens, load_path, commands };
        let (before, after) = match trial.run().await {
            Ok(both) => both,
            Err(error) => return Ok(Err(chain(&error))),
        };
        let text = |bytes: Option<Vec<u8>>| bytes.map(String::from_utf8).transpose();
        match (text(before), text(after)) {
            (Ok(before), Ok(after)) => Ok(Ok(Live { trial, before, after })),
            _ => Err(refused(format!("{} is not UTF-8 text", trial.path.display()))),
        }
    }

    fn diff(call: Call<'_>, live: Self::Live) -> Intent<Operations> {
        let live = match live {
            Ok(live) => live,
            Err(why) => return refused(format!("Error: {why}")),
        };
        if live.before == live.after {
            return settled("No changes made");
        }
        let path = &live.trial.path;
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let difference = difference(&text(&live.before), &text(&live.after));
        let changes: Map = [("diff".into(), Value::from(difference))].into_iter().collect();
        let operation = match live.after {
            Some(text) => Operation::write(path, text),
            None => Operation::Remove(path.clone()),
        };
        let place = call.fields.text("context").map(|context| format!(" in file \"{context}\":\n"));
        let written = call.fields.texts("changes").unwrap_or_default().join("\n");
        let foreseen = format!("Executing commands{}{written}", place.unwrap_or_default());
        act(
            with(Outcome::would_change(foreseen), changes.clone()),
            vec![operation],
            with(Outcome::succeeded("Changes have been saved"), changes),
        )
        .or_fail("Error")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample::{call, shown};

    #[test]
    fn what_the_copy_holds_is_shown_and_written() {
        let arguments = json!({"context": "/files/etc/hosts", "changes": ["set 1/canonical a"]});
        let live = |after: &str| Live {
            trial: Trial { path: "/etc/hosts".into(), ..Trial::default() },
            before: Some("127.0.0.1 b\n".into()),
            after: Some(after.into()),
        };
        call("augeas.change", "x", &arguments, |call| {
            let intent = Augeas::diff(call, Ok(live("127.0.0.1 a\n")));
            let Intent::Act { step, .. } = &intent else { panic!("there is something to do") };
            assert_eq!(step.lines(), ["> /etc/hosts 127.0.0.1 a\n"]);
            let (_, comment, changes) = shown(&intent);
            assert_eq!(comment, "Executing commands in file \"/files/etc/hosts\":\nset 1/canonical a");
            assert!(changes["diff"].as_str().is_some_and(|diff| diff.contains("+127.0.0.1 a")), "{changes}");
            assert_eq!(shown(&Augeas::diff(call, Ok(live("127.0.0.1 b\n")))).1, "No changes made");
        });
    }
}
