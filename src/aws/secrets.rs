//! Parameters of Systems Manager and secrets of Secrets Manager, read in batches.
//!
//! Called for the references of a pillar. Values are never logged and never in an error.

use std::collections::HashMap;

use super::action::{Action, On};
use super::{ApiError, Aws, failed};
use crate::SecretsManager;
use crate::Ssm;

/// The IAM actions of these calls; a batch of secrets needs permission for each of them too.
pub const ACTIONS: &[Action] = &[
    Action::on("ssm:GetParameters", On::Parameter),
    Action::on("secretsmanager:BatchGetSecretValue", On::Anything),
    Action::on("secretsmanager:GetSecretValue", On::Secret),
];

/// How many parameters one call reads, and how many secrets. See
/// <https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameters.html> and
/// <https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_BatchGetSecretValue.html>.
const PARAMETERS_AT_ONCE: usize = 10;
const SECRETS_AT_ONCE: usize = 20;

/// The values of parameters by name, decrypted; those that do not exist are left out.
///
/// # Errors
///
/// AWS refuses the call.
pub async fn parameters(aws: &Aws, names: &[String]) -> Result<HashMap<String, String>, ApiError> {
    let mut found = HashMap::new();
    for some in names.chunks(PARAMETERS_AT_ONCE) {
        let call = aws.client::<Ssm>().get_parameters().set_names(Some(some.to_vec())).with_decryption(true);
        let answer = call.send().await.map_err(failed("GetParameters", some.join(", ")))?;
        for parameter in answer.parameters.unwrap_or_default() {
            let (Some(name), Some(value)) = (parameter.name, parameter.value) else { continue };
            // The answer holds a version or label (`/a:3`) separate from the name.
            let whole = format!("{name}{}", parameter.selector.unwrap_or_default());
            let arn = parameter.arn.unwrap_or_default();
            for asked in some.iter().filter(|asked| **asked == whole || **asked == name || **asked == arn) {
                found.insert(asked.clone(), value.clone());
            }
        }
    }
    Ok(found)
}

/// The texts of secrets by name or ARN; those that do not exist or hold no text are left out.
///
/// # Errors
///
/// AWS refuses one of the secrets or all.
pub async fn secrets(aws: &Aws, names: &[String]) -> Result<HashMap<String, String>, ApiError> {
    let mut found = HashMap::new();
    for some in names.chunks(SECRETS_AT_ONCE) {
        let call =
            aws.client::<SecretsManager>().batch_get_secret_value().set_secret_id_list(Some(some.to_vec()));
        let answer = call.send().await.map_err(failed("BatchGetSecretValue", some.join(", ")))?;
        for error in answer.errors.unwrap_or_default() {
            let code = error.error_code.unwrap_or_default();
            if code != "ResourceNotFoundException" {
                let subject = error.secret_id.unwrap_or_default();
                let message = format!("{} ({code})", error.message.unwrap_or_default());
                return Err(ApiError::found(
                    "BatchGetSecretValue",
                    subject,
                    super::Fault::of_code(&code),
                    message,
                ));
            }
        }
        for secret in answer.secret_values.unwrap_or_default() {
            let Some(value) = secret.secret_string else { continue };
            let (name, arn) = (secret.name.unwrap_or_default(), secret.arn.unwrap_or_default());
            for asked in some.iter().filter(|asked| **asked == name || **asked == arn) {
                found.insert(asked.clone(), value.clone());
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use aws_sdk_ssm::operation::get_parameters::GetParametersOutput;
    use aws_sdk_ssm::types::Parameter;
    use aws_smithy_mocks::{RuleMode, mock};

    use super::*;

    #[tokio::test]
    async fn eleven_parameters_are_two_calls_and_versions_keep_their_names() {
        let rule = mock!(aws_sdk_ssm::Client::get_parameters)
            .match_requests(|call| call.names().len() <= 10 && call.with_decryption() == Some(true))
            .then_output(|| {
                let parameter = Parameter::builder().name("/a").selector(":3").value("third").build();
                GetParametersOutput::builder().parameters(parameter).build()
            });
        let aws = crate::canned::aws(|clients| clients.answer::<Ssm>(RuleMode::MatchAny, &[&rule]));
        let names: Vec<String> =
            (0..10).map(|number| format!("/p{number}")).chain(["/a:3".to_owned()]).collect();
        let found = parameters(&aws, &names).await.unwrap();
        assert_eq!(rule.num_calls(), 2);
        assert_eq!(found, HashMap::from([("/a:3".to_owned(), "third".to_owned())]));
    }
}
