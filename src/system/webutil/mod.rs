//! `webutil.user_exists` and `webutil.user_absent`: users of a file that `htpasswd` writes.
//!
//! ```yaml
//! ops:
//!   webutil.user_exists:
//!     - password: {{ pillar.status_password }}
//!     - htpasswd_file: /etc/nginx/status.htpasswd
//!     - options: B
//!     - update: True
//! ```
//!
//! `htpasswd` reads the password from its input, so no command line shows it. A new file belongs to the user who runs it.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.webutil.html>.

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, act, refused, settled, with};
use machine::file;
use machine::process::Command;
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Map, Outcome, Shape, Value, chain};

const NAME: Argument = Argument::optional("name", Shape::Text, "the user; the ID if left out");
const FILE: Argument = Argument::required("htpasswd_file", Shape::Text, "the file");
const RUNAS: Argument = Argument::optional("runas", Shape::Text, "the user that runs htpasswd");

const EXISTS: &[Argument] = &[
    NAME,
    Argument::required("password", Shape::Secret, "the password, in plain text"),
    FILE,
    Argument::optional("options", Shape::Text, "letters of htpasswd: B (bcrypt), m (MD5), s (SHA-1), d, p"),
    Argument::optional("force", Shape::Boolean, "whether it is written at each run"),
    RUNAS,
    Argument::optional("update", Shape::Boolean, "whether another password is replaced; False if left out"),
];

/// The state module `webutil`.
pub struct Webutil;

/// The file and the user in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Live {
    has_file: bool,
    is_there: bool,
    /// False if the password is another one, and that counts.
    is_same: bool,
}

impl LocalState for Webutil {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[
        Function::present(&["webutil.user_exists"], EXISTS, "Adds or changes a user of a file of passwords.")
            .does(BY_PROGRAMS),
        Function::absent(
            &["webutil.user_absent"],
            &[NAME, FILE, RUNAS],
            "Removes a user from a file of passwords.",
        )
        .does(BY_PROGRAMS),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let path = call.fields.required_text("htpasswd_file");
        let failed = |error: &dyn std::error::Error| Outcome::failed(chain(error));
        if !call.fields.has("runas") {
            file::check_path(path.as_ref(), true, None).map_err(|error| failed(&error))?;
        }
        let Some(text) = file::text_if_there(path.as_ref()).map_err(|error| failed(&error))? else {
            return Ok(Live::default());
        };
        let is_of = |line: &str| line.strip_prefix(call.name).is_some_and(|rest| rest.starts_with(':'));
        let mut live = Live { has_file: true, is_there: text.lines().any(is_of), is_same: true };
        let fields = call.fields;
        let is_set = |name: &str| fields.takes(name) && fields.boolean(name) == Some(true);
        if live.is_there && is_set("update") && !is_set("force") {
            let command = asked(&call, &format!("-vi{}", fields.text("options").unwrap_or_default()));
            let finished = command.finish().await.map_err(|error| failed(&error))?;
            // See htpasswd(1): 3 means that the password is not the user's.
            live.is_same = match finished.code() {
                0 => true,
                3 => false,
                _ => return Err(failed(&command.failed(&finished))),
            };
        }
        Ok(live)
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        if call.name.is_empty() || call.name.contains([':', '\n', '\r']) {
            return refused(format!("'{}' cannot be the name of a user", call.name));
        }
        if call.function.verb == "absent" { absent(&call, live) } else { exists(&call, live) }
    }
}

/// `htpasswd` with these options, and the password if it reads one.
fn asked(call: &Call<'_>, options: &str) -> Command {
    let path = call.fields.required_text("htpasswd_file");
    let mut command = Command::argv(["htpasswd", options, path.as_str(), call.name]);
    command.user = call.fields.text("runas");
    if options.contains('i') {
        command.stdin = Some(call.fields.required_text("password").into_bytes());
    }
    command
}

fn changes(call: &Call<'_>) -> Map {
    [(call.name.into(), Value::Bool(true))].into_iter().collect()
}

fn exists(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let (name, fields) = (call.name, call.fields);
    if live.is_there && live.is_same && fields.boolean("force") != Some(true) {
        return settled("User already known");
    }
    if fields.required_text("password").contains(['\n', '\r']) {
        return refused("a password has one line");
    }
    let create = if live.has_file { "" } else { "c" };
    let options = format!("-i{}{create}", fields.text("options").unwrap_or_default());
    let said = if live.is_there { "Updating" } else { "Adding" };
    act(
        with(
            Outcome::would_change(format!("User '{name}' is set to be added to htpasswd file")),
            changes(call),
        ),
        vec![Operation::run(asked(call, &options))],
        with(Outcome::succeeded(format!("{said} password for user {name}")), changes(call)),
    )
}

fn absent(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let name = call.name;
    if !live.is_there {
        return settled("User already not in file");
    }
    let foreseen = format!("User '{name}' is set to be removed from htpasswd file");
    act(
        with(Outcome::would_change(foreseen), changes(call)),
        vec![Operation::run(asked(call, "-D"))],
        with(Outcome::succeeded(format!("Deleting password for user {name}")), changes(call)),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample::{call, shown};

    #[test]
    fn the_password_is_read_from_the_input() {
        let arguments = json!({"password": "secret", "htpasswd_file": "/srv/x", "options": "B"});
        for (live, line) in [
            (Live::default(), "htpasswd -iBc /srv/x ops"),
            (Live { has_file: true, ..Live::default() }, "htpasswd -iB /srv/x ops"),
            (Live { has_file: true, is_there: true, is_same: false }, "htpasswd -iB /srv/x ops"),
        ] {
            call("webutil.user_exists", "ops", &arguments, |call| {
                let Intent::Act { step, .. } = Webutil::diff(call, live) else {
                    panic!("there is something to do")
                };
                assert_eq!(step.lines(), [line]);
                assert_eq!(step.stdin().as_deref(), Some("secret"));
            });
        }
    }

    #[test]
    fn what_would_be_two_entries_is_refused() {
        for (name, password) in [("a:b", "x"), ("", "x"), ("a", "x\ny")] {
            let arguments = json!({"password": password, "htpasswd_file": "/srv/x"});
            let intent =
                call("webutil.user_exists", name, &arguments, |call| Webutil::diff(call, Live::default()));
            assert_eq!(shown(&intent).0, model::Verdict::Failed);
        }
    }
}
