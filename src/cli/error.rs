//! Errors that end a command early: heading, advice and exit code of each, in one place.

use std::path::PathBuf;

use super::back_off::BackOffError;
use super::exit_code;
use super::render::Report;
use super::run_lock::RunLockError;
use exec::CallError;
use instance::deploy::DeployError;
use instance::publish::PublishError;
use model::{Problem, Problems, chain};

const WRITABLE: &str = "locks and records are below 'cachedir' of the configuration, which must be writable";

/// How a command with a result ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ending {
    /// All is as declared.
    Succeeded,
    /// It is not, and a test run shows what would change.
    WouldChange,
    /// A state failed, or there were no states.
    StateFailed,
    /// The answer is no, and `salt-call` treats that as a failure.
    NotSo,
    /// A command from the command line failed, with this code.
    CommandFailed(i32),
}

/// Why a command has no result.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The command line is wrong.
    #[error("the command line is wrong")]
    Usage(Problem),
    /// A function refused its arguments, or there is no such function.
    #[error("the function failed")]
    Call(#[source] CallError),
    /// The configuration is wrong.
    #[error("the configuration is wrong")]
    Config(Problems),
    /// The pillar did not render.
    #[error("the pillar is broken")]
    Pillar(Problems),
    /// The states did not render or compile.
    #[error("the states do not compile")]
    Compile(Problems),
    /// A plan is not valid, may not be applied, or is not a plan.
    #[error("the plan was not applied")]
    Plan(Problems),
    /// Nothing could be listed.
    #[error("nothing was exported")]
    Export(Problems),
    /// A run cannot be recorded, or the journal cannot be read.
    #[error("the journal cannot be used")]
    Journal(Problems),
    /// The guards refuse what the run would do.
    #[error("the guards refuse this run")]
    Guarded(Problems),
    /// The end was requested a second time.
    #[error("the run was aborted")]
    BrokenOff {
        /// The states that had begun and not ended.
        under_way: Vec<String>,
    },
    /// The log file cannot be written.
    #[error("the log file '{}' cannot be opened", path.display())]
    OpenLog {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// The result cannot be written.
    #[error("the result cannot be written to '{target}'")]
    WriteResult {
        /// A file, or `stdout`.
        target: String,
        /// The cause.
        source: std::io::Error,
    },
    /// Another run changes this machine, or the lock is not available.
    #[error("the run may not begin")]
    RunLock(#[source] RunLockError),
    /// The lease of a run can be neither taken nor refused.
    #[error("the run may not begin without its lease")]
    Lease(Problems),
    /// The result of a run cannot be recorded.
    #[error("the result of a run by a timer could not be recorded")]
    BackOff(#[source] BackOffError),
    /// A deployment, a rollback or a status failed.
    #[error("{heading}")]
    Deployment {
        /// The attempt.
        heading: &'static str,
        /// The cause.
        #[source]
        error: Box<DeployError>,
    },
    /// An artifact was not built, published or promoted.
    #[error("the artifact was not built, published or promoted")]
    Artifact(#[source] Box<PublishError>),
    /// A command of the fleet failed.
    #[error("the fleet's command failed")]
    Fleet(Problem),
    /// The runtime did not start.
    #[error("the runtime did not start")]
    StartRuntime(#[source] std::io::Error),
}

/// How the exit code is chosen.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct ExitRule {
    /// `--retcode-passthrough`.
    pub passthrough: bool,
    /// `--detailed-exitcode`.
    pub detailed: bool,
}

impl ExitRule {
    /// The exit code of a command with a result.
    pub fn of_ending(self, ending: Ending) -> u8 {
        match ending {
            Ending::Succeeded => exit_code::SUCCESS,
            Ending::WouldChange if self.detailed => exit_code::WOULD_CHANGE,
            Ending::WouldChange => exit_code::SUCCESS,
            Ending::StateFailed if self.passthrough => exit_code::STATE_FAILED,
            Ending::CommandFailed(code) if self.passthrough => {
                u8::try_from(code.rem_euclid(256)).unwrap_or(exit_code::FAILED)
            }
            Ending::StateFailed | Ending::NotSo | Ending::CommandFailed(_) => exit_code::FAILED,
        }
    }

    /// The exit code of a command without a result.
    pub fn of_error(self, error: &CliError) -> u8 {
        match error {
            CliError::Usage(_) => exit_code::USAGE,
            CliError::Deployment { error, .. } if error.has_expired() => exit_code::EXPIRED,
            CliError::Pillar(_) if self.passthrough => exit_code::PILLAR,
            CliError::Pillar(_)
            | CliError::Call(_)
            | CliError::Config(_)
            | CliError::Compile(_)
            | CliError::Plan(_)
            | CliError::Export(_)
            | CliError::Guarded(_)
            | CliError::Journal(_)
            | CliError::BrokenOff { .. }
            | CliError::Deployment { .. }
            | CliError::Artifact(_)
            | CliError::OpenLog { .. }
            | CliError::WriteResult { .. }
            | CliError::RunLock(_)
            | CliError::Lease(_)
            | CliError::BackOff(_)
            | CliError::StartRuntime(_) => exit_code::FAILED,
            CliError::Fleet(_) => exit_code::FAILED,
        }
    }
}

impl CliError {
    /// The message on stderr.
    pub fn report(&self) -> Report {
        let report = |problem: Problem| Report { heading: self.to_string(), problems: problem.into() };
        match self {
            Self::Usage(problem) => report(problem.clone()),
            Self::Fleet(problem) => report(problem.clone()),
            Self::Config(problems)
            | Self::Pillar(problems)
            | Self::Compile(problems)
            | Self::Plan(problems)
            | Self::Export(problems)
            | Self::Guarded(problems)
            | Self::Lease(problems)
            | Self::Journal(problems) => Report { heading: self.to_string(), problems: problems.clone() },
            Self::Call(error) => {
                let heading = match error {
                    CallError::Unknown { .. } => "there is no such function",
                    CallError::Arguments { .. } | CallError::Missing { .. } => {
                        "the arguments do not fit the function"
                    }
                    CallError::Failed { .. } | CallError::Declined { .. } => "the function failed",
                };
                let problem =
                    error.hint().into_iter().fold(Problem::nowhere(error.to_string()), Problem::hint);
                Report { heading: heading.to_owned(), problems: problem.into() }
            }
            Self::BrokenOff { under_way } => {
                let states = if under_way.is_empty() { "none".to_owned() } else { under_way.join(", ") };
                report(
                    Problem::nowhere(format!("running states, perhaps half done: {states}"))
                        .hint("run it again: it looks first, and finishes what was begun"),
                )
            }
            Self::RunLock(error @ (RunLockError::Busy { .. } | RunLockError::Leased { .. })) => {
                let hint = "wait until it has ended and run it again, or add queue=True, which waits";
                report(Problem::nowhere(error.to_string()).hint(hint))
            }
            Self::RunLock(error @ RunLockError::Interrupted) => {
                report(Problem::nowhere(error.to_string()).hint("nothing was changed: run it again"))
            }
            Self::RunLock(error) => report(Problem::nowhere(chain(error)).hint(WRITABLE)),
            Self::BackOff(error) => report(Problem::nowhere(chain(error)).hint(WRITABLE)),
            Self::Deployment { error, .. } => {
                report(error.hint().into_iter().fold(Problem::nowhere(error.with_causes()), Problem::hint))
            }
            Self::Artifact(error) => {
                report(error.hint().into_iter().fold(Problem::nowhere(error.with_causes()), Problem::hint))
            }
            Self::OpenLog { source, .. } | Self::WriteResult { source, .. } | Self::StartRuntime(source) => {
                report(Problem::nowhere(source.to_string()))
            }
        }
    }

    /// The text in the return instead of a result, if Salt has one there too.
    pub fn answer(&self) -> Option<Vec<String>> {
        let lines = |problems: &Problems| {
            problems.0.iter().map(|problem| problem.clone().with_excerpt().to_string()).collect()
        };
        match self {
            Self::Compile(problems) => Some(lines(problems)),
            Self::RunLock(error @ (RunLockError::Busy { .. } | RunLockError::Leased { .. })) => {
                Some(vec![error.to_string()])
            }
            Self::Pillar(problems) => {
                let mut all = vec!["Pillar failed to render with the following messages:".to_owned()];
                all.extend(lines(problems) as Vec<String>);
                Some(all)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use instance::artifact::Refusal;

    const PLAIN: ExitRule = ExitRule { passthrough: false, detailed: false };
    const PASSTHROUGH: ExitRule = ExitRule { passthrough: true, detailed: false };
    const DETAILED: ExitRule = ExitRule { passthrough: false, detailed: true };

    #[test]
    fn exit_codes_are_those_of_salt_call() {
        let compile = CliError::Compile(Problems::default());
        let pillar = CliError::Pillar(Problems::default());
        assert_eq!([PLAIN, PASSTHROUGH].map(|rule| rule.of_ending(Ending::Succeeded)), [0, 0]);
        assert_eq!([PLAIN, PASSTHROUGH].map(|rule| rule.of_ending(Ending::StateFailed)), [1, 2]);
        assert_eq!([PLAIN, PASSTHROUGH].map(|rule| rule.of_error(&compile)), [1, 1]);
        assert_eq!([PLAIN, PASSTHROUGH].map(|rule| rule.of_ending(Ending::CommandFailed(3))), [1, 3]);
        assert_eq!(PASSTHROUGH.of_ending(Ending::CommandFailed(-9)), 247);
        assert_eq!([PLAIN, PASSTHROUGH].map(|rule| rule.of_error(&pillar)), [1, 5]);
    }

    #[test]
    fn what_has_expired_has_a_code_of_its_own() {
        let refused = |refusal| {
            let error = Box::new(DeployError::Refused { subject: "the pointer".to_owned(), refusal });
            PLAIN.of_error(&CliError::Deployment { heading: "nothing was deployed", error })
        };
        assert_eq!(refused(Refusal::Expired("2026-01-02".to_owned())), 4);
        assert_eq!(refused(Refusal::Unsigned), 1);
    }

    #[test]
    fn pending_changes_are_success_unless_asked_for() {
        assert_eq!([PLAIN, PASSTHROUGH, DETAILED].map(|rule| rule.of_ending(Ending::WouldChange)), [0, 0, 3]);
    }
}
