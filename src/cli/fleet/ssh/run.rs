//! Visits the hosts of a target, a limited number at once, and shows their answers.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;

use super::super::ask_aws::ask;
use super::super::command::Given;
use super::super::open::{Opened, open, runtime};
use super::super::show::{Ending, Show, print};
use super::super::{Ended, failed};
use super::args::SshArgs;
use super::aws::Wanted;
use super::hosts::Hosts;
use super::{hosts, supply};
use crate::call;
use crate::exit_code::NOBODY;
use crate::render::print_error;
use crate::settings::Environment;
use fleet::operator::{Report, Silence};
use fleet::protocol::{Answer, Call, Jid, Status};
use fleet::ssh::{Errand, Host, OpenSsh, Outcome, Program, Ran, raw, visit};
use machine::file;
use model::{Map, Value, chain};

/// This program as it runs, also where its file was replaced meanwhile.
const OWN: &str = "/proc/self/exe";

/// How hosts are reached.
struct Way<'a> {
    shell: OpenSsh,
    opened: &'a Arc<Opened>,
    /// The instances of AWS that the hosts are, if they are.
    wanted: Option<&'a Wanted>,
}

impl Way<'_> {
    /// Has a host accept the key where EC2 Instance Connect is asked for: the file of the private key with `.pub` behind it.
    async fn admitted(&self, host: &Host) -> Result<(), String> {
        let Some(wanted) = self.wanted.filter(|wanted| wanted.connects) else { return Ok(()) };
        let instance = host.grains().and_then(|grains| grains.get("ec2_instance_id")).and_then(Value::as_str);
        let key = "EC2 Instance Connect needs a key: --priv FILE, with FILE.pub beside it";
        let key = host.key.as_deref().ok_or(key)?;
        let path = self.opened.settings.directory.join(format!("{key}.pub"));
        let public = file::read(&path).map_err(|error| chain(&error))?;
        let public = String::from_utf8_lossy(&public);
        let user = host.user.as_deref().unwrap_or("root");
        let asked = wanted.send_key(instance.unwrap_or_default(), user, &public);
        let refused = |error| format!("EC2 Instance Connect does not take the key: {error}");
        ask(&self.opened.settings, vec![asked]).await.map(drop).map_err(refused)
    }
}

/// Has a function run on the hosts of a target.
pub fn run(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    let args = SshArgs::read(given)?;
    let function = if args.function.is_empty() { "ssh" } else { &args.function };
    let opened = Arc::new(open(&given.place, given.output.clone(), function, environment)?);
    let wanted =
        asks_aws(&args, &opened).then(|| Wanted::read(&given.bound, &opened.config.opts)).transpose()?;
    let Hosts { chosen, is_complete, source } = hosts::choose(&args, &opened, wanted.as_ref())?;
    if args.lists {
        return list(&chosen, &source, &opened);
    }
    if chosen.is_empty() {
        print_error("No matching targets found in roster.\n");
        return Ok(NOBODY);
    }
    let way = Way { shell: client(&args, &opened), opened: &opened, wanted: wanted.as_ref() };
    let show = Show::new(&opened, args.is_static);
    let code = if args.is_raw {
        runtime()?.block_on(raw_on(&args, &chosen, &way, show))?
    } else {
        visit_all(&args, &chosen, &way, show)?
    };
    Ok(code.max(u8::from(!is_complete)))
}

fn client(args: &SshArgs, opened: &Opened) -> OpenSsh {
    let config = opened
        .config
        .opts
        .get("ssh_config_file")
        .and_then(Value::as_str)
        .map(|path| opened.settings.directory.join(path));
    OpenSsh { program: "ssh".into(), config, accepts_new: args.accepts_new }
}

/// Whether the roster is AWS's: `roster: aws` of the configuration, or the option.
fn asks_aws(args: &SshArgs, opened: &Opened) -> bool {
    let configured = || opened.config.opts.get("roster").and_then(Value::as_str) == Some("aws");
    args.asks_aws.unwrap_or_else(configured)
}

/// The hosts of the target with their addresses, as `salt-ssh -H` lists them.
fn list(chosen: &[Host], source: &str, opened: &Opened) -> Result<u8, Ended> {
    let addresses: Value =
        chosen.iter().map(|host| (host.id.as_str(), Value::from(host.address.as_str()))).collect();
    print(opened, &[(source, addresses)].into_iter().collect())
}

