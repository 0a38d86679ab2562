//! An object as AWS describes it.

use aws_sdk_s3::operation::head_object::HeadObjectOutput;
use aws_sdk_s3::types::{ServerSideEncryption, StorageClass};

use aws::tags::Tags;

/// An object in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its entity tag.
    pub etag: String,
    /// Its headers, under AWS's names.
    pub kept: Tags,
    /// Its metadata.
    pub metadata: Tags,
    /// S3's response.
    pub head: Option<HeadObjectOutput>,
}

impl From<HeadObjectOutput> for Live {
    fn from(it: HeadObjectOutput) -> Self {
        let word = |word: Option<&str>| word.map(str::to_owned);
        let kept = [
            ("CacheControl", word(it.cache_control())),
            ("ContentDisposition", word(it.content_disposition())),
            ("ContentEncoding", word(it.content_encoding())),
            ("ContentLanguage", word(it.content_language())),
            ("ContentType", word(it.content_type())),
            ("ServerSideEncryption", word(it.server_side_encryption().map(ServerSideEncryption::as_str))),
            ("SSEKMSKeyId", word(it.ssekms_key_id())),
            // S3 leaves out the default storage class.
            ("StorageClass", Some(it.storage_class().map_or("STANDARD", StorageClass::as_str).to_owned())),
            ("WebsiteRedirectLocation", word(it.website_redirect_location())),
        ];
        let kept = kept.into_iter().filter_map(|(key, text)| Some((key.to_owned(), text?))).collect();
        let etag = it.e_tag().unwrap_or_default().to_owned();
        let metadata = it.metadata.clone().unwrap_or_default().into_iter().collect();
        Self { etag, kept, metadata, head: Some(it) }
    }
}
