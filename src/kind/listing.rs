//! Lists all things of a kind, by one operation with pages.

use std::fmt;

use futures::future::BoxFuture;
use serde_json::{Map, Value as Json};

use aws::any;
use aws::{ApiError, Aws, Fault};
use model::Reference;

/// Lists things by a kind's own calls.
pub type ListOwn = for<'a> fn(&'a Aws) -> BoxFuture<'a, Result<Vec<Reference>, ApiError>>;

/// How all things of a kind are listed.
#[derive(Clone, Copy)]
pub enum Listing {
    /// By an operation that is called by its name.
    Call(ListCall),
    /// By the kind's own calls: its service uses REST, or its things are part of another kind's.
    Own(ListOwn),
    /// The same, if the list contains ids.
    OwnById(ListOwn),
}

impl fmt::Debug for Listing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(call) => write!(out, "{}.{}", call.service, call.operation),
            Self::Own(_) | Self::OwnById(_) => out.write_str("own"),
        }
    }
}

/// An operation that lists things.
#[derive(Clone, Copy)]
pub struct ListCall {
    /// The service, as boto3 names it.
    pub service: &'static str,
    /// The operation.
    pub operation: &'static str,
    /// Its parameters, as JSON.
    pub asked: &'static str,
    /// Where the things are in the response, as a JSON pointer.
    pub items: &'static str,
    /// The reference of one item; none for a thing that no SLS declares.
    pub reference: fn(&Json) -> Option<Reference>,
    /// True if the list contains ids, and the name is known only after the thing is read.
    pub is_by_id: bool,
}

/// A list that needs no parameters.
pub const fn call(
    service: &'static str,
    operation: &'static str,
    items: &'static str,
    reference: fn(&Json) -> Option<Reference>,
) -> Listing {
    call_with(service, operation, "{}", items, reference)
}

/// A list with parameters.
pub const fn call_with(
    service: &'static str,
    operation: &'static str,
    asked: &'static str,
    items: &'static str,
    reference: fn(&Json) -> Option<Reference>,
) -> Listing {
    Listing::Call(ListCall { service, operation, asked, items, reference, is_by_id: false })
}

/// The key of the next page's token in responses and in requests.
const PAGES: &[(&str, &str)] = &[
    ("NextToken", "NextToken"),
    ("nextToken", "NextToken"),
    ("NextMarker", "Marker"),
    ("Marker", "Marker"),
    ("LastEvaluatedTableName", "ExclusiveStartTableName"),
];

/// More pages than any account has: this ends the loop if a service repeats the same token.
const MOST_PAGES: usize = 10_000;

impl Listing {
    /// The same list, with ids as references.
    #[must_use]
    pub const fn by_id(self) -> Self {
        match self {
            Self::Call(list) => Self::Call(ListCall { is_by_id: true, ..list }),
            Self::Own(own) | Self::OwnById(own) => Self::OwnById(own),
        }
    }

    /// True if the list contains ids, and the name is known only after the thing is read.
    pub fn is_by_id(self) -> bool {
        match self {
            Self::Call(list) => list.is_by_id,
            Self::Own(_) => false,
            Self::OwnById(_) => true,
        }
    }

    /// All things of the list.
    ///
    /// # Errors
    /// AWS refuses to list it.
    pub async fn all(self, aws: &Aws) -> Result<Vec<Reference>, ApiError> {
        match self {
            Self::Own(own) | Self::OwnById(own) => own(aws).await,
            Self::Call(list) => list.all(aws).await,
        }
    }
}

impl ListCall {
    async fn all(self, aws: &Aws) -> Result<Vec<Reference>, ApiError> {
        let asked = serde_json::from_str(self.asked).unwrap_or_default();
        let items = pages(aws, self.service, self.operation, asked, self.items).await?;
        Ok(items.iter().filter_map(|item| (self.reference)(item)).collect())
    }
}

/// The items of all pages of an operation that is called by its name.
///
/// # Errors
/// AWS refuses to list them.
pub async fn pages(
    aws: &Aws,
    service: &'static str,
    operation: &'static str,
    asked: Json,
    pointer: &str,
) -> Result<Vec<Json>, ApiError> {
    let subject = "the account";
    let unknown = || {
        let message = format!("'{service}' cannot be called by name");
        ApiError::found(operation, subject, Fault::Unsupported, message)
    };
    let service = any::find(service).ok_or_else(unknown)?;
    let mut asked: Map<String, Json> = asked.as_object().cloned().unwrap_or_default();
    let mut all = vec![];
    for _ in 0..MOST_PAGES {
        let parameters = Json::Object(asked.clone());
        let answer = any::call(aws, service, operation, &parameters, (operation, subject)).await?;
        all.extend(items(&answer, pointer));
        let Some((name, mark)) = next(&answer) else { break };
        asked.insert(name.to_owned(), Json::String(mark));
    }
    Ok(all)
}

/// The parameter for the next page, and its value; none after the last page.
fn next(answer: &Json) -> Option<(&'static str, String)> {
    let is_last = answer.get("IsTruncated").is_some_and(|more| *more == "false" || *more == false);
    let mark = |(answered, asked): &(&str, &'static str)| {
        let mark = answer.get(*answered)?.as_str().filter(|mark| !mark.is_empty())?;
        Some((*asked, mark.to_owned()))
    };
    PAGES.iter().find_map(mark).filter(|_| !is_last)
}

/// The items at a JSON pointer. A response in XML has a single item without a list, and no items as empty text.
pub fn items(answer: &Json, pointer: &str) -> Vec<Json> {
    match answer.pointer(pointer) {
        Some(Json::Array(list)) => list.clone(),
        None | Some(Json::Null) => vec![],
        Some(Json::String(text)) if text.is_empty() => vec![],
        Some(one) => vec![one.clone()],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_request_for_the_next_page_uses_the_names_of_the_service() {
        assert_eq!(next(&json!({"nextToken": "a"})), Some(("NextToken", "a".to_owned())));
        assert_eq!(next(&json!({"NextMarker": "a"})), Some(("Marker", "a".to_owned())));
        assert_eq!(next(&json!({"IsTruncated": "true", "Marker": "a"})), Some(("Marker", "a".to_owned())));
        assert_eq!(next(&json!({"IsTruncated": "false", "Marker": "a"})), None);
        assert_eq!(next(&json!({"NextToken": ""})), None);
        assert_eq!(next(&json!({})), None);
    }

    #[test]
    fn one_item_of_xml_is_a_list_of_one() {
        let answer = json!({"Groups": {"Group": {"Name": "a"}}, "None": "", "Many": [1, 2]});
        assert_eq!(items(&answer, "/Groups/Group"), [json!({"Name": "a"})]);
        assert_eq!(items(&answer, "/None/Group"), Vec::<Json>::new());
        assert_eq!(items(&answer, "/None"), Vec::<Json>::new());
        assert_eq!(items(&answer, "/Many"), [json!(1), json!(2)]);
    }
}
