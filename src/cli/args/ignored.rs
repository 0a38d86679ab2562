//! Options that are accepted because `salt-call` accepts them.

use std::path::PathBuf;

/// Instead of `--no-parse`.
pub const NO_PARSE: &str = "quote the value for YAML: name='\"5\"'";
/// Instead of `--args-stdin`.
pub const NO_STDIN: &str = "give the arguments on the command line: xargs puts a file there";

/// The refusal of an option of Salt.
pub fn not_here(option: &str, instead: &str) -> String {
    format!("--{option} of Salt is not here. Instead: {instead}")
}

/// The options of `salt-call` that have no effect here.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Accepted because salt-call accepts it; without effect")]
pub struct IgnoredArgs {
    /// Always so
    #[arg(long, hide_short_help = true)]
    pub local: bool,

    /// There is no master
    #[arg(long, value_name = "HOST", hide_short_help = true)]
    pub master: Option<String>,

    /// There are no returners
    #[arg(long = "return", value_name = "RETURNER", hide_short_help = true)]
    pub returner: Option<String>,

    /// Modules are built in
    #[arg(short = 'm', long, value_name = "DIR", hide_short_help = true)]
    pub module_dirs: Vec<PathBuf>,

    /// States are built in
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    pub states_dir: Option<PathBuf>,

    /// Run as the right user instead
    #[arg(long = "priv", value_name = "USER", hide_short_help = true)]
    pub privileged: Option<String>,

    /// There are no proxies
    #[arg(long, value_name = "ID", hide_short_help = true)]
    pub proxyid: Option<String>,

    /// There is no Saltfile
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub saltfile: Option<PathBuf>,

    /// There are no executors
    #[arg(long, value_name = "NAMES", hide = true)]
    pub module_executors: Option<String>,

    #[doc(hidden)]
    #[arg(long, value_name = "OPTIONS", hide = true)]
    pub executor_opts: Option<String>,

    #[doc(hidden)]
    #[arg(long, value_name = "DIR", hide = true)]
    pub cachedir: Option<PathBuf>,

    #[doc(hidden)]
    #[arg(long, value_name = "METADATA", hide = true)]
    pub set_metadata: Option<String>,

    #[doc(hidden)]
    #[arg(short = 't', long, value_name = "SECONDS", hide = true)]
    pub timeout: Option<String>,

    #[doc(hidden)]
    #[arg(long, value_name = "DIR", hide = true)]
    pub profiling_path: Option<PathBuf>,

    #[doc(hidden)]
    #[arg(long, hide = true)]
    pub enable_profiling: bool,

    #[doc(hidden)]
    #[arg(long, hide = true)]
    pub hard_crash: bool,

    #[doc(hidden)]
    #[arg(long, hide = true)]
    pub skip_grains: bool,

    #[doc(hidden)]
    #[arg(long, hide = true)]
    pub refresh_grains_cache: bool,

    #[doc(hidden)]
    #[arg(long, hide = true)]
    pub no_return_event: bool,

    #[doc(hidden)]
    #[arg(long, hide = true)]
    pub args_stdin: bool,

    #[doc(hidden)]
    #[arg(long, value_name = "ARGUMENTS", hide = true)]
    pub no_parse: Option<String>,
}

impl IgnoredArgs {
    /// What to type instead of an option without which the function would get other arguments.
    pub fn refusal(&self) -> Option<String> {
        if self.args_stdin {
            return Some(not_here("args-stdin", NO_STDIN));
        }
        self.no_parse.is_some().then(|| not_here("no-parse", NO_PARSE))
    }

    /// A note for each option of which a user may expect an effect.
    pub fn notes(&self) -> Vec<String> {
        let given = [
            (self.master.is_some(), "--master is ignored: there is no master"),
            (self.returner.is_some(), "--return is ignored: there are no returners"),
            (!self.module_dirs.is_empty(), "--module-dirs is ignored: modules are built in"),
            (self.states_dir.is_some(), "--states-dir is ignored: states are built in"),
            (self.privileged.is_some(), "--priv is ignored: run as the right user instead"),
            (self.proxyid.is_some(), "--proxyid is ignored: there are no proxies"),
            (self.saltfile.is_some(), "--saltfile is ignored: give the options on the command line"),
        ];
        given.into_iter().filter(|(given, _)| *given).map(|(_, note)| note.to_owned()).collect()
    }
}
