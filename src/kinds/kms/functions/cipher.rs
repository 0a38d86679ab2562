//! Functions that encrypt and decrypt.

use std::collections::HashMap;

use futures::future::FutureExt;

use super::{KEY, api, one};
use kind::{AwsFunction, Refusal, document};
use model::{Argument, Fields, Shape};

const CIPHERTEXT: Argument = Argument::required("ciphertext_blob", Shape::Text, "the ciphertext, in Base64");
const CONTEXT: Argument = pairs("encryption_context", "the encryption context");
const SOURCE: Argument = pairs("source_encryption_context", "the present encryption context");
const DESTINATION: Argument = pairs("destination_encryption_context", "the new encryption context");
const NUMBER: Argument = Argument::optional("number_of_bytes", Shape::Integer, "how many bytes");
const SPEC: Argument =
    Argument::optional("key_spec", Shape::Word(&["AES_256", "AES_128"]), "the algorithm that the key is for");
/// Tokens of grants that are not known everywhere in AWS yet.
pub(super) const TOKENS: Argument = Argument::optional("grant_tokens", Shape::Texts, "tokens of new grants");

/// A mapping of texts.
pub(super) const fn pairs(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Table(&Shape::Text), doc)
}

/// The authorisation of a call: the encryption context, and grant tokens.
#[derive(Debug, Default)]
pub(super) struct Context {
    pub pairs: Option<HashMap<String, String>>,
    pub tokens: Option<Vec<String>>,
}

/// The size of a data key: a number of bytes, or its algorithm.
#[derive(Debug, Default)]
pub(super) struct Bytes {
    pub number: Option<i32>,
    pub spec: Option<String>,
}

pub(super) const CIPHERS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_kms.encrypt", "boto3_kms.encrypt"],
        &[KEY, Argument::required("plaintext", Shape::Text, "the text"), CONTEXT, TOKENS],
        "Encrypts a text.",
        "a mapping: ciphertext (text, in Base64)",
        |ask, fields| {
            async move {
                let (key, text) = (fields.required_text(KEY.name), fields.required_text("plaintext"));
                Ok(one("ciphertext", api::encrypt(ask.aws(), &key, &text, context(fields, &CONTEXT)).await?))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_kms.decrypt", "boto3_kms.decrypt"],
        &[CIPHERTEXT, CONTEXT, TOKENS],
        "Decrypts a text. No output shows it.",
        "a mapping: plaintext (text; Base64 if it is not text)",
        |ask, fields| {
            async move {
                let ciphertext = fields.required_text(CIPHERTEXT.name);
                Ok(one("plaintext", api::decrypt(ask.aws(), &ciphertext, context(fields, &CONTEXT)).await?))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_kms.re_encrypt", "boto3_kms.re_encrypt"],
        &[
            CIPHERTEXT,
            Argument::required("destination_key_id", Shape::Text, "the key to encrypt with"),
            SOURCE,
            DESTINATION,
            TOKENS,
        ],
        "Encrypts a ciphertext with another key. The text does not leave AWS.",
        "a mapping: ciphertext (a mapping: CiphertextBlob in Base64, SourceKeyId, KeyId)",
        |ask, fields| {
            async move {
                let (ciphertext, key) =
                    (fields.required_text(CIPHERTEXT.name), fields.required_text("destination_key_id"));
                let source = context(fields, &SOURCE);
                let ends = (ciphertext.as_str(), key.as_str());
                let answer =
                    api::re_encrypt(ask.aws(), ends, source, context_pairs(fields, &DESTINATION)).await?;
                Ok(one("ciphertext", answer))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_kms.generate_data_key", "boto3_kms.generate_data_key"],
        &[KEY, CONTEXT, NUMBER, SPEC, TOKENS],
        "Makes a data key. No output shows it.",
        "a mapping: data_key (a mapping: CiphertextBlob and Plaintext in Base64, KeyId)",
        |ask, fields| {
            async move {
                let key = fields.required_text(KEY.name);
                let made = api::data_key(ask.aws(), &key, bytes(fields)?, context(fields, &CONTEXT)).await?;
                Ok(one("data_key", made))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_kms.generate_data_key_without_plaintext", "boto3_kms.generate_data_key_without_plaintext"],
        &[KEY, CONTEXT, NUMBER, SPEC, TOKENS],
        "Makes a data key that only KMS can decrypt.",
        "a mapping: data_key (a mapping: CiphertextBlob in Base64, KeyId)",
        |ask, fields| {
            async move {
                let key = fields.required_text(KEY.name);
                let context = context(fields, &CONTEXT);
                Ok(one("data_key", api::sealed_data_key(ask.aws(), &key, bytes(fields)?, context).await?))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_kms.generate_random", "boto3_kms.generate_random"],
        &[NUMBER],
        "Makes random bytes. No output shows them.",
        "a mapping: random (text, in Base64)",
        |ask, fields| {
            async move { Ok(one("random", api::random(ask.aws(), number(fields)?).await?)) }.boxed()
        },
    ),
];

fn context_pairs(fields: &Fields, argument: &Argument) -> Option<HashMap<String, String>> {
    serde_json::from_value(document::read(fields, argument)?).ok()
}

fn context(fields: &Fields, argument: &Argument) -> Context {
    Context { pairs: context_pairs(fields, argument), tokens: fields.texts(TOKENS.name) }
}

fn number(fields: &Fields) -> Result<Option<i32>, Refusal> {
    let too_many = |_| Refusal::Because("'number_of_bytes' is more than AWS takes (1024)".to_owned());
    fields.integer(NUMBER.name).map(i32::try_from).transpose().map_err(too_many)
}

/// By default Salt requests a key of 256 bits.
fn bytes(fields: &Fields) -> Result<Bytes, Refusal> {
    let number = number(fields)?;
    let spec = fields.text(SPEC.name).or_else(|| number.is_none().then(|| "AES_256".to_owned()));
    Ok(Bytes { number, spec })
}
