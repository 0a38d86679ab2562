//! The resource that is meant: by its identifier, or by its properties.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::facts::Facts;
use model::Reference;

/// The resource of a type that is meant.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub enum Target {
    /// The resource with this identifier.
    Id(String),
    /// The only resource whose properties at these paths have these texts.
    By(BTreeMap<String, String>),
    /// All resources with these texts.
    All(BTreeMap<String, String>),
    /// The only one of those in a list with this context.
    Within(BTreeMap<String, String>, BTreeMap<String, String>),
}

impl Target {
    /// The target of a declaration; otherwise its error, as a sentence.
    ///
    /// # Errors
    /// No property identifies the resource.
    pub fn of(
        (type_name, identifier): (&str, Option<&str>),
        named_by: &[String],
        properties: &Map<String, Json>,
        facts: &Facts,
    ) -> Result<Self, String> {
        if let Some(identifier) = identifier {
            return Ok(Self::Id(identifier.to_owned()));
        }
        let properties = Json::Object(properties.clone());
        if !named_by.is_empty() {
            let missing =
                |path: &String| format!("'named_by' has {path}, but 'properties' has no text there");
            let by = named_by
                .iter()
                .map(|path| Ok((path.clone(), text_at(&properties, path).ok_or_else(|| missing(path))?)));
            let by = by.collect::<Result<_, String>>()?;
            let context = |path: &String| Some((path.clone(), text_at(&properties, path)?));
            let context: Option<BTreeMap<_, _>> = facts.listed_by.iter().map(context).collect();
            return Ok(match context.filter(|context| !context.is_empty()) {
                Some(context) => Self::Within(context, by),
                None => Self::By(by),
            });
        }
        let primary: Option<Vec<String>> =
            facts.primary.iter().map(|path| text_at(&properties, path)).collect();
        if let Some(primary) = primary.filter(|primary| !primary.is_empty()) {
            return Ok(Self::Id(primary.join("|")));
        }
        let tag = format!("{}/Name", facts.tags);
        if let Some(name) = text_at(&properties, &tag) {
            return Ok(Self::By([(tag, name)].into()));
        }
        let primary = facts.primary.join(" and ");
        Err(format!(
            "the {type_name} cannot be identified: write 'identifier', give {primary} or the tag Name among 'properties', or \
             say by 'named_by' which properties name it"
        ))
    }

    /// The reference to it.
    pub fn reference(&self, kind: &'static str, name: &str, type_name: &str) -> Reference {
        let scope = serde_json::to_string(&(type_name, self)).unwrap_or_default();
        Reference::new(kind, name).within(scope)
    }

    /// The type and the target of a reference.
    pub fn read(reference: &Reference) -> Option<(String, Self)> {
        serde_json::from_str(reference.scope.as_deref()?).ok()
    }

    /// The context that AWS needs to list it; none if its identifier is known.
    pub fn listed_by(&self) -> Option<Option<String>> {
        match self {
            Self::Id(_) => None,
            Self::By(_) | Self::All(_) => Some(None),
            Self::Within(context, _) => Some(serde_json::to_string(context).ok()),
        }
    }

    /// True if the container of the resource does not exist.
    pub fn is_nowhere(&self) -> bool {
        matches!(self, Self::Within(context, _) if context.values().any(String::is_empty))
    }

    /// True if these properties are those of the resource; none if they do not have enough values.
    pub fn fits(&self, properties: &Json) -> Option<bool> {
        let (Self::By(by) | Self::All(by) | Self::Within(_, by)) = self else { return None };
        let texts: Option<Vec<bool>> =
            by.iter().map(|(path, text)| Some(text_at(properties, path)? == *text)).collect();
        texts.map(|texts| texts.iter().all(|fits| *fits))
    }
}

/// The text at a path. A step into a list of tags is a tag's key.
pub fn text_at(properties: &Json, path: &str) -> Option<String> {
    match path.split('/').try_fold(properties, into)? {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn into<'a>(at: &'a Json, step: &str) -> Option<&'a Json> {
    match at {
        Json::Object(map) => map.get(step),
        Json::Array(tags) => {
            let tag = tags.iter().find(|tag| tag.get("Key").and_then(Json::as_str) == Some(step))?;
            tag.get("Value")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(identifier: Option<&str>, named_by: &[&str], properties: Json) -> Result<Target, String> {
        let primary = vec!["ApiId".to_owned(), "Name".to_owned()];
        let facts = Facts { primary, tags: "Tags".to_owned(), ..Facts::default() };
        let named_by: Vec<String> = named_by.iter().map(|path| (*path).to_owned()).collect();
        Target::of(("AWS::X::Y", identifier), &named_by, properties.as_object().unwrap(), &facts)
    }

    #[test]
    fn the_nearest_name_counts() {
        let tags = json!([{"Key": "Name", "Value": "web"}]);
        let by = |path: &str, text: &str| Ok(Target::By([(path.to_owned(), text.to_owned())].into()));
        assert_eq!(of(Some("x"), &[], json!({"ApiId": "a", "Name": "b"})), Ok(Target::Id("x".to_owned())));
        assert_eq!(of(None, &[], json!({"ApiId": "a", "Name": 3})), Ok(Target::Id("a|3".to_owned())));
        assert_eq!(of(None, &[], json!({"Name": "b", "Tags": tags})), by("Tags/Name", "web"));
        assert_eq!(
            of(None, &["Config/Comment"], json!({"Config": {"Comment": "c"}})),
            by("Config/Comment", "c")
        );
        assert!(of(None, &["Config/Comment"], json!({})).unwrap_err().contains("no text there"));
        assert!(of(None, &[], json!({})).unwrap_err().contains("ApiId and Name"));
    }

    #[test]
    fn a_list_gets_the_context_that_it_needs() {
        let facts = Facts { listed_by: vec!["ApiId".to_owned()], ..Facts::default() };
        let of = |properties: Json| {
            let named_by = ["Name".to_owned()];
            Target::of(("AWS::X::Y", None), &named_by, properties.as_object().unwrap(), &facts).unwrap()
        };
        let within = of(json!({"ApiId": "a", "Name": "b"}));
        assert_eq!(within.listed_by(), Some(Some(r#"{"ApiId":"a"}"#.to_owned())));
        assert_eq!(within.fits(&json!({"Name": "b"})), Some(true));
        assert_eq!(of(json!({"Name": "b"})).listed_by(), Some(None), "a type may take a list without it");
        assert!(of(json!({"ApiId": "", "Name": "b"})).is_nowhere() && !within.is_nowhere());
        assert_eq!(Target::Id("a".to_owned()).listed_by(), None);
    }

    #[test]
    fn a_reference_brings_it_back() {
        let target = Target::By([("Tags/Name".to_owned(), "web".to_owned())].into());
        let reference = target.reference("cloudcontrol.resource", "web", "AWS::X::Y");
        assert_eq!(Target::read(&reference), Some(("AWS::X::Y".to_owned(), target.clone())));
        assert_eq!(target.fits(&json!({"Tags": [{"Key": "Name", "Value": "web"}]})), Some(true));
        assert_eq!(target.fits(&json!({"Tags": [{"Key": "Name", "Value": "db"}]})), Some(false));
        assert_eq!(target.fits(&json!({"Id": "1"})), None, "a list that tells no tags says nothing");
    }
}
