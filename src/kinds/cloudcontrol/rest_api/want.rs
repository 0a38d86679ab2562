//! The wanted document for API Gateway: the file, with the functions and the role that it names.

use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use super::spec::Spec;
use crate::swagger::declared::Body;
use crate::target::Target;
use kind::{Lookup, Source, Unresolved};
use model::{Ident, Reference, hex};

/// The type of the API.
pub(super) const TYPE: &str = "AWS::ApiGateway::RestApi";

/// Salt's description of its APIs: it identifies them by that and the name.
pub(super) const DESCRIPTION: &str = "{\n    \"context\": \"See deployment or stage description\",\n    \
     \"provisioned_by\": \"Salt boto_apigateway.present State\"\n}";

/// A wanted API.
#[derive(Clone, Debug)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The document for API Gateway; nothing for `absent`.
    pub body: Json,
    /// Its digest, in hexadecimal; "(known after apply)" while it is not known.
    pub digest: String,
    /// The description of its deployment.
    pub label: String,
}

/// The reference to the API of that name, without a stage.
pub(crate) fn reference(name: &str) -> Reference {
    Reference::new(super::RestApi::KIND, name)
}

/// The same for Cloud Control.
pub(super) fn of_api(name: &str) -> Reference {
    let by = [("Name", name), ("Description", DESCRIPTION)];
    let by = by.map(|(path, text)| (path.to_owned(), text.to_owned()));
    Target::By(by.into()).reference(super::RestApi::KIND, name, TYPE)
}

/// The API with its stage: the scope names the wanted deployment of the stage.
pub(super) fn locate(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    let label = if spec.present { Some(resolve(spec, lookup)?.label) } else { None };
    Ok(reference(&spec.name).within(json!([spec.stage, label]).to_string()))
}

/// The stage of a reference, and the label of its deployment: none if all stages are wanted.
pub(super) fn read(reference: &Reference) -> Option<(String, Option<String>)> {
    serde_json::from_str(reference.scope.as_deref()?).ok()
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let (mut body, mut digest, mut label) = (Body::default(), String::new(), String::new());
    if spec.present {
        body = spec.swagger.resolve((&spec.name, &spec.stage), lookup)?;
        let found = hex(&Sha256::digest(body.json.to_string().as_bytes()));
        digest = if body.is_known { found } else { Ident::AFTER_APPLY.to_owned() };
        label = json!({
            "api_name": spec.name,
            "body_sha256": digest,
            "swagger_file": spec.swagger.file,
            "swagger_info_object": body.info,
        })
        .to_string();
    }
    Ok(Want { spec: spec.clone(), body: body.json, digest, label })
}
