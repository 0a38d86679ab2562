//! The private addresses of an interface as AWS describes them.

use crate::network_interface;
use model::Value;

/// The interface in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live(pub network_interface::Live);

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "private_ip_addresses" => Some(self.all().into()),
            _ => self.0.attribute(attribute),
        }
    }

    /// All addresses, the primary one first.
    pub fn all(&self) -> Vec<String> {
        [self.0.private_ip.clone()].into_iter().chain(self.0.secondary.iter().cloned()).collect()
    }
}
