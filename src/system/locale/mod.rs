//! `locale.present` and `locale.system`: the locales of the machine, and its default locale.
//!
//! ```yaml
//! en_GB.UTF-8:
//!   locale.present: []
//! default locale:
//!   locale.system:
//!     - name: en_GB.UTF-8
//!     - require: [{locale: en_GB.UTF-8}]
//! ```
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.locale.html>.

mod name;

use std::path::{Path, PathBuf};

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, act, refused, settled, with};
use machine::file;
use machine::process::Command;
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Map, Outcome, Shape, Value, chain};
use name::{Name, with_line};

const ARGUMENTS: &[Argument] =
    &[Argument::optional("name", Shape::Text, "the locale, such as en_GB.UTF-8; the ID if left out")];

/// The list of locales that `locale-gen` generates.
const LIST: &str = "/etc/locale.gen";

/// The state module `locale`.
pub struct Locale;

/// The present state of the machine.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// The present locales.
    available: Vec<String>,
    /// The file of the default locale, and its contents.
    file: PathBuf,
    text: Option<String>,
    /// The list of locales to generate; nothing if the distribution has none.
    list: Option<String>,
    /// The lines that the list may have; nothing if they are not known.
    known: Option<String>,
}

impl LocalState for Locale {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[
        Function::present(&["locale.present"], ARGUMENTS, "Generates a locale.").does(BY_PROGRAMS),
        Function::other("system", &["locale.system"], ARGUMENTS, "Sets the default locale of the machine.")
            .does(BY_PROGRAMS),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let failed = |error: file::FileError| Outcome::failed(chain(&error));
        let read = |path: &str| file::text_if_there(Path::new(path)).map_err(failed);
        if call.function.verb == "system" {
            let family = call.minion.grains.get("os_family").and_then(Value::as_str);
            let file = if family == Some("Debian") { "/etc/default/locale" } else { "/etc/locale.conf" };
            let text = read(file)?;
            return Ok(Live { file: file.into(), text, ..Live::default() });
        }
        let listed = Command::argv(["locale", "-a"]).run().await;
        let listed = listed.map_err(|error| Outcome::failed(chain(&error)))?;
        Ok(Live {
            available: listed.stdout_text().lines().map(|line| line.trim().to_owned()).collect(),
            list: read(LIST)?,
            known: read("/usr/share/i18n/SUPPORTED")?,
            ..Live::default()
        })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            "system" => system(&call, &live),
            _ => present(&call, &live),
        }
    }
}

fn system(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    let text = live.text.clone().unwrap_or_default();
    let now = text.lines().find_map(|line| line.strip_prefix("LANG="));
    if now.map(|now| now.trim().trim_matches('"')) == Some(name) {
        return settled(format!("System locale {name} already set"));
    }
    let text = with_line(&text, |line| line.starts_with("LANG="), &format!("LANG={name}"));
    let changes: Map = [("locale".into(), Value::from(name))].into_iter().collect();
    act(
        with(Outcome::would_change(format!("System locale {name} needs to be set")), changes.clone()),
        vec![Operation::write(&live.file, text)],
        with(Outcome::succeeded(format!("Set system locale {name}")), changes),
    )
    .or_fail(format!("Failed to set system locale to {name}"))
}

fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let written = call.name;
    let wanted = Name::parse(written);
    if live.available.iter().any(|one| Name::parse(one).is_same(&wanted)) {
        return settled(format!("Locale {written} is already present"));
    }
    let line = wanted.line();
    let is_known = live.known.as_ref().is_none_or(|known| known.lines().any(|one| one.trim() == line));
    if !is_known {
        return refused(format!(
            "Failed to generate locale {written}: '{line}' is not in /usr/share/i18n/SUPPORTED"
        ));
    }
    let operations = match &live.list {
        Some(list) => {
            let is_it = |one: &str| one.trim_start_matches(['#', ' ', '\t']).trim_end() == line;
            vec![
                Operation::write(LIST, with_line(list, is_it, &line)),
                Operation::run(Command::argv(["locale-gen"])),
            ]
        }
        None => {
            let charset = wanted.charset();
            vec![Operation::run(Command::argv([
                "localedef",
                "--force",
                "-i",
                &wanted.language(),
                "-f",
                &charset,
                written,
            ]))]
        }
    };
    let changes: Map = [("locale".into(), Value::from(written))].into_iter().collect();
    act(
        with(Outcome::would_change(format!("Locale {written} needs to be generated")), changes.clone()),
        operations,
        with(Outcome::succeeded(format!("Generated locale {written}")), changes),
    )
    .or_fail(format!("Failed to generate locale {written}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample::{call, shown};
    use model::Verdict;

    fn lines(function: &str, name: &str, live: Live) -> (Verdict, Vec<String>) {
        call(function, name, &json!({}), |call| {
            let intent = Locale::diff(call, live);
            let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
            (shown(&intent).0, lines)
        })
    }

    #[test]
    fn a_locale_is_made_where_it_is_missing() {
        let live = Live {
            available: vec!["C".into(), "en_GB.utf8".into()],
            list: Some("# de_DE.UTF-8 UTF-8\n# fr_FR ISO-8859-1\n".into()),
            known: Some("de_DE.UTF-8 UTF-8\nfr_FR ISO-8859-1\n".into()),
            ..Live::default()
        };
        assert_eq!(lines("locale.present", "en_GB.UTF-8", live.clone()), (Verdict::Succeeded, vec![]));
        let (_, made) = lines("locale.present", "de_DE.UTF-8", live.clone());
        assert_eq!(made, ["> /etc/locale.gen de_DE.UTF-8 UTF-8\n# fr_FR ISO-8859-1\n", "locale-gen"]);
        assert_eq!(lines("locale.present", "xx_XX.UTF-8", live.clone()).0, Verdict::Failed);
        let (_, made) = lines("locale.present", "de_DE.UTF-8", Live { list: None, known: None, ..live });
        assert_eq!(made, ["localedef --force -i de_DE -f UTF-8 de_DE.UTF-8"]);
    }

    #[test]
    fn the_machines_language_is_one_line() {
        let live = |text: Option<&str>| Live {
            file: "/etc/default/locale".into(),
            text: text.map(str::to_owned),
            ..Live::default()
        };
        let with = |text| lines("locale.system", "C.UTF-8", live(text));
        assert_eq!(with(Some("LANG=\"C.UTF-8\"\n")), (Verdict::Succeeded, vec![]));
        assert_eq!(
            with(Some("# a\nLANG=C\nLC_TIME=C\n")).1,
            ["> /etc/default/locale # a\nLANG=C.UTF-8\nLC_TIME=C\n"]
        );
        assert_eq!(with(None).1, ["> /etc/default/locale LANG=C.UTF-8\n"]);
    }
}