fn programs(args: &SshArgs, opened: &Opened) -> Result<Vec<Program>, Ended> {
    let configured = opened.config.opts.get("ssh_programs").and_then(Value::as_list).unwrap_or_default();
    let configured = || configured.iter().filter_map(|it| it.as_str().map(Into::into)).collect::<Vec<_>>();
    let mut paths = if args.programs.is_empty() { configured() } else { args.programs.clone() };
    if paths.is_empty() {
        paths.push(OWN.into());
    }
    let read = |path: std::path::PathBuf| Program::read(&opened.settings.directory.join(path));
    let all: Result<Vec<_>, _> = paths.into_iter().map(read).collect();
    all.map_err(|error| failed(format!("the program or the trees cannot be packed: {}", chain(&error))))
}

fn visit_all(args: &SshArgs, chosen: &[Host], way: &Way<'_>, mut show: Show<'_>) -> Result<u8, Ended> {
    let opened = way.opened;
    let arguments = call::arguments(&args.arguments);
    let needs_trees = supply::needs_trees(&args.function, &arguments);
    let supplier = needs_trees.then(|| supply::supplier(opened, &arguments)).transpose()?;
    let programs = programs(args, opened)?;
    let named = arguments.named.iter().map(|(key, value)| (key.to_string(), value.to_json()));
    let call = Call {
        fun: args.function.clone(),
        arg: arguments.positional.iter().map(Value::to_json).collect(),
        kwarg: named.collect(),
        tree: None,
    };
    let errand = Errand {
        call,
        deadline: args.deadline,
        programs: &programs,
        wipes: args.wipes,
        supplier: supplier.as_deref(),
    };
    let jid = Jid::at(jiff::Timestamp::now());
    runtime()?.block_on(async {
        let errand = &errand;
        let visits = chosen.iter().map(|host| async move {
            match way.admitted(host).await {
                Ok(()) => (host, visit(&way.shell, host, errand).await),
                Err(why) => (host, Outcome::Unreached(why)),
            }
        });
        let mut visits = futures::stream::iter(visits).buffer_unordered(args.width);
        while let Some((host, outcome)) = visits.next().await {
            let is_there = matches!(outcome, Outcome::Answered(..));
            let (answer, grains) = answer(host, outcome, (&jid, &args.function));
            if let Some(grains) = grains {
                hosts::keep_grains(host, grains, opened);
            }
            if is_there { show.report(Report::Answered(answer)) } else { show.missing(&answer) }
        }
    });
    show.finish(
        &Silence::default(),
        Ending { jid: jid.as_str(), with_summary: args.summary, passthrough: args.retcode },
    )
}

/// What a visit gave, as an answer. A host that was not reached answers with what the client said, as with `salt-ssh`.
fn answer(host: &Host, outcome: Outcome, (jid, fun): (&Jid, &str)) -> (Answer, Option<Map>) {
    let none = |text: String| (Status::Refused, serde_json::Value::String(text), 255, None);
    let mut grains = None;
    let (status, result, retcode, out) = match outcome {
        Outcome::Answered(ended, sent) => {
            grains = sent;
            (ended.status, ended.result, ended.retcode, ended.out)
        }
        Outcome::Unreached(said) => none(said),
        Outcome::NotStarted(why) => none(format!("Nothing was started: {why}")),
        Outcome::Lost(said) => none(format!("The job was started, but its answer did not arrive: {said}")),
    };
    (
        Answer { jid: jid.clone(), id: host.id.clone(), fun: fun.to_owned(), status, result, retcode, out },
        grains,
    )
}

async fn raw_on(args: &SshArgs, chosen: &[Host], way: &Way<'_>, mut show: Show<'_>) -> Result<u8, Ended> {
    let words = [std::slice::from_ref(&args.function), &args.arguments].concat().join(" ");
    let jid = Jid::at(jiff::Timestamp::now());
    let deadline = Duration::from_secs(args.deadline);
    let all_words = words.as_str();
    let visits = chosen.iter().map(|host| async move {
        match way.admitted(host).await {
            Ok(()) => (host, raw(&way.shell, host, all_words, deadline).await),
            Err(why) => (host, Ran::Unknown(why)),
        }
    });
    let mut visits = futures::stream::iter(visits).buffer_unordered(args.width);
    while let Some((host, ran)) = visits.next().await {
        let of = |result, retcode| Answer {
            jid: jid.clone(),
            id: host.id.clone(),
            fun: words.clone(),
            status: Status::Done,
            result,
            retcode,
            out: None,
        };
        match ran {
            Ran::Ended { code, stdout, stderr } => {
                let mut result =
                    serde_json::json!({"stdout": stdout, "stderr": stderr, "retcode": code, "parsed": null});
                if code != 0 {
                    result["_error"] = "The command resulted in a non-zero exit code".into();
                }
                show.report(Report::Answered(of(result, code)));
            }
            Ran::Unknown(said) => show.missing(&of(said.into(), 255)),
        }
    }
    show.finish(
        &Silence::default(),
        Ending { jid: jid.as_str(), with_summary: args.summary, passthrough: args.retcode },
    )
}
