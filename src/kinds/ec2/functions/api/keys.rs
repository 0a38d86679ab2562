//! Key pairs.

use aws_sdk_ec2::primitives::Blob;

use super::{sent, subject};
use crate::Ec2;
use crate::functions::arguments::Filters;
use crate::functions::shape::one;
use aws::{ApiError, Aws, failed};
use model::Value;

/// Key pairs, each with `name` and `fingerprint`.
pub(in super::super) async fn keys(aws: &Aws, filters: &Filters) -> Result<Value, ApiError> {
    let answer = aws.client::<Ec2>().describe_key_pairs().set_filters(sent(filters)).send().await;
    let answer = answer.map_err(failed("DescribeKeyPairs", subject(filters)))?;
    let pairs = answer.key_pairs().iter().map(|pair| {
        let mut shown = one("name", pair.key_name());
        shown.merge(one("fingerprint", pair.key_fingerprint()));
        shown
    });
    Ok(Value::List(pairs.collect()))
}

/// Makes a key pair and returns the private key.
pub(in super::super) async fn create_key(aws: &Aws, name: &str) -> Result<String, ApiError> {
    let made = aws.client::<Ec2>().create_key_pair().key_name(name).send().await;
    Ok(made.map_err(failed("CreateKeyPair", name))?.key_material.unwrap_or_default())
}

/// Imports a public key and returns its fingerprint.
pub(in super::super) async fn import_key(aws: &Aws, name: &str, public: &str) -> Result<Value, ApiError> {
    let call = aws.client::<Ec2>().import_key_pair().key_name(name).public_key_material(Blob::new(public));
    let made = call.send().await.map_err(failed("ImportKeyPair", name))?;
    Ok(made.key_fingerprint.into())
}

pub(in super::super) async fn delete_key(aws: &Aws, name: &str) -> Result<(), ApiError> {
    let done = aws.client::<Ec2>().delete_key_pair().key_name(name).send().await;
    done.map(drop).map_err(failed("DeleteKeyPair", name))
}
