//! `test.*`: whether the program answers, and with what.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.test.html>.

use super::call::{Arguments, Bound, CallError};
use super::signature::{ANYTHING, flag, int, maybe, required, takes, text};
use super::{Context, Function};
use crate::machine::process::Command;
use crate::model::{Map, Value, python};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::new("test.ping", takes(&[]), "Answers True. No network is used.", |_, _| Ok(true.into())),
    Function::new("test.true", takes(&[]), "Answers True.", |_, _| Ok(true.into())),
    Function::new("test.false", takes(&[]), "Answers False.", |_, _| Ok(false.into())),
    Function::new("test.version", takes(&[]), "Gives the version of orchestrate.", |_, _| {
        Ok(env!("CARGO_PKG_VERSION").into())
    }),
    Function::new(
        "test.versions",
        takes(&[]),
        "Gives the version of orchestrate, as text for a report.",
        |_, _| Ok(format!("orchestrate: {}", env!("CARGO_PKG_VERSION")).into()),
    ),
    Function::new(
        "test.versions_information",
        takes(&[]),
        "Gives the version of orchestrate, as data for a report.",
        |_, _| {
            let own: Value = [("orchestrate", env!("CARGO_PKG_VERSION"))].into_iter().collect();
            Ok([("Salt Version", own)].into_iter().collect())
        },
    ),
    Function::new("test.echo", takes(&[required("text")]), "Gives back what it was given.", |_, bound| {
        Ok(bound.value("text").clone())
    }),
    Function::new(
        "test.outputter",
        takes(&[required("data")]),
        "Gives back what it was given.",
        |_, bound| Ok(bound.value("data").clone()),
    ),
    Function::new("test.arg", ANYTHING, "Shows what its arguments were taken for.", |_, bound| {
        Ok(arguments(Value::List(bound.rest.clone()), Value::Map(bound.named.clone())))
    }),
    Function::new("test.arg_clean", ANYTHING, "Shows what its arguments were taken for.", |_, bound| {
        Ok(arguments(Value::List(bound.rest.clone()), Value::Map(bound.named.clone())))
    }),
    Function::new("test.arg_type", ANYTHING, "Shows the types of its arguments.", arg_type),
    Function::new("test.arg_repr", ANYTHING, "Shows its arguments as Python prints them.", arg_repr),
    Function::new(
        "test.kwarg",
        ANYTHING,
        "Shows what its key=value arguments were taken for.",
        |_, bound| Ok(Value::Map(bound.named.clone())),
    ),
    Function::new("test.exception", takes(&[text("message", "Test Exception")]), "Fails.", |_, bound| {
        Err(bound.fails(bound.text("message")))
    }),
    Function::new(
        "test.raise_exception",
        takes(&[required("name")]).and_more().and_named(),
        "Fails.",
        |_, bound| Err(bound.fails(format!("{}: {}", bound.text("name"), bound.rest_texts().join(", ")))),
    ),
    Function::new("test.sleep", takes(&[required("length")]), "Waits some seconds.", sleep),
    Function::new(
        "test.assertion",
        takes(&[required("assertion")]),
        "Fails unless its argument is true.",
        |_, bound| {
            if bound.is_true("assertion") {
                Ok(Value::Null)
            } else {
                Err(bound.fails("the assertion does not hold"))
            }
        },
    ),
    Function::new("test.retcode", takes(&[int("code", 42)]), "Answers True.", |_, _| Ok(true.into())),
    Function::new(
        "test.try",
        takes(&[required("module"), flag("return_try_exception", false)]).and_named(),
        "Calls a function and answers nothing where it fails, or the reason with return_try_exception=True.",
        |context, bound| {
            let arguments = Arguments { positional: vec![], named: bound.named.clone() };
            match context.call(&bound.text("module"), &arguments) {
                Ok(answer) => Ok(answer),
                Err(error) if bound.is_true("return_try_exception") => Ok(error.to_string().into()),
                Err(_) => Ok(Value::Null),
            }
        },
    ),
    Function::new(
        "test.cross_test",
        takes(&[required("func"), maybe("args")]),
        "Calls a function with arguments.",
        |context, bound| {
            let positional = bound.value("args").as_list().unwrap_or_default().to_vec();
            context.call(&bound.text("func"), &Arguments { positional, named: Map::new() })
        },
    ),
    Function::new("test.get_opts", takes(&[]), "Gives the configuration.", |context, _| {
        Ok(Value::Map(context.minion.opts.clone()))
    }),
    Function::new(
        "test.conf_test",
        takes(&[]),
        "Gives the configured 'test.foo', or 'unconfigured'.",
        |context, _| Ok(context.minion.option("test.foo").cloned().unwrap_or_else(|| "unconfigured".into())),
    ),
    Function::new(
        "test.rand_str",
        takes(&[int("size", 9_999_999_999), maybe("hash_type")]),
        "Gives a random hash.",
        |_, _| Ok(random_hash().into()),
    ),
    Function::new(
        "test.random_hash",
        takes(&[int("size", 9_999_999_999), maybe("hash_type")]),
        "Gives a random hash.",
        |_, _| Ok(random_hash().into()),
    ),
];

fn sleep(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let slept = Command::argv(["sleep".to_owned(), bound.text("length")]).run_blocking();
    slept.map(|finished| finished.is_success().into()).map_err(|error| bound.failed(&error))
}

fn random_hash() -> String {
    let random = [uuid::Uuid::new_v4(), uuid::Uuid::new_v4()];
    random.iter().map(|part| part.simple().to_string()).collect()
}

fn arguments(args: Value, kwargs: Value) -> Value {
    [("args", args), ("kwargs", kwargs)].into_iter().collect()
}

/// Python's word for the type.
pub(super) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "NoneType",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int",
        Value::Float(_) => "float",
        Value::Str(_) => "str",
        Value::List(_) => "list",
        Value::Map(_) => "dict",
    }
}

fn arg_type(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let class = |value: &Value| Value::from(format!("<class '{}'>", type_of(value)));
    let kwargs: Map = bound.named.iter().map(|(key, value)| (key.clone(), class(value))).collect();
    Ok(arguments(Value::List(bound.rest.iter().map(class).collect()), Value::Map(kwargs)))
}

fn arg_repr(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let items: Vec<String> = bound.rest.iter().map(python::repr).collect();
    let comma = if items.len() == 1 { "," } else { "" };
    let tuple = format!("({}{comma})", items.join(", "));
    Ok(arguments(tuple.into(), python::repr(&Value::Map(bound.named.clone())).into()))
}
