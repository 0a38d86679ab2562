//! The arguments of `salt.*`.

use model::Effect;
use model::{Argument, Function, Shape};

const NAME: Argument = Argument::optional("name", Shape::Text, "a name; the ID if left out");
const TGT: Argument = Argument::required("tgt", Shape::Texts, "which instances");
const TGT_TYPE: Argument = Argument::optional(
    "tgt_type",
    Shape::Text,
    "how the target is read: glob, list, pcre, grain, grain_pcre, pillar, ipcidr, compound or nodegroup; glob if left out",
);
const RET: Argument = Argument::optional(
    "ret",
    Shape::Any,
    "without effect: there are no returners; answers are kept for seven days",
);
const TIMEOUT: Argument =
    Argument::optional("timeout", Shape::Integer, "seconds within which an instance must confirm the job");
const BATCH: Argument = Argument::optional("batch", Shape::Text, "how many instances at once: 5 or 25%");
const SUBSET: Argument =
    Argument::optional("subset", Shape::Integer, "how many of the instances, chosen at random");
const FAIL_MINIONS: Argument = Argument::optional(
    "fail_minions",
    Shape::Any,
    "instances whose failure does not count, as a list or separated by commas",
);
const SSH: Argument =
    Argument::optional("ssh", Shape::Boolean, "refused if it is True: instances answer through the fleet");

const STATE: &[Argument] = &[
    NAME,
    TGT,
    TGT_TYPE,
    SSH,
    RET,
    Argument::optional("highstate", Shape::Boolean, "whether to run the states of the top file"),
    Argument::optional("sls", Shape::Texts, "the SLS to run"),
    Argument::optional("top", Shape::Text, "the name of a top file to run"),
    Argument::optional("saltenv", Shape::Text, "the environment of the SLS"),
    Argument::optional("test", Shape::Boolean, "True: the instances only show what would change"),
    Argument::optional("pillar", Shape::Any, "a mapping that is merged into the pillar of that run"),
    Argument::optional("pillarenv", Shape::Text, "the environment of the pillar"),
    Argument::optional(
        "expect_minions",
        Shape::Boolean,
        "whether an instance that does not answer has failed; True if left out",
    ),
    Argument::optional("exclude", Shape::Any, "SLS to leave out"),
    FAIL_MINIONS,
    Argument::optional("allow_fail", Shape::Integer, "how many instances may fail; 0 if left out"),
    Argument::optional(
        "concurrent",
        Shape::Boolean,
        "whether it may run at the same time as another state run of the instance",
    ),
    Argument::optional("queue", Shape::Any, "True: it waits for another state run of the instance"),
    TIMEOUT,
    BATCH,
    SUBSET,
    Argument::optional(
        "rolling",
        Shape::Any,
        "goes through an Auto Scaling group behind the health of its balancers: a mapping with group, share, by (zone), min_in_service, stop_on_alarms, settle, patience, interval, region, profile; Salt has no such argument",
    ),
];

const FUNCTION: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the function; the ID if left out"),
    TGT,
    TGT_TYPE,
    SSH,
    RET,
    Argument::optional("arg", Shape::Any, "its positional arguments, as a list"),
    Argument::optional("kwarg", Shape::Any, "its named arguments, as a mapping"),
    Argument::optional(
        "expect_minions",
        Shape::Boolean,
        "whether an instance that does not answer has failed; False if left out",
    ),
    FAIL_MINIONS,
    TIMEOUT,
    BATCH,
    SUBSET,
];

const RUNNER: &[Argument] =
    &[Argument::optional("name", Shape::Text, "the runner's function; the ID if left out")];
const WHEEL: &[Argument] =
    &[Argument::optional("name", Shape::Text, "the function: key.accept, key.delete, …; the ID if left out")];
const PARALLEL: &[Argument] = &[
    NAME,
    Argument::required("runners", Shape::Any, "a mapping of names to runners: {name: …, kwarg: {…}}"),
];
const EVENT: &[Argument] = &[
    Argument::optional("name", Shape::Text, "a shell pattern of tags; the ID if left out"),
    Argument::required("id_list", Shape::Texts, "the values that events must contain, each once"),
    Argument::optional("event_id", Shape::Text, "the key of the value in the event's data; 'id' if left out"),
    Argument::optional("timeout", Shape::Integer, "seconds; 300 if left out"),
    Argument::optional("node", Shape::Text, "without effect"),
];

const ASKS: &[Effect] = &[Effect::AsksHosts, Effect::CallsFunctions];

/// All functions of `salt`.
pub const FUNCTIONS: &[Function] = &[
    Function::other("state", &["salt.state"], STATE, "Runs states on instances of the fleet.")
        .does(ASKS)
        .open(),
    Function::other("function", &["salt.function"], FUNCTION, "Calls a function on instances of the fleet.")
        .does(ASKS)
        .open(),
    Function::other(
        "runner",
        &["salt.runner"],
        RUNNER,
        "Calls a runner on this ops node; other words are its arguments.",
    )
    .does(ASKS)
    .open(),
    Function::other(
        "parallel_runners",
        &["salt.parallel_runners"],
        PARALLEL,
        "Calls several runners on this ops node at once.",
    )
    .does(ASKS)
    .open(),
    Function::other(
        "wheel",
        &["salt.wheel"],
        WHEEL,
        "Accepts, rejects and deletes keys; other words are its arguments.",
    )
    .does(ASKS)
    .open(),
    Function::other(
        "wait_for_event",
        &["salt.wait_for_event"],
        EVENT,
        "Waits until events of the fleet have named each of a list.",
    )
    .does(&[Effect::AsksHosts])
    .open(),
];
