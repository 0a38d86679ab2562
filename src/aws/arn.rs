//! Amazon Resource Names.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html>.

/// True for text that is an ARN rather than a name: `arn:aws:sqs:us-east-1:123456789012:jobs`.
pub fn is_arn(text: &str) -> bool {
    text.starts_with("arn:")
}
