//! `sys.state_schema` and `schema`: the JSON Schema of SLS files, for editors, from the tables that check them.

use std::collections::HashMap;

use serde_json::{Map as Object, Value as Json, json};

use super::manual::{is_meant, wanted};
use super::session::Session;
use super::{CliError, Command, CommandAnswer};
use crate::answer::Form;
use aws::profile;
use exec::{Bound, Signature, takes};
use kinds::state_functions;
use model::problem::did_you_mean;
use model::schema::{self, DIALECT, Schemas, reference};
use model::{Argument, Function, Keyword, Problem, Quantity, Relation, RequisiteKind, Shape, Value};

const NAMES: Signature = takes(&[]).and_more("names", "names of functions, modules, or globs");

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "sys.state_schema",
        signature: NAMES,
        doc: "Shows the JSON Schema of SLS files, only of some state functions, modules or globs if \
              these are named.",
        returns: "a JSON Schema",
        does: &[],
        run: |_, bound| Ok(CommandAnswer::ordered(Value::from(document(bound)?))),
    },
    Command {
        name: "schema",
        signature: NAMES,
        doc: "Prints the JSON Schema of SLS files as a file: orchestrate schema > sls.schema.json.",
        returns: "a JSON Schema, on one line",
        does: &[],
        run: bare,
    },
];

fn bare(_: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    // On one line: with a line for each key the file is four times as large, and editors read all of it.
    let text = document(bound)?.to_string();
    Ok(CommandAnswer { form: Form::Verbatim, ..CommandAnswer::data(Value::from(text)) })
}

/// A state function with the arguments that all functions of its type accept.
struct Known {
    function: &'static Function,
    shared: &'static [Argument],
}

fn known() -> impl Iterator<Item = Known> {
    let aws = state_functions().map(|function| Known { function, shared: profile::ARGUMENTS });
    let own = system::KINDS.iter().flat_map(|kinds| kinds.iter()).flat_map(|kind| kind.functions());
    aws.chain(own.map(|function| Known { function, shared: &[] }))
}

