//! `cloudcontrol.stream`: a data stream of Kinesis, `AWS::Kinesis::Stream`.
//!
//! ```yaml
//! events:
//!   boto_kinesis.present:
//!     - num_shards: 2
//!     - retention_hours: 48
//!     - enhanced_monitoring: [IncomingBytes]
//!     - profile: aws_profile
//! ```
//!
//! `enhanced_monitoring` is the whole list of metrics; `True` and `[ALL]` mean all metrics, `False` and `[]` none. With
//! `do_reshard: False` the shards of an existing stream stay as they are. Beyond Salt there are `stream_mode` (`ON_DEMAND` needs
//! no `num_shards`), `kms_key_id` and `tags`. AWS splits and merges shards in one call for each doubling; Salt changes them one
//! by one.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-kinesis-stream.html>.

mod export;
mod spec;
#[cfg(test)]
mod tests;

use crate::wiring::declared;

declared! {
    /// A stream, by name. Attributes: `arn`, every property.
    Stream = "cloudcontrol.stream", "stream", &["kinesis"], export::EXPORT;
}
