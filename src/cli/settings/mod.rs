//! The meaning of the command line, with environment and configuration file.
//!
//! Only this module reads the environment. [`Settings::new`] is the only conversion from the typed command line;
//! [`Settings::layout`] and [`Settings::levels`] add the configuration file's values where nothing was typed.

mod budget;
mod config_dir;
mod deployment;
mod environment;
mod layout;
mod level;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

pub use deployment::Deployment;
pub use environment::Environment;
use grains::instance::Instance;
pub use level::Level;

use super::args::{Args, LoggingArgs, OutputArgs, TimerArgs};
use super::call;
use super::error::{CliError, ExitRule};
use super::render::{Outputter, highstate};
use exec::Arguments;
use model::problem::did_you_mean;
use model::{Key, Map, Problem, Value};
use sls::config::ConfigSource;

/// What to do and how to show it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The function to call.
    pub function: String,
    /// Its arguments.
    pub arguments: Arguments,
    /// The arguments as typed, for `--metadata`.
    pub words: Vec<String>,
    /// The source of the minion configuration.
    pub config: ConfigSource,
    /// The environment variables, for grains and `environ.*`.
    pub environment: BTreeMap<String, String>,
    /// The working directory.
    pub directory: PathBuf,
    /// The layout of results.
    pub output: OutputSettings,
    /// The choice of the exit code.
    pub exit: ExitRule,
    /// The log.
    pub logging: LoggingSettings,
    /// `--allow-acting-templates`.
    pub acting_templates: bool,
    /// `--splay`, `--single`, `--back-off`.
    pub timer: TimerArgs,
    /// The pillar, if another process has compiled it: an ops node of the fleet.
    pub pillar: Option<Map>,
    /// The deployment that runs this, if it has not ended.
    pub deployment: Option<Arc<Deployment>>,
    /// This instance, if the caller knows it: its metadata are not read again for grains.
    pub instance: Option<Instance>,
    /// The ID of the only declaration that a highstate runs: one that waited for the end of a deployment.
    pub only: Option<String>,
    /// The directory of the fleet's agent, if it is not the configured one.
    pub agent: Option<PathBuf>,
    /// `--profile-run`.
    pub profile: Option<PathBuf>,
    /// Notes for the user about options without effect.
    pub notes: Vec<String>,
}

/// The layout of results, as far as the command line and the environment decide it.
#[derive(Clone, Debug, Default)]
pub struct OutputSettings {
    /// `--out`.
    pub outputter: Option<Outputter>,
    /// `--out-indent`.
    pub indent: Option<i32>,
    /// `--out-file`.
    pub file: Option<PathBuf>,
    /// `--out-file-append`.
    pub append: bool,
    /// `--state-output`.
    pub state_output: Option<String>,
    /// `--state-verbose`.
    pub state_verbose: Option<bool>,
    /// `--output-diff`.
    pub only_changed: bool,
    /// Colours, if they were turned on or off; else a terminal has them.
    pub color: Option<bool>,
    /// True when stdout is a terminal.
    pub stdout_is_terminal: bool,
    /// True when stderr is a terminal.
    pub stderr_is_terminal: bool,
    /// `--report`.
    pub report: Option<PathBuf>,
    /// `--events`.
    pub events: Option<PathBuf>,
    /// `--metadata`.
    pub metadata: bool,
}

/// The log, as far as the command line decides it.
#[derive(Clone, Debug, Default)]
pub struct LoggingSettings {
    /// `--log-level`.
    pub console: Option<Level>,
    /// `--log-file`.
    pub file: Option<PathBuf>,
    /// `--log-file-level`.
    pub file_level: Option<Level>,
}

impl Settings {
    /// Converts the typed command line.
    ///
    /// # Errors
    ///
    /// No function, and words that an option does not accept.
    pub fn new(args: Args, environment: Environment) -> Result<Self, CliError> {
        if let Some(reason) = args.ignored.refusal() {
            return Err(CliError::Usage(Problem::nowhere(reason)));
        }
        let Called { function, words, arguments } = called(&args)?;
        Ok(Self {
            arguments,
            function,
            words,
            acting_templates: args.allow_acting_templates,
            config: config_source(&args, &environment),
            exit: ExitRule { passthrough: args.retcode_passthrough, detailed: args.detailed_exitcode },
            notes: args.ignored.notes(),
            timer: args.timer,
            pillar: None,
            deployment: None,
            only: None,
            instance: None,
            agent: None,
            profile: args.logging.profile_run.as_ref().map(|path| environment.directory.join(path)),
            output: output(args.output, &environment)?,
            logging: logging(args.logging, &environment)?,
            directory: environment.directory,
            environment: environment.variables,
        })
    }
}

/// The function and its arguments.
struct Called {
    function: String,
    words: Vec<String>,
    arguments: Arguments,
}

