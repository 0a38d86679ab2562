//! `export`: existing things in AWS as an SLS.

use std::time::Instant;

use super::options::Terms;
use super::run::run_calls;
use super::walk::{Calls, Run};
use super::{Bound, CliError, Command, CommandAnswer, Session, TESTS};
use crate::answer::{Cost, Form};
use crate::commands::is_on;
use crate::commands::session::Overrides;
use crate::error::Ending;
use crate::render::print_error;
use engine::export::{Convention, Exported, Selection, export as exported, sls, together};
use exec::{flag, maybe, takes};
use kind::AnySource;
use kinds::kinds;
use model::{Argument, Key, Map, Minion, Problem, Problems, Shape, StateReturn, Value, Verdict};

/// The arguments of `export`.
const EXPORTED: &[Argument] = &[
    maybe("service", Shape::Text, "the service whose things are exported: those named myapp-testing-useast1"),
    maybe("instance", Shape::Text, "its instance: testing, production …"),
    maybe("kinds", Shape::Text, "kinds or services, with commas between them: ec2.security_group,sqs"),
    maybe("names", Shape::Text, "patterns of names, with commas between them: myapp-*"),
    maybe("tags", Shape::Text, "tags of the things, with commas between them: team=payments,stage=*"),
    maybe("region", Shape::Text, "the region; several with commas between them"),
    maybe(
        "profile",
        Shape::Text,
        "the profile in configuration or pillar: every state names it; several with commas between them",
    ),
    flag("literal", false, "write the names themselves, not expressions of the naming convention"),
];

pub(in crate::commands) const COMMANDS: &[Command] = &[Command {
    name: "export",
    signature: takes(EXPORTED).words(2),
    doc: "Writes existing things in AWS as an SLS whose test run is empty.\n\nWithout a selection it \
          exports everything in the region. Names that follow the convention become expressions ({{ \
          cluster }}), if all of them belong to one instance. Secrets are left out, with a comment. The \
          export is compared with AWS before it is written: a state that would change something has a \
          comment that names the change. Several regions and profiles are one SLS: things without a region \
          (IAM, Route 53, S3) are exported once for each profile, and IDs are unique. Nothing is changed.",
    returns: "an SLS",
    does: TESTS,
    run,
}];

fn run(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    session.forbid_changes();
    let settings =
        session.settings_with(bound, &[("SERVICE_NAME", "service"), ("SERVICE_INSTANCE", "instance")]);
    // Another service has other grains, and these make another pillar.
    let session = &Session::load(&settings)?;
    session.forbid_changes();
    let minion = session.trees(&Overrides::default())?.minion;
    let cluster = cluster(bound, &minion)?;
    let selection = selection(bound, cluster.as_deref())?;
    let (reach, start) = (session.reach(), Instant::now());
    let places = places(bound);
    let mut parts = vec![];
    for (index, place) in places.iter().enumerate() {
        let first = places.iter().position(|it| it.profile == place.profile);
        let selection = Selection { is_further_region: first != Some(index), ..selection.clone() };
        progress(session, &format!("export: reading {place} ({} of {})", index + 1, places.len()));
        let found = reach.wait(exported(reach.snapshot(), &minion, &place.connection(), &selection))?;
        let found = found.map_err(|problems| CliError::Export(with_profiles(problems, &minion, bound)))?;
        parts.push((place.to_string(), found));
    }
    let mut found = together(parts);
    progress(session, &format!("export: comparing {} states with AWS", found.states.len()));
    if found.states.is_empty() {
        found.left_out.push(Problem::nowhere("nothing that is selected exists"));
    }
    let cost = Cost { took: start.elapsed(), ..compare(session, &minion, &mut found)? };
    let convention = match cluster {
        _ if is_on(bound, "literal")? => Convention::default(),
        Some(cluster) => Convention::of(&cluster),
        None => Convention::found(&found.states),
    };
    let text = sls(&found, &convention);
    let ending = if found.states.is_empty() { Ending::StateFailed } else { Ending::Succeeded };
    let warnings = found.left_out;
    Ok(CommandAnswer {
        form: Form::Verbatim,
        ending,
        warnings,
        cost,
        ..CommandAnswer::data(Value::from(text))
    })
}

/// An account and a region to export.
struct ExportPlace {
    profile: Option<String>,
    region: Option<String>,
}

impl ExportPlace {
    /// The connection arguments of its states.
    fn connection(&self) -> Map {
        let given = [("region", &self.region), ("profile", &self.profile)];
        given
            .into_iter()
            .filter_map(|(key, text)| Some((Key::from(key), Value::from(text.as_deref()?))))
            .collect()
    }
}

impl std::fmt::Display for ExportPlace {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.profile, &self.region) {
            (Some(profile), Some(region)) => write!(out, "{profile} {region}"),
            (Some(one), None) | (None, Some(one)) => out.write_str(one),
            (None, None) => out.write_str("the account"),
        }
    }
}

