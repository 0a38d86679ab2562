//! `cloudcontrol.rest_api`: an API of API Gateway from a Swagger file, deployed to a stage.
//!
//! ```yaml
//! orders:
//!   boto_apigateway.present:
//!     - api_name: orders
//!     - swagger_file: salt://orders/swagger.yaml
//!     - stage_name: live
//!     - api_key_required: False
//!     - lambda_integration_role: orders-api
//!     - stage_variables: {table: orders}
//!     - profile: aws_profile
//! ```
//!
//! **The API.** It has that name and the description that Salt gives its APIs; another API of that name is not changed. Each
//! operation of the file calls the Lambda function whose name comes from `lambda_funcname_format`, with
//! `lambda_integration_role`; OPTIONS answers by itself, for CORS. Functions are looked up in the region of the API. With
//! `lambda_region` they are in that region, and are not looked up. Security definitions of the file are ignored, as in Salt:
//! `api_key_required` and `authorization_type` set the security.
//!
//! **When it changes.** The whole document for API Gateway has one digest, which is in a tag of the API and in the description of
//! each deployment. Another file, format, role or template gives another digest; Salt compares only file and templates. A
//! deployment cannot be changed, so another digest gets a new deployment, and the stage is set to it. If the deployment already
//! exists, the stage is only set back to it.
//!
//! **absent** deletes the stage, and its deployment if no other stage has it; with `nuke_api: True` also the API, unless it has
//! other stages. `usage_plan_association_present` can name the API by its name.
//!
//! It is not exported: AWS does not show the file. See
//! <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigateway-restapi.html>.

mod api;
mod diff;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(crate) use want::reference;

use crate::plan;
use aws::ApiError;
use kind::wiring::kind;
use kind::{Belonging, Lookup, Unresolved};
use model::Reference;

kind! {
    /// An API with a stage, by the API's name. Attribute: `id`.
    RestApi = "cloudcontrol.rest_api", "rest api", &["apigateway"], resolved, reads minion;
    source {}
    resource {
        const BELONGINGS: &'static [Belonging] = &[Belonging { made_by: &[], deleted_by: "nuke_api" }];

        fn locate(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            want::locate(spec, lookup)
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.swagger.uses()
        }

        fn creation(_spec: &spec::Spec) -> Vec<&'static str> {
            vec!["CloudControl.CreateResource"; 3]
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }

        fn advice(error: &ApiError) -> Option<String> {
            plan::advice(error)
        }
    }
}
