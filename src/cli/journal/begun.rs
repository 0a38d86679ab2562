//! The first line of a run: the user, the command, and the host.

use crate::commands::Session;
use engine::journal::{Begun, VERSION};
use machine::account::{own_uid, user_name};
use machine::network::hostname;
use model::Value;
use model::secret::SHOWN;

/// Named arguments that hold no secret. The values of all others are left out: a pillar may hold a password.
const PLAIN: &[&str] = &[
    "concurrent",
    "exclude",
    "file",
    "fun",
    "guards",
    "id",
    "ids",
    "mods",
    "name",
    "pillarenv",
    "queue",
    "partly",
    "region",
    "run",
    "saltenv",
    "tem",
    "test",
    "topfn",
    "yes",
];

/// Functions whose positional arguments hold no secret: names of SLS, and of files.
const NAMES_ONLY: &[&str] = &[
    "apply",
    "state.apply",
    "state.highstate",
    "state.single",
    "state.sls",
    "state.sls_id",
    "state.template",
    "state.top",
];

/// The first line of a run of this session.
pub(crate) fn begun(session: &Session<'_>) -> Begun {
    let settings = session.settings();
    let minion = session.opts().get("id").and_then(Value::as_str).unwrap_or_default();
    Begun {
        format_version: VERSION,
        program: concat!("orchestrate ", env!("CARGO_PKG_VERSION")).to_owned(),
        function: settings.function.clone(),
        arguments: shown(&settings.function, &settings.words),
        user: user(&user_name(own_uid()), settings.environment.get("SUDO_USER").map(String::as_str)),
        host: hostname(),
        pid: std::process::id(),
        minion: minion.to_owned(),
        tree: Some(tree(session)),
        ..Begun::default()
    }
}

/// The tree of this session: the directory of its configuration, or else the working directory.
pub(crate) fn tree(session: &Session<'_>) -> String {
    let settings = session.settings();
    let named = settings.config.dir.as_ref().map(|dir| settings.directory.join(dir));
    let path = named.unwrap_or_else(|| settings.directory.clone());
    let whole = std::fs::canonicalize(&path).unwrap_or(path);
    let mut tree = whole.display().to_string();
    // Another root of the SLS files is another tree, also with the same configuration.
    if let Some(roots) = settings.config.overrides.get("file_roots") {
        tree.push_str(&format!(" with {}", roots.to_json()));
    }
    tree
}

/// The user, and who called `sudo`.
fn user(own: &str, by_sudo: Option<&str>) -> String {
    match by_sudo.filter(|name| !name.is_empty() && *name != own) {
        Some(name) => format!("{own} ← {name}"),
        None => own.to_owned(),
    }
}

fn shown(function: &str, words: &[String]) -> Vec<String> {
    let one = |word: &String| match word.split_once('=') {
        Some((name, _)) if PLAIN.contains(&name) => word.clone(),
        Some((name, _)) if is_name(name) => format!("{name}={SHOWN}"),
        _ if NAMES_ONLY.contains(&function) => word.clone(),
        _ => SHOWN.to_owned(),
    };
    words.iter().map(one).collect()
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || "_-.".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(function: &str, words: &str) -> String {
        shown(function, &words.split(' ').map(str::to_owned).collect::<Vec<_>>()).join(" ")
    }

    #[test]
    fn arguments_that_may_hold_a_secret_are_left_out() {
        assert_eq!(of("state.sls", "app,db test=False pillar={a:b}"), "app,db test=False pillar=(hidden)");
        assert_eq!(of("state.template_str", "x:{cmd.run:[]}"), "(hidden)");
        assert_eq!(
            of("state.single", "boto_sqs.present name=q key=abc"),
            "boto_sqs.present name=q key=(hidden)"
        );
        assert_eq!(of("state.high", "{a=b}"), "(hidden)");
    }

    #[test]
    fn who_became_the_user_is_named() {
        assert_eq!(user("root", Some("ada")), "root ← ada");
        assert_eq!([user("ada", None), user("ada", Some("")), user("ada", Some("ada"))], ["ada"; 3]);
    }
}
