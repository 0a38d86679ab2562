//! Amazon Resource Names.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html>.

use model::Reference;

/// True for an ARN, false for a name: `arn:aws:sqs:us-east-1:123456789012:jobs`.
pub fn is_arn(text: &str) -> bool {
    text.starts_with("arn:")
}

/// The partition of a region, the second part of its ARNs; for an unknown region, the most common one.
pub fn partition(region: &str) -> &'static str {
    match region {
        _ if region.starts_with("cn-") => "aws-cn",
        _ if region.starts_with("us-gov-") => "aws-us-gov",
        _ => "aws",
    }
}

/// The thing that an ARN names, if a run may create it: queues, topics, functions, roles, tables and keys' aliases.
pub fn reference(arn: &str) -> Option<Reference> {
    let parts: Vec<&str> = arn.splitn(6, ':').collect();
    let ["arn", _, service, _, _, resource] = parts[..] else { return None };
    let after = |start: &str| resource.strip_prefix(start);
    let (kind, name) = match service {
        "sqs" => ("sqs.queue", resource),
        "sns" => ("sns.topic", resource),
        "lambda" => ("lambda.function", after("function:")?.split(':').next()?),
        "iam" => ("iam.role", after("role/")?.rsplit('/').next()?),
        "dynamodb" => ("dynamodb.table", after("table/")?.split('/').next()?),
        "kms" => ("kms.key", after("alias/")?),
        _ => return None,
    };
    Some(Reference::new(kind, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arn_names_what_a_run_may_make() {
        let of = |arn: &str| reference(arn).map(|it| format!("{} {}", it.kind, it.name));
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(of("arn:aws:sqs:us-east-1:1:jobs"), some("sqs.queue jobs"));
        assert_eq!(of("arn:aws:lambda:us-east-1:1:function:f:live"), some("lambda.function f"));
        assert_eq!(of("arn:aws:iam::1:role/service/app"), some("iam.role app"));
        assert_eq!(of("arn:aws:dynamodb:us-east-1:1:table/t/stream/x"), some("dynamodb.table t"));
        assert_eq!(of("arn:aws:ec2:us-east-1:1:vpc/vpc-1"), None);
        assert_eq!(of("jobs"), None);
    }
}
