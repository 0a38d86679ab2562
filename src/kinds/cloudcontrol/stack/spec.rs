//! The arguments of a stack.

use serde_json::{Map, Value as Json};

use super::template;
use crate::declaration::{DEADLINE, Spec};
use crate::table::Table;
use aws::tags;
use kind::local::Text;
use model::fields::text;
use model::{Argument, Fields, Function, Minion, Node, Problem, Problems, Shape};

pub(crate) const TYPE: Table = Table {
    type_name: "AWS::CloudFormation::Stack",
    properties: &[
        ("template_url", "TemplateURL"),
        ("notification_arns", "NotificationARNs"),
        ("disable_rollback", "DisableRollback"),
        ("capabilities", "Capabilities"),
        ("stack_policy_url", "StackPolicyURL"),
    ],
    primary: &["StackId"],
    create_only: &["StackName"],
    read_only: &[
        "StackId",
        "StackStatus",
        "CreationTime",
        "RootId",
        "ParentId",
        "ChangeSetId",
        "Outputs",
        "LastUpdateTime",
    ],
    write_only: &["TemplateURL", "StackPolicyURL"],
    unordered: &["Capabilities", "NotificationARNs"],
    documents: &["TemplateBody", "StackPolicyBody"],
    ..Table::NONE
};

const NAME: Argument = Argument::required("name", Shape::Text, "its name");

pub(crate) const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional("template_body", Shape::Text, "the template: text, salt://…, or the path of a file"),
    Argument::optional("template_url", Shape::Text, "the URL of the template in S3"),
    Argument::optional("parameters", Shape::Any, "the template's parameters: a mapping, or a list of pairs"),
    Argument::optional("notification_arns", Shape::Texts, "the topics that get its events"),
    Argument::optional(
        "disable_rollback",
        Shape::Boolean,
        "whether the created resources are kept if it fails",
    ),
    Argument::optional("timeout_in_minutes", Shape::Integer, "the longest time for a new one, in minutes"),
    Argument::optional("capabilities", Shape::Texts, "its capabilities: CAPABILITY_IAM …"),
    Argument::optional("tags", tags::SHAPE, "all its tags; left out: not managed"),
    Argument::optional(
        "on_failure",
        Shape::Word(&["DO_NOTHING", "ROLLBACK", "DELETE"]),
        "the action if it fails",
    ),
    Argument::optional(
        "stack_policy_body",
        Shape::Text,
        "its policy for updates: text, salt://…, or the path of a file",
    ),
    Argument::optional("stack_policy_url", Shape::Text, "the URL of the policy in S3"),
    Argument::optional(
        "use_previous_template",
        Shape::Boolean,
        "ignored: an update sends only the differences",
    ),
    Argument::optional("stack_policy_during_update_body", Shape::Text, "ignored: Cloud Control has none"),
    Argument::optional("stack_policy_during_update_url", Shape::Text, "ignored: Cloud Control has none"),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_cfn.present", "boto3_cfn.present"],
        PRESENT,
        "Makes sure that a stack of CloudFormation exists.",
    ),
    Function::absent(
        &["boto_cfn.absent", "boto3_cfn.absent"],
        &[NAME, DEADLINE],
        "Makes sure that a stack of CloudFormation does not exist.",
    ),
];

pub(super) fn read(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    let mut spec = TYPE.read(PRESENT, fields, name.clone());
    spec.by = vec![("StackName".to_owned(), name.clone())];
    if !fields.takes("template_body") {
        return spec;
    }
    spec.properties.insert("StackName".to_owned(), name.into());
    for (argument, property) in [("template_body", "TemplateBody"), ("stack_policy_body", "StackPolicyBody")]
    {
        let text = fields.text(argument).map(|written| Text::of(&written, minion));
        spec.texts.extend(text.map(|text| (property, text)));
    }
    spec.text_form = Some(template::read);
    spec.secrets = Some(template::secrets);
    if let Some(node) = fields.node("parameters") {
        match parameters(node) {
            Some(parameters) => drop(spec.properties.insert("Parameters".to_owned(), parameters.into())),
            None => {
                let problem = Problem::at(&node.place, "parameters must be a mapping, or a list of pairs");
                problems.push(problem.hint("write 'Cidr: 10.0.0.0/16' below 'parameters'"));
            }
        }
    }
    let minutes = fields.integer("timeout_in_minutes");
    spec.initial.extend(minutes.map(|minutes| ("TimeoutInMinutes".to_owned(), minutes.into())));
    match fields.text("on_failure").as_deref() {
        Some("DO_NOTHING") => drop(spec.properties.insert("DisableRollback".to_owned(), true.into())),
        Some("DELETE") => {
            let problem =
                Problem::at(fields.place_of("on_failure"), "Cloud Control cannot delete a stack that fails");
            problems.push(problem.hint("write ROLLBACK or DO_NOTHING"));
        }
        _ => {}
    }
    spec
}

/// Parameters in all notations; values as text, as CloudFormation takes them.
fn parameters(node: &Node) -> Option<Map<String, Json>> {
    if let Some(map) = node.as_map() {
        return map.iter().map(|(key, entry)| Some((key.to_string(), text(&entry.node)?.into()))).collect();
    }
    let pair = |node: &Node| {
        if let Some([key, value, ..]) = node.as_list() {
            return Some((text(key)?, text(value)?.into()));
        }
        let map = node.as_map()?;
        let named = |name: &str| {
            let found = map.iter().find(|(key, _)| key.as_str() == Some(name));
            found.and_then(|(_, entry)| text(&entry.node))
        };
        Some((named("ParameterKey")?, named("ParameterValue")?.into()))
    };
    node.as_list()?.iter().map(pair).collect()
}