/// All named regions of all named profiles.
fn places(bound: &Bound) -> Vec<ExportPlace> {
    let named = |argument: &str| {
        let all: Vec<Option<String>> = words(bound, argument).into_iter().map(Some).collect();
        if all.is_empty() { vec![None] } else { all }
    };
    let regions = named("region");
    let of = |profile: Option<String>| {
        let places = regions.iter().map(move |region| (profile.clone(), region.clone()));
        places.map(|(profile, region)| ExportPlace { profile, region })
    };
    named("profile").into_iter().flat_map(of).collect()
}

/// Reports progress to a person who waits.
fn progress(session: &Session<'_>, text: &str) {
    if session.settings().output.stderr_is_terminal {
        print_error(&format!("{text}\n"));
    }
}

/// With the profiles of the trees, if none was named: the states of a tree name theirs.
fn with_profiles(mut problems: Problems, minion: &Minion, bound: &Bound) -> Problems {
    let is_profile = |value: &Value| {
        value.as_map().is_some_and(|map| ["keyid", "role_arn"].iter().any(|key| map.get(*key).is_some()))
    };
    let all = minion.opts.iter().chain(minion.pillar.iter());
    let names: Vec<String> =
        all.filter(|(_, value)| is_profile(value)).map(|(name, _)| format!("--profile {name}")).collect();
    if bound.value("profile").is_null() && !names.is_empty() {
        let hint = format!("the states of this tree may use a profile: {}", names.join(" or "));
        problems.push(Problem::nowhere("no profile was named").hint(hint));
    }
    problems
}

/// The name of the service's instance, where one is asked for.
fn cluster(bound: &Bound, minion: &Minion) -> Result<Option<String>, CliError> {
    if bound.value("service").is_null() {
        return Ok(None);
    }
    let name = minion.grains.get("cluster_name").and_then(Value::as_str).map(str::to_owned);
    let unknown = || {
        let problem = Problem::nowhere("the cluster has no name: its instance or its region is not known");
        CliError::Usage(problem.hint("write 'export SERVICE INSTANCE', and set REGION=useast1"))
    };
    name.map(Some).ok_or_else(unknown)
}

/// The words of an argument with commas.
fn words(bound: &Bound, name: &str) -> Vec<String> {
    let text = bound.value(name).as_str().unwrap_or_default();
    text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn selection(bound: &Bound, cluster: Option<&str>) -> Result<Selection, CliError> {
    let list = |name: &str| words(bound, name);
    let mut names = list("names");
    if let Some(cluster) = cluster {
        // `myapp-testing-useast10` belongs to another instance.
        names.extend([cluster.to_owned(), format!("{cluster}[!a-zA-Z0-9]*")]);
    }
    let tag = |text: String| match text.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => {
            let problem = Problem::nowhere(format!("'{text}' is not a tag with a value"));
            Err(CliError::Usage(problem.hint("write tags as team=payments, or team=* for any value")))
        }
    };
    let tags = list("tags").into_iter().map(tag).collect::<Result<_, _>>()?;
    let selection = Selection { kinds: list("kinds"), names, tags, is_further_region: false };
    let known: Vec<&str> = kinds().map(AnySource::kind).collect();
    let is_known =
        |name: &String| known.iter().any(|kind| kind == name || kind.split('.').next() == Some(name));
    match selection.kinds.iter().find(|name| !is_known(name)) {
        None => Ok(selection),
        Some(name) => {
            let problem = Problem::nowhere(format!("there is no kind '{name}'"));
            Err(CliError::Usage(problem.hint(format!("there are {}", known.join(", ")))))
        }
    }
}

/// Plans the export, with the reads made already. A state that would change something gets a comment that says so.
fn compare(session: &Session<'_>, minion: &Minion, found: &mut Exported) -> Result<Cost, CliError> {
    let lows = found.states.iter().map(|state| state.low.clone()).collect();
    let terms = Terms::read(session, None)?;
    let calls = Calls { lows, rendered: &[], only: None, terms };
    let Run { ran, cost, .. } = run_calls(session, calls, minion, true)?;
    for done in &ran.walked.returns {
        let state = found.states.iter_mut().find(|state| state.low.id == done.id);
        if let (Some(state), Some(remark)) = (state, difference(done)) {
            let what = format!("{} '{}': {remark}", state.kind, state.low.name);
            found.left_out.push(Problem::nowhere(what));
            state.remarks.push(remark);
        }
    }
    Ok(cost)
}

/// The message of the test run of an exported state; none without a message.
fn difference(done: &StateReturn) -> Option<String> {
    match done.outcome.verdict {
        Verdict::Succeeded if !done.outcome.has_changes() => None,
        Verdict::Failed => Some(format!("It cannot be compared with what exists: {}", done.outcome.comment)),
        _ => Some(format!(
            "A run would change it, because AWS shows it in a form that no state can declare:\n{}",
            Value::Map(done.outcome.changes.clone()).to_json()
        )),
    }
}
