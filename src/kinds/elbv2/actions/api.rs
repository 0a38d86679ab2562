//! Actions in AWS's form.

use aws_sdk_elasticloadbalancingv2::types::{
    self, ActionTypeEnum, AuthenticateCognitoActionConfig, AuthenticateOidcActionConfig,
    FixedResponseActionConfig, ForwardActionConfig, RedirectActionConfig, RedirectActionStatusCodeEnum,
    TargetGroupStickinessConfig, TargetGroupTuple,
};

use super::parts::{Cognito, Fixed, Oidc, Redirect, Session};
use super::written::{RuleAction, What};
use kind::write_only::WriteOnly;
use model::Ident;

/// As the author wrote them. If there are several, each needs an order: that of the list, unless the author sets one.
pub fn sent(actions: &[RuleAction]) -> Vec<types::Action> {
    let are_placed = actions.len() == 1 || actions.iter().any(|action| action.order.is_some());
    let numbered = (1..).zip(actions);
    numbered.map(|(place, action)| one(action, action.order.or((!are_placed).then_some(place)))).collect()
}

fn one(action: &RuleAction, order: Option<i32>) -> types::Action {
    let built = types::Action::builder().set_order(order);
    match &action.what {
        What::Forward { groups, stickiness } => {
            forward(built.r#type(ActionTypeEnum::Forward), groups, *stickiness)
        }
        What::Other(sort) => built.r#type(ActionTypeEnum::from(sort.as_str())),
        What::Redirect(it) => built.r#type(ActionTypeEnum::Redirect).redirect_config(redirect(it)),
        What::Fixed(it) => built.r#type(ActionTypeEnum::FixedResponse).fixed_response_config(fixed(it)),
        What::Cognito(it, session) => built
            .r#type(ActionTypeEnum::AuthenticateCognito)
            .authenticate_cognito_config(cognito(it, session)),
        What::Oidc(it, session, secret) => {
            let config = oidc(it, session, secret.as_ref());
            built.r#type(ActionTypeEnum::AuthenticateOidc).authenticate_oidc_config(config)
        }
    }
    .build()
}

/// A single group without further settings is sent in the form that network balancers also accept.
fn forward(
    built: types::builders::ActionBuilder,
    groups: &[(Ident, Option<i32>)],
    stickiness: Option<(bool, Option<i32>)>,
) -> types::builders::ActionBuilder {
    if let ([(group, None)], None) = (groups, stickiness) {
        return built.target_group_arn(group.as_str());
    }
    let tuple = |(group, weight): &(Ident, Option<i32>)| {
        TargetGroupTuple::builder().target_group_arn(group.as_str()).set_weight(*weight).build()
    };
    let stickiness = stickiness.map(|(enabled, seconds)| {
        TargetGroupStickinessConfig::builder().enabled(enabled).set_duration_seconds(seconds).build()
    });
    let config = ForwardActionConfig::builder().set_target_groups(Some(groups.iter().map(tuple).collect()));
    built.forward_config(config.set_target_group_stickiness_config(stickiness).build())
}

fn redirect(it: &Redirect) -> RedirectActionConfig {
    RedirectActionConfig::builder()
        .set_protocol(it.protocol.clone())
        .set_port(it.port.clone())
        .set_host(it.host.clone())
        .set_path(it.path.clone())
        .set_query(it.query.clone())
        .set_status_code(
            it.status_code.as_ref().map(|code| RedirectActionStatusCodeEnum::from(code.0.as_str())),
        )
        .build()
}

fn fixed(it: &Fixed) -> FixedResponseActionConfig {
    FixedResponseActionConfig::builder()
        .set_status_code(it.status_code.clone())
        .set_content_type(it.content_type.clone())
        .set_message_body(it.message_body.clone())
        .build()
}

/// Sets the session of both sorts of sign-in: the SDK has a type for each.
macro_rules! with_session {
    ($built:expr, $session:expr) => {{
        let parameters = $session.parameters.clone().map(|all| all.into_iter().collect());
        $built
            .set_session_cookie_name($session.cookie.clone())
            .set_scope($session.scope.clone())
            .set_session_timeout($session.timeout.map(i64::from))
            .set_authentication_request_extra_params(parameters)
            .set_on_unauthenticated_request($session.otherwise.as_deref().map(Into::into))
            .build()
    }};
}

fn cognito(it: &Cognito, session: &Session) -> AuthenticateCognitoActionConfig {
    let built = AuthenticateCognitoActionConfig::builder()
        .set_user_pool_arn(it.user_pool_arn.clone())
        .set_user_pool_client_id(it.user_pool_client_id.clone())
        .set_user_pool_domain(it.user_pool_domain.clone());
    with_session!(built, session)
}

fn oidc(it: &Oidc, session: &Session, secret: Option<&WriteOnly>) -> AuthenticateOidcActionConfig {
    let built = AuthenticateOidcActionConfig::builder()
        .set_issuer(it.issuer.clone())
        .set_authorization_endpoint(it.authorization_endpoint.clone())
        .set_token_endpoint(it.token_endpoint.clone())
        .set_user_info_endpoint(it.user_info_endpoint.clone())
        .set_client_id(it.client_id.clone())
        .set_client_secret(secret.map(|secret| secret.reveal().to_owned()))
        .set_use_existing_client_secret(secret.is_none().then_some(true));
    with_session!(built, session)
}
