//! The target of the spans that measure how long each layer worked.

/// `--profile-run` records the spans with this target: one span for each piece of work of a run.
///
/// Spans without a listener cost almost nothing, and logs do not show this target. Their names:
///
/// | name | fields | what it is |
/// |---|---|---|
/// | `pillar`, `top`, `high`, `low` | | a stage of compiling |
/// | `render` | `sls`, `file` | a file through its pipeline |
/// | `declare` | | what states say, checked, and the graph of it |
/// | `prime`, `walk` | | all reads before the walk; the walk |
/// | `state` | `id`, `function` | a state, its conditions and retries among it |
/// | `call` | `service`, `operation` | a call of AWS with all its attempts |
/// | `attempt` | `status` | a request and its answer |
/// | `budget` | `bucket` | an attempt waits until AWS takes more calls |
/// | `wait` | | a pause before looking again |
pub const PROFILE: &str = "profile";
