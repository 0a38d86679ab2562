//! Lists the things with the tag, from the Resource Groups Tagging API.
//!
//! See <https://docs.aws.amazon.com/resourcegroupstagging/latest/APIReference/API_GetResources.html>.

use serde_json::{Value as Json, json};

use super::arn::Owned;
use aws::any::{call, find};
use aws::tags::OWNER;
use aws::{ApiError, Aws, Fault};

/// All things in the account and region with this value of the tag.
///
/// # Errors
/// AWS refuses to list them, or to name the security groups.
pub async fn list_owned(aws: &Aws, owner: &str) -> Result<Vec<Owned>, ApiError> {
    let mut owned = vec![];
    let mut token = Json::Null;
    loop {
        let filter = json!([{"Key": OWNER, "Values": [owner]}]);
        let mut asked = json!({"TagFilters": filter, "ResourcesPerPage": 100});
        if token.as_str().is_some_and(|token| !token.is_empty()) {
            asked["PaginationToken"] = token;
        }
        let answer = ask(aws, "resourcegroupstaggingapi", "GetResources", &asked, owner).await?;
        let list = answer["ResourceTagMappingList"].as_array().cloned().unwrap_or_default();
        owned.extend(list.iter().filter_map(of_answer));
        token = answer["PaginationToken"].clone();
        if token.as_str().is_none_or(str::is_empty) {
            break;
        }
    }
    // The ARN of a bucket has no account: only things of this connection's account are in the list.
    if owned.iter().any(|it| it.account.is_empty()) {
        let account = aws.find_account().await?;
        for bare in owned.iter_mut().filter(|it| it.account.is_empty()) {
            bare.account.clone_from(&account);
        }
    }
    name_groups(aws, &mut owned).await?;
    Ok(owned)
}

fn of_answer(thing: &Json) -> Option<Owned> {
    let tags = thing["Tags"].as_array().cloned().unwrap_or_default();
    let name = tags.iter().find(|tag| tag["Key"] == "Name").and_then(|tag| tag["Value"].as_str());
    Owned::of(thing["ResourceARN"].as_str()?, name)
}

/// A security group is declared by its group name and VPC, but its ARN has only its id.
async fn name_groups(aws: &Aws, owned: &mut [Owned]) -> Result<(), ApiError> {
    let groups = owned.iter_mut().filter(|it| it.service == "ec2" && it.resource == "security-group");
    for group in groups {
        let answer =
            ask(aws, "ec2", "DescribeSecurityGroups", &json!({"GroupId": [group.id]}), &group.id).await?;
        let found = &answer["securityGroupInfo"];
        let found = if found.is_array() { &found[0] } else { &found["item"] };
        if let Some(name) = found["groupName"].as_str() {
            name.clone_into(&mut group.name);
        }
        group.vpc = found["vpcId"].as_str().map(str::to_owned);
    }
    Ok(())
}

async fn ask(
    aws: &Aws,
    service: &str,
    operation: &'static str,
    asked: &Json,
    subject: &str,
) -> Result<Json, ApiError> {
    let unknown =
        || ApiError::found(operation, subject, Fault::Unsupported, format!("'{service}' is no service"));
    let service = find(service).ok_or_else(unknown)?;
    call(aws, service, operation, asked, (operation, subject)).await
}
