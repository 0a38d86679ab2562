//! What was typed: the grammars of `salt`, `salt-key` and `salt-run`.

use std::path::PathBuf;

use clap::Parser;

use crate::cli::args::OutputArgs;
use crate::sls::matcher::MatchKind;

/// Where the keys are.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PlaceArgs {
    /// Directory with the file 'minion' [default: as of the other commands]
    #[arg(short = 'c', long, value_name = "DIR")]
    pub config_dir: Option<PathBuf>,

    /// Directory with the kit of this operator or instance [default: 'fleet' in the configuration's directory]
    #[arg(long = "fleet-dir", value_name = "DIR")]
    pub fleet_dir: Option<PathBuf>,
}

/// How a target is read.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(multiple = false)]
pub struct KindArgs {
    /// The target is a list of IDs with commas between
    #[arg(short = 'L', long)]
    pub list: bool,
    /// The target is a regular expression of IDs
    #[arg(short = 'E', long)]
    pub pcre: bool,
    /// The target is a grain and a shell pattern: os:Debian
    #[arg(short = 'G', long)]
    pub grain: bool,
    /// The target is a grain and a regular expression
    #[arg(short = 'P', long)]
    pub grain_pcre: bool,
    /// The target is a pillar value and a shell pattern: the instances are asked
    #[arg(short = 'I', long)]
    pub pillar: bool,
    /// The target is an IP address or network
    #[arg(short = 'S', long)]
    pub ipcidr: bool,
    /// The target is a compound: 'G@os:Debian and web-*'
    #[arg(short = 'C', long)]
    pub compound: bool,
    /// The target is a node group of the configuration
    #[arg(short = 'N', long)]
    pub nodegroup: bool,
}

impl KindArgs {
    /// The kind of the matcher.
    pub fn kind(self) -> MatchKind {
        let chosen = [
            (self.list, MatchKind::List),
            (self.pcre, MatchKind::Pcre),
            (self.grain, MatchKind::Grain),
            (self.grain_pcre, MatchKind::GrainPcre),
            (self.pillar, MatchKind::Pillar),
            (self.ipcidr, MatchKind::Ipcidr),
            (self.compound, MatchKind::Compound),
            (self.nodegroup, MatchKind::Nodegroup),
        ];
        chosen.iter().find(|(is_chosen, _)| *is_chosen).map_or(MatchKind::Glob, |(_, kind)| *kind)
    }
}

/// Has a function run on many instances.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "orchestrate fleet",
    infer_long_args = true,
    args_override_self = true,
    max_term_width = 110
)]
pub struct FleetArgs {
    /// Which instances: a shell pattern of IDs, or as an option says
    pub target: String,
    /// The function: test.ping, state.apply, …
    pub function: String,
    /// Its arguments, and key=value ones
    pub arguments: Vec<String>,
    #[command(flatten)]
    pub kind: KindArgs,
    #[command(flatten)]
    pub place: PlaceArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// So many instances at once: 5 or 25%
    #[arg(short = 'b', long, alias = "batch-size", value_name = "NUMBER")]
    pub batch: Option<String>,
    /// Seconds between an answer and the next instance of a batch
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    pub batch_wait: u64,
    /// Begin no more instances of a batch after the first failure
    #[arg(long)]
    pub failhard: bool,
    /// So many of the instances, taken at random
    #[arg(long, value_name = "NUMBER")]
    pub subset: Option<usize>,
    /// Send the job and do not wait for answers
    #[arg(long)]
    pub r#async: bool,
    /// Seconds within which an instance must say that it has the job; a job that runs is waited for
    #[arg(short = 't', long, value_name = "SECONDS", default_value_t = 2)]
    pub timeout: u64,
    /// Seconds that the job may run on an instance
    #[arg(long, value_name = "SECONDS", default_value_t = 3600)]
    pub job_timeout: u64,
    /// Show how many answered at the end
    #[arg(long, alias = "verbose", short = 'v')]
    pub summary: bool,
    /// Show all results at the end, as one
    #[arg(short = 's', long = "static")]
    pub is_static: bool,
    /// Exit with the highest exit code of all instances
    #[arg(long, alias = "retcode-passthrough")]
    pub retcode: bool,
}

