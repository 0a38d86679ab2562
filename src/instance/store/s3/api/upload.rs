//! Uploads files and documents into the bucket, large ones in parts.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::{CompletedMultipartUpload, CompletedPart, ServerSideEncryption};

use super::Condition;
use crate::S3Service;
use crate::store::StoreError;
use crate::store::s3::S3;
use aws::failed;

/// Larger files are uploaded in parts of this size, or in larger parts if there would be too many. See
/// <https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html>.
const PART: u64 = 16 << 20;
const MOST_PARTS: u64 = 10_000;

impl S3 {
    fn encryption(&self) -> Option<ServerSideEncryption> {
        self.encryption.method.as_deref().map(ServerSideEncryption::from)
    }

    pub(super) async fn put_bytes(
        &self,
        key: &str,
        bytes: Vec<u8>,
        condition: Condition,
    ) -> Result<(), StoreError> {
        let call = self
            .aws
            .client::<S3Service>()
            .put_object()
            .bucket(&self.location.bucket)
            .key(self.location.key(key));
        let call = call.set_server_side_encryption(self.encryption());
        let call = call.set_ssekms_key_id(self.encryption.kms_key_id.clone()).body(ByteStream::from(bytes));
        let call = call.set_if_none_match(condition.if_none_match()).set_if_match(condition.if_match());
        call.send().await.map_err(failed("PutObject", self.url(key)))?;
        Ok(())
    }

    pub(super) async fn put_file(
        &self,
        key: &str,
        from: &Path,
        condition: Condition,
    ) -> Result<(), StoreError> {
        let read = |source| StoreError::Disk { attempt: "read", subject: from.display().to_string(), source };
        let size = fs::metadata(from).map_err(read)?.len();
        if size <= PART {
            return self.put_bytes(key, fs::read(from).map_err(read)?, condition).await;
        }
        let (bucket, name) = (&self.location.bucket, self.location.key(key));
        let call = self.aws.client::<S3Service>().create_multipart_upload().bucket(bucket).key(&name);
        let call = call.set_server_side_encryption(self.encryption());
        let call = call.set_ssekms_key_id(self.encryption.kms_key_id.clone());
        let begun = call.send().await.map_err(failed("CreateMultipartUpload", self.url(key)))?;
        let id = begun.upload_id().unwrap_or_default();
        match self.put_parts(key, from, size, id).await {
            Ok(parts) => {
                let parts = CompletedMultipartUpload::builder().set_parts(Some(parts)).build();
                let call =
                    self.aws.client::<S3Service>().complete_multipart_upload().bucket(bucket).key(&name);
                let call = call.upload_id(id).multipart_upload(parts);
                let call =
                    call.set_if_none_match(condition.if_none_match()).set_if_match(condition.if_match());
                call.send().await.map_err(failed("CompleteMultipartUpload", self.url(key)))?;
                Ok(())
            }
            Err(error) => {
                let call = self
                    .aws
                    .client::<S3Service>()
                    .abort_multipart_upload()
                    .bucket(bucket)
                    .key(&name)
                    .upload_id(id);
                if let Err(left) = call.send().await.map_err(failed("AbortMultipartUpload", self.url(key))) {
                    tracing::warn!("{left}: its parts stay until a rule of the bucket removes them");
                }
                Err(error)
            }
        }
    }

    async fn put_parts(
        &self,
        key: &str,
        from: &Path,
        size: u64,
        id: &str,
    ) -> Result<Vec<CompletedPart>, StoreError> {
        let read = |source| StoreError::Disk { attempt: "read", subject: from.display().to_string(), source };
        let mut file = File::open(from).map_err(read)?;
        let length = PART.max(size.div_ceil(MOST_PARTS));
        let mut parts = Vec::new();
        for number in 1.. {
            let mut bytes = Vec::new();
            (&mut file).take(length).read_to_end(&mut bytes).map_err(read)?;
            if bytes.is_empty() {
                break;
            }
            let call = self
                .aws
                .client::<S3Service>()
                .upload_part()
                .bucket(&self.location.bucket)
                .key(self.location.key(key));
            let call = call.upload_id(id).part_number(number).body(ByteStream::from(bytes));
            let put = call.send().await.map_err(failed("UploadPart", self.url(key)))?;
            parts.push(CompletedPart::builder().part_number(number).set_e_tag(put.e_tag).build());
        }
        Ok(parts)
    }
}
