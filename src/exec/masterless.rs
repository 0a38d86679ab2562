//! `saltutil.*` and `log.*`: the answers of a minion without a master.
//!
//! There are no custom modules to synchronise, and no jobs; trees that call these functions get the empty answers of
//! masterless Salt. See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.saltutil.html>.

use super::call::{Bound, CallError};
use super::signature::{ANYTHING, required, takes};
use super::{Call, Context, Function};
use model::{Map, Shape, Value};

/// The keys of the answer of `saltutil.sync_all`, each with nothing.
const SYNCED: &[&str] = &[
    "tops",
    "clouds",
    "beacons",
    "modules",
    "states",
    "sdb",
    "grains",
    "renderers",
    "returners",
    "output",
    "utils",
    "log_handlers",
    "executors",
    "proxymodules",
    "engines",
    "thorium",
    "serializers",
    "matchers",
    "pillar",
    "wrapper",
];

/// An answer: its type for the manual, and the function that makes it.
type Quiet = (&'static str, Call);

const NO_LIST: Quiet = ("an empty list", |_, _| Ok(Value::List(vec![])));
const NO_MAP: Quiet = ("an empty mapping", |_, _| Ok(Value::Map(Map::new())));
const YES: Quiet = ("True", |_, _| Ok(Value::Bool(true)));
const NO: Quiet = ("False", |_, _| Ok(Value::Bool(false)));
const NO_TEXT: Quiet = ("an empty text", |_, _| Ok("".into()));
const SYNC_ALL: Quiet = ("a mapping of kinds of modules to empty lists", sync_all);

const SYNC: &str = "Synchronises custom modules of Salt; there are none here.";
const REFRESH: &str = "Makes a running minion read its data again; there is none, and every run reads \
                       for itself.";
const JOB: &str = "Manages the jobs of a running minion; there are none.";

macro_rules! quiet {
    ($($name:literal: $doc:expr => $quiet:expr),* $(,)?) => {
        &[$(Function {
            name: $name,
            signature: ANYTHING,
            doc: $doc,
            returns: $quiet.0,
            does: &[],
            call: $quiet.1,
        }),*]
    };
}

pub(super) const FUNCTIONS: &[Function] = quiet![
    "saltutil.sync_all": SYNC => SYNC_ALL,
    "saltutil.sync_beacons": SYNC => NO_LIST,
    "saltutil.sync_clouds": SYNC => NO_LIST,
    "saltutil.sync_engines": SYNC => NO_LIST,
    "saltutil.sync_executors": SYNC => NO_LIST,
    "saltutil.sync_grains": SYNC => NO_LIST,
    "saltutil.sync_log_handlers": SYNC => NO_LIST,
    "saltutil.sync_matchers": SYNC => NO_LIST,
    "saltutil.sync_modules": SYNC => NO_LIST,
    "saltutil.sync_output": SYNC => NO_LIST,
    "saltutil.sync_outputters": SYNC => NO_LIST,
    "saltutil.sync_pillar": SYNC => NO_LIST,
    "saltutil.sync_proxymodules": SYNC => NO_LIST,
    "saltutil.sync_renderers": SYNC => NO_LIST,
    "saltutil.sync_returners": SYNC => NO_LIST,
    "saltutil.sync_sdb": SYNC => NO_LIST,
    "saltutil.sync_serializers": SYNC => NO_LIST,
    "saltutil.sync_states": SYNC => NO_LIST,
    "saltutil.sync_thorium": SYNC => NO_LIST,
    "saltutil.sync_tops": SYNC => NO_LIST,
    "saltutil.sync_utils": SYNC => NO_LIST,
    "saltutil.sync_wrapper": SYNC => NO_LIST,
    "saltutil.refresh_pillar": REFRESH => NO,
    "saltutil.pillar_refresh": REFRESH => NO,
    "saltutil.refresh_modules": REFRESH => NO,
    "saltutil.refresh_grains": REFRESH => YES,
    "saltutil.refresh_beacons": REFRESH => NO,
    "saltutil.refresh_matchers": REFRESH => NO,
    "saltutil.running": JOB => NO_LIST,
    "saltutil.is_running": JOB => NO_LIST,
    "saltutil.find_job": JOB => NO_MAP,
    "saltutil.kill_all_jobs": JOB => NO_LIST,
    "saltutil.term_all_jobs": JOB => NO_LIST,
    "saltutil.kill_job": JOB => NO_TEXT,
    "saltutil.term_job": JOB => NO_TEXT,
    "saltutil.signal_job": JOB => NO_TEXT,
    "saltutil.clear_cache": "Clears the cache of a minion; no data are kept between runs here." => YES,
    "saltutil.clear_job_cache": JOB => YES,
];

pub(super) const LOGS: &[Function] = &[
    Function {
        name: "log.debug",
        signature: takes(&[required("message", Shape::Text, "the message")]),
        doc: "Logs a message as debug.",
        returns: "True",
        does: &[],
        call: |_, bound| {
            tracing::debug!("{}", bound.text("message"));
            Ok(true.into())
        },
    },
    Function {
        name: "log.info",
        signature: takes(&[required("message", Shape::Text, "the message")]),
        doc: "Logs a message as info.",
        returns: "True",
        does: &[],
        call: |_, bound| {
            tracing::info!("{}", bound.text("message"));
            Ok(true.into())
        },
    },
    Function {
        name: "log.warning",
        signature: takes(&[required("message", Shape::Text, "the message")]),
        doc: "Logs a message as a warning.",
        returns: "True",
        does: &[],
        call: |_, bound| {
            tracing::warn!("{}", bound.text("message"));
            Ok(true.into())
        },
    },
    Function {
        name: "log.error",
        signature: takes(&[required("message", Shape::Text, "the message")]),
        doc: "Logs a message as an error.",
        returns: "True",
        does: &[],
        call: error,
    },
    Function {
        name: "log.critical",
        signature: takes(&[required("message", Shape::Text, "the message")]),
        doc: "Logs a message as an error.",
        returns: "True",
        does: &[],
        call: error,
    },
    Function {
        name: "log.exception",
        signature: takes(&[required("message", Shape::Text, "the message")]),
        doc: "Logs a message as an error.",
        returns: "True",
        does: &[],
        call: error,
    },
];

fn error(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    tracing::error!("{}", bound.text("message"));
    Ok(true.into())
}

fn sync_all(_: &Context<'_>, _: &Bound) -> Result<Value, CallError> {
    Ok(SYNCED.iter().map(|word| (*word, Value::List(vec![]))).collect())
}
