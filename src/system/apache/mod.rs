//! `apache_module.*`, `apache_site.*`, `apache_conf.*`: the modules, sites and settings that Apache loads on Debian.
//!
//! ```yaml
//! rewrite:
//!   apache_module.enabled: []
//! 000-default:
//!   apache_site.disabled: []
//! ```
//!
//! `a2enmod` and its sisters make the links below `/etc/apache2`. They also enable the modules that a module needs. Apache itself
//! is not restarted: let a `service.running` watch these states.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.apache_module.html>.

use std::path::{Path, PathBuf};

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, act, settled, with};
use machine::file::{FileKind, Stat};
use machine::process::Command;
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Map, Outcome, Shape, Value, chain};

const MODULE: &[Argument] =
    &[Argument::optional("name", Shape::Text, "the module: rewrite; the ID if left out")];
const SITE: &[Argument] = &[Argument::optional(
    "name",
    Shape::Text,
    "the site: the name of its file in sites-available; the ID if left out",
)];
const CONF: &[Argument] =
    &[Argument::optional("name", Shape::Text, "the name of a file in conf-available; the ID if left out")];

/// The state modules `apache_module`, `apache_site` and `apache_conf`.
pub struct Apache;

/// A kind of things to enable: its word in Salt's comments, its directory, and the suffix of the programs' names.
struct Part {
    module: &'static str,
    word: &'static str,
    directory: &'static str,
    program: &'static str,
}

const PARTS: [Part; 3] = [
    Part { module: "apache_module", word: "module", directory: "mods-enabled", program: "mod" },
    Part { module: "apache_site", word: "site", directory: "sites-enabled", program: "site" },
    Part { module: "apache_conf", word: "conf", directory: "conf-enabled", program: "conf" },
];

impl Part {
    fn of(call: &Call<'_>) -> &'static Self {
        PARTS.iter().find(|part| part.module == call.function.module()).unwrap_or(&PARTS[0])
    }

    /// The links that show that it is enabled.
    fn links(&self, name: &str) -> Vec<PathBuf> {
        let directory = Path::new("/etc/apache2").join(self.directory);
        let (ends, end) = if self.program == "mod" {
            (&[".load", ".conf"][..], ".load")
        } else {
            (&[".conf"][..], ".conf")
        };
        let is_whole = ends.iter().any(|end| name.ends_with(end));
        let file = if is_whole { name.to_owned() } else { format!("{name}{end}") };
        // Debian's default site has a number before its name.
        let numbered =
            (self.program == "site" && name == "default").then(|| directory.join(format!("000-{file}")));
        std::iter::once(directory.join(file)).chain(numbered).collect()
    }
}

impl LocalState for Apache {
    /// Whether it is enabled.
    type Live = bool;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[
        Function::other("enabled", &["apache_module.enabled"], MODULE, "Enables a module of Apache.")
            .does(BY_PROGRAMS),
        Function::other("disabled", &["apache_module.disabled"], MODULE, "Disables a module of Apache.")
            .does(BY_PROGRAMS),
        Function::other("enabled", &["apache_site.enabled"], SITE, "Enables a site of Apache.")
            .does(BY_PROGRAMS),
        Function::other("disabled", &["apache_site.disabled"], SITE, "Disables a site of Apache.")
            .does(BY_PROGRAMS),
        Function::other("enabled", &["apache_conf.enabled"], CONF, "Enables a configuration file of Apache.")
            .does(BY_PROGRAMS),
        Function::other(
            "disabled",
            &["apache_conf.disabled"],
            CONF,
            "Disables a configuration file of Apache.",
        )
        .does(BY_PROGRAMS),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<bool, Outcome> {
        for link in Part::of(&call).links(call.name) {
            let stat = Stat::find_link(&link).map_err(|error| Outcome::failed(chain(&error)))?;
            if stat.is_some_and(|stat| stat.kind == FileKind::Link) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn diff(call: Call<'_>, is_enabled: bool) -> Intent<Operations> {
        let (name, part, verb) = (call.name, Part::of(&call), call.function.verb);
        let enables = verb == "enabled";
        if enables == is_enabled {
            return settled(format!("{name} already {verb}."));
        }
        let (old, new) = if enables { (Value::Null, name.into()) } else { (name.into(), Value::Null) };
        let changes: Map = [("old".into(), old), ("new".into(), new)].into_iter().collect();
        let foreseen = format!("Apache {} {name} is set to be {verb}.", part.word);
        let program = format!("{}{}", if enables { "a2en" } else { "a2dis" }, part.program);
        act(
            with(Outcome::would_change(foreseen), changes.clone()),
            vec![Operation::run(Command::argv([program.as_str(), name]))],
            with(Outcome::succeeded(""), changes),
        )
        .or_fail(format!("Failed to {} {name} Apache {}", verb.trim_end_matches('d'), part.word))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample::{call, shown};
    use model::Verdict;

    fn plan(function: &str, name: &str, is_enabled: bool) -> (Verdict, String, Vec<String>) {
        call(function, name, &json!({}), |call| {
            let intent = Apache::diff(call, is_enabled);
            let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
            let (verdict, comment, _) = shown(&intent);
            (verdict, comment, lines)
        })
    }

    #[test]
    fn each_part_has_its_programs() {
        for (function, is_enabled, line) in [
            ("apache_module.enabled", false, "a2enmod x"),
            ("apache_module.disabled", true, "a2dismod x"),
            ("apache_site.enabled", false, "a2ensite x"),
            ("apache_site.disabled", true, "a2dissite x"),
            ("apache_conf.enabled", false, "a2enconf x"),
            ("apache_conf.disabled", true, "a2disconf x"),
        ] {
            assert_eq!(plan(function, "x", is_enabled).2, [line]);
            assert_eq!(plan(function, "x", !is_enabled).0, Verdict::Succeeded);
        }
    }

    #[test]
    fn a_link_shows_what_is_enabled() {
        let links = |part: usize, name: &str| -> Vec<String> {
            PARTS[part].links(name).iter().map(|link| link.display().to_string()).collect()
        };
        assert_eq!(links(0, "rewrite"), ["/etc/apache2/mods-enabled/rewrite.load"]);
        assert_eq!(links(0, "status.conf"), ["/etc/apache2/mods-enabled/status.conf"]);
        assert_eq!(links(1, "www.example.com"), ["/etc/apache2/sites-enabled/www.example.com.conf"]);
        assert_eq!(
            links(1, "default"),
            ["/etc/apache2/sites-enabled/default.conf", "/etc/apache2/sites-enabled/000-default.conf"]
        );
        assert_eq!(links(2, "security.conf"), ["/etc/apache2/conf-enabled/security.conf"]);
    }
}
