//! The arguments about a Swagger file, and the document for API Gateway.

use serde_json::Value as Json;

use super::{Manner, Operation, body, calls_a_function, function_name, operations, read};
use kind::local::{Text, path_of};
use kind::{Lookup, Unresolved};
use model::{Argument, Aspects, Fields, Ident, Minion, Problem, Problems, Reference, Shape};

/// The kind of the account that the run works in.
const ACCOUNT: &str = "sts.account";

/// Salt's names of functions.
const DEFAULT_FORMAT: &str = "{stage}_{api}_{resource}_{method}";

pub const FILE: Argument =
    Argument::required("swagger_file", Shape::Text, "the Swagger file: a path, or salt://…");
pub const KEY: Argument =
    Argument::optional("api_key_required", Shape::Boolean, "whether clients need a key (default: False)");
pub const ROLE: Argument = Argument::required(
    "lambda_integration_role",
    Shape::Text,
    "the role that API Gateway calls functions with: its name or ARN",
);
pub const REGION: Argument = Argument::optional(
    "lambda_region",
    Shape::Text,
    "the region of the functions; left out: that of the API",
);
pub const FORMAT: Argument = Argument::optional(
    "lambda_funcname_format",
    Shape::Text,
    "how functions are named (default: {stage}_{api}_{resource}_{method})",
);
pub const AUTHORIZATION: Argument = Argument::optional(
    "authorization_type",
    Shape::Word(&["NONE", "AWS_IAM"]),
    "AWS_IAM: clients sign with credentials of AWS (default: NONE)",
);
pub const ERRORS: Argument =
    Argument::optional("error_response_template", Shape::Text, "the mapping template of errors");
pub const ANSWERS: Argument =
    Argument::optional("response_template", Shape::Text, "the mapping template of other answers");

/// A declared Swagger file.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    text: Text,
    /// The file's name without folders.
    pub file: String,
    manner: Manner,
    role: String,
    lambda_region: Option<String>,
    format: String,
}

/// The document for API Gateway.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The document.
    pub json: Json,
    /// `info` of the file.
    pub info: Json,
    /// False while it names things that this run has yet to create.
    pub is_known: bool,
}

impl Declared {
    /// Reads the arguments above.
    pub fn read(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Self {
        let path = fields.required_text(FILE.name);
        let format = fields.text(FORMAT.name).unwrap_or_else(|| DEFAULT_FORMAT.to_owned());
        if function_name(&format, "", "", ("", "")).is_none() {
            let message = "lambda_funcname_format may have only stage, api, resource and method in braces";
            problems.push(Problem::at(fields.place_of(FORMAT.name), message).hint(DEFAULT_FORMAT));
        }
        Self {
            text: Text::In(path_of(&path, minion)),
            file: path.rsplit('/').next().unwrap_or_default().to_owned(),
            manner: Manner {
                needs_key: fields.boolean(KEY.name) == Some(true),
                needs_signature: fields.text(AUTHORIZATION.name).as_deref() == Some("AWS_IAM"),
                answer: fields.text(ANSWERS.name),
                error: fields.text(ERRORS.name),
            },
            role: fields.required_text(ROLE.name),
            lambda_region: fields.text(REGION.name),
            format,
        }
    }

    /// The role, if it is named.
    pub fn uses(&self) -> Vec<Reference> {
        let is_name = !self.role.is_empty() && !self.role.starts_with("arn:");
        is_name.then(|| Reference::new("iam.role", &self.role)).into_iter().collect()
    }

    /// The document for a stage of an API.
    ///
    /// # Errors
    /// The file cannot be used, or a function or the role does not exist.
    pub fn resolve(&self, (api, stage): (&str, &str), lookup: &mut Lookup<'_>) -> Result<Body, Unresolved> {
        let account = |attribute: &str, lookup: &mut Lookup<'_>| {
            let value = lookup.value(&Reference::new(ACCOUNT, ""), attribute, Aspects::NONE);
            value.map(|value| value.as_str().unwrap_or_default().to_owned())
        };
        let (region, partition, owner) =
            (account("region", lookup), account("partition", lookup), account("id", lookup));
        let role = match self.uses().first() {
            Some(role) => lookup.ident(role, "arn"),
            None => Ok(self.role.as_str().into()),
        };
        let text = self.text.resolve(lookup)?;
        let file =
            read(&text).map_err(|why| Unresolved::Refused(format!("{} cannot be used: {why}", self.file)))?;
        let (region, partition, owner) = (region?, partition?, owner?);
        let function = |operation: Operation<'_>, lookup: &mut Lookup<'_>| -> Result<Ident, Unresolved> {
            let name = function_name(&self.format, stage, api, operation).unwrap_or_default();
            match &self.lambda_region {
                Some(region) => {
                    Ok(format!("arn:{partition}:lambda:{region}:{owner}:function:{name}").as_str().into())
                }
                None => lookup.ident(&Reference::new("lambda.function", name), "arn"),
            }
        };
        let calling = operations(&file).filter(|operation| calls_a_function(*operation));
        let found: Vec<_> = calling.map(|operation| (operation, function(operation, lookup))).collect();
        let role = role?;
        let mut is_known = role.known().is_some();
        let mut uris = vec![];
        for (operation, arn) in found {
            let arn = arn?;
            is_known &= arn.known().is_some();
            let path = format!("arn:{partition}:apigateway:{region}:lambda:path/2015-03-31/functions");
            uris.push((operation, format!("{path}/{arn}/invocations")));
        }
        let uri = |operation: Operation<'_>| {
            uris.iter().find(|(it, _)| *it == operation).map(|(_, uri)| uri.clone())
        };
        let json = body(&file, &self.manner, role.as_str(), |it| uri(it).unwrap_or_default());
        Ok(Body { json, info: file.get("info").cloned().unwrap_or_default(), is_known })
    }
}
