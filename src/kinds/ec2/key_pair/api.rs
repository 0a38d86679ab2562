//! The calls for key pairs.

use aws_sdk_ec2::primitives::Blob;
use aws_sdk_ec2::types::{Filter, ResourceType};
use futures::future::FutureExt;

use super::diff::Step;
use super::live::Live;
use super::saved;
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{answer, exactly, gather, specification, tag, untag};
use aws::error::done_if_not_found;
use aws::tags::Tags;
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};

const OPERATION: &str = "DescribeKeyPairs";
/// The number of attempts to make a pair if answers are lost.
const ATTEMPTS: usize = 3;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let select = |reference: &model::Reference| ("key-name".to_owned(), exactly(&reference.name));
    let found = gather(asks, select, |filter| page(aws, filter).boxed()).await;
    let mut answers = answer(asks, OPERATION, found, |live, reference| live.name == reference.name);
    for (reference, answer) in &mut answers.0 {
        if let (Some(file), Ok(Some(live))) = (&reference.scope, answer) {
            live.is_lost = saved::is_empty(file);
        }
    }
    answers
}

async fn page(aws: &Aws, filter: Filter) -> Result<Vec<Live>, ApiError> {
    let subject = filter.values().join(", ");
    let answer =
        aws.client::<Ec2>().describe_key_pairs().filters(filter).include_public_key(true).send().await;
    let found = answer.map_err(failed(OPERATION, subject))?.key_pairs.unwrap_or_default();
    Ok(found.into_iter().filter_map(Live::of).collect())
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Create { name, file, tags } => create(aws, name, file, tags).await,
        Step::Import { name, public, tags } => {
            let request =
                ec2.import_key_pair().key_name(name).public_key_material(Blob::new(public.as_bytes()));
            let request = request.set_tag_specifications(specification(ResourceType::KeyPair, tags));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Tag { pair, tags } => tag(aws, pair, tags).await,
        Step::Untag { pair, tags } => untag(aws, pair, tags).await,
        Step::Delete { name } => delete(aws, name).await,
    }
}

async fn delete(aws: &Aws, name: &str) -> Result<(), ApiError> {
    let answer = aws.client::<Ec2>().delete_key_pair().key_name(name).send().await;
    done_if_not_found(answer.map(drop).map_err(failed("DeleteKeyPair", name)))
}

/// The file is made before the pair, because a private key that cannot be saved is lost.
async fn create(aws: &Aws, name: &str, path: &str, tags: &Tags) -> Result<(), ApiError> {
    let unsaved = |error| {
        let message = format!("its private key cannot be saved as {path}: {error}");
        ApiError::found("CreateKeyPair", name, Fault::Invalid, message)
    };
    let file = saved::prepared(path).map_err(unsaved)?;
    match create_pair(aws, name, tags).await {
        Ok(key) => saved::write(file, &key).map_err(unsaved),
        Err(error) => {
            // The empty file means that a pair may exist whose private key is lost.
            if !matches!(error.fault, Fault::NoAnswer | Fault::Server) {
                saved::dropped(path);
            }
            Err(error)
        }
    }
}

/// Creates the pair. If its key was lost with the answer, the pair is deleted and made again.
async fn create_pair(aws: &Aws, name: &str, tags: &Tags) -> Result<String, ApiError> {
    let once = Once::new(aws, "CreateKeyPair", (name, tags));
    for _ in 1..ATTEMPTS {
        match attempt(aws, &once, name, tags).await {
            Err(error) if matches!(error.fault, Fault::NoAnswer | Fault::Server) => {
                let found = aws.client::<Ec2>().describe_key_pairs().filters(once.filter()).send().await;
                let found = found.map_err(failed(OPERATION, name))?;
                if !found.key_pairs().is_empty() {
                    delete(aws, name).await?;
                }
            }
            outcome => return once.note(outcome),
        }
    }
    once.note(attempt(aws, &once, name, tags).await)
}

async fn attempt(aws: &Aws, once: &Once, name: &str, tags: &Tags) -> Result<String, ApiError> {
    let request = aws.client::<Ec2>().create_key_pair().key_name(name);
    let request = request.set_tag_specifications(specification(ResourceType::KeyPair, &once.tags(tags)));
    let answer = request.customize().config_override(Once::sent_once()).send().await;
    Ok(answer.map_err(failed("CreateKeyPair", name))?.key_material.unwrap_or_default())
}
