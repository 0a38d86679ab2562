//! The declaration of an event source mapping in an SLS.

use aws::arn::is_arn;
use kind::settings::{Settings as _, arguments, settings};
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

settings! {
    /// The settings that can be changed.
    Settings {
        enabled: bool = "Enabled", Shape::Boolean, "whether records are read";
        batch: i32 = "BatchSize", Shape::Integer, "records in one call, at most";
        window: i32 = "MaximumBatchingWindowInSeconds", Shape::Integer, "seconds to wait for a full batch";
        parallel: i32 = "ParallelizationFactor", Shape::Integer, "how many batches of a shard are processed at once";
        bisect: bool = "BisectBatchOnFunctionError", Shape::Boolean, "whether a failed batch is split in two";
        attempts: i32 = "MaximumRetryAttempts", Shape::Integer, "how often a batch is retried; -1 for no limit";
        age: i32 = "MaximumRecordAgeInSeconds", Shape::Integer, "older records are skipped; -1 for no limit";
        tumbling: i32 = "TumblingWindowInSeconds", Shape::Integer, "seconds of a processing window";
        responses: Vec<String> = "FunctionResponseTypes", Shape::Texts, "ReportBatchItemFailures, or [] for none";
    }
}

const NAME: &[Argument] = &[
    Argument::optional("name", Shape::Text, "a name for the state only"),
    Argument::required("FunctionName", Shape::Text, "the function, by name or ARN"),
    Argument::optional("EventSourceArn", Shape::Text, "the queue or stream, by ARN"),
    Argument::optional("Table", Shape::Text, "the DynamoDB table whose stream it reads, by name"),
];
const START: &[Argument] = &[Argument::optional(
    "StartingPosition",
    Shape::Word(&["TRIM_HORIZON", "LATEST"]),
    "where a new mapping begins to read a stream",
)];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_lambda.event_source_mapping_present", "boto3_lambda.event_source_mapping_present"],
        arguments!(NAME, START, Settings::ARGUMENTS),
        "Makes sure that a function gets the records of a queue or stream.",
    ),
    Function::absent(
        &["boto_lambda.event_source_mapping_absent", "boto3_lambda.event_source_mapping_absent"],
        NAME,
        "Makes sure that a function does not get the records of a queue or stream.",
    ),
];

/// A declared mapping. What is `None` is not managed.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The name for references: the function and the source.
    pub name: String,
    /// The function, by name or ARN.
    pub function: String,
    /// The source by ARN, or a table by name.
    pub source: Which,
    /// False for `event_source_mapping_absent`.
    pub present: bool,
    /// Where a new mapping begins to read.
    pub start: Option<String>,
    /// The settings that can be changed.
    pub settings: Settings,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let mut problem = |message: &str, hint: &str| {
        problems.push(Problem::at(fields.place(), message).hint(hint));
    };
    if fields.text("EventSourceArn").is_some_and(|arn| !is_arn(&arn)) {
        problem("'EventSourceArn' is not an ARN", "a queue's is arn:aws:sqs:<region>:<account>:<name>");
    }
    let source = Which::read(fields, "EventSourceArn", "Table", problems).unwrap_or_else(|| {
        let problem = Problem::at(fields.place(), "an event source mapping needs its source");
        problems.push(problem.hint("write 'EventSourceArn' or 'Table'"));
        Which::Id(String::new())
    });
    let present = function.leaves == Leaves::Present;
    let of = fields.required_text("FunctionName");
    Spec {
        name: format!("{of} {}", source.written()),
        function: of,
        source,
        present,
        start: if present { fields.text("StartingPosition") } else { None },
        settings: if present { Settings::read(fields) } else { Settings::default() },
    }
}
