//! The same cases from their SLS files on: compiled by `sls`, carried out by `engine`.

use std::path::Path;
use std::sync::Arc;

use aws::Sessions;
use engine::conditions::calling;
use engine::{Job, Snapshot, run};
use model::{Map, Minion, Place, Problems, StateReturn, Value};
use serde_json::json;
use sls::Compiler;
use sls::config::{Config, ConfigSource};
use sls::high::HighData;
use sls::render::{Rendered, Template, Templates, Variables};
use system::NoServices;

use super::{chunk, compare, deviation, function, recorded};
use crate::recorded::pins::Pins;

/// Cases that differ only when the engine has them, and why.
const DEVIATIONS: &[(&str, &str)] =
    &[("cycle_prereq", "what prereq waits for may require it: nothing goes in a circle")];

/// The cases hold no Jinja.
struct Plain;

impl Templates for Plain {
    fn render(&self, template: &Template<'_>, _: &Variables) -> Result<Rendered, Problems> {
        let file: Arc<str> = template.path.into();
        let place_of = Box::new(move |line, column| Place::new(Arc::clone(&file), line, column));
        Ok(Rendered { text: template.text.to_owned(), place_of })
    }
}

#[tokio::test]
async fn whole_trees_end_as_in_salt() {
    let pins = Pins::of("tests/it/requisites/pinned_whole.json");
    let mut complaints = vec![];
    for (case, record) in &recorded() {
        for mode in ["real", "test"] {
            let ours = carry_out(case, mode == "test").await;
            let difference = compare::difference(&ours, &record[mode]);
            let later = DEVIATIONS.iter().find(|(name, _)| name == case).map(|(_, why)| *why);
            let why = later.or_else(|| deviation(case, mode));
            let name = format!("{case} ({mode})");
            complaints.extend(pins.judged(&name, why, difference, || compare::shown(&ours)));
        }
    }
    complaints.extend(pins.unused(|_| true));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The compiler of the cases.
pub(super) fn compiler() -> Result<Compiler, Problems> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/requisites/cases");
    let opts = json!({"id": "oracle", "file_roots": {"base": [root.display().to_string()]}});
    let overrides = match Value::from(opts) {
        Value::Map(map) => map,
        _ => Map::new(),
    };
    let config = Config::load(&ConfigSource { dir: None, is_named: false, overrides })?;
    Ok(Compiler::new(config, Map::new()))
}

/// The high data of a case.
pub(super) fn high(compiler: &Compiler, case: &str) -> Result<HighData, Problems> {
    let wanted = compiler.wanted(&[case.to_owned()], None)?;
    compiler.high(&Plain, &wanted, &Value::Null)
}

async fn carry_out(case: &str, test: bool) -> Result<Vec<StateReturn>, Problems> {
    let compiler = compiler()?;
    let high = high(&compiler, case)?;
    let rendered = high.rendered.clone();
    let minion = Minion { pillar: chunk::pillar(), ..Minion::default() };
    let snapshot = Snapshot::new(Arc::new(Sessions::new()));
    let job = Job {
        services: &NoServices,
        lows: compiler.low(high)?,
        rendered: &rendered,
        only: None,
        minion: &minion,
        snapshot: &snapshot,
        functions: &calling(|invocation| Box::pin(std::future::ready(function(&invocation)))),
        test,
        reads_tags: false,
        asks_accounts: false,
        failhard: false,
        at_once: 4,
        clock: &|_| String::new(),
        observe: &|_| {},
    };
    Ok(run(job, std::future::pending()).await?.walked.returns)
}
