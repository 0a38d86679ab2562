//! Actions as AWS describes them.

use aws_sdk_elasticloadbalancingv2::types::{self, ActionTypeEnum};

use super::parts::{Cognito, Fixed, Moved, Oidc, Redirect, Session};
use super::written::{RuleAction, What};
use model::Ident;

/// The actions of a response. An action of an unknown type equals no declared one.
pub fn of(actions: &[types::Action]) -> Vec<RuleAction> {
    let other = |action: &types::Action| {
        What::Other(action.r#type().map(|sort| sort.as_str().to_owned()).unwrap_or_default())
    };
    let one =
        |it: &types::Action| RuleAction { order: it.order, what: type_of(it).unwrap_or_else(|| other(it)) };
    actions.iter().map(one).collect()
}

fn type_of(action: &types::Action) -> Option<What> {
    Some(match action.r#type()? {
        ActionTypeEnum::Forward => forward(action),
        ActionTypeEnum::Redirect => What::Redirect(redirect(action.redirect_config()?)),
        ActionTypeEnum::FixedResponse => {
            let it = action.fixed_response_config()?;
            What::Fixed(Fixed {
                status_code: it.status_code.clone(),
                content_type: it.content_type.clone().filter(|text| !text.is_empty()),
                message_body: it.message_body.clone(),
            })
        }
        ActionTypeEnum::AuthenticateCognito => cognito(action.authenticate_cognito_config()?),
        ActionTypeEnum::AuthenticateOidc => oidc(action.authenticate_oidc_config()?),
        _ => return None,
    })
}

fn forward(action: &types::Action) -> What {
    let config = action.forward_config();
    let groups = config.map(types::ForwardActionConfig::target_groups).unwrap_or_default();
    let group = |it: &types::TargetGroupTuple| Some((Ident::from(it.target_group_arn()?), it.weight()));
    let mut groups: Vec<_> = groups.iter().filter_map(group).collect();
    if groups.is_empty() {
        groups.extend(action.target_group_arn().map(|arn| (Ident::from(arn), None)));
    }
    let stickiness = config.and_then(|config| config.target_group_stickiness_config());
    What::Forward {
        groups,
        stickiness: stickiness.map(|it| (it.enabled().unwrap_or_default(), it.duration_seconds())),
    }
}

fn redirect(it: &types::RedirectActionConfig) -> Redirect {
    Redirect {
        protocol: it.protocol.clone(),
        port: it.port.clone(),
        host: it.host.clone(),
        path: it.path.clone(),
        query: it.query.clone(),
        status_code: it.status_code.as_ref().map(|code| Moved(code.as_str().to_owned())),
    }
}

/// The session of both sorts of sign-in: the SDK has a type for each.
macro_rules! session {
    ($it:expr) => {{
        let parameters = $it.authentication_request_extra_params.as_ref();
        Session {
            cookie: $it.session_cookie_name.clone(),
            scope: $it.scope.clone(),
            timeout: $it.session_timeout.and_then(|seconds| i32::try_from(seconds).ok()),
            parameters: parameters
                .map(|all| all.iter().map(|(key, text)| (key.clone(), text.clone())).collect()),
            otherwise: $it.on_unauthenticated_request.as_ref().map(|what| what.as_str().to_owned()),
        }
    }};
}

fn cognito(it: &types::AuthenticateCognitoActionConfig) -> What {
    let cognito = Cognito {
        user_pool_arn: it.user_pool_arn.clone(),
        user_pool_client_id: it.user_pool_client_id.clone(),
        user_pool_domain: it.user_pool_domain.clone(),
    };
    What::Cognito(cognito, session!(it))
}

fn oidc(it: &types::AuthenticateOidcActionConfig) -> What {
    let oidc = Oidc {
        issuer: it.issuer.clone(),
        authorization_endpoint: it.authorization_endpoint.clone(),
        token_endpoint: it.token_endpoint.clone(),
        user_info_endpoint: it.user_info_endpoint.clone(),
        client_id: it.client_id.clone(),
    };
    What::Oidc(oidc, session!(it), None)
}
