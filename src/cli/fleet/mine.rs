//! The mine on an ops node: `fleet-run mine.get`, and what pillar and orchestrations ask.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::open::{Opened, runtime, told};
use super::{Ended, failed, own_thread, usage};
use exec::{Arguments, FleetFunctions, MineQuery, MineResult, MineTarget};
use fleet::operator::Console;
use fleet::targets::Target;
use model::{Key, Value, python};
use sls::matcher::MatchKind;

/// What `mine.get` gives: results by ID; by function, then by ID, where several are named.
pub async fn get(console: &Console, opened: &Opened, arguments: &Arguments) -> Result<Value, Ended> {
    let given = |place: usize, name: &str| {
        arguments.named.get(&Key::from(name)).or_else(|| arguments.positional.get(place))
    };
    let (Some(tgt), Some(fun)) = (given(0, "tgt"), given(1, "fun")) else {
        return Err(usage("mine.get needs a target and a function: mine.get '*' network.ip_addrs"));
    };
    let kind = given(2, "tgt_type").map_or_else(|| "glob".to_owned(), python::text);
    let query = MineQuery::new(MineTarget { expression: python::text(tgt), kind }, fun);
    Ok(query.shaped(read(console, opened, &query.target, &query.functions).await?))
}

async fn read(
    console: &Console,
    opened: &Opened,
    target: &MineTarget,
    functions: &[String],
) -> Result<Value, Ended> {
    let kind = MatchKind::parse(&target.kind);
    let kind = kind.ok_or_else(|| usage(format!("there is no kind of target '{}'", target.kind)))?;
    let target = Target { kind, expression: target.expression.clone() };
    let found = console.read_mine(&target, functions, &opened.config.nodegroups).await.map_err(told)?;
    let json = serde_json::to_value(found).map_err(|error| failed(error.to_string()))?;
    Ok(Value::from(json))
}

/// What was asked, and the answer.
type ReadAnswers = BTreeMap<(MineTarget, Vec<String>), Result<Value, String>>;

/// The fleet as templates of an ops node see it: it reads the mine as an operator. What is asked twice is read once, so that all
/// pillars of a job see the same.
pub struct OpsMine {
    opened: Opened,
    kept: Mutex<ReadAnswers>,
    /// The agent of this machine, for all else.
    own: Option<Arc<dyn FleetFunctions>>,
}

impl OpsMine {
    /// Not connected: it connects when it is asked.
    pub fn new(opened: Opened, own: Option<Arc<dyn FleetFunctions>>) -> Self {
        Self { opened, kept: Mutex::default(), own }
    }

    /// On a thread of its own: templates are rendered within another runtime.
    fn ask(&self, target: &MineTarget, functions: &[String]) -> Result<Value, String> {
        let ask = || {
            runtime()?.block_on(async {
                let (console, _nats) = self.opened.console().await?;
                read(&console, &self.opened, target, functions).await
            })
        };
        let asked = own_thread::wait(ask).map_err(|why| format!("the mine could not be read: {why}"))?;
        asked.map_err(|ended| ended.to_text())
    }
}

impl FleetFunctions for OpsMine {
    fn send_event(&self, tag: &str, data: &Value) -> Option<Result<(), String>> {
        self.own.as_ref()?.send_event(tag, data)
    }

    fn write_mine(&self, results: &[MineResult], clear: bool) -> Option<Result<(), String>> {
        self.own.as_ref()?.write_mine(results, clear)
    }

    fn delete_mine(&self, function: Option<&str>) -> Option<Result<(), String>> {
        self.own.as_ref()?.delete_mine(function)
    }

    fn read_mine(&self, target: &MineTarget, functions: &[String]) -> Option<Result<Value, String>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = (target.clone(), functions.to_vec());
        Some(kept.entry(asked).or_insert_with(|| self.ask(target, functions)).clone())
    }
}