/// Accepts, rejects and deletes keys of instances.
#[derive(Clone, Debug, Parser)]
#[command(name = "orchestrate key", max_term_width = 110)]
pub struct KeyArgs {
    /// list, accept, accept-all, reject, delete, renew, finger or print
    pub action: Option<String>,
    /// An ID, or a shell pattern of IDs; for 'list' a state: acc, pre, rej or den
    pub id: Option<String>,
    #[command(flatten)]
    pub place: PlaceArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// As 'list'
    #[arg(short = 'L', long)]
    pub list_all: bool,
    /// As 'accept ID'
    #[arg(short = 'a', long, value_name = "ID")]
    pub accept: Option<String>,
    /// As 'accept-all'
    #[arg(short = 'A', long)]
    pub accept_all: bool,
    /// As 'reject ID'
    #[arg(short = 'r', long, value_name = "ID")]
    pub reject: Option<String>,
    /// As 'delete ID'
    #[arg(short = 'd', long, value_name = "ID")]
    pub delete: Option<String>,
    /// As 'finger ID'
    #[arg(short = 'f', long, value_name = "ID")]
    pub finger: Option<String>,
    /// As 'finger'
    #[arg(short = 'F', long)]
    pub finger_all: bool,
    /// As 'print ID'
    #[arg(short = 'p', long, value_name = "ID")]
    pub print: Option<String>,
    /// Taken as given: nothing is asked
    #[arg(short = 'y', long)]
    pub yes: bool,
}

/// Shows jobs, goes on with them, and ends them.
#[derive(Clone, Debug, Parser)]
#[command(name = "orchestrate jobs", max_term_width = 110)]
pub struct JobsArgs {
    /// list, show, active, resume or kill
    pub action: String,
    /// The number of the job
    pub jid: Option<String>,
    #[command(flatten)]
    pub place: PlaceArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Salt's runners, as far as they are here: manage.up, manage.down, manage.status, jobs.*.
#[derive(Clone, Debug, Parser)]
#[command(name = "orchestrate fleet-run", max_term_width = 110)]
pub struct RunnerArgs {
    /// manage.up, manage.down, manage.status, jobs.list_jobs, jobs.lookup_jid, jobs.active
    pub function: String,
    /// Its arguments
    pub arguments: Vec<String>,
    #[command(flatten)]
    pub place: PlaceArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Makes a fleet: keys, the servers' configuration, the kits of operators and instances.
#[derive(Clone, Debug, Parser)]
#[command(name = "orchestrate fleet-setup", max_term_width = 110)]
pub struct SetupArgs {
    /// init, operator, remove-operator or agent
    pub action: String,
    /// The directory of the fleet's root
    pub directory: PathBuf,
    /// The operator's name
    pub name: Option<String>,
    /// With init: addresses of the servers, with commas between: nats://10.0.0.1:4222,…
    #[arg(long, value_delimiter = ',')]
    pub servers: Vec<String>,
    /// With operator: where it may act, a compound
    #[arg(long, default_value = "*")]
    pub targets: String,
    /// With operator: what it may have run, shell patterns with commas between
    #[arg(long, value_delimiter = ',', default_value = "*")]
    pub functions: Vec<String>,
    /// With operator: it may not accept and delete keys
    #[arg(long)]
    pub no_register: bool,
    /// Where the kit is written
    #[arg(long, value_name = "DIR")]
    pub to: Option<PathBuf>,
}

/// Runs on an instance: takes jobs from the fleet's operators.
#[derive(Clone, Debug, Parser)]
#[command(name = "orchestrate agent", max_term_width = 110)]
pub struct AgentArgs {
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Where keys, journal and answers are kept
    #[arg(long, value_name = "DIR", default_value = "/var/lib/orchestrate/fleet")]
    pub state: PathBuf,
    /// The ID, instead of the configured one
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
}

/// A job of the agent; the call is read from stdin.
#[derive(Clone, Debug, Parser)]
#[command(name = "orchestrate fleet-job", hide = true)]
pub struct JobArgs {
    #[command(flatten)]
    pub place: PlaceArgs,
    /// The ID
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
}
