//! The calls for private addresses.

use super::diff::Step;
use super::live::Live;
use crate::Ec2;
use crate::network_interface;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let found = network_interface::plain(aws, asks).await.0;
    let found = found.into_iter().map(|(reference, answer)| (reference, answer.map(|it| it.map(Live))));
    Answers(found.collect())
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Assign { interface, addresses, takes_over } => {
            let request = ec2.assign_private_ip_addresses().network_interface_id(interface);
            let request = request.set_private_ip_addresses(Some(addresses.clone()));
            let request = request.allow_reassignment(*takes_over);
            request.send().await.map(drop).map_err(failed(call, interface))
        }
        Step::Unassign { interface, addresses } => {
            let request = ec2.unassign_private_ip_addresses().network_interface_id(interface);
            let request = request.set_private_ip_addresses(Some(addresses.clone()));
            request.send().await.map(drop).map_err(failed(call, interface))
        }
    }
}
