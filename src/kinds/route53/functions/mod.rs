//! The execution functions of Route 53: `boto_route53.*` and `boto3_route53.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_route53.html>.

mod api;
mod batch;
mod boto3_zones;
mod health;
mod records;
mod zones;

use crate::hosted_zone::HostedZone;
use crate::names::qualified;
use kind::{Family, Refusal, Source};
use model::{Argument, Fields, Reference, Shape};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["route53"], functions: records::FUNCTIONS },
    &Family { labels: &["route53"], functions: zones::FUNCTIONS },
    &Family { labels: &["route53"], functions: boto3_zones::READS },
    &Family { labels: &["route53"], functions: boto3_zones::CHANGES },
    &Family { labels: &["route53"], functions: batch::FUNCTIONS },
    &Family { labels: &["route53"], functions: health::FUNCTIONS },
];

const ZONE: Argument = Argument::required("zone", Shape::Text, "the name of the hosted zone");
const RETRIES: [Argument; 4] = [
    Argument::optional("retry_on_rate_limit", Shape::Boolean, "not used: reads are always retried"),
    Argument::optional("rate_limit_retries", Shape::Integer, "not used"),
    Argument::optional("retry_on_errors", Shape::Boolean, "not used"),
    Argument::optional("error_retries", Shape::Integer, "not used"),
];
/// Salt waits ten minutes.
const LONGEST: u64 = 600;

/// Reads two arguments, of which exactly one must be given; an empty one counts as not given.
fn one_of(
    fields: &Fields,
    one: &'static str,
    other: &'static str,
) -> Result<(Option<String>, Option<String>), Refusal> {
    let text = |name| fields.text(name).filter(|text: &String| !text.is_empty());
    match (text(one), text(other)) {
        (Some(_), Some(_)) | (None, None) => {
            Err(Refusal::Because(format!("give one of '{one}' and '{other}'")))
        }
        given => Ok(given),
    }
}

/// The zone of the arguments.
fn zone(fields: &Fields) -> Reference {
    let reference = Reference::new(HostedZone::KIND, qualified(&fields.required_text("zone")));
    let splits = fields.takes("split_dns") && fields.boolean("split_dns").unwrap_or(false);
    match splits.then(|| fields.boolean("private_zone").unwrap_or(false)) {
        Some(true) => reference.within("private"),
        Some(false) => reference.within("public"),
        None => reference,
    }
}
