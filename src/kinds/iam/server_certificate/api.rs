//! The calls for server certificates.

use futures::future::FutureExt;

use super::diff::{New, Step};
use super::live::Live;
use crate::Iam;
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::{ApiError, Aws, Fault, failed, sdk_tags};
use kind::{Answers, Ask};

/// IAM describes one certificate per call.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, &ask.reference.name).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

async fn read(aws: &Aws, name: &str) -> Result<Option<Live>, ApiError> {
    let answer = aws.client::<Iam>().get_server_certificate().server_certificate_name(name).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetServerCertificate", name)))?;
    Ok(answer.and_then(|answer| answer.server_certificate).map(Live::of))
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (iam, call) = (aws.client::<Iam>(), step.call());
    match step {
        Step::Upload { new } => upload(aws, new, call).await,
        Step::SetPath { name, path } => {
            let answer = iam.update_server_certificate().server_certificate_name(name).new_path(path).send();
            answer.await.map(drop).map_err(failed(call, name))
        }
        Step::Tag { name, tags } => {
            let request = iam.tag_server_certificate().server_certificate_name(name);
            let request = request.set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Untag { name, keys } => {
            let request = iam.untag_server_certificate().server_certificate_name(name);
            let request = request.set_tag_keys(Some(keys.clone()));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Delete { name } => {
            let answer = iam.delete_server_certificate().server_certificate_name(name).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, name)))
        }
    }
}

/// The key is read only now: nothing else needs it.
async fn upload(aws: &Aws, new: &New, call: &'static str) -> Result<(), ApiError> {
    let key = new.key.content().await.map_err(|error| {
        ApiError::found(call, &new.name, Fault::Invalid, format!("its key cannot be read: {error}"))
    })?;
    let request = aws
        .client::<Iam>()
        .upload_server_certificate()
        .server_certificate_name(&new.name)
        .certificate_body(&new.body)
        .private_key(key)
        .set_certificate_chain(new.chain.clone())
        .set_path(new.path.clone())
        .set_tags(sdk_tags::some(&new.tags));
    request.send().await.map(drop).map_err(failed(call, &new.name))
}