/// The schema of a whole SLS, rendered or not.
fn document(bound: &Bound) -> Result<Json, CliError> {
    let wanted = wanted(bound);
    let mut names: Vec<(&'static str, Known)> = vec![];
    for known in known() {
        for name in known.function.names {
            let is_chosen = wanted.is_empty() || wanted.iter().any(|wanted| is_meant(wanted, name));
            if is_chosen {
                names.push((name, Known { ..known }));
            }
        }
    }
    if let Some(nothing) = wanted.iter().find(|wanted| !names.iter().any(|(name, _)| is_meant(wanted, name)))
    {
        return Err(unknown(nothing));
    }
    names.sort_by_key(|(name, _)| *name);
    let mut schemas = Schemas::default();
    let mut made: HashMap<String, &str> = HashMap::new();
    let mut defs: Object<String, Json> = Object::new();
    for (name, known) in &names {
        let schema = below(known, &mut schemas);
        // `boto3_sqs.present` is `boto_sqs.present` by another name.
        let first = *made.entry(schema.to_string()).or_insert(name);
        defs.insert((*name).to_owned(), if first == *name { schema } else { reference(first) });
    }
    let names: Vec<&str> = names.into_iter().map(|(name, _)| name).collect();
    defs.extend(schemas.into_defs());
    defs.insert("requisites".to_owned(), requisites());
    defs.insert("declaration".to_owned(), declaration(&names));
    Ok(json!({
        "$schema": DIALECT,
        "title": "SLS",
        "type": ["object", "null"],
        "properties": {
            "include": {"type": "array", "items": {"type": ["string", "object"]}},
            "exclude": {"type": "array", "items": {"type": ["string", "object"]}},
            "extend": {"type": "object", "additionalProperties": {
                "type": "object", "additionalProperties": {"type": ["array", "string"]},
            }},
        },
        "patternProperties": {"^__": {}},
        "additionalProperties": {"$ref": "#/$defs/declaration"},
        "$defs": defs,
    }))
}

fn unknown(name: &str) -> CliError {
    let all: Vec<&str> = known().flat_map(|known| known.function.names).copied().collect();
    let problem = Problem::nowhere(format!("there is no state function '{name}'"));
    CliError::Usage(match did_you_mean(name, all) {
        Some(near) => problem.hint(format!("did you mean '{near}'?")),
        None => problem.hint("'orchestrate sys.list_state_functions' lists all"),
    })
}

/// The schema of the declarations under an ID.
fn declaration(names: &[&str]) -> Json {
    let mut properties = Object::new();
    let mut modules: Vec<&str> = vec![];
    for name in names {
        properties.insert((*name).to_owned(), reference(name));
        let module = name.split('.').next().unwrap_or_default();
        if modules.last() != Some(&module) {
            modules.push(module);
        }
    }
    for module in modules {
        let functions: Vec<&str> =
            names.iter().filter_map(|name| name.strip_prefix(&format!("{module}."))).collect();
        properties.insert(module.to_owned(), of_module(module, &functions));
    }
    schema::any_of(vec![
        json!({"enum": names}),
        schema::jinja(),
        json!({
            "type": "object",
            "properties": properties,
            "patternProperties": {"^__": {}},
            "additionalProperties": false,
            "minProperties": 1,
        }),
    ])
}

/// A module with its function among the arguments.
fn of_module(module: &str, functions: &[&str]) -> Json {
    let choices: Vec<Json> = functions
        .iter()
        .map(|function| {
            let then = reference(&format!("{module}.{function}"));
            json!({"if": {"type": "array", "contains": {"const": function}}, "then": then})
        })
        .collect();
    json!({"type": "array", "contains": {"enum": functions}, "allOf": choices})
}

/// The schema of the arguments below a function: a list of mappings.
fn below(known: &Known, schemas: &mut Schemas) -> Json {
    let function = known.function;
    let own = |name: &str| function.arguments.iter().any(|argument| argument.is_spelled(name));
    let mut properties = steering(schemas);
    properties.extend(schemas.properties(known.shared));
    properties.extend(schemas.properties(function.arguments));
    if !own("name") {
        properties.insert("name".to_owned(), schemas.of_shape(&Shape::Text));
    }
    let item = json!({
        "type": "object",
        "properties": properties,
        "patternProperties": {rare(): {}},
        "additionalProperties": function.open,
    });
    let mut below = json!({
        "description": function.doc.trim_end(),
        "type": "array",
        "items": schema::any_of(vec![json!({"type": "string"}), item]),
    });
    // The name defaults to the ID; `names` and `use` may provide any argument.
    let elsewhere = ["names", "use"].map(|word| json!({"contains": {"required": [word]}}));
    let required =
        function.arguments.iter().filter(|argument| argument.required && !argument.is_spelled("name"));
    let required: Vec<Json> = required
        .map(|argument| {
            let own = json!({"contains": schema::has(argument)});
            schema::any_of(std::iter::once(own).chain(elsewhere.clone()).collect())
        })
        .collect();
    if !required.is_empty() {
        below["allOf"] = required.into();
    }
    below
}

/// What is often written below any function, for the completions of editors: requisites and keywords that control the call.
fn steering(schemas: &mut Schemas) -> Object<String, Json> {
    let mut properties = Object::new();
    let failhard = json!({"anyOf": [{"type": "null"}, schemas.of_shape(&Shape::Boolean)]});
    properties.insert(Keyword::Failhard.word().to_owned(), failhard);
    let retry = json!({"type": ["null", "boolean", "object", "array", "integer", "string"]});
    properties.insert(Keyword::Retry.word().to_owned(), retry);
    for keyword in [Keyword::Onlyif, Keyword::Unless] {
        properties.insert(keyword.word().to_owned(), json!({}));
    }
    properties.insert("names".to_owned(), json!({"type": "array"}));
    properties.insert("order".to_owned(), json!({}));
    for word in requisite_words() {
        properties.insert(word, reference("requisites"));
    }
    properties
}

/// The other keywords, as a pattern.
fn rare() -> String {
    let words: Vec<&str> = Keyword::ALL.iter().map(|keyword| keyword.word()).collect();
    format!("^({})$", words.join("|"))
}

/// All forms of requisites.
fn requisite_words() -> Vec<String> {
    let forms =
        [(Quantity::Plain, false), (Quantity::Plain, true), (Quantity::Any, false), (Quantity::All, false)];
    let mut words = vec![];
    for relation in Relation::ALL {
        for (quantity, inverse) in forms {
            let word = RequisiteKind { relation: *relation, quantity, inverse }.word();
            if RequisiteKind::parse(&word).is_some() {
                words.push(word);
            }
        }
    }
    words
}

/// The targets of a requisite.
fn requisites() -> Json {
    let target = json!({
        "type": "object",
        "propertyNames": {"pattern": "^[^.]*$|\\{[{%]"},
        "additionalProperties": {"type": ["string", "number", "boolean", "null"]},
        "minProperties": 1,
    });
    json!({"type": "array", "items": schema::any_of(vec![json!({"type": "string"}), target])})
}
