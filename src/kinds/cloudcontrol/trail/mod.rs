//! `cloudcontrol.trail`: a trail of CloudTrail, `AWS::CloudTrail::Trail`.
//!
//! ```yaml
//! all regions:
//!   boto_cloudtrail.present:
//!     - Name: all-regions
//!     - S3BucketName: example-com-trail
//!     - IsMultiRegionTrail: True
//!     - EnableLogFileValidation: True
//!     - Tags: {team: security}
//!     - profile: aws_profile
//! ```
//!
//! `Name` is the trail's name, else the state's. Arguments that are left out are not managed. Salt resets
//! `IncludeGlobalServiceEvents`, `EnableLogFileValidation` and `LoggingEnabled` at each run; here their defaults apply only to a
//! new trail. `Tags` are all tags.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudtrail-trail.html>.

mod export;
mod spec;

use crate::wiring::declared;

declared! {
    /// A trail, by name. Attributes: `arn`, every property.
    Trail = "cloudcontrol.trail", "trail", &["cloudtrail"], export::EXPORT;
}
