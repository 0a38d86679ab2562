//! The log: to stderr, and to a file if one is named. Results never go there.
//!
//! Of other crates only errors are logged, and warnings when debugging: below these levels, HTTP clients log requests
//! with secrets in them. The state that made a call reports its failure.

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Mutex;

use tracing::Metadata;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::{FilterFn, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

use super::error::CliError;
use super::profile::Recorder;
use super::render::{Masked, masked_stderr};
use super::settings::{Level, Settings};

/// Starts the log, and the recorder if the run is profiled. A second start in one process has no effect.
///
/// # Errors
///
/// The file cannot be opened.
pub fn start(
    (console, file): (Level, Level),
    settings: &Settings,
    recorder: Option<&Recorder>,
    is_colored: bool,
) -> Result<(), CliError> {
    let console = fmt::layer()
        .with_writer(masked_stderr)
        .with_ansi(is_colored)
        .with_target(false)
        .without_time()
        .with_filter(targets(console));
    let file =
        settings.logging.file.as_deref().map(|path| open(path).map(|open| (open, file))).transpose()?;
    let file = file.map(|(open, level)| {
        fmt::layer().with_writer(Mutex::new(Masked(open))).with_ansi(false).with_filter(targets(level))
    });
    let profile = recorder.map(Recorder::layer);
    let _ = tracing_subscriber::registry().with(console).with(file).with(profile).try_init();
    if let Some(recorder) = recorder {
        recorder.note_start("configuration and grains");
    }
    Ok(())
}

fn open(path: &Path) -> Result<std::fs::File, CliError> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(|source| CliError::OpenLog { path: path.to_owned(), source })
}

fn targets(level: Level) -> FilterFn<impl Fn(&Metadata<'_>) -> bool> {
    let ours = match level {
        Level::Quiet => LevelFilter::OFF,
        Level::Error => LevelFilter::ERROR,
        Level::Warning => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
        Level::Trace => LevelFilter::TRACE,
    };
    let others = if ours >= LevelFilter::DEBUG { LevelFilter::WARN } else { ours.min(LevelFilter::ERROR) };
    let is_logged = move |metadata: &Metadata<'_>| {
        let level = if is_ours(metadata.target()) { ours } else { others };
        *metadata.level() <= level
    };
    filter_fn(is_logged).with_max_level_hint(ours.max(others))
}

/// The crates of this program, by the names that the log has for them. A crate of a service is called `kinds_sqs`.
const CRATES: &[&str] = &[
    "aws",
    "cli",
    "engine",
    "exec",
    "fleet",
    "graph",
    "instance",
    "kind",
    "kinds",
    "machine",
    "model",
    "orchestrate",
    "orchestrate_agent",
    "sls",
    "system",
];

/// True for the log of this program. `aws_smithy_runtime::client` is of another: the whole name of the crate counts.
fn is_ours(target: &str) -> bool {
    let name = target.split("::").next().unwrap_or_default();
    CRATES.contains(&name) || name.starts_with("kinds_")
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn each_crate_of_the_workspace_is_ours_and_those_of_libraries_are_not() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
        let text = std::fs::read_to_string(path).expect("the manifest of the workspace");
        let members = text.split("members = [").nth(1).and_then(|rest| rest.split(']').next());
        let folders = members.expect("its members").split('"').filter_map(|it| it.strip_prefix("src/"));
        // These have no code, or none that the product uses.
        let folders: Vec<&str> =
            folders.filter(|it| !["workspace-hack", "aws/canned"].contains(it)).collect();
        assert!(folders.len() > 30, "{folders:?}");
        for folder in folders {
            let target = folder.replace('/', "_");
            assert!(is_ours(&target) && is_ours(&format!("{target}::inner")), "{target}");
        }
        for other in ["aws_smithy_runtime::client", "async_nats", "hyper_util::client", "machined"] {
            assert!(!is_ours(other), "{other}");
        }
    }
}
