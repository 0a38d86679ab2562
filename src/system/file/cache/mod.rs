//! `file.cached` and `file.not_cached`: no file of the tree needs a copy here, because there is no master.
//!
//! Both exist for compatibility: `cached` reports whether the file is available, `not_cached` that no copy is kept. See
//! <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html#salt.states.file.cached>.

use super::arguments::{NAME, SKIP_VERIFY, SOURCE_HASH, SOURCE_HASH_NAME};
use crate::operation::{Operations, report};
use crate::source::{self, SourceError};
use crate::{Call, Intent, LocalState};
use model::{Argument, Function, Outcome, Shape};

const SALTENV: Argument = Argument::optional("saltenv", Shape::Text, "the environment to look in");

const CACHED: &[Argument] = &[
    NAME,
    SOURCE_HASH,
    SOURCE_HASH_NAME,
    SKIP_VERIFY,
    SALTENV,
    Argument::optional("use_etag", Shape::Boolean, "taken for compatibility"),
];

/// `file.cached` and `file.not_cached`.
pub struct Cached;

impl LocalState for Cached {
    /// The path of the file, or why it is not available.
    type Live = Result<String, SourceError>;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[
        Function::other("cached", &["file.cached"], CACHED, "Fails unless a source of files is available."),
        Function::other(
            "not_cached",
            &["file.not_cached"],
            &[NAME, SALTENV],
            "Does nothing: no copy is kept.",
        ),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Self::Live, Outcome> {
        if call.function.verb == "not_cached" {
            return Ok(Ok(String::new()));
        }
        Ok(find(&call).await)
    }

    fn diff(call: Call<'_>, live: Self::Live) -> Intent<Operations> {
        let name = call.name;
        let is_tree = name.starts_with("salt://");
        match live {
            _ if call.function.verb == "not_cached" => {
                Intent::Settled(Outcome::succeeded(format!("{name} is not cached")))
            }
            Ok(path) if is_tree => Intent::Settled(Outcome::succeeded(format!("File is cached to {path}"))),
            Ok(_) => Intent::Settled(Outcome::succeeded(format!("File {name} is present on the minion"))),
            Err(reason) => {
                let will_be = Outcome::would_change(format!("File will be cached: {name}"));
                let done = if is_tree {
                    format!("Failed to cache {name}, check minion log for more information")
                } else if matches!(reason, SourceError::Differs { .. }) {
                    reason.to_string()
                } else {
                    format!("File {name} is not present on the minion")
                };
                report(will_be, Outcome::failed(done))
            }
        }
    }
}

/// The path of the file, after its hash was checked.
async fn find(call: &Call<'_>) -> Result<String, SourceError> {
    let source = source::find(call, call.name).await?;
    let hash = call.fields.text("source_hash").unwrap_or_default();
    let loaded = source.load()?;
    source.check(call, &hash, call.name, &loaded.contents).await?;
    Ok(source.path.display().to_string())
}