/// `-g` and `-d` stand for functions. Our own commands get text, and functions values read as YAML.
fn called(args: &Args) -> Result<Called, CliError> {
    if args.grains {
        return Ok(Called {
            function: "grains.items".to_owned(),
            words: vec![],
            arguments: Arguments::default(),
        });
    }
    if let Some(own) = &args.own {
        let named = own.named.iter();
        return Ok(Called {
            function: own.name.to_owned(),
            words: named
                .clone()
                .map(|(name, value)| format!("{name}={value}"))
                .chain(own.rest.clone())
                .collect(),
            arguments: Arguments {
                positional: own.rest.iter().map(|word| Value::from(word.as_str())).collect(),
                named: named.map(|(name, value)| (Key::from(name.as_str()), value.as_str().into())).collect(),
            },
        });
    }
    let words = args.arguments.clone();
    if args.doc {
        let words: Vec<String> = args.function.iter().cloned().chain(words).collect();
        return Ok(Called { function: "sys.doc".to_owned(), arguments: call::arguments(&words), words });
    }
    let function = args.function.clone().ok_or_else(|| {
        let problem = Problem::nowhere("no function is named");
        CliError::Usage(problem.hint(
            "'orchestrate plan myapp' shows what would change, 'orchestrate state.apply myapp' changes it; \
             'orchestrate help' lists all commands",
        ))
    })?;
    Ok(Called { function, arguments: call::arguments(&words), words })
}

fn config_source(args: &Args, environment: &Environment) -> ConfigSource {
    let mut overrides = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            overrides.insert(Key::from(key), value);
        }
    };
    let root = |path: &PathBuf| {
        let path = environment.directory.join(path).display().to_string();
        [("base", Value::from(vec![path]))].into_iter().collect::<Value>()
    };
    put("file_roots", args.file_root.as_ref().map(root));
    put("pillar_roots", args.pillar_root.as_ref().map(root));
    put("id", args.id.clone().map(Value::from));
    put("saltenv", args.saltenv.clone().map(Value::from));
    put("pillarenv", args.pillarenv.clone().map(Value::from));
    let dir = config_dir::find(args.config_dir.as_deref(), environment);
    ConfigSource { is_named: dir.is_named, dir: dir.path, overrides }
}

fn output(args: OutputArgs, environment: &Environment) -> Result<OutputSettings, CliError> {
    Ok(OutputSettings {
        outputter: args.out.as_deref().map(outputter).transpose()?,
        indent: args.out_indent,
        file: args.out_file.map(|path| environment.directory.join(path)),
        append: args.out_file_append,
        state_output: args.state_output.map(state_output).transpose()?,
        state_verbose: args.state_verbose.as_deref().map(truth).transpose()?,
        only_changed: args.output_diff,
        color: color(args.no_color, args.force_color, environment),
        stdout_is_terminal: environment.stdout_is_terminal,
        stderr_is_terminal: environment.stderr_is_terminal,
        report: args.report.map(|path| environment.directory.join(path)),
        events: args.events.map(|path| environment.directory.join(path)),
        metadata: args.metadata,
    })
}

fn logging(args: LoggingArgs, environment: &Environment) -> Result<LoggingSettings, CliError> {
    Ok(LoggingSettings {
        console: args.log_level.as_deref().map(|word| level("--log-level", word)).transpose()?,
        file: args.log_file.map(|path| environment.directory.join(path)),
        file_level: args.log_file_level.as_deref().map(|word| level("--log-file-level", word)).transpose()?,
    })
}

fn color(none: bool, forced: bool, environment: &Environment) -> Option<bool> {
    match (none, forced) {
        (true, _) => Some(false),
        (false, true) => Some(true),
        (false, false) if environment.get("NO_COLOR").is_some() || environment.is_dumb() => Some(false),
        (false, false) => None,
    }
}

fn outputter(word: &str) -> Result<Outputter, CliError> {
    Outputter::parse(word).ok_or_else(|| {
        let words: Vec<&str> = Outputter::ALL.iter().map(|outputter| outputter.word()).collect();
        unknown_word("--out", word, &words)
    })
}

fn state_output(word: String) -> Result<String, CliError> {
    if highstate::Layout::STATE_OUTPUTS.contains(&word.to_lowercase().as_str()) {
        Ok(word)
    } else {
        Err(unknown_word("--state-output", &word, highstate::Layout::STATE_OUTPUTS))
    }
}

fn level(option: &str, word: &str) -> Result<Level, CliError> {
    Level::parse(word).ok_or_else(|| unknown_word(option, word, Level::WORDS))
}

fn truth(word: &str) -> Result<bool, CliError> {
    match word.to_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(unknown_word("--state-verbose", word, &["True", "False"])),
    }
}

fn unknown_word(option: &str, word: &str, known: &[&str]) -> CliError {
    let problem = Problem::nowhere(format!("{option} cannot be '{word}'"));
    let near = did_you_mean(word, known.iter().copied());
    CliError::Usage(problem.hint(
        near.map_or_else(|| format!("one of {}", known.join(", ")), |near| format!("did you mean '{near}'?")),
    ))
}

#[cfg(test)]
mod tests;
