//! The facts of a resource type's schema about its properties.
//!
//! See <https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-schema.html>.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The depth to which a schema is read: definitions may refer to themselves.
const DEEPEST: usize = 8;

/// Paths of properties: `Name`, `Config/Id`; `*` is any element of a list.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Facts {
    /// Together they are the identifier.
    pub primary: Vec<String>,
    /// They cannot change after creation.
    pub create_only: Vec<String>,
    /// AWS fills them in.
    pub read_only: Vec<String>,
    /// AWS never shows them.
    pub write_only: Vec<String>,
    /// Lists whose order has no meaning.
    pub unordered: Vec<String>,
    /// Documents of free form, such as policies and templates: they are compared as a whole.
    pub documents: Vec<String>,
    /// Properties that AWS keeps in another form than the declared one.
    pub transformed: Vec<String>,
    /// The properties that a list needs: AWS lists only the resources with these texts in them.
    #[serde(default)]
    pub listed_by: Vec<String>,
    /// The list of tags.
    pub tags: String,
}

impl Facts {
    /// Reads a schema.
    pub fn of_schema(schema: &Json) -> Self {
        let paths = |name: &str| {
            let pointers = schema.get(name).and_then(Json::as_array).into_iter().flatten();
            pointers.filter_map(Json::as_str).map(path_of).collect()
        };
        let transforms = schema.get("propertyTransform").and_then(Json::as_object).into_iter().flatten();
        let tags = schema.pointer("/tagging/tagProperty").and_then(Json::as_str).unwrap_or("Tags");
        let listed_by = schema.pointer("/handlers/list/handlerSchema/required").and_then(Json::as_array);
        let listed_by = listed_by.into_iter().flatten().filter_map(Json::as_str).map(str::to_owned);
        let mut facts = Self {
            listed_by: listed_by.collect(),
            primary: paths("primaryIdentifier"),
            create_only: paths("createOnlyProperties"),
            read_only: paths("readOnlyProperties"),
            write_only: paths("writeOnlyProperties"),
            transformed: transforms.map(|(pointer, _)| path_of(pointer)).collect(),
            tags: path_of(tags),
            ..Self::default()
        };
        facts.walk(schema, schema, "", DEEPEST);
        facts
    }

    fn walk(&mut self, schema: &Json, node: &Json, path: &str, left: usize) {
        let Some(left) = left.checked_sub(1) else { return };
        let referred = node.get("$ref").and_then(Json::as_str);
        let node = referred.and_then(|it| schema.pointer(it.trim_start_matches('#'))).unwrap_or(node);
        if node.get("insertionOrder") == Some(&Json::Bool(false)) {
            self.unordered.push(path.to_owned());
        }
        if is_free(node) {
            self.documents.push(path.to_owned());
        }
        let below = |step: &str| if path.is_empty() { step.to_owned() } else { format!("{path}/{step}") };
        for (name, property) in node.get("properties").and_then(Json::as_object).into_iter().flatten() {
            self.walk(schema, property, &below(name), left);
        }
        if let Some(items) = node.get("items") {
            self.walk(schema, items, &below("*"), left);
        }
    }

    /// True if AWS never shows this property, or a mapping around it.
    pub fn is_write_only(&self, path: &str) -> bool {
        covers(&self.write_only, path)
    }

    /// True if this property, or a mapping around it, cannot change.
    pub fn is_create_only(&self, path: &str) -> bool {
        covers(&self.create_only, path)
    }

    /// True if AWS fills it in, and an author cannot.
    pub fn is_read_only(&self, path: &str) -> bool {
        covers(&self.read_only, path)
    }

    /// True for a list whose order has no meaning.
    pub fn is_unordered(&self, path: &str) -> bool {
        path == self.tags || is_one_of(&self.unordered, path)
    }

    /// True for a document of free form.
    pub fn is_document(&self, path: &str) -> bool {
        is_one_of(&self.documents, path)
    }

    /// True for a property that AWS keeps in another form.
    pub fn is_transformed(&self, path: &str) -> bool {
        covers(&self.transformed, path)
    }
}

/// `/properties/Config/properties/Id` as `Config/Id`, `/properties/Rules/0/Id` as `Rules/*/Id`.
fn path_of(pointer: &str) -> String {
    let steps = pointer.split('/').filter(|step| !step.is_empty() && *step != "properties");
    let steps = steps.map(|step| if step.bytes().all(|byte| byte.is_ascii_digit()) { "*" } else { step });
    steps.collect::<Vec<_>>().join("/")
}

fn is_one_of(paths: &[String], path: &str) -> bool {
    paths.iter().any(|known| is_below(known, path) && is_below(path, known))
}

fn covers(paths: &[String], path: &str) -> bool {
    paths.iter().any(|known| is_below(known, path))
}

/// True if `path` is at or below `known`.
fn is_below(known: &str, path: &str) -> bool {
    let mut steps = path.split('/');
    known
        .split('/')
        .all(|known| steps.next().is_some_and(|step| known == "*" || step == "*" || known == step))
}

/// True for an object of which the schema has no details.
fn is_free(node: &Json) -> bool {
    let kind = node.get("type");
    let is_object = match kind {
        Some(Json::String(kind)) => kind == "object",
        Some(Json::Array(kinds)) => kinds.iter().any(|kind| kind == "object"),
        _ => false,
    };
    let is_told = ["properties", "patternProperties", "oneOf", "anyOf", "allOf"];
    is_object && is_told.iter().all(|key| node.get(key).is_none())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_says_what_can_change() {
        let facts = Facts::of_schema(&json!({
            "properties": {
                "Tags": {"type": "array", "insertionOrder": false, "items": {"$ref": "#/definitions/Tag"}},
                "Rules": {"type": "array", "items": {"type": "object", "properties": {
                    "Ports": {"type": "array", "insertionOrder": false},
                }}},
                "Loop": {"$ref": "#/definitions/Loop"},
                "Policy": {"type": ["string", "object"]},
            },
            "definitions": {"Tag": {"type": "object", "properties": {}}, "Loop": {"properties": {"Loop": {"$ref": "#/definitions/Loop"}}}},
            "primaryIdentifier": ["/properties/ApiId", "/properties/Name"],
            "createOnlyProperties": ["/properties/Name"],
            "readOnlyProperties": ["/properties/Arn"],
            "writeOnlyProperties": ["/properties/Auth/properties/Password", "/properties/Rules/0/Secret"],
            "tagging": {"tagProperty": "/properties/Tags"},
            "propertyTransform": {"/properties/Key": "x"},
            "handlers": {"list": {"handlerSchema": {"required": ["ApiId"]}}},
        }));
        assert_eq!(facts.primary, ["ApiId", "Name"]);
        assert_eq!(facts.unordered, ["Tags", "Rules/*/Ports"]);
        assert_eq!(facts.listed_by, ["ApiId"]);
        assert!(facts.is_document("Policy") && !facts.is_document("Loop") && facts.is_transformed("Key"));
        assert!(facts.is_write_only("Auth/Password/Text") && !facts.is_write_only("Auth"));
        assert!(facts.is_write_only("Rules/3/Secret") && facts.is_unordered("Rules/0/Ports"));
        assert!(facts.is_create_only("Name") && !facts.is_create_only("NameX") && facts.is_read_only("Arn"));
    }
}
