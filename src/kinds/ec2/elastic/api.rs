//! The calls for Elastic IP addresses of instances and network interfaces.

use std::collections::BTreeMap;

use aws_sdk_ec2::types::{Address, DomainType, Filter, ResourceType};
use futures::future::FutureExt;

use super::{Elastic, Held, MARK};
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{filtered, specification, tag, tags};
use aws::error::done_if_not_found;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};

/// The addresses of things, by their ids: `filter` is `instance-id` or `network-interface-id`.
pub(crate) async fn read(
    aws: &Aws,
    filter: &'static str,
    ids: &[String],
) -> Result<BTreeMap<String, Elastic>, ApiError> {
    let page = |filter: Filter| {
        async move {
            let subject = filter.values().join(", ");
            let answer = aws.client::<Ec2>().describe_addresses().filters(filter).send().await;
            Ok(answer.map_err(failed("DescribeAddresses", subject))?.addresses.unwrap_or_default())
        }
        .boxed()
    };
    let by_mark = format!("tag:{MARK}");
    let (held, marked) = futures::try_join!(filtered(filter, ids, page), filtered(&by_mark, ids, page))?;
    let mut all: BTreeMap<String, Elastic> = BTreeMap::new();
    for address in &held {
        let owner =
            if filter == "instance-id" { address.instance_id() } else { address.network_interface_id() };
        if let Some(owner) = owner {
            all.entry(owner.to_owned()).or_default().held.get_or_insert_with(|| held_of(address));
        }
    }
    for address in marked.iter().filter(|address| address.association_id().is_none_or(str::is_empty)) {
        if let (Some(owner), Some(id)) = (tags(address.tags()).swap_remove(MARK), address.allocation_id()) {
            all.entry(owner).or_default().free.push(id.to_owned());
        }
    }
    Ok(all)
}

fn held_of(address: &Address) -> Held {
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    Held {
        allocation: text(address.allocation_id()),
        association: text(address.association_id()),
        public_ip: text(address.public_ip()),
        is_own: tags(address.tags()).contains_key(MARK),
    }
}

/// Allocates an address with the owner's mark.
pub(crate) async fn allocate(aws: &Aws, owner: &str) -> Result<(), ApiError> {
    let mark: Tags = [(MARK.to_owned(), owner.to_owned())].into_iter().collect();
    allocate_tagged(aws, owner, &mark).await
}

/// Allocates an address with these tags. EC2 accepts no client token here.
pub(crate) async fn allocate_tagged(aws: &Aws, subject: &str, tags: &Tags) -> Result<(), ApiError> {
    let once = Once::new(aws, "AllocateAddress", (subject, tags));
    let make = || async {
        let request = aws.client::<Ec2>().allocate_address().domain(DomainType::Vpc);
        let request =
            request.set_tag_specifications(specification(ResourceType::ElasticIp, &once.tags(tags)));
        let made = request.customize().config_override(Once::sent_once()).send().await;
        made.map(drop).map_err(failed("AllocateAddress", subject))
    };
    let find = || async {
        let answer = aws.client::<Ec2>().describe_addresses().filters(once.filter()).send().await;
        let answer = answer.map_err(failed("DescribeAddresses", subject))?;
        Ok(answer.addresses().first().map(|_| ()))
    };
    once.make(make, find).await
}

/// Associates an address with an instance or a network interface.
pub(crate) async fn associate(aws: &Aws, owner: &str, allocation: &str) -> Result<(), ApiError> {
    let request =
        aws.client::<Ec2>().associate_address().allocation_id(allocation).allow_reassociation(false);
    let is_instance = owner.starts_with("i-");
    let request = request.set_instance_id(is_instance.then(|| owner.to_owned()));
    let request = request.set_network_interface_id((!is_instance).then(|| owner.to_owned()));
    request.send().await.map(drop).map_err(failed("AssociateAddress", allocation))
}

/// Disassociates an address.
pub(crate) async fn disassociate(aws: &Aws, association: &str) -> Result<(), ApiError> {
    let answer = aws.client::<Ec2>().disassociate_address().association_id(association).send().await;
    done_if_not_found(answer.map(drop).map_err(failed("DisassociateAddress", association)))
}

/// Marks an address as its owner's, so that it is found after it is disassociated.
pub(crate) async fn mark(aws: &Aws, owner: &str, allocation: &str) -> Result<(), ApiError> {
    let mark: Tags = [(MARK.to_owned(), owner.to_owned())].into_iter().collect();
    tag(aws, allocation, &mark).await
}

/// Releases an address.
pub(crate) async fn release(aws: &Aws, allocation: &str) -> Result<(), ApiError> {
    let answer = aws.client::<Ec2>().release_address().allocation_id(allocation).send().await;
    done_if_not_found(answer.map(drop).map_err(failed("ReleaseAddress", allocation)))
}
