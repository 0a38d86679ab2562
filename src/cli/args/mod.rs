//! The command line as typed, in `salt-call`'s grammar: `orchestrate [options] function [args] [key=value …]`, or one
//! of our own commands.
//!
//! Nothing is interpreted here; [`settings`](super::settings) does that.

mod entry;
mod help;
mod ignored;
mod own;
mod words;

use std::ffi::OsString;
use std::path::PathBuf;

use super::exit_code;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
pub(super) use entry::Entry;
pub(super) use help::{asks_for_manual, rewritten};
pub use ignored::IgnoredArgs;
pub(super) use ignored::{NO_PARSE, NO_STDIN, not_here};
pub(super) use own::whole;

const OVERVIEW: &str = "\
Brings AWS to the state that SLS files describe: Salt's boto_* states, pillar, grains, Jinja and requisites, without Salt.

Options may stand before and after the function and its arguments. Arguments are read as YAML: numbers, True, None, \
[lists] and {mappings} mean what they mean in an SLS.";

const EXAMPLES: &str = "\
Examples:
  orchestrate plan myapp                             show what would change, attribute by attribute
  orchestrate state.apply myapp                      change it
  orchestrate state.apply myapp test=True            show what would change, as Salt shows it
  orchestrate -c DIR state.highstate                 what DIR's top file says
  orchestrate state.sls myapp,elb exclude=vpc        several SLS, one left out
  orchestrate state.sls myapp pillar='{\"size\": 3}'   with pillar of this run
  orchestrate destroy myapp                          show what removes everything that an SLS declares
  orchestrate --state-output=changes state.apply     a line for what is unchanged
  orchestrate --out=json state.show_low_sls myapp    what would be called, in order
  orchestrate pillar.get vpc:subnets                 a pillar value
  orchestrate sys.doc boto_sqs                       the manual of a state module
  orchestrate deploy myapp testing                   bring a release into service on this host
  orchestrate help deploy                            what a command is for, and its options";

const VARIABLES: &str = "\
Environment:
  ORCHESTRATE_CONFIG_DIR, SALT_CONFIG_DIR   where -c is not given
  SERVICE_NAME, SERVICE_INSTANCE, REGION    grains of the orchestrated service
  NO_COLOR, TERM=dumb                       no colours";

/// The text below the options in the long help.
fn more_help() -> String {
    format!("{EXAMPLES}\n\n{}\n\n{VARIABLES}", exit_code::help())
}

/// The command line, as typed.
#[derive(Clone, Debug, Default, Parser)]
#[command(
    name = "orchestrate",
    version,
    about = "Brings AWS to the state that SLS files describe.",
    long_about = OVERVIEW,
    after_long_help = more_help(),
    override_usage = "orchestrate [options] <function> [argument]... [key=value]...\n       orchestrate [options] <command> [options] [argument]...",
    infer_long_args = true,
    args_override_self = true,
    disable_version_flag = true,
    max_term_width = 110
)]
pub struct Args {
    /// What to call: state.sls, state.highstate, pillar.items, … ('sys.list_functions' lists all)
    pub function: Option<String>,

    /// Its arguments, and key=value ones
    #[arg(value_name = "ARGUMENT")]
    pub arguments: Vec<String>,

    /// Directory with the file 'minion' [default: .orchestration, orchestration, /etc/orchestrate or /etc/salt, the first that has one]
    #[arg(short = 'c', long, value_name = "DIR", help_heading = "Where things are")]
    pub config_dir: Option<PathBuf>,

    /// Root of the SLS files, instead of 'file_roots'
    #[arg(long, value_name = "DIR", help_heading = "Where things are")]
    pub file_root: Option<PathBuf>,

    /// Root of the pillar files, instead of 'pillar_roots'
    #[arg(long, value_name = "DIR", help_heading = "Where things are")]
    pub pillar_root: Option<PathBuf>,

    /// Environment of the SLS files
    #[arg(long, value_name = "ENV", help_heading = "Where things are")]
    pub saltenv: Option<String>,

    /// Environment of the pillar files
    #[arg(long, value_name = "ENV", help_heading = "Where things are")]
    pub pillarenv: Option<String>,

    /// Minion ID, instead of the configured one
    #[arg(long, value_name = "ID", help_heading = "Where things are")]
    pub id: Option<String>,

    #[command(flatten)]
    #[doc(hidden)]
    pub output: OutputArgs,

