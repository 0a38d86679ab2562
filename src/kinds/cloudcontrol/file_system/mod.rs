//! `cloudcontrol.file_system`: a file system of EFS, `AWS::EFS::FileSystem`.
//!
//! ```yaml
//! shared:
//!   boto_efs.file_system_present:
//!     - encrypted: True
//!     - throughput_mode: elastic
//!     - tags: {team: data}
//!     - profile: aws_profile
//! ```
//!
//! Salt has execution functions for EFS and no states; these states are our own. The file system is identified by its Name tag,
//! which is the state's name. Its encryption, its key, its performance mode and its zone cannot change after creation. AWS stores
//! a key as its ARN: another spelling of the same key is not compared, and a warning shows the ARN in AWS.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-efs-filesystem.html>.

mod export;
mod spec;

pub(crate) use spec::reference;

use crate::wiring::declared;

declared! {
    /// A file system, by its Name tag. Attributes: `id`, `arn`, every property.
    FileSystem = "cloudcontrol.file_system", "file system", &["efs"], export::EXPORT;
}
