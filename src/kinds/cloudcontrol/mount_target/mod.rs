//! `cloudcontrol.mount_target`: where instances of a subnet mount a file system of EFS, `AWS::EFS::MountTarget`.
//!
//! ```yaml
//! shared in zone a:
//!   boto_efs.mount_target_present:
//!     - file_system_name: shared
//!     - subnet_name: main-private-a
//!     - security_groups: [sg-0123456789abcdef0]
//!     - profile: aws_profile
//! ```
//!
//! It is the mount target of its file system in its subnet. Both can be given by name, also if the same run creates them.
//! `security_groups` are all its groups, by id. A new mount target has only the given ones.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-efs-mounttarget.html>.

mod export;
mod spec;

use crate::wiring::declared;

declared! {
    /// A mount target, by the names of its file system and subnet. Attributes: `id`, every property.
    MountTarget = "cloudcontrol.mount_target", "mount target", &["efs"], export::EXPORT;
}