    /// Let templates change things in test runs and shows too, as Salt does
    #[arg(long, hide_short_help = true, help_heading = "Where things are")]
    pub allow_acting_templates: bool,

    /// Use different exit codes for a failed state (2), a failed compilation (1) and a broken pillar (5)
    #[arg(long, help_heading = "Exit code")]
    pub retcode_passthrough: bool,

    /// Exit with 3 if a test run finds changes to make
    #[arg(long, help_heading = "Exit code")]
    pub detailed_exitcode: bool,

    #[command(flatten)]
    #[doc(hidden)]
    pub timer: TimerArgs,

    #[command(flatten)]
    #[doc(hidden)]
    pub logging: LoggingArgs,

    /// Show the grains, as 'grains.items'
    #[arg(short = 'g', long = "grains", help_heading = "Instead of a function")]
    pub grains: bool,

    /// Show the manual of the named functions, as 'sys.doc'
    #[arg(short = 'd', long = "doc", alias = "documentation", help_heading = "Instead of a function")]
    pub doc: bool,

    /// Show the version
    #[arg(short = 'V', long, alias = "versions-report", help_heading = "Instead of a function")]
    pub version: bool,

    #[command(flatten)]
    #[doc(hidden)]
    pub ignored: IgnoredArgs,

    /// The command of our own that was typed instead of a function.
    #[arg(skip)]
    pub own: Option<OwnCall>,
}

/// A command of our own with its arguments, as typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnCall {
    /// Its whole name: `artifact build`.
    pub name: &'static str,
    /// Its arguments by name.
    pub named: Vec<(String, String)>,
    /// The words that have no name.
    pub rest: Vec<String>,
}

/// The layout of results.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Layout of the result: highstate, nested, json, yaml, txt, raw, pprint, junit, quiet; for lint sarif; for plan
    /// text and markdown [default: that of the function]
    #[arg(long = "out", alias = "output", value_name = "LAYOUT")]
    pub out: Option<String>,

    /// Columns per level in JSON and YAML; negative: all on one line
    #[arg(
        long = "out-indent",
        hide_short_help = true,
        alias = "output-indent",
        value_name = "COLUMNS",
        allow_hyphen_values = true
    )]
    pub out_indent: Option<i32>,

    /// Write the result to a file instead of stdout
    #[arg(long = "out-file", alias = "output-file", value_name = "FILE")]
    pub out_file: Option<PathBuf>,

    /// Append to that file
    #[arg(long = "out-file-append", hide_short_help = true, alias = "output-file-append")]
    pub out_file_append: bool,

    /// How much is shown of each state: full, terse, mixed, changes, or one of them with '_id' [default: full]
    #[arg(long, alias = "state_output", value_name = "DETAIL")]
    pub state_output: Option<String>,

    /// Whether unchanged states are shown: True or False [default: True]
    #[arg(long, alias = "state_verbose", value_name = "BOOL")]
    pub state_verbose: Option<String>,

    /// Show only states that changed something or failed
    #[arg(long)]
    pub output_diff: bool,

    /// No colours
    #[arg(long, alias = "no-colour")]
    pub no_color: bool,

    /// Colours even if stdout is not a terminal
    #[arg(long, alias = "force-colour")]
    pub force_color: bool,

    /// Write a run or a plan to this file as well, as one HTML page for browsers
    #[arg(long, hide_short_help = true, value_name = "FILE", help_heading = "Runs")]
    pub report: Option<PathBuf>,

    /// Write the events of a run to this file, as JSON lines, while they happen
    #[arg(long, hide_short_help = true, value_name = "FILE", help_heading = "Runs")]
    pub events: Option<PathBuf>,

    /// Show the result together with the called function and its return code
    #[arg(long)]
    pub metadata: bool,
}

/// The options for runs that a timer starts.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Started by a timer")]
pub struct TimerArgs {
    /// Wait up to this many seconds first, so that not all instances begin at once
    #[arg(long, hide_short_help = true, value_name = "SECONDS")]
    pub splay: Option<u32>,

    /// Do nothing, and succeed, while another run with this option is running on this machine
    #[arg(long, hide_short_help = true)]
    pub single: bool,

    /// After failures do nothing, and succeed, for a minute, two, four …, up to this many seconds
    #[arg(long, hide_short_help = true, value_name = "SECONDS")]
    pub back_off: Option<u32>,
}

