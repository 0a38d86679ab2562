//! `test.*`: checks that the program answers, and shows its arguments.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.test.html>.

use super::call::{Arguments, Bound, CallError};
use super::signature::{ANYTHING, flag, int, maybe, required, takes, text};
use super::{Context, Function};
use machine::process::Command;
use model::Effect::{CallsFunctions, RunsPrograms};
use model::{Map, Shape, Value, python};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "test.ping",
        signature: takes(&[]),
        doc: "Answers True. No network is used.",
        returns: "True",
        does: &[],
        call: |_, _| Ok(true.into()),
    },
    Function {
        name: "test.true",
        signature: takes(&[]),
        doc: "Answers True.",
        returns: "True",
        does: &[],
        call: |_, _| Ok(true.into()),
    },
    Function {
        name: "test.false",
        signature: takes(&[]),
        doc: "Answers False.",
        returns: "False",
        does: &[],
        call: |_, _| Ok(false.into()),
    },
    Function {
        name: "test.version",
        signature: takes(&[]),
        doc: "Returns the version of orchestrate.",
        returns: "a text",
        does: &[],
        call: |_, _| Ok(env!("CARGO_PKG_VERSION").into()),
    },
    Function {
        name: "test.versions",
        signature: takes(&[]),
        doc: "Returns the version of orchestrate, as text for a report.",
        returns: "a text",
        does: &[],
        call: |_, _| Ok(format!("orchestrate: {}", env!("CARGO_PKG_VERSION")).into()),
    },
    Function {
        name: "test.versions_information",
        signature: takes(&[]),
        doc: "Returns the version of orchestrate, as data for a report.",
        returns: "a mapping",
        does: &[],
        call: |_, _| {
            let own: Value = [("orchestrate", env!("CARGO_PKG_VERSION"))].into_iter().collect();
            Ok([("Salt Version", own)].into_iter().collect())
        },
    },
    Function {
        name: "test.echo",
        signature: takes(&[required("text", Shape::Any, "the data")]),
        doc: "Returns its argument.",
        returns: "the data",
        does: &[],
        call: |_, bound| Ok(bound.value("text").clone()),
    },
    Function {
        name: "test.outputter",
        signature: takes(&[required("data", Shape::Any, "the data")]),
        doc: "Returns its argument.",
        returns: "the data",
        does: &[],
        call: |_, bound| Ok(bound.value("data").clone()),
    },
    Function {
        name: "test.arg",
        signature: ANYTHING,
        doc: "Shows how its arguments were read.",
        returns: "a mapping: args, kwargs",
        does: &[],
        call: |_, bound| Ok(arguments(Value::List(bound.rest.clone()), Value::Map(bound.named.clone()))),
    },
    Function {
        name: "test.arg_clean",
        signature: ANYTHING,
        doc: "Shows how its arguments were read.",
        returns: "a mapping: args, kwargs",
        does: &[],
        call: |_, bound| Ok(arguments(Value::List(bound.rest.clone()), Value::Map(bound.named.clone()))),
    },
    Function {
        name: "test.arg_type",
        signature: ANYTHING,
        doc: "Shows the types of its arguments.",
        returns: "a mapping: args, kwargs",
        does: &[],
        call: arg_type,
    },
    Function {
        name: "test.arg_repr",
        signature: ANYTHING,
        doc: "Shows its arguments as Python prints them.",
        returns: "a mapping: args, kwargs",
        does: &[],
        call: arg_repr,
    },
    Function {
        name: "test.kwarg",
        signature: ANYTHING,
        doc: "Shows how its key=value arguments were read.",
        returns: "a mapping",
        does: &[],
        call: |_, bound| Ok(Value::Map(bound.named.clone())),
    },
    Function {
        name: "test.exception",
        signature: takes(&[text("message", "Test Exception", "the message")]),
        doc: "Fails.",
        returns: "nothing",
        does: &[],
        call: |_, bound| Err(bound.fails(bound.text("message"))),
    },
    Function {
        name: "test.raise_exception",
        signature: takes(&[required("name", Shape::Text, "the exception's name")])
            .and_more("args", "what the exception says")
            .and_named(),
        doc: "Fails.",
        returns: "nothing",
        does: &[],
        call: |_, bound| {
            Err(bound.fails(format!("{}: {}", bound.text("name"), bound.rest_texts().join(", "))))
        },
    },
    Function {
        name: "test.sleep",
        signature: takes(&[required("length", Shape::Number, "how many seconds")]),
        doc: "Waits some seconds.",
        returns: "a boolean",
        does: &[RunsPrograms],
        call: sleep,
    },
    Function {
        name: "test.assertion",
        signature: takes(&[required("assertion", Shape::Any, "the value")]),
        doc: "Fails unless its argument is true.",
        returns: "None",
        does: &[],
        call: |_, bound| {
            if bound.is_true("assertion") {
                Ok(Value::Null)
            } else {
                Err(bound.fails("the assertion does not hold"))
            }
        },
    },
    Function {
        name: "test.retcode",
        signature: takes(&[int("code", 42, "accepted as in Salt, without effect")]),
        doc: "Answers True.",
        returns: "True",
        does: &[],
        call: |_, _| Ok(true.into()),
    },
    Function {
        name: "test.try",
        signature: takes(&[
            required("module", Shape::Text, "the function's name"),
            flag("return_try_exception", false, "True: returns the reason of a failure"),
        ])
        .and_named(),
        doc: "Calls a function. If it fails, returns nothing, or the reason with \
              return_try_exception=True.",
        returns: "the function's answer, None, or the reason",
        does: &[CallsFunctions],
        call: |context, bound| {
            let arguments = Arguments { positional: vec![], named: bound.named.clone() };
            match context.call(&bound.text("module"), &arguments) {
                Ok(answer) => Ok(answer),
                Err(error) if bound.is_true("return_try_exception") => Ok(error.to_string().into()),
                Err(_) => Ok(Value::Null),
            }
        },
    },
    Function {
        name: "test.cross_test",
        signature: takes(&[
            required("func", Shape::Text, "the function's name"),
            maybe("args", Shape::Any, "its arguments"),
        ]),
        doc: "Calls a function with arguments.",
        returns: "the function's answer",
        does: &[CallsFunctions],
        call: |context, bound| {
            let positional = bound.value("args").as_list().unwrap_or_default().to_vec();
            context.call(&bound.text("func"), &Arguments { positional, named: Map::new() })
        },
    },
    Function {
        name: "test.get_opts",
        signature: takes(&[]),
        doc: "Returns the configuration.",
        returns: "a mapping",
        does: &[],
        call: |context, _| Ok(Value::Map(context.minion.opts.clone())),
    },
    Function {
        name: "test.conf_test",
        signature: takes(&[]),
        doc: "Returns the configured 'test.foo', or 'unconfigured'.",
        returns: "the value",
        does: &[],
        call: |context, _| {
            Ok(context.minion.option("test.foo").cloned().unwrap_or_else(|| "unconfigured".into()))
        },
    },
    Function {
        name: "test.rand_str",
        signature: takes(&[
            int("size", 9_999_999_999, "accepted as in Salt, without effect"),
            maybe("hash_type", Shape::Text, "accepted as in Salt, without effect"),
        ]),
        doc: "Returns a random hash.",
        returns: "a text",
        does: &[],
        call: |_, _| Ok(random_hash().into()),
    },
    Function {
        name: "test.random_hash",
        signature: takes(&[
            int("size", 9_999_999_999, "accepted as in Salt, without effect"),
            maybe("hash_type", Shape::Text, "accepted as in Salt, without effect"),
        ]),
        doc: "Returns a random hash.",
        returns: "a text",
        does: &[],
        call: |_, _| Ok(random_hash().into()),
    },
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
