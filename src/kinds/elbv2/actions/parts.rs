//! The arguments of an action, and its parts.

use super::Parameters;
use kind::settings::{Setting, Settings, arguments, settings};
use model::{Argument, Fields, Shape, Value};

settings! {
    /// Where a client is redirected to. What is left out is taken from the request.
    Redirect {
        protocol: String = "protocol" / "Protocol", Shape::Text, "HTTP, HTTPS or #{protocol}";
        port: String = "port" / "Port", Shape::Text, "a number or #{port}";
        host: String = "host" / "Host", Shape::Text, "a name, which may contain #{host}";
        path: String = "path" / "Path", Shape::Text, "begins with '/': /#{path}";
        query: String = "query" / "Query", Shape::Text, "without the '?': #{query}";
        status_code: Moved = "status_code" / "StatusCode", Shape::Text, "HTTP_301, which clients cache, or HTTP_302";
    }
}

settings! {
    /// A response that the balancer sends itself.
    Fixed {
        status_code: String = "status_code" / "StatusCode", Shape::Text, "2xx, 4xx or 5xx";
        content_type: String = "content_type" / "ContentType", Shape::Text, "text/plain, text/html, application/json …";
        message_body: String = "message_body" / "MessageBody", Shape::Text, "the response, at most 1024 characters";
    }
}

settings! {
    /// Users of Amazon Cognito.
    Cognito {
        user_pool_arn: String = "user_pool_arn" / "UserPoolArn", Shape::Text, "the user pool";
        user_pool_client_id: String = "user_pool_client_id" / "UserPoolClientId", Shape::Text, "its client";
        user_pool_domain: String = "user_pool_domain" / "UserPoolDomain", Shape::Text, "its domain or prefix";
    }
}

settings! {
    /// Users of an identity provider that speaks OpenID Connect.
    Oidc {
        issuer: String = "issuer" / "Issuer", Shape::Text, "the provider: https://…";
        authorization_endpoint: String = "authorization_endpoint" / "AuthorizationEndpoint", Shape::Text,
            "where users sign in";
        token_endpoint: String = "token_endpoint" / "TokenEndpoint", Shape::Text, "where tokens are fetched";
        user_info_endpoint: String = "user_info_endpoint" / "UserInfoEndpoint", Shape::Text,
            "where the balancer reads the user's claims";
        client_id: String = "client_id" / "ClientId", Shape::Text, "the client";
    }
}

settings! {
    /// The session of a user who has signed in.
    Session {
        cookie: String = "session_cookie_name" / "SessionCookieName", Shape::Text,
            "AWSELBAuthSessionCookie if left out";
        scope: String = "scope" / "Scope", Shape::Text, "openid if left out";
        timeout: i32 = "session_timeout" / "SessionTimeout", Shape::Integer, "seconds; 604800 if left out";
        parameters: Parameters = "authentication_request_extra_params" / "AuthenticationRequestExtraParams",
            Shape::Table(&Shape::Text), "further parameters of the request";
        otherwise: String = "on_unauthenticated_request" / "OnUnauthenticatedRequest",
            Shape::Word(&["authenticate", "allow", "deny"]), "authenticate if left out";
    }
}

/// `HTTP_301`; an author may leave out `HTTP_`.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved(pub String);

impl Setting for Moved {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        let text = fields.text(name)?;
        Some(Self(if text.starts_with("HTTP_") { text } else { format!("HTTP_{text}") }))
    }

    fn shown(&self) -> Value {
        self.0.as_str().into()
    }
}

const GROUP: Argument = Argument::optional("target_group", Shape::Text, "a target group, by name or ARN")
    .alias(&["target_group_arn", "TargetGroupArn", "target_group_name"]);
const STICKINESS: &[Argument] = &[
    Argument::required("enabled", Shape::Boolean, "keep clients at one target group").alias(&["Enabled"]),
    Argument::optional("duration_seconds", Shape::Integer, "for how many seconds")
        .alias(&["DurationSeconds"]),
];
const WEIGHTED: &[Argument] = &[
    Argument { required: true, ..GROUP },
    Argument::optional("weight", Shape::Integer, "its share: 0 to 999, 1 if left out").alias(&["Weight"]),
];
const FORWARD: &[Argument] = &[
    Argument::required("target_groups", Shape::Records(WEIGHTED), "groups with their shares")
        .alias(&["TargetGroups"]),
    Argument::optional(
        "target_group_stickiness_config",
        Shape::Record(STICKINESS),
        "whether clients stay at one target group",
    )
    .alias(&["TargetGroupStickinessConfig"]),
];
const SECRET: &[Argument] = &[
    Argument::optional(
        "client_secret",
        Shape::Secret,
        "the client's secret: sent with a change, never compared or shown",
    )
    .alias(&["ClientSecret"]),
    Argument::optional("use_existing_client_secret", Shape::Boolean, "keep the secret that AWS has")
        .alias(&["UseExistingClientSecret"]),
];

/// The arguments of an action.
pub const ACTIONS: &[Argument] = &[
    Argument::optional(
        "type",
        Shape::Word(&["forward", "redirect", "fixed-response", "authenticate-cognito", "authenticate-oidc"]),
        "the type of action; follows from the other keys",
    )
    .alias(&["Type"]),
    Argument::optional("order", Shape::Integer, "its order among several; the order of the list if left out")
        .alias(&["Order"]),
    GROUP,
    Argument::optional("forward_config", Shape::Record(FORWARD), "several target groups")
        .alias(&["ForwardConfig"]),
    Argument::optional("redirect_config", Shape::Record(Redirect::ARGUMENTS), "where clients are sent to")
        .alias(&["RedirectConfig"]),
    Argument::optional(
        "fixed_response_config",
        Shape::Record(Fixed::ARGUMENTS),
        "the balancer's own response",
    )
    .alias(&["FixedResponseConfig"]),
    Argument::optional(
        "authenticate_cognito_config",
        Shape::Record(arguments!(Cognito::ARGUMENTS, Session::ARGUMENTS)),
        "users sign in with Cognito",
    )
    .alias(&["AuthenticateCognitoConfig"]),
    Argument::optional(
        "authenticate_oidc_config",
        Shape::Record(arguments!(Oidc::ARGUMENTS, SECRET, Session::ARGUMENTS)),
        "users sign in with OpenID Connect",
    )
    .alias(&["AuthenticateOidcConfig"]),
];
