//! `gem.installed`, `gem.removed`, `gem.sources_add`, `gem.sources_remove`: packages of Ruby.
//!
//! ```yaml
//! bundler:
//!   gem.installed:
//!     - version: '~> 2.4'
//! ```
//!
//! A version is one version, or conditions as RubyGems reads them. rvm and rbenv are not searched: name their program by
//! `gem_bin`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.gem.html>.

mod spec;
#[cfg(test)]
mod tests;

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, change, changes_of, refused, settled};
use machine::gem::{Gem, fulfils};
use machine::process::AskError;
use model::{Function, Outcome, chain};

/// The state module `gem`.
pub struct RubyPackages;

/// The present state.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// The installed versions of the package.
    versions: Vec<String>,
    sources: Vec<String>,
    /// True since RubyGems 3.
    is_3: bool,
    /// Why `gem` does not answer: an earlier state may install it.
    silence: Option<String>,
}

impl LocalState for RubyPackages {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let fields = call.fields;
        if fields.text("ruby").is_some() {
            let why = "rvm and rbenv are not supported: leave 'ruby' out, and name the program by 'gem_bin'";
            return Err(Outcome::failed(why));
        }
        let silent = |error: AskError| Live { silence: Some(chain(&error)), ..Live::default() };
        Ok(read(&call, &gem(&call)).await.unwrap_or_else(silent))
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            "installed" => installed(&call, live),
            "removed" => removed(&call, live),
            "sources_add" => source(&call, live, true),
            _ => source(&call, live, false),
        }
    }
}

fn gem(call: &Call<'_>) -> Gem {
    let fields = call.fields;
    let program = if fields.takes("gem_bin") { fields.text("gem_bin") } else { None };
    Gem { program, user: fields.text("user") }
}

async fn read(call: &Call<'_>, gem: &Gem) -> Result<Live, AskError> {
    if call.function.verb.starts_with("sources") {
        return Ok(Live { sources: gem.sources().await?, ..Live::default() });
    }
    let versions = gem.list(call.name).await?.remove(call.name).unwrap_or_default();
    let is_3 = if call.function.verb == "installed" { gem.is_3().await? } else { false };
    Ok(Live { versions, is_3, ..Live::default() })
}

fn installed(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let (name, fields) = (call.name, call.fields);
    let version = fields.text("version");
    let fits = |own: &String| version.as_deref().map_or(Some(true), |wanted| fulfils(own, wanted));
    if let Some(version) = version.as_deref().filter(|version| fulfils("0", version).is_none()) {
        return refused(format!(
            "'{version}' is not a version: write 1.2, or conditions such as >= 1.2, < 2"
        ));
    }
    if live.versions.iter().any(|own| fits(own) == Some(true)) {
        let is_range = version.is_some_and(|version| version.starts_with(['<', '>', '~', '!']));
        return settled(if is_range {
            "Installed Gem meets version requirements."
        } else {
            "Gem is already installed."
        });
    }
    let flag = |name: &str| fields.boolean(name) == Some(true);
    let (rdoc, ri) = (flag("rdoc"), flag("ri"));
    let mut words = vec!["install", name];
    words.extend(version.iter().flat_map(|version| ["--version", version.as_str()]));
    if live.is_3 {
        words.extend((!rdoc || !ri).then_some("--no-document"));
    } else {
        words.extend((!rdoc).then_some("--no-rdoc").into_iter().chain((!ri).then_some("--no-ri")));
    }
    words.extend(flag("pre_releases").then_some("--prerelease"));
    let (proxy, source) = (fields.text("proxy"), fields.text("source"));
    words.extend(proxy.iter().flat_map(|proxy| ["-p", proxy.as_str()]));
    words.extend(source.iter().flat_map(|source| ["--source", source.as_str()]));
    let foreseen = format!("The gem {name} would have been installed");
    let plan = Plan {
        foreseen,
        done: "Gem was successfully installed",
        change: "Installed",
        failure: "Could not install gem",
    };
    plan.carried(call, &words, live.silence)
}

fn removed(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let name = call.name;
    if live.versions.is_empty() && live.silence.is_none() {
        return settled("Gem is not installed.");
    }
    let foreseen = format!("The gem {name} would have been removed");
    let plan = Plan {
        foreseen,
        done: "Gem was successfully removed.",
        change: "Removed",
        failure: "Could not remove gem",
    };
    plan.carried(call, &["uninstall", name, "-a", "-x"], live.silence)
}

fn source(call: &Call<'_>, live: Live, adds: bool) -> Intent<Operations> {
    let name = call.name;
    let is_there = live.sources.iter().any(|own| own == name);
    if live.silence.is_none() && is_there == adds {
        return settled(if adds { "Gem source is already added." } else { "Gem source is already removed." });
    }
    let plan = if adds {
        Plan {
            foreseen: format!("The gem source {name} would have been added."),
            done: "Gem source was successfully added.",
            change: "Installed",
            failure: "Could not add gem source",
        }
    } else {
        Plan {
            foreseen: "The gem source would have been removed.".to_owned(),
            done: "Gem source was successfully removed.",
            change: "Removed",
            failure: "Could not remove gem source",
        }
    };
    plan.carried(call, &["sources", if adds { "--add" } else { "--remove" }, name], live.silence)
}

/// The report.
struct Plan {
    foreseen: String,
    done: &'static str,
    change: &'static str,
    failure: &'static str,
}

impl Plan {
    /// The call of gem. If gem did not answer, the real run fails with the reason.
    fn carried(self, call: &Call<'_>, words: &[&str], silence: Option<String>) -> Intent<Operations> {
        let operation = Operation::run(gem(call).command(words.iter().copied()));
        change(self.foreseen, self.done, changes_of(call.name, self.change), vec![operation])
            .or_fail(self.failure)
            .unless_unread(silence.as_deref())
    }
}
