//! The log: to stderr, and to a file if one is named. Results never go there.
//!
//! Of other crates only errors are logged, and warnings when debugging: below these levels, HTTP clients log requests
//! with secrets in them. The state that made a call reports its failure.

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Mutex;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
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

fn targets(level: Level) -> Targets {
    let ours = match level {
        Level::Quiet => LevelFilter::OFF,
        Level::Error => LevelFilter::ERROR,
        Level::Warning => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
        Level::Trace => LevelFilter::TRACE,
    };
    let others = if ours >= LevelFilter::DEBUG { LevelFilter::WARN } else { ours.min(LevelFilter::ERROR) };
    Targets::new().with_default(others).with_target(env!("CARGO_CRATE_NAME"), ours)
}