/// The log.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Logging")]
pub struct LoggingArgs {
    /// Log level on stderr: all, trace, debug, info, warning, error, critical or quiet [default: warning]
    #[arg(short = 'l', long, value_name = "LEVEL")]
    pub log_level: Option<String>,

    /// Log to this file too
    #[arg(long, value_name = "FILE")]
    pub log_file: Option<PathBuf>,

    /// Log level of that file [default: warning]
    #[arg(long, value_name = "LEVEL")]
    pub log_file_level: Option<String>,

    /// Write where the run spent its time to this file: rendering, states, calls, waits (a Chrome trace, for
    /// ui.perfetto.dev)
    #[arg(long, value_name = "FILE")]
    pub profile_run: Option<PathBuf>,
}

/// Reads the command line; its first word is the program.
///
/// # Errors
///
/// A wrong option, or the help that was asked for, from clap.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Args, clap::Error> {
    let words: Vec<OsString> = words.into_iter().collect();
    let function = words::function_at(&words, &Args::command());
    let is_own = |at: &usize| words[*at].to_str().is_some_and(own::is_own);
    if let Some(at) = function.filter(|at| is_own(at) && !asks_for_manual(&words)) {
        if help::asks_for_version(&words, at) {
            return Ok(Args { version: true, ..Args::default() });
        }
        return own::parse(words, at);
    }
    Args::try_parse_from(&words).map_err(|error| match error.kind() {
        // The commands are not parsed here, but are listed.
        ErrorKind::DisplayHelp => help::whole_help(&words).unwrap_or(error),
        _ => error,
    })
}

/// The position of the function or command among the words, the first being the program; none if only options were
/// typed.
pub(super) fn function_at(words: &[OsString]) -> Option<usize> {
    words::function_at(words, &Args::command())
}

/// The options for the configuration, the layout and the log: commands with other grammars accept them too.
pub(super) fn shared_options() -> Vec<clap::Arg> {
    let output = <OutputArgs as clap::Args>::augment_args(clap::Command::new("shared"));
    let shared = <LoggingArgs as clap::Args>::augment_args(output);
    let is_meant = |it: &clap::Arg| shared.get_arguments().any(|own| own.get_id() == it.get_id());
    let is_shared = |it: &&clap::Arg| it.get_id() == "config_dir" || is_meant(it);
    Args::command().get_arguments().filter(is_shared).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &str) -> Result<Args, clap::Error> {
        parse(std::iter::once("orchestrate").chain(words.split_whitespace()).map(OsString::from))
    }

    #[test]
    fn options_stand_before_and_after_the_function() {
        let args = parsed("-c dir state.sls --out json myapp --local test=True -l debug").unwrap();
        assert_eq!(args.function.as_deref(), Some("state.sls"));
        assert_eq!(args.arguments, ["myapp", "test=True"]);
        assert_eq!(args.output.out.as_deref(), Some("json"));
        assert_eq!(args.logging.log_level.as_deref(), Some("debug"));
        assert_eq!(args.config_dir, Some(PathBuf::from("dir")));
    }

    #[test]
    fn both_spellings_of_an_option_are_one() {
        for word in ["--state-output=terse", "--state_output=terse", "--state-out=terse"] {
            assert_eq!(parsed(word).unwrap().output.state_output.as_deref(), Some("terse"), "{word}");
        }
        assert!(parsed("--no-colour").unwrap().output.no_color);
        assert_eq!(parsed("--output=yaml").unwrap().output.out.as_deref(), Some("yaml"));
        assert_eq!(parsed("--out-indent=-1").unwrap().output.out_indent, Some(-1));
    }

    #[test]
    fn the_last_of_an_option_given_twice_counts() {
        assert_eq!(parsed("--out json --out yaml").unwrap().output.out.as_deref(), Some("yaml"));
    }

    #[test]
    fn words_after_two_dashes_are_arguments() {
        assert_eq!(parsed("test.arg -- -x --out").unwrap().arguments, ["-x", "--out"]);
    }

    #[test]
    fn what_salt_call_takes_in_vain_is_noted() {
        let args = parsed("--local --master salt -t 5 --no-return-event test.ping").unwrap();
        assert_eq!(args.ignored.notes(), ["--master is ignored: there is no master"]);
    }

    #[test]
    fn an_unknown_option_is_refused() {
        assert!(parsed("--bogus test.ping").is_err());
        assert!(parsed("--local=1 test.ping").is_err());
    }
}
