//! The arguments of `http.*`.

use model::Effect;
use model::{Argument, Function, Shape};

const MATCHES: Shape = Shape::Word(&["string", "pcre"]);
const STATUSES: Shape = Shape::Word(&["string", "pcre", "list"]);

const QUERY: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the URL; the ID if left out"),
    Argument::optional("match", Shape::Text, "the text that the answer must contain"),
    Argument::optional(
        "match_type",
        MATCHES,
        "whether that is text or a regular expression; text if left out",
    ),
    Argument::optional("status", Shape::Texts, "the status that is expected: 200"),
    Argument::optional("status_type", STATUSES, "whether that is one, a regular expression, or a list"),
    Argument::optional("wait_for", Shape::Number, "for how many seconds to try until the answer is right"),
    Argument::optional("request_interval", Shape::Number, "seconds between two tries"),
    Argument::optional("method", Shape::Text, "GET if left out"),
    Argument::optional("params", Shape::Table(&Shape::Text), "parameters of the query, after the URL"),
    Argument::optional("data", Shape::Either(&[Shape::Text, Shape::Table(&Shape::Text)]), "the body"),
    Argument::optional("data_file", Shape::Text, "the file of the body"),
    Argument::optional("header_dict", Shape::Table(&Shape::Text), "headers"),
    Argument::optional("header_list", Shape::Texts, "headers as lines"),
    Argument::optional("username", Shape::Text, "the user"),
    Argument::optional("password", Shape::Secret, "the password of the user; it is never shown"),
    Argument::optional("auth", Shape::Texts, "user and password in a list"),
    Argument::optional(
        "verify_ssl",
        Shape::Boolean,
        "whether the certificate must be trusted; true if left out",
    ),
    Argument::optional("ca_bundle", Shape::Text, "a PEM file of trusted certificates"),
    Argument::optional("timeout", Shape::Number, "seconds that one try may take; a minute if left out"),
    Argument::optional("backend", Shape::Any, "taken for compatibility"),
    Argument::optional("decode", Shape::Any, "taken for compatibility"),
    Argument::optional("decode_type", Shape::Any, "taken for compatibility"),
    Argument::optional("raise_error", Shape::Any, "taken for compatibility: every status is an answer"),
    Argument::optional("text", Shape::Any, "taken for compatibility"),
    Argument::optional("headers", Shape::Any, "taken for compatibility"),
];

/// The functions of `http`.
pub const FUNCTIONS: &[Function] = &[
    Function::other("query", &["http.query"], QUERY, "Fails unless a server answers as expected.")
        .does(&[Effect::AsksHosts]),
    Function::other(
        "wait_for_successful_query",
        &["http.wait_for_successful_query"],
        QUERY,
        "Asks a server until it answers as expected.",
    )
    .does(&[Effect::AsksHosts]),
];
